import assert from 'node:assert/strict';
import type { Source } from '../../../src/agents/agent.js';
import { LiveMerge } from '../../../src/agents/live/live-merge.js';
import type { TurnEvent } from '../../../src/core/events.js';

const s = 'S';
const start = (at: number, prompt = 'p', session = s): TurnEvent => ({
  v: 1,
  at,
  session,
  type: 'turn.start',
  prompt,
});
const end = (
  at: number,
  reason: 'completed' | 'interrupted' | 'error' | 'stopped' = 'completed',
  session = s,
): TurnEvent => ({ v: 1, at, session, type: 'turn.end', reason });
const says = (at: number, text: string): TurnEvent => ({
  v: 1,
  at,
  session: s,
  type: 'message',
  text,
});
const call = (at: number, id: string, session = s): TurnEvent => ({
  v: 1,
  at,
  session,
  type: 'tool.call',
  call: id,
  tool: 'Bash',
  input: {},
});
const answer = (at: number, id: string): TurnEvent => ({
  ...{ v: 1, at, session: s, type: 'tool.result', call: id, ok: true, output: '' },
});

/** What passes, in short, of `[source, event]` in order of arrival. */
function passed(...arrivals: [Source, TurnEvent][]): string[] {
  const merge = new LiveMerge({ compaction: 'log' });
  return arrivals.flatMap(([source, event]) =>
    merge
      .pass(source, [event], 0)
      .map((each) => `${source} ${each.type}${'at' in each ? ` ${each.at ?? ''}` : ''}`),
  );
}

