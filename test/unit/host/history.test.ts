/** A window that opens long after a session ended: it reads the log, and shows that session with its end. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TurnEvent } from '../../../src/core/events.js';
import { openLive } from './live-window.js';

const HOUR = 60 * 60_000;

describe('the history of a session', () => {
  it('is shown whole, with how it ended, whatever else is read at the same time', () => {
    const window = openLive();
    window.pass(24 * HOUR);
    const at = window.now() - 8 * HOUR;
    const history = (session: string): TurnEvent[] => [
      { v: 1, at, session, type: 'session.start', agent: 'own', cwd: '/w' },
      { v: 1, at, session, type: 'turn.start', prompt: `Build ${session}.` },
      { v: 1, at, session, type: 'tool.call', call: 'c', tool: 'Bash', input: { command: 'ls' } },
      { v: 1, at, session, type: 'tool.result', call: 'c', ok: true, output: 'a' },
      { v: 1, at: at + 60_000, session, type: 'message', text: 'Done.' },
      { v: 1, at: at + 60_000, session, type: 'turn.end', reason: 'completed' },
    ];
    const [one, other] = [history('A'), history('B')];
    for (const [i, event] of one.entries()) {
      window.live.push(event);
      const same = other[i];
      if (same !== undefined) {
        window.live.push(same);
      }
    }
    window.live.push({ v: 1, type: 'tick', at: window.now() });
    const { sessions, selected } = window.live.view.snapshot();
    assert.deepEqual(
      sessions.map(({ session, name, state, end }) => [session, name, state, end]).sort(),
      ['A', 'B'].map((id) => [id, `Build ${id}.`, 'idle', { how: 'answered', steps: 1 }]),
    );
    assert.ok(selected !== undefined && selected.rows.length > 1);
    assert.deepEqual(window.escalations, [], 'nobody is called');
    // in time it goes, as any other does
    window.pass(3 * HOUR);
    const own = { v: 1, session: 'C', at: window.now() } as const;
    window.live.push({ ...own, type: 'session.start', agent: 'own', cwd: '/w' });
    window.live.push({ ...own, type: 'turn.start', prompt: 'Go on.' });
    assert.deepEqual(
      window.live.view.snapshot().sessions.map(({ session }) => session),
      ['C'],
    );
    window.live.dispose();
  });
  it('is not judged by the clock while it is still being read', async () => {
    const window = openLive();
    window.pass(24 * HOUR);
    const at = window.now() - 5 * HOUR;
    const of = { v: 1, at, session: 'A' } as const;
    window.live.push({ ...of, type: 'session.start', agent: 'own', cwd: '/w' });
    window.live.push({ ...of, type: 'turn.start', prompt: 'Build it.' });
    window.live.push({ ...of, type: 'tool.call', call: 'c', tool: 'Bash', input: {} });
    window.live.push({ ...of, type: 'tool.result', call: 'c', ok: true, output: 'a' });
    // the log's next piece takes its time
    await sleep(100);
    window.live.push({ ...of, at: at + 60_000, type: 'turn.end', reason: 'completed' });
    const { sessions } = window.live.view.snapshot();
    assert.deepEqual(sessions.find(({ session }) => session === 'A')?.end, {
      how: 'answered',
      steps: 1,
    });
    assert.deepEqual(window.escalations, [], 'nobody is called');
    window.live.dispose();
  });
});
