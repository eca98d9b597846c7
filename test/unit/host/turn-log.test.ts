/** What the log says of a stall: that somebody is asked, that an answer is forced, or that it is only shown; and every order. */
import assert from 'node:assert/strict';
import { COUNTDOWN_MS } from '../../../src/core/interventions/stall-responses.js';
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
    const { logged, live, pass, now } = stalled('auto');
    assert.deepEqual(logged, [`S turn appears stalled; forcing text-only mode (auto): ${reason}`]);
    const answer = live.interventions.directive('S');
    live.interventions.delivered('S', answer?.receipts ?? []);
    const more = new Story().at(1_000_000).start().turn();
    more.repeat(6, () => bash('ls', 'a b c'));
    // the first four steps are known
    more.events.slice(2 + 4 * 2).forEach((event) => live.push(event));
    pass(COUNTDOWN_MS);
    live.push({ v: 1, type: 'tick', at: now() });
    assert.deepEqual(logged.slice(1), [
      'S text-only (auto): delivered',
      'S text-only (auto): ignored',
      `WARNING: S is stuck in loop after 5 hops, escalating: ${reason}`,
      'S stop (auto): requested',
    ]);
    live.dispose();
  });
  for (const keeps of [false, true]) {
    it(`says how an order ends that is ignored in mode ask: ${keeps ? 'the person keeps waiting' : 'nobody is there'}`, () => {
      const { logged, live, escalations, pass, now } = stalled('ask');
      logged.splice(0);
      live.interventions.forceRespond('S');
      const answer = live.interventions.directive('S');
      live.interventions.delivered('S', answer?.receipts ?? []);
      const more = new Story().at(now()).start().turn();
      more.repeat(6, () => bash('ls', 'a b c'));
      more.events.slice(2 + 4 * 2).forEach((event) => live.push(event));
      const escalation = escalations.at(-1);
      assert.deepEqual(
        [escalation?.advice, escalation?.ignored],
        ['stopTurn', { stopsAt: now() + COUNTDOWN_MS, canStop: true }],
      );
      if (keeps) {
        assert.equal(live.interventions.keepWaiting('S'), true);
        assert.equal(live.interventions.keepWaiting('S'), false, 'no countdown runs any more');
      }
      pass(COUNTDOWN_MS);
      live.push({ v: 1, type: 'tick', at: now() });
      const orders = logged.filter((line) => !line.startsWith('WARNING'));
      assert.deepEqual(orders, [
        `S turn appears stalled; forcing text-only mode (person): ${reason}`,
        'S text-only (person): delivered',
        'S text-only (person): ignored',
        keeps ? 'S escalate (person): withdrawn' : 'S stop (auto): requested',
      ]);
      assert.equal(escalations.length, 2, 'for the stall and for the ignored order, no more');
      live.dispose();
    });
  }
  it('says that it is only shown', () => {
    const { logged, live } = stalled('observe');
    assert.deepEqual(logged, [`S turn appears stalled: ${reason}`]);
    live.dispose();
  });
});

describe('a dispatcher', () => {
  it('is told that its session is stuck, and why, with what to do', async () => {
    const { live, now, clock } = stalled('observe');
    const reported = new Reported({
      tracker: live,
      clock,
      feed: { report: () => Promise.resolve() },
      log: { error: () => undefined },
      links: { reported: () => undefined },
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
