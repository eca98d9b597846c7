/** Hooks that name no call, and the log that does: every call once, in order, whoever comes first. */
import assert from 'node:assert/strict';
import type { Source } from '../../../src/agents/agent.js';
import { LiveMerge } from '../../../src/agents/live/live-merge.js';
import { HOLD_MS } from '../../../src/agents/live/unnamed-calls.js';
import type { TurnEvent } from '../../../src/core/events.js';

const session = 'S';
const asks = (call: string, command = ':', response?: string): TurnEvent => ({
  v: 1,
  type: 'tool.call',
  session,
  call,
  tool: 'bash',
  input: { command },
  ...(response === undefined ? {} : { response }),
});
const gets = (call: string, output = ''): TurnEvent => ({
  v: 1,
  type: 'tool.result',
  session,
  call,
  ok: true,
  output,
});
const denied: TurnEvent = {
  ...{ v: 1, type: 'tool.result', session, call: '', ok: false, output: 'no' },
  deniedBy: 'turnwatch',
};
const step: TurnEvent = { v: 1, type: 'step.end', session };

/** One stream told at times: what passed, with the time at which it did. */
function story(...told: [at: number, source: Source, ...events: TurnEvent[]][]): string[] {
  return storyOf(new LiveMerge({ unnamedCalls: true }), ...told);
}

function storyOf(
  merge: LiveMerge,
  ...told: [at: number, source: Source, ...events: TurnEvent[]][]
): string[] {
  const passed: string[] = [];
  const note = (at: number, events: TurnEvent[]): void => {
    for (const event of events) {
      passed.push(
        `${at} ${event.type}${'call' in event ? ` ${event.call}` : ''}${'response' in event ? ` of ${event.response}` : ''}${event.type === 'tool.result' && event.output !== '' ? ` ${event.output}` : ''}`,
      );
    }
  };
  const wait = (until: number): void => {
    for (let due = merge.nextDue(); due !== undefined && due < until; due = merge.nextDue()) {
      note(due, merge.due(due));
    }
  };
  for (const [at, source, ...events] of told) {
    wait(at);
    note(at, merge.pass(source, events, at));
  }
  wait(Infinity);
  assert.equal(merge.nextDue(), undefined);
  return passed;
}

