/** Which states call the person: a stall, a call or a response that hangs, and waits, once each. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { openLive, type LiveWindow } from './live-window.js';

const MINUTE = 60_000;

describe('states that may call the person', () => {
  const opened = (): LiveWindow => {
    const window = openLive();
    const own = { v: 1, session: 'S', at: window.now() } as const;
    window.live.push({ ...own, type: 'session.start', agent: 'own', cwd: '/w' });
    window.live.push({ ...own, type: 'turn.start', prompt: 'Build it.' });
    return window;
  };
  const push = (window: LiveWindow, event: Partial<TurnEvent> & Pick<TurnEvent, 'type'>): void => {
    window.live.push({ v: 1, session: 'S', at: window.now(), ...event } as TurnEvent);
  };
  const told = ({ escalations }: LiveWindow): string[] =>
    escalations.map(({ state, reason }) => `${state} ${reason.id}`);
  const tick = (window: LiveWindow, minutes: number): void => {
    for (let i = 0; i < minutes; i++) {
      window.pass(MINUTE);
      window.live.push({ v: 1, type: 'tick', at: window.now() });
    }
  };

  it('are a response that never comes, once, however long ago the last event was', () => {
    const window = opened();
    tick(window, 29);
    assert.deepEqual(told(window), []);
    tick(window, 60);
    assert.deepEqual(told(window), ['hung verdict.silence']);
    assert.deepEqual(
      window.escalations.map(({ advice }) => advice),
      ['stopTurn'],
    );
    const { episode = '' } = window.escalations[0] ?? {};
    assert.ok(window.live.interventions.isCurrent(episode));
    push(window, { type: 'message', text: 'Here I am: let me look.' });
    assert.ok(!window.live.interventions.isCurrent(episode));
    window.live.dispose();
  });

  it('are a call that hangs', () => {
    const window = opened();
    push(window, {
      type: 'tool.call',
      call: 'c',
      tool: 'Bash',
      input: { command: 'vi notes.txt' },
    });
    tick(window, 9);
    assert.deepEqual(told(window), []);
    tick(window, 5);
    assert.deepEqual(told(window), ['hung verdict.hung-call.prompt']);
    window.live.dispose();
  });

  it('are waits for the person, once per wait', () => {
    for (const reason of ['permission', 'input'] as const) {
      const window = opened();
      push(window, { type: 'waiting', for: reason });
      tick(window, 30);
      assert.deepEqual(told(window), [`${reason} verdict.wait.${reason}`]);
      const [first] = window.escalations;
      assert.ok(window.live.interventions.isCurrent(first?.episode ?? ''));
      push(window, { type: 'resumed' });
      assert.ok(!window.live.interventions.isCurrent(first?.episode ?? ''));
      push(window, { type: 'waiting', for: reason });
      tick(window, 5);
      assert.equal(window.escalations.length, 2);
      window.live.dispose();
    }
  });

  it('are the end of a limit that ended a turn, once, until the next turn begins', () => {
    const window = opened();
    push(window, { type: 'waiting', for: 'limit', until: window.now() + 60 * MINUTE });
    push(window, { type: 'turn.end', reason: 'error' });
    tick(window, 59);
    assert.ok(!told(window).some((each) => each.startsWith('limit')));
    tick(window, 30);
    const [called, ...others] = window.escalations.filter(({ state }) => state === 'limit');
    assert.equal(called?.reason.id, 'verdict.wait.limitOver');
    assert.deepEqual(others, []);
    assert.ok(window.live.interventions.isCurrent(called.episode));
    push(window, { type: 'turn.start', prompt: 'Go on.' });
    assert.ok(!window.live.interventions.isCurrent(called.episode));
    window.live.dispose();
  });

  it('are no wait for the provider while the agent asks again by itself', () => {
    const window = opened();
    push(window, { type: 'waiting', for: 'limit', until: window.now() + MINUTE, attempt: 2 });
    tick(window, 5);
    assert.deepEqual(told(window), []);
    window.live.dispose();
  });

  it('are the end of a turn: how long it took, once, and no other’s', () => {
    const window = opened();
    window.pass(12 * MINUTE);
    push(window, { type: 'message', text: 'Done.' });
    push(window, { type: 'turn.end', reason: 'completed' });
    push(window, { type: 'turn.end', reason: 'completed' });
    assert.deepEqual([...new Set(told(window))], ['done turn.done']);
    const [first] = window.escalations;
    assert.equal(first?.tookMs, 12 * MINUTE);
    assert.deepEqual(first.reason.params, { minutes: 12, steps: 0 });
    const episodes = new Set(window.escalations.map(({ episode }) => episode));
    assert.equal(episodes.size, 1, 'told under one key');
    assert.ok(window.live.interventions.isCurrent(first.episode));
    push(window, { type: 'turn.start', prompt: 'Go on.' });
    assert.ok(!window.live.interventions.isCurrent(first.episode));
    const before = window.escalations.length;
    push(window, { type: 'turn.end', reason: 'interrupted' });
    push(window, { type: 'turn.start', prompt: 'Go on.' });
    push(window, { type: 'turn.end', reason: 'stopped' });
    assert.equal(window.escalations.length, before, 'the person knows of these');
    push(window, { type: 'turn.start', prompt: 'Go on.' });
    push(window, { type: 'turn.end', reason: 'error' });
    assert.equal(told(window).at(-1), 'done turn.failed');
    const child = { v: 1, session: 'C', at: window.now() } as const;
    window.live.push({ ...child, type: 'session.start', agent: 'own', cwd: '/w', parent: 'S' });
    window.live.push({ ...child, type: 'turn.start', prompt: 'Look.' });
    window.live.push({ ...child, type: 'turn.end', reason: 'completed' });
    assert.equal(window.escalations.at(-1)?.session, 'S', 'a sub-agent’s is its parent’s matter');
    window.live.dispose();
  });

  it('are no history: a turn that was left open long ago calls nobody', () => {
    const window = opened();
    window.pass(600 * MINUTE);
    window.live.push({ v: 1, type: 'tick', at: window.now() });
    assert.deepEqual(told(window), []);
    window.live.dispose();
  });
});