describe('Claude Code hooks and transcript as one stream', () => {
  it('reports a turn once if hooks arrive first', () => {
    assert.deepEqual(
      passed(
        ['hook', start(1000)],
        ['log', start(990)],
        ['hook', call(1100, 'a')],
        ['log', call(1090, 'a')],
        ['hook', says(2000, 'Done.')],
        ['hook', end(2000)],
        ['log', says(1980, 'Done.')],
        ['log', end(1980)],
      ),
      [
        'hook turn.start 1000',
        'hook tool.call 1100',
        'log tool.call 1090',
        'hook message 2000',
        'hook turn.end 2000',
      ],
    );
  });

  it('reports a turn once if its log has the same prompt much later; another prompt is another turn', () => {
    assert.deepEqual(passed(['hook', start(1000, 'Fix it.')], ['log', start(4000, 'Fix it.')]), [
      'hook turn.start 1000',
    ]);
    assert.deepEqual(passed(['hook', start(1000, 'Fix it.')], ['log', start(4000, 'Go on.')]), [
      'hook turn.start 1000',
      'log turn.start 4000',
    ]);
  });

  it('reports a turn once if the transcript arrives first', () => {
    assert.deepEqual(
      passed(
        ['log', start(990)],
        ['hook', start(1000)],
        ['log', says(1980, 'Done.')],
        ['log', end(1980)],
        ['hook', says(2000, 'Done.')],
        ['hook', end(2000)],
      ),
      ['log turn.start 990', 'log message 1980', 'log turn.end 1980'],
    );
  });

  it('does not let a late line end the next turn', () => {
    assert.deepEqual(
      passed(
        ['hook', start(1000)],
        ['hook', end(2000)],
        ['hook', start(2010)],
        ['log', end(1980)],
        ['log', start(2005)],
        ['log', end(1990, 'stopped')],
      ),
      ['hook turn.start 1000', 'hook turn.end 2000', 'hook turn.start 2010'],
    );
  });

  it('takes interruptions and forced stops from the transcript', () => {
    assert.deepEqual(
      passed(
        ['hook', start(1000)],
        ['log', start(995)],
        ['log', end(3000, 'interrupted')],
        ['hook', start(3500)],
        ['log', start(3490)],
        ['log', end(4000, 'stopped')],
      ),
      ['hook turn.start 1000', 'log turn.end 3000', 'hook turn.start 3500', 'log turn.end 4000'],
    );
  });

  it('does not go on with an interrupted turn for hooks that come late', () => {
    const turn: [Source, TurnEvent][] = [
      ['hook', start(1000)],
      ['hook', call(2000, 'a')],
      ['log', end(3000, 'interrupted')],
    ];
    const told = ['hook turn.start 1000', 'hook tool.call 2000', 'log turn.end 3000'];
    assert.deepEqual(
      passed(...turn, ['hook', call(4100, 'b')], ['hook', answer(4200, 'b')]),
      told,
      'a call that the interruption cut off',
    );
    assert.deepEqual(
      passed(...turn, ['hook', answer(4200, 'a')]),
      [...told, 'hook tool.result 4200'],
      'what came of a call that was told before',
    );
    assert.deepEqual(
      passed(...turn, ['hook', start(4000, 'q')], ['hook', call(4100, 'b')]),
      [...told, 'hook turn.start 4000', 'hook tool.call 4100'],
      'the person’s next message',
    );
    assert.deepEqual(
      passed(...turn, ['log', call(4100, 'b')]),
      [...told, 'log tool.call 4100'],
      'a log is in order',
    );
    assert.deepEqual(
      passed(...turn, ['hook', call(20_000, 'b')]),
      [...told, 'hook tool.call 20000'],
      'it goes on, though nobody told of a message',
    );
  });

  it('reports an API error once', () => {
    assert.deepEqual(
      passed(['hook', start(1000)], ['log', end(1500, 'error')], ['hook', end(1520, 'error')]),
      ['hook turn.start 1000', 'log turn.end 1500'],
    );
  });

  it('continues with the transcript when hooks stop, and without a transcript', () => {
    assert.deepEqual(
      passed(
        ['hook', start(1000)],
        ['log', start(990)],
        ['hook', end(2000)],
        ['log', end(1990)],
        ['log', start(60_000)],
        ['log', end(70_000)],
        ['log', start(80_000)],
      ),
      [
        'hook turn.start 1000',
        'hook turn.end 2000',
        'log turn.start 60000',
        'log turn.end 70000',
        'log turn.start 80000',
      ],
    );
    assert.deepEqual(
      passed(['hook', start(1000)], ['hook', end(2000)], ['hook', start(3000)]).length,
      3,
    );
  });

  it('keeps repetitions within one source', () => {
    assert.deepEqual(
      passed(
        ['log', says(1000, 'Hm.')],
        ['log', says(1100, 'Hm.')],
        ['log', says(1200, 'Hm.')],
        ['hook', says(1220, 'Hm.')],
      ).length,
      3,
    );
    assert.deepEqual(
      passed(
        ['hook', start(1000, 'a')],
        ['hook', start(2000, 'b')],
        ['log', start(990, 'a')],
        ['log', start(1990, 'b')],
      ),
      ['hook turn.start 1000', 'hook turn.start 2000'],
    );
  });

  it('ignores the start of a sub-agent that arrives after its first call', () => {
    assert.deepEqual(
      passed(
        ['hook', call(1000, 'a', 'S/c')],
        ['hook', start(1010, '', 'S/c')],
        ['log', start(900, 'look', 'S/c')],
        ['hook', end(2000, 'completed', 'S/c')],
        ['log', call(990, 'a', 'S/c')],
        ['hook', start(9000, '', 'S/c')],
      ),
      ['hook tool.call 1000', 'hook turn.end 2000', 'log tool.call 990', 'hook turn.start 9000'],
    );
  });

  it('repeats the start of a session only if something is new', () => {
    const seen = (more: object): TurnEvent => ({
      v: 1,
      at: 1,
      session: s,
      type: 'session.start',
      agent: 'claude-code',
      cwd: '/w',
      ...more,
    });
    assert.deepEqual(
      passed(
        ['hook', seen({ steps: 'explicit' })],
        ['log', seen({})],
        ['log', seen({ model: 'm' })],
        ['hook', seen({ steps: 'explicit', cwd: '/w/sub', at: 2 })],
        ['log', seen({ parentCall: 't' })],
      ),
      ['hook session.start 1', 'log session.start 1', 'log session.start 1'],
    );
  });

  it('counts a compaction once, after it has happened', () => {
    const compaction = (at: number): TurnEvent => ({ v: 1, at, session: s, type: 'compaction' });
    assert.deepEqual(passed(['hook', compaction(1000)], ['log', compaction(60_000)]), [
      'log compaction 60000',
    ]);
  });

  it('keeps sessions apart, and forgets the oldest', () => {
    const merge = new LiveMerge({ compaction: 'log' });
    assert.equal(
      merge.pass('hook', [start(1000, 'p', 'A')], 0).length +
        merge.pass('log', [start(1000, 'p', 'B')], 0).length,
      2,
    );
    for (let i = 0; i < 2000; i++) {
      merge.pass('hook', [start(1000, 'p', `s${i}`)], 0);
    }
    assert.equal(merge.pass('log', [start(1000, 'p', 's1999')], 0).length, 0);
    assert.equal(merge.pass('log', [start(1000, 'p', 'A')], 0).length, 1);
  });
});

