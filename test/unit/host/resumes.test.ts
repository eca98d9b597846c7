/** The person's switch after a limit: when the agent's program is started, with which words, and why it is not. The terminal is a stand-in. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { TurnEvent } from '../../../src/core/events.js';
import { modelTexts } from '../../../src/core/interventions/model-texts.js';
import { Resumes, type ResumeCommand, type ResumePlace } from '../../../src/live/resumes.js';
import { openLive } from './live-window.js';

const v = 1;
const MINUTE = 60_000;
const NOON = new Date(2026, 0, 15, 12).getTime();
const S = '0f7e2a4c-1111-4222-8333-444455556666';

/** By agent, what is typed before the session's id, and the prompt as the agent then tells it. */
const resumable = [
  ['claude-code', 'claude --resume', modelTexts.resume],
  ['codex', 'codex resume', modelTexts.resume],
  ['opencode', 'opencode run --session', `"${modelTexts.resume}"`],
] as const;

interface Setup {
  agent?: string;
  session?: string;
  /** What the workspace has kept. */
  kept?: unknown;
  begins?: number;
  /** How long the log of a program that has ended is waited for. */
  readMs?: number;
}

class Place implements ResumePlace {
  isTrusted = true;
  bounds: ResumePlace['bounds'] = { latest: '22:00', mostUsed: 80 };
  readonly runs: (ResumeCommand & { close: () => void })[] = [];
  readonly missed: string[] = [];

  constructor(private kept: unknown) {}

  stored(): unknown {
    return this.kept;
  }
  store(kept: readonly unknown[]): Promise<void> {
    this.kept = JSON.parse(JSON.stringify(kept));
    return Promise.resolve();
  }
  tellMissed(name: string): void {
    this.missed.push(name);
  }
  explain(why: string): string {
    return why;
  }
  run(command: ResumeCommand): Promise<void> {
    return new Promise((resolve) => {
      this.runs.push({ ...command, close: resolve });
    });
  }
}

/** A window with a session whose turn a limit ended, which is over in `minutes`. */
function limited(minutes: number, setup: Setup = {}) {
  const { agent = 'claude-code', session = S, kept, begins = NOON } = setup;
  const place = new Place(kept);
  let now = begins;
  const clock = { now: () => now };
  const resumes = new Resumes(
    { clock, log: { info: () => undefined }, readMs: setup.readMs ?? 0 },
    place,
  );
  const window = openLive({ begins, resumes });
  const processes = { gone: true, isGone: () => Promise.resolve(processes.gone) };
  resumes.actOn({ tracker: window.live, processes });
  const push = (event: Record<string, unknown> & Pick<TurnEvent, 'type'>): void => {
    window.live.push({ v, session, at: window.now(), ...event } as TurnEvent);
  };
  const until = begins + minutes * MINUTE;
  push({ type: 'session.start', agent, cwd: '/w' });
  push({ type: 'turn.start', prompt: 'Go' });
  push({ type: 'waiting', for: 'limit', until });
  push({ type: 'turn.end', reason: 'error' });
  return {
    ...window,
    place,
    processes,
    push,
    resumes,
    toggle: () => resumes.toggle(session, 'Go'),
    /** So many minutes later. */
    later: async (after: number): Promise<void> => {
      now += after * MINUTE;
      window.pass(after * MINUTE);
      window.live.push({ v, type: 'tick', at: window.now() });
      await settle();
    },
    shown: () => window.live.turnwatch.views.detail(session, window.now())?.resume,
    /** How often the person was called for the limit. */
    called: () => window.escalations.filter(({ state }) => state === 'limit').length,
  };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await nextTurn();
  }
  await sleep(5);
}

