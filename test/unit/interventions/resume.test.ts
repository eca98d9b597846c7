/** What becomes of the prompt that goes on after a limit, and where it is not sent. */
import assert from 'node:assert/strict';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import { refuseResume } from '../../../src/core/interventions/resume.js';
import type { TurnEndReason, TurnEvent } from '../../../src/core/events.js';
import { openLive, type LiveWindow } from '../host/live-window.js';

const v = 1;
const session = 'S';
const MINUTE = 60_000;

/** A session whose turn a limit ended, and that is to go on now. */
function limited(): LiveWindow {
  const window = openLive();
  const at = window.now();
  const events: TurnEvent[] = [
    { v, type: 'session.start', session, at, agent: 'claude-code', cwd: '/w' },
    { v, type: 'turn.start', session, at, prompt: 'Go' },
    { v, type: 'waiting', session, at, for: 'limit', until: at + MINUTE },
    { v, type: 'turn.end', session, at, reason: 'error' },
  ];
  events.forEach((event) => window.live.push(event));
  const known = window.live.sessions.get(session);
  assert.ok(known?.endedByLimit !== undefined);
  assert.equal(window.live.turnwatch.orders.resume(known, at), true);
  return window;
}
const begin = ({ live, now }: LiveWindow, prompt?: string): unknown =>
  live.push({ v, type: 'turn.start', session, at: now(), ...(prompt !== undefined && { prompt }) });
const end = ({ live, now }: LiveWindow, reason: TurnEndReason): unknown =>
  live.push({ v, type: 'turn.end', session, at: now(), reason });
const states = ({ live }: LiveWindow) =>
  live.turnwatch.interventions.list(session).map(({ kind, state }) => `${kind} ${state}`);

describe('a turn that goes on after its limit', () => {
  it('is delivered with the turn that its prompt begins, and obeyed with that turn’s first call', () => {
    const window = limited();
    assert.deepEqual(states(window), ['resume requested']);
    begin(window, modelTexts.resume);
    assert.deepEqual(states(window), ['resume delivered']);
    window.live.push({ v, type: 'tool.call', session, call: 'c', tool: 'Bash', input: {} });
    assert.deepEqual(states(window), ['resume obeyed']);
    end(window, 'error');
    assert.deepEqual(states(window), ['resume obeyed']);
  });

  it('is obeyed by an answer in words, but ignored where the next limit ends it', () => {
    for (const [reason, state] of [
      ['completed', 'obeyed'],
      ['error', 'ignored'],
      ['interrupted', 'withdrawn'],
    ] as const) {
      const window = limited();
      begin(window, modelTexts.resume);
      window.live.push({ v, type: 'message', session, text: 'The limit is reached.' });
      end(window, reason);
      assert.deepEqual(states(window), [`resume ${state}`]);
    }
  });

  it('is withdrawn by a prompt of the person’s own, also one that is told later', () => {
    const own = limited();
    begin(own, 'Never mind');
    assert.deepEqual(states(own), ['resume withdrawn']);
  });

  it('is not asked for twice, and fails only while nothing has begun', () => {
    const window = limited();
    const { orders } = window.live.turnwatch;
    const known = window.live.sessions.get(session);
    assert.ok(known !== undefined);
    assert.equal(orders.resume(known, 0), false);
    assert.equal(orders.resumeFailed(session, 0), true);
    assert.deepEqual(states(window), ['resume ignored']);
    assert.equal(orders.resumeFailed(session, 0), false);
    const begun = limited();
    begin(begun, modelTexts.resume);
    assert.equal(begun.live.turnwatch.orders.resumeFailed(session, 0), false);
  });

  it('is not tried outside its bounds', () => {
    const bounds = { latest: 10 * MINUTE, mostUsed: 80 };
    const refuse = (until: number, now: number, used?: number) =>
      refuseResume(bounds, { until, now, used });
    assert.equal(refuse(MINUTE, MINUTE), undefined);
    assert.equal(refuse(MINUTE, MINUTE, 80), undefined);
    assert.equal(refuse(MINUTE, MINUTE, 81), 'share');
    assert.equal(refuse(10 * MINUTE, 10 * MINUTE + 1), 'late');
    assert.equal(refuse(MINUTE, 4 * MINUTE), 'closed');
  });

  it('windows of the provider are shown until they begin anew', () => {
    const { live, now } = limited();
    const quota = (minutes: number, used: number, resetsAt: number): unknown =>
      live.push({ v, type: 'quota', session, at: now(), minutes, used, resetsAt });
    quota(10_080, 30, now() + 100 * MINUTE);
    quota(300, 100, now() + MINUTE);
    quota(10_080, 64, now() + 100 * MINUTE);
    const shown = (at: number) =>
      live.turnwatch.views.detail(session, at)?.quotas?.map(({ minutes, used }) => [minutes, used]);
    assert.deepEqual(shown(now()), [
      [300, 100],
      [10_080, 64],
    ]);
    assert.deepEqual(shown(now() + 2 * MINUTE), [[10_080, 64]]);
  });
});
