/** The rows of a snapshot arrive in the page as the timeline has them, however often they are written. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import type { Snapshot } from '../../../src/core/view/snapshot.js';
import { SnapshotMessages } from '../../../src/host/view/snapshot-messages.js';
import { newWatch } from '../support/watch.js';

const AT = Date.UTC(2026, 0, 15, 10);

function step(n: number): TurnEvent[] {
  const base = { v: 1, session: 'one', at: AT + n * 1000 } as const;
  const call = `call-${n}`;
  return [
    { ...base, type: 'message', text: `Now part ${n}` },
    { ...base, type: 'tool.call', call, tool: 'Bash', input: { command: `npm run part-${n}` } },
    { ...base, type: 'tool.result', call, ok: true, output: `„Ergebnis“ ${n}\n`.repeat(40) },
    { ...base, type: 'step.end' },
  ];
}

describe('messages with a snapshot', () => {
  const whole = (snapshot: Snapshot): unknown => JSON.parse(JSON.stringify(snapshot));
  const received = (messages: SnapshotMessages, sent: Snapshot): unknown => {
    const { snapshot, rows } = messages.makeMessage(sent);
    assert.equal(rows.length, rows.buffer.byteLength, 'a buffer of its own');
    const all: unknown = JSON.parse(new TextDecoder().decode(rows));
    return whole({ ...snapshot, selected: { ...snapshot.selected, rows: all } } as Snapshot);
  };

  it('hold every row as it is then, also those that have changed since the last one', () => {
    const watch = newWatch();
    const base = { v: 1, session: 'one', at: AT } as const;
    const messages = new SnapshotMessages();
    const events: TurnEvent[] = [
      { ...base, type: 'session.start', agent: 'claude-code', cwd: '/home/dev', steps: 'explicit' },
      { ...base, type: 'turn.start', prompt: 'Work' },
      ...Array.from({ length: 400 }, (_, n) => step(n)).flat(),
    ];
    for (const [n, event] of events.entries()) {
      watch.push(event, AT);
      const selected = watch.views.detail('one', AT);
      // the early ones one by one; later, rows grow old and are cut
      if (selected !== undefined && (n < 60 || n % 97 === 0 || n === events.length - 1)) {
        const snapshot: Snapshot = {
          at: AT,
          paused: false,
          link: { state: 'connected' },
          mode: 'ask',
          sessions: [],
          selected,
          tally: { continued: 0, escalated: 0 },
        };
        assert.deepEqual(received(messages, snapshot), whole(snapshot), `after event ${n}`);
      }
    }
  });

  it('hold no row where no session is selected', () => {
    const snapshot: Snapshot = {
      at: AT,
      paused: false,
      link: { state: 'not-connected' },
      mode: 'ask',
      sessions: [],
      tally: { continued: 0, escalated: 0 },
    };
    const message = new SnapshotMessages().makeMessage(snapshot);
    assert.deepEqual([message.snapshot, new TextDecoder().decode(message.rows)], [snapshot, '[]']);
  });
});
