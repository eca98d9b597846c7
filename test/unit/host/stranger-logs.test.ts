/** What a log says that a stranger writes: of times that have not come, of times long past, of ever more sessions. It takes nothing from the others. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { asForeign, isForeign } from '../../../src/core/turns/foreign-session.js';
import { TickTimer } from '../../../src/live/session-times.js';
import { until } from '../support/until.js';
import { openLive } from './live-window.js';

const HOUR = 60 * 60_000;

describe('logs of a stranger', () => {
  for (const isOtherMachine of [true, false]) {
    it(`that are hours ahead let no time pass here: ${isOtherMachine ? 'of another machine' : 'of another agent'}`, () => {
      const window = openLive({ mode: 'auto' });
      const { live, now, pass, recorded, interventions } = window;
      const own = { v: 1, session: 'S', at: now() } as const;
      live.push({ ...own, type: 'session.start', agent: 'claude-code', cwd: '/w' });
      live.push({ ...own, type: 'turn.start', prompt: 'Run the tests' });
      const input = { command: 'npm test' };
      live.push({ ...own, type: 'tool.call', call: 'c1', tool: 'Bash', input });
      const tell = (event: TurnEvent): void => {
        live.push(isOtherMachine ? asForeign('k', event) : event);
      };
      const theirs = { v: 1, session: 'T', at: now() + 100 * HOUR } as const;
      tell({ ...theirs, type: 'session.start', agent: 'codex', cwd: '/w' });
      tell({ ...theirs, type: 'turn.start', prompt: 'Go' });
      assert.equal(live.turnwatch.judge.standing('S'), undefined, 'nothing hangs here');
      assert.deepEqual(interventions(), []);
      assert.ok(recorded.every(({ at = 0 }) => at <= now()));
      // its own time comes
      pass(HOUR);
      live.push({ v: 1, type: 'tick', at: now() });
      assert.equal(live.turnwatch.judge.standing('S')?.level, 'stalled');
      live.dispose();
    });
  }

  describe('do not put off what is due', () => {
    const stops: (() => void)[] = [];
    afterEach(() => stops.splice(0).forEach((stop) => stop()));

    /** A timer for what is due at 0. */
    function start() {
      let now = 0;
      let ticks = 0;
      const ticking = { nextDeadline: () => 0, push: () => (ticks += 1) };
      const timer = new TickTimer(ticking, { now: () => now });
      stops.push(() => timer.clear());
      return {
        timer,
        ticks: () => ticks,
        now: () => now,
        pass: (ms: number): void => {
          now += ms;
        },
      };
    }

    it('by lines of long ago that go on and on', async () => {
      const { timer, ticks, now, pass } = start();
      const lines = setInterval(() => {
        pass(500);
        timer.takesIn(now() - 100 * HOUR);
        timer.set();
      }, 20);
      stops.push(() => clearInterval(lines));
      await until('a tick', () => ticks() > 0);
      assert.ok(now() >= 10_000, 'the past of a session is waited for');
    });

    it('by lines that come without a pause', async () => {
      const { timer, ticks } = start();
      const lines = setInterval(() => timer.set(), 1);
      stops.push(() => clearInterval(lines));
      await until('a tick', () => ticks() > 0);
    });
  });

  it('that name ever more sessions are few, and take no place of others', () => {
    const { live, now, pass } = openLive();
    const push = (session: string, more: (event: TurnEvent) => TurnEvent): void => {
      pass(1000);
      const own = { v: 1, session, at: now() } as const;
      live.push(more({ ...own, type: 'session.start', agent: 'codex', cwd: '/w' }));
      live.push(more({ ...own, type: 'turn.start', prompt: 'Go' }));
    };
    for (let i = 0; i < 20; i += 1) {
      push(`own ${i}`, (event) => event);
      live.push({ v: 1, type: 'turn.end', session: `own ${i}`, at: now(), reason: 'completed' });
    }
    for (let i = 0; i < 500; i += 1) {
      push(`theirs ${i}`, (event) => asForeign('k', event));
    }
    const sessions = [...live.sessions.keys()];
    assert.equal(sessions.filter((id) => !isForeign(id)).length, 20);
    assert.deepEqual(sessions.filter(isForeign).length, 40);
    assert.ok(live.sessions.has('elsewhere:k:theirs 499'), 'the newest');
    live.dispose();
  });
});
