/** What the log says of a stall: that somebody is asked, that an answer is forced, or that it is only shown; and every order. */
import assert from 'node:assert/strict';
import { Reported } from '../../../src/host/live/reported.js';
import { bash, Story } from '../support/story.js';
import { openLive, type LiveWindow } from './live-window.js';

const reason = 'The same call gave the same result in 4 steps (limit 4).';

function stalled(mode: 'observe' | 'ask' | 'auto'): LiveWindow {
  const window = openLive({ mode });
  const story = new Story().at(window.now()).start().turn();
  story.repeat(4, () => bash('ls', 'a b c')).events.forEach((event) => window.live.push(event));
  return window;
}

describe('the log of a stall', () => {
  it('says that the person is asked, only where that is so', () => {
    for (const mode of ['observe', 'ask', 'auto'] as const) {
      const { logged, live } = stalled(mode);
      const asked = logged.filter((line) => line.includes('stuck in loop'));
      assert.deepEqual(
        asked,
        mode === 'ask' ? [`WARNING: S is stuck in loop after 4 hops, escalating: ${reason}`] : [],
        mode,
      );
      live.dispose();
    }
  });
  it('says that an answer is forced, where it is, and what became of each order', () => {
    const { logged, live } = stalled('auto');
    assert.deepEqual(logged, [`S turn appears stalled; forcing text-only mode (auto): ${reason}`]);
    const answer = live.interventions.directive('S');
    live.interventions.delivered('S', answer?.receipts ?? []);
    const more = new Story().at(1_000_000).start().turn();
    more.repeat(6, () => bash('ls', 'a b c'));
    // the first four steps are known
    more.events.slice(2 + 4 * 2).forEach((event) => live.push(event));
    assert.deepEqual(logged.slice(1, 4), [
      'S text-only (auto): delivered',
      'S text-only (auto): ignored',
      'S stop (auto): requested',
    ]);
    live.dispose();
  });
  it('says that it is only shown', () => {
    const { logged, live } = stalled('observe');
    assert.deepEqual(logged, [`S turn appears stalled: ${reason}`]);
    live.dispose();
  });
});

describe('a dispatcher', () => {
  it('is told that its session is stuck, and why, with what to do', async () => {
    const { live, now, onDidChange } = stalled('observe');
    const reported = new Reported({
      live,
      onDidChange,
      feed: { report: () => Promise.resolve() },
      log: { error: () => undefined },
      now,
      onSession: () => undefined,
    });
    const body = await reported.batch(
      { session_id: 'S', events: [] },
      { receivedAt: now(), deadline: now() + 800, delivered: Promise.resolve(true) },
    );
    assert.deepEqual(JSON.parse(body), { decision: 'continue', stuck: true, reason });
    assert.deepEqual(reported.decision('S'), { decision: 'continue', stuck: true, reason });
    live.push({ v: 1, type: 'turn.end', session: 'S', at: now(), reason: 'completed' });
    assert.deepEqual(reported.decision('S'), { decision: 'continue' });
    reported.dispose();
    live.dispose();
  });
});
