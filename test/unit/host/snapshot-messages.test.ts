/** The rows of a snapshot arrive in the page as the timeline has them, however often they are written. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import type { Row } from '../../../src/core/view/timeline/rows.js';
import type { Snapshot } from '../../../src/core/view/snapshot.js';
import { SnapshotMessages } from '../../../src/host/view/snapshot-messages.js';
import { ReceivedRows } from '../../../webview/page/received-snapshot.js';
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

const empty: Snapshot = {
  at: AT,
  paused: false,
  link: { state: 'connected' },
  mode: 'ask',
  sessions: [],
  tally: { continued: 0, escalated: 0 },
};

describe('messages with a snapshot', () => {
  const whole = (snapshot: Snapshot): unknown => JSON.parse(JSON.stringify(snapshot));
  const received = (messages: SnapshotMessages, page: ReceivedRows, sent: Snapshot): unknown => {
    const { snapshot, rows } = messages.makeMessage(sent);
    assert.equal(rows.length, rows.buffer.byteLength, 'a buffer of its own');
    const all = page.read(rows);
    return whole({ ...snapshot, selected: { ...snapshot.selected, rows: all } } as Snapshot);
  };

  it('hold every row as it is then, also those that have changed since the last one', () => {
    const watch = newWatch();
    const base = { v: 1, session: 'one', at: AT } as const;
    const messages = new SnapshotMessages();
    const page = new ReceivedRows();
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
        const snapshot: Snapshot = { ...empty, selected };
        assert.deepEqual(received(messages, page, snapshot), whole(snapshot), `after event ${n}`);
      }
    }
  });

  it('hold no row where no session is selected', () => {
    const { snapshot, rows } = new SnapshotMessages().makeMessage(empty);
    assert.deepEqual([snapshot, new TextDecoder().decode(rows)], [empty, '']);
  });

  it('are read anew only where a row has changed', () => {
    const watch = newWatch();
    const messages = new SnapshotMessages();
    const page = new ReceivedRows();
    const base = { v: 1, session: 'one', at: AT } as const;
    const rowsAfter = (events: readonly TurnEvent[]): readonly Row[] => {
      for (const event of events) {
        watch.push(event, AT);
      }
      const selected = watch.views.detail('one', AT);
      assert.ok(selected !== undefined);
      return page.read(messages.makeMessage({ ...empty, selected }).rows);
    };
    const before = rowsAfter([
      { ...base, type: 'session.start', agent: 'claude-code', cwd: '/home/dev', steps: 'explicit' },
      { ...base, type: 'turn.start', prompt: 'Work' },
      ...Array.from({ length: 60 }, (_, n) => step(n)).flat(),
    ]);
    const after = rowsAfter(step(60));
    assert.equal(after.length, before.length + 2);
    const kept = after.filter((row) => before.includes(row));
    assert.ok(kept.length >= before.length - 1, `${kept.length} of ${before.length} are the same`);
  });
});
