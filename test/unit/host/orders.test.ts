/** While which sessions' hooks must ask: near a stall, under an intervention, and while no log tells of their calls. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TurnEvent } from '../../../src/core/events.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { resolveThresholds } from '../../../src/core/thresholds/layers.js';
import { Orders } from '../../../src/live/orders.js';
import { openLive } from './live-window.js';

const SESSION = 'S-1';

function watched(mode: Mode = 'auto') {
  const window = openLive({
    mode,
    capabilities: { textOnly: 'deny', stop: true, guide: true },
    thresholds: resolveThresholds({ preset: 'progress-detector' }),
  });
  const { live, now, clock } = window;
  let wanted: string[] = [];
  const hooked = new Map<string, string[]>();
  const orders = new Orders({
    tracker: live,
    clock,
    heard: { installedFor: (session) => hooked.get(session) },
    files: {
      want: (names) => {
        wanted = [...names].sort();
      },
    },
  });
  const push = (...events: TurnEvent[]): void => events.forEach((event) => live.push(event));
  const begin = (session = SESSION, agent = 'claude-code', parent?: string): void =>
    push(
      {
        v: 1,
        type: 'session.start',
        session,
        at: now(),
        agent,
        cwd: '/w',
        steps: 'explicit',
        ...(parent !== undefined && { parent }),
      },
      { v: 1, type: 'turn.start', session, at: now(), prompt: 'Work' },
    );
  let calls = 0;
  const step = (session = SESSION): void => {
    const stamp = { v: 1, session, at: now() } as const;
    const call = `c${(calls += 1)}`;
    push(
      { ...stamp, type: 'tool.call', call, tool: 'Bash', input: { command: 'true' } },
      { ...stamp, type: 'tool.result', call, ok: true, output: '' },
      { ...stamp, type: 'step.end' },
    );
  };
  const end = (session = SESSION): void =>
    push({ v: 1, type: 'turn.end', session, at: now(), reason: 'completed' });
  const names = async (): Promise<string[]> => {
    await nextTurn();
    await nextTurn();
    return wanted;
  };
  return { ...window, orders, hooked, begin, step, end, names };
}

describe('order files are wanted', () => {
  it('one step before a stall, while it stands, and no longer than the turn', async () => {
    const { orders, hooked, begin, step, end, names, interventions } = watched();
    begin();
    hooked.set(SESSION, ['claude-code']);
    orders.logRead(SESSION);
    for (let n = 0; n < 6; n += 1) {
      step();
      assert.deepEqual(await names(), [], `after ${n + 1} steps`);
    }
    step();
    assert.deepEqual(await names(), ['claude-code.S-1'], 'the eighth would be the stall');
    step();
    assert.deepEqual(await names(), ['claude-code.S-1']);
    assert.deepEqual(
      interventions(),
      [`${SESSION} text-only: requested`],
      'and it is ordered to answer in words',
    );
    end();
    assert.deepEqual(await names(), []);
  });

  it('for whatever the person orders, until it is over', async () => {
    for (const act of ['forceRespond', 'stop', 'guide'] as const) {
      const { orders, begin, step, end, names, live, recorded } = watched('observe');
      begin();
      orders.logRead(SESSION);
      step();
      assert.deepEqual(await names(), []);
      live.interventions[act](SESSION, 'Look at the test.');
      assert.deepEqual(await names(), ['claude-code.S-1'], `${act}, though no hook was heard yet`);
      if (act === 'guide') {
        const ids = recorded.flatMap((event) => (event.type === 'intervention' ? event.id : []));
        live.interventions.delivered(SESSION, ids);
        assert.deepEqual(await names(), [], 'said once');
        continue;
      }
      end();
      assert.deepEqual(await names(), [], act);
    }
  });

  it('a moment longer than a stopped turn, for the other calls of the response that it met', async () => {
    const { begin, end, names, live, recorded, pass } = watched('observe');
    begin();
    live.interventions.stop(SESSION);
    const ids = recorded.flatMap((event) => (event.type === 'intervention' ? event.id : []));
    live.interventions.delivered(SESSION, ids);
    end();
    assert.deepEqual(await names(), ['claude-code.S-1']);
    pass(2500);
    live.changed();
    assert.deepEqual(await names(), []);
  });

  it('until what was ordered is taken back', async () => {
    const { begin, names, live, recorded } = watched('observe');
    begin();
    live.interventions.forceRespond(SESSION);
    assert.deepEqual(await names(), ['claude-code.S-1']);
    const [id = ''] = recorded.flatMap((event) => (event.type === 'intervention' ? event.id : []));
    assert.ok(live.interventions.undo(id));
    assert.deepEqual(await names(), []);
  });

  it('for the session whose hooks a sub-agent runs', async () => {
    const { orders, hooked, begin, names, live } = watched('observe');
    begin();
    begin('S-1/child', 'claude-code', SESSION);
    hooked.set(SESSION, ['claude-code']);
    orders.logRead(SESSION);
    orders.logRead('S-1/child');
    assert.deepEqual(await names(), []);
    live.interventions.guide('S-1/child', 'Look at the test.');
    assert.deepEqual(await names(), ['claude-code.S-1']);
  });

  it('under the name that its hooks look for', async () => {
    const { orders, hooked, begin, names, live } = watched('observe');
    begin('a', 'codex');
    begin('b', 'vscode-chat');
    hooked.set('b', ['claude-code']);
    orders.logRead('b');
    begin('../c', 'claude-code');
    for (const [session, expected] of [
      ['a', ['codex.any']],
      ['b', ['claude-code.any', 'codex.any']],
      ['../c', ['claude-code.any', 'codex.any']],
    ] as const) {
      live.interventions.guide(session, 'Look.');
      assert.deepEqual(await names(), expected);
    }
  });

  it('while a session with hooks has no log that is read', async () => {
    const { orders, hooked, begin, step, end, names } = watched();
    begin();
    step();
    assert.deepEqual(await names(), [], 'no hook would tell of it');
    hooked.set(SESSION, ['claude-code']);
    step();
    assert.deepEqual(await names(), ['claude-code.S-1']);
    orders.logRead(SESSION);
    step();
    assert.deepEqual(await names(), []);
    end();
    assert.deepEqual(await names(), []);
  });

  it('not for an agent without a log, whose own hooks tell of each call, until it is close to a stall', async () => {
    const { hooked, begin, step, names } = watched();
    begin(SESSION, 'cursor');
    hooked.set(SESSION, ['cursor']);
    step();
    assert.deepEqual(await names(), []);
    hooked.set(SESSION, ['claude-code']);
    step();
    assert.deepEqual(await names(), ['claude-code.any'], 'the hooks of another agent do not');
    hooked.set(SESSION, ['cursor']);
    for (let n = 0; n < 5; n += 1) {
      step();
    }
    assert.deepEqual(await names(), ['cursor.any']);
  });

  it('by nobody while watching is paused', async () => {
    const { orders, hooked, begin, names, live } = watched();
    begin();
    hooked.set(SESSION, ['claude-code']);
    live.interventions.forceRespond(SESSION);
    assert.deepEqual(await names(), ['claude-code.S-1']);
    live.pause();
    assert.deepEqual(await names(), []);
    live.resume();
    assert.deepEqual(await names(), ['claude-code.S-1']);
    orders.dispose();
  });
});