describe('an agent that logs how a turn went after its hook at the end', () => {
  const over = (at: number): TurnEvent => ({ v: 1, at, session: s, type: 'session.end' });
  const short = (events: readonly TurnEvent[]): string[] =>
    events.map((event) => `${event.type}${event.type === 'turn.end' ? ` ${event.reason}` : ''}`);

  /** A turn whose end its hook has just told, at 2000. */
  function endedByHook(): LiveMerge {
    const merge = new LiveMerge({ endHoldMs: 800 });
    merge.pass('hook', [start(1000)], 1000);
    merge.pass('log', [start(990)], 1100);
    const [told] = merge.pass('hook', [end(2000)], 2000);
    assert.equal(told?.type, 'turn.end');
    assert.deepEqual(told.type === 'turn.end' ? merge.end(told, 2000) : undefined, []);
    return merge;
  }

  it('is believed: what its log tells meanwhile belongs to the turn, and its end is the turn’s', () => {
    const merge = endedByHook();
    assert.deepEqual(merge.pass('hook', [over(2050)], 2050), []);
    assert.deepEqual(short(merge.pass('log', [call(1700, 'b')], 2200)), ['tool.call']);
    const told = merge.pass('log', [says(1900, 'No content.'), end(1900, 'error')], 2250);
    assert.deepEqual(short(told), ['message', 'turn.end error', 'session.end']);
    assert.equal(merge.nextDue(), undefined);
    assert.deepEqual(merge.due(5000), []);
  });

  it('has ended as its hook said, where its log says the same or nothing', () => {
    const same = endedByHook();
    assert.deepEqual(short(same.pass('log', [end(1900)], 2100)), ['turn.end completed']);
    assert.deepEqual(same.due(5000), []);

    const silent = endedByHook();
    assert.equal(silent.nextDue(), 2800);
    assert.deepEqual(silent.due(2799), []);
    assert.deepEqual(short(silent.due(2800)), ['turn.end completed']);
    assert.deepEqual(short(silent.pass('log', [end(1900)], 3000)), []);
  });

  it('has ended before its next turn begins, whoever tells that', () => {
    for (const source of ['hook', 'log'] as const) {
      const merge = endedByHook();
      assert.deepEqual(short(merge.pass(source, [start(2300, 'next')], 2300)), [
        'turn.end completed',
        'turn.start',
      ]);
    }
  });

  it('is not interrupted because its process is gone by then', () => {
    const merge = endedByHook();
    assert.deepEqual(merge.pass('hook', [end(2100, 'interrupted')], 2100), []);
    assert.deepEqual(short(merge.due(2800)), ['turn.end completed']);
  });
});