describe('calls that hooks do not name', () => {
  it('come from the log alone if its line arrives in time', () => {
    assert.deepEqual(
      story(
        [0, 'hook', asks('')],
        [40, 'log', asks('a', ':', 'r1')],
        [90, 'hook', asks(''), gets('', 'hook')],
        [120, 'log', gets('a', 'log')],
      ),
      ['40 tool.call a of r1', '120 tool.result a log'],
    );
  });

  it('come from the log alone if its line arrives first', () => {
    assert.deepEqual(
      story(
        [0, 'log', asks('a', ':', 'r1')],
        [5, 'hook', asks('')],
        [20, 'log', gets('a')],
        [25, 'hook', asks(''), gets('')],
      ),
      ['0 tool.call a of r1', '20 tool.result a'],
    );
  });

  it('pass under a generated id after a short wait; later log lines amend it', () => {
    assert.deepEqual(
      story(
        [0, 'hook', asks('')],
        [300, 'log', asks('a', ':', 'r1'), gets('a', 'log')],
        [310, 'hook', asks(''), gets('')],
      ),
      [`${HOLD_MS} tool.call S#1`, '300 tool.call S#1 of r1', '300 tool.result S#1 log'],
    );
  });

  it('of one response wait as long as the agent’s log takes', () => {
    assert.deepEqual(
      storyOf(
        new LiveMerge({ unnamedCalls: true, holdMs: 400 }),
        [0, 'hook', asks('', 'one')],
        [10, 'hook', asks('', 'two')],
        [250, 'log', asks('a', 'one', 'r1'), asks('b', 'two', 'r1')],
      ),
      ['250 tool.call a of r1', '250 tool.call b of r1'],
    );
  });

  it('that are denied wait for the log, too: it tells which are one response', () => {
    assert.deepEqual(
      storyOf(
        new LiveMerge({ unnamedCalls: true, wholeResults: true, holdMs: 400, deniedMs: 2000 }),
        [0, 'hook', asks('', 'one')],
        [1, 'hook', asks('', 'one'), denied],
        [20, 'hook', asks('', 'two')],
        [21, 'hook', asks('', 'two'), denied],
        [1250, 'log', asks('a', 'one', 'r1'), asks('b', 'two', 'r1')],
        [1300, 'log', { ...denied, call: 'a' }],
      ),
      [
        '1250 tool.call a of r1',
        '1250 tool.call b of r1',
        '1300 tool.result a no',
        '2021 tool.result b no',
      ],
    );
  });

  it('that are denied one right after the other are one response although the turn ends before the log tells so', () => {
    // times as Copilot CLI's hooks had them
    assert.deepEqual(
      storyOf(
        new LiveMerge({ unnamedCalls: true, wholeResults: true, holdMs: 400, deniedMs: 2000 }),
        [0, 'hook', asks('', 'one')],
        [1, 'hook', asks('', 'one'), denied],
        [14, 'hook', asks('', 'two')],
        [15, 'hook', asks('', 'two'), denied],
        [1034, 'hook', asks('', 'three')],
        [1035, 'hook', asks('', 'three'), denied],
        [1170, 'hook', { v: 1, type: 'turn.end', session, reason: 'completed' }],
        [1180, 'log', asks('a', 'one', 'r1'), asks('b', 'two', 'r1'), asks('c', 'three', 'r2')],
      ),
      [
        '1170 tool.call S#1',
        '1170 tool.call S#2',
        '1170 tool.result S#1 no',
        '1170 tool.result S#2 no',
        '1170 tool.call S#3',
        '1170 tool.result S#3 no',
        '1170 turn.end',
        '1180 tool.call S#1 of r1',
        '1180 tool.call S#2 of r1',
        '1180 tool.call S#3 of r2',
      ],
    );
  });

  it('have a complete result at once if the log has named them', () => {
    const whole = (): LiveMerge => new LiveMerge({ unnamedCalls: true, wholeResults: true });
    assert.deepEqual(
      storyOf(
        whole(),
        [0, 'log', asks('a', ':', 'r1')],
        [5, 'hook', asks('')],
        [20, 'hook', asks(''), gets('', 'x')],
        [25, 'log', gets('a', 'x')],
      ),
      ['0 tool.call a of r1', '20 tool.result a x', '25 tool.result a x'],
    );
    assert.deepEqual(
      storyOf(
        whole(),
        [0, 'hook', asks('')],
        [20, 'hook', asks(''), gets('', 'x')],
        [25, 'log', asks('a', ':', 'r1')],
      ),
      ['20 tool.call S#1', '20 tool.result S#1 x', '25 tool.call S#1 of r1'],
      'else under an id of ours',
    );
  });

  it('work without a log', () => {
    assert.deepEqual(
      story([0, 'hook', asks('')], [400, 'hook', asks(''), gets('', 'x')], [500, 'hook', step]),
      [`${HOLD_MS} tool.call S#1`, '500 tool.result S#1 x', '500 step.end'],
    );
  });

  it('are matched in order if they look alike', () => {
    assert.deepEqual(
      story(
        [0, 'hook', asks('')],
        [1, 'hook', asks('')],
        [2, 'hook', asks('', 'ls')],
        [30, 'log', asks('a', ':', 'r'), asks('b', ':', 'r'), asks('c', 'ls', 'r')],
        [60, 'log', gets('c'), gets('a'), gets('b')],
        [61, 'hook', asks(''), gets('')],
        [62, 'hook', asks(''), gets('')],
        [63, 'hook', asks('', 'ls'), gets('')],
      ),
      [
        '30 tool.call a of r',
        '30 tool.call b of r',
        '30 tool.call c of r',
        '60 tool.result c',
        '60 tool.result a',
        '60 tool.result b',
      ],
    );
  });

  it('are distinguished from the same call of an earlier step', () => {
    assert.deepEqual(
      story(
        [0, 'log', asks('a', ':', 'r1'), gets('a')],
        [10, 'hook', asks('')],
        [50, 'log', asks('b', ':', 'r2'), gets('b')],
        [60, 'hook', asks(''), gets('')],
      ),
      ['0 tool.call a of r1', '0 tool.result a', '50 tool.call b of r2', '50 tool.result b'],
    );
  });

  it('are one call if their hooks are told in the background and come late or in the wrong order', () => {
    assert.deepEqual(
      story(
        [0, 'log', asks('a', ':', 'r1'), gets('a')],
        [5, 'hook', asks('')],
        [6, 'hook', asks(''), gets('')],
      ),
      ['0 tool.call a of r1', '0 tool.result a'],
      'after the log',
    );
    assert.deepEqual(
      story(
        [0, 'log', asks('a', ':', 'r1'), gets('a')],
        [5, 'hook', asks(''), gets('')],
        [6, 'hook', asks('')],
      ),
      ['0 tool.call a of r1', '0 tool.result a'],
      'and the other way round',
    );
    assert.deepEqual(
      story(
        [0, 'hook', asks(''), gets('', 'x')],
        [3, 'hook', asks('')],
        [40, 'log', asks('a', ':', 'r1'), gets('a')],
      ),
      ['40 tool.call a of r1', '40 tool.result a'],
      'before it',
    );
  });

  it('are another call a while after one that was the same', () => {
    assert.deepEqual(story([0, 'log', asks('a', ':', 'r1'), gets('a')], [400, 'hook', asks('')]), [
      '0 tool.call a of r1',
      '0 tool.result a',
      `${400 + HOLD_MS} tool.call S#1`,
    ]);
  });

  it('are one call however late such a hook comes, where it says when it began; a later one is another', () => {
    const begun = (at: number): TurnEvent => ({ ...asks(''), at });
    const over = { ...gets('a'), at: 30 };
    assert.deepEqual(
      story([30, 'log', asks('a', ':', 'r1'), over], [900, 'hook', begun(5)]),
      ['30 tool.call a of r1', '30 tool.result a'],
      'the same',
    );
    assert.deepEqual(
      story([30, 'log', asks('a', ':', 'r1'), over], [900, 'hook', begun(870)]),
      ['30 tool.call a of r1', '30 tool.result a', `${900 + HOLD_MS} tool.call S#1`],
      'another',
    );
  });

  it('keep later hook events in order', () => {
    const waits: TurnEvent = { v: 1, type: 'waiting', session, for: 'permission' };
    assert.deepEqual(story([0, 'hook', asks('')], [10, 'hook', waits], [20, 'log', asks('a')]), [
      '20 tool.call a',
      '20 waiting',
    ]);
  });

  it('are released at the end of a step or turn, where the answer depends on them', () => {
    assert.deepEqual(
      story(
        [0, 'hook', asks('')],
        [5, 'hook', asks(''), gets('', 'x')],
        [10, 'hook', step],
        [20, 'log', asks('a', ':', 'r1'), gets('a', 'log')],
      ),
      [
        '10 tool.call S#1',
        '10 tool.result S#1 x',
        '10 step.end',
        '20 tool.call S#1 of r1',
        '20 tool.result S#1 log',
      ],
    );
  });

  it('are denied under the id of the call', () => {
    assert.deepEqual(
      story([0, 'log', asks('a')], [5, 'hook', asks('')], [6, 'hook', asks(''), denied]),
      ['0 tool.call a', `${6 + HOLD_MS} tool.result a no`],
    );
    assert.deepEqual(story([0, 'hook', asks('')], [1, 'hook', asks(''), denied]), [
      `${HOLD_MS} tool.call S#1`,
      `${1 + HOLD_MS} tool.result S#1 no`,
    ]);
  });

  it('are forgotten beyond a number of sessions and steps', () => {
    const merge = new LiveMerge({ unnamedCalls: true });
    let passed = 0;
    for (let i = 0; i < 3000; i++) {
      const of = (event: TurnEvent): TurnEvent =>
        'session' in event ? { ...event, session: `S${i % 500}` } : event;
      passed +=
        merge.pass('hook', [of(asks('', `echo ${i}`))], i).length +
        merge.pass('log', [of(asks(`c${i}`, `echo ${i}`)), of(gets(`c${i}`))], i).length;
    }
    assert.equal(passed, 6000);
    assert.equal(merge.nextDue(), undefined);
  });
});