describe('the switch after a limit', () => {
  for (const [agent, typed, prompt] of resumable) {
    it(`starts ${typed} once, with the session and the words; the person is not called`, () =>
      goesOn(agent, typed, prompt));
  }

  async function goesOn(agent: string, typed: string, prompt: string): Promise<void> {
    const window = limited(60, { agent });
    const { place, shown, toggle, later, push, called } = window;
    assert.equal(shown()?.isOn, false);
    assert.deepEqual(await toggle(), { ok: true });
    assert.equal(shown()?.isOn, true);
    await later(59);
    assert.equal(place.runs.length, 0);
    await later(1);
    assert.deepEqual(
      place.runs.map(({ program, args }) => [program, ...args]),
      [[...typed.split(' '), S, modelTexts.resume]],
    );
    push({ type: 'turn.start', prompt });
    push({ type: 'message', text: 'It went on.' });
    push({ type: 'turn.end', reason: 'completed' });
    place.runs[0]?.close();
    await later(1);
    assert.deepEqual(window.interventions(), [`${S} resume: requested, delivered, obeyed`]);
    assert.equal(place.runs.length, 1);
    assert.equal(called(), 0);
  }

  it('is for one limit: the next one of the same session calls the person', async () => {
    const { place, toggle, later, push, called, now, shown } = limited(10);
    await toggle();
    await later(10);
    push({ type: 'turn.start', prompt: modelTexts.resume });
    push({ type: 'waiting', for: 'limit', until: now() + 10 * MINUTE });
    push({ type: 'turn.end', reason: 'error' });
    assert.equal(shown()?.isOn, false);
    await later(10);
    assert.equal(place.runs.length, 1);
    assert.equal(called(), 1);
  });

  it('pressed twice is off, and untouched it starts nothing', async () => {
    for (const presses of [0, 2]) {
      const { place, toggle, later, called } = limited(10);
      for (let i = 0; i < presses; i++) {
        await toggle();
      }
      await later(10);
      assert.deepEqual([place.runs, called()], [[], 1]);
    }
  });

  it('cannot be pressed for a limit that ends past the hour, in Restricted Mode, or where there is none', async () => {
    for (const [agent] of resumable) {
      const late = limited(11 * 60, { agent });
      assert.deepEqual(await late.toggle(), { ok: false, problem: 'late' });
    }
    const restricted = limited(10);
    restricted.place.isTrusted = false;
    assert.deepEqual(await restricted.toggle(), { ok: false, problem: 'restricted' });
    const over = limited(10);
    await over.later(10);
    assert.deepEqual(await over.toggle(), { ok: false, problem: 'nothing' });
    assert.equal(over.shown(), undefined);
  });

  it('is not offered where it is not proven, or where the session has another kind of name', async () => {
    for (const setup of [{ agent: 'cursor' }, { session: '--dangerous' }]) {
      const { shown, toggle } = limited(10, setup);
      assert.equal(shown(), undefined);
      assert.deepEqual(await toggle(), { ok: false, problem: 'nothing' });
    }
  });

  it('past ten in the evening means the next day’s hour', async () => {
    const begins = new Date(2026, 0, 15, 23).getTime();
    const { shown, toggle } = limited(9 * 60, { begins });
    assert.equal(shown()?.latest, new Date(2026, 0, 16, 22).getTime());
    assert.deepEqual(await toggle(), { ok: true });
  });

  /** What it says after all, and that the person is called. */
  async function refused(why: string, window: ReturnType<typeof limited>): Promise<void> {
    assert.equal(window.shown()?.refused, why);
    assert.equal(window.called(), 1);
    await window.later(1);
    assert.equal(window.called(), 1);
  }

  it('starts nothing above the share of a window, unless that has begun anew', async () => {
    for (const [minutes, share, agent] of resumable.flatMap(([agent]) => [
      [60, 'share', agent] as const,
      [9, undefined, agent] as const,
    ])) {
      const window = limited(10, { agent });
      const { place, toggle, later, push, now } = window;
      push({ type: 'quota', minutes: 300, used: 81, resetsAt: now() + minutes * MINUTE });
      await toggle();
      await later(10);
      assert.equal(place.runs.length, share === undefined ? 1 : 0);
      if (share !== undefined) {
        await refused(share, window);
      }
    }
  });

  it('starts nothing where the agent’s program is still there', async () => {
    const window = limited(10);
    await window.toggle();
    window.processes.gone = false;
    await window.later(10);
    assert.deepEqual([window.place.runs, window.interventions()], [[], []]);
    await refused('open', window);
  });

  it('starts nothing where the window stood still when the limit ended', async () => {
    const window = limited(10);
    await window.toggle();
    await window.later(13);
    assert.deepEqual([window.place.runs, window.shown()?.refused], [[], 'closed']);
  });

  it('starts nothing in Restricted Mode, nor while Turnwatch is paused', async () => {
    for (const isPaused of [false, true]) {
      const window = limited(10);
      await window.toggle();
      window.place.isTrusted = isPaused;
      if (isPaused) {
        window.live.pause();
      }
      await window.later(isPaused ? 13 : 10);
      assert.deepEqual([window.place.runs, window.shown()?.refused], [[], 'failed']);
    }
  });

  it('leaves a session alone that the person went on with meanwhile', async () => {
    const before = limited(10);
    await before.toggle();
    before.push({ type: 'turn.start', prompt: 'Never mind' });
    await before.later(10);
    // while the processes are looked at
    const meanwhile = limited(10);
    await meanwhile.toggle();
    meanwhile.processes.isGone = () => {
      meanwhile.push({ type: 'turn.start', prompt: 'Never mind' });
      return Promise.resolve(true);
    };
    await meanwhile.later(10);
    for (const { place, called, interventions } of [before, meanwhile]) {
      assert.deepEqual([place.runs, interventions(), called()], [[], [], 0]);
    }
  });

  it('says so where the program ends and has begun no turn', async () => {
    const window = limited(10);
    await window.toggle();
    await window.later(10);
    window.place.runs[0]?.close();
    await settle();
    assert.deepEqual(window.interventions(), [`${S} resume: requested, ignored`]);
    await refused('failed', window);
  });

  it('waits for the log of a program that answered and ended before it was read', async () => {
    const window = limited(10, { readMs: 50 });
    await window.toggle();
    await window.later(10);
    window.place.runs[0]?.close();
    await settle();
    window.push({ type: 'turn.start', prompt: modelTexts.resume });
    window.push({ type: 'message', text: 'It went on.' });
    window.push({ type: 'turn.end', reason: 'completed' });
    await sleep(100);
    assert.deepEqual(window.interventions(), [`${S} resume: requested, delivered, obeyed`]);
    assert.equal(window.called(), 0);
  });

  it('is kept over a reload; a limit that ended while VS Code was closed resumes nothing', async () => {
    const first = limited(60);
    await first.toggle();
    const kept = first.place.stored();
    const again = limited(60, { kept });
    assert.equal(again.shown()?.isOn, true);
    assert.deepEqual(again.place.missed, []);
    await again.later(60);
    assert.equal(again.place.runs.length, 1);
    assert.deepEqual(again.place.stored(), []);

    const late = limited(-5, { kept, begins: NOON + 65 * MINUTE });
    assert.deepEqual(late.place.missed, ['Go']);
    assert.equal(late.shown()?.refused, 'closed');
    await late.later(1);
    assert.deepEqual([late.place.runs, late.place.stored()], [[], []]);
    assert.deepEqual(limited(10, { kept: [{ session: S }, 7] }).place.missed, []);
  });
});
