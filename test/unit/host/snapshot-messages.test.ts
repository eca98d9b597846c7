/** The rows of a snapshot arrive in the page as the timeline has them, however often they are written. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import type { SessionDetail, Snapshot } from '../../../src/core/view/snapshot.js';
import { SnapshotMessages } from '../../../src/host/view/snapshot-messages.js';
import type { SnapshotMessage } from '../../../src/protocol/view.js';
import { ReceivedRows } from '../../../webview/page/received-rows.js';
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
  const received = (messages: SnapshotMessages, page: ReceivedRows, sent: Snapshot): unknown => {
    const message: SnapshotMessage = JSON.parse(JSON.stringify(messages.makeMessage(sent)));
    const rows = page.read(message);
    const { snapshot } = message;
    return { ...snapshot, selected: { ...snapshot.selected, rows } };
  };
  const shown = (selected?: SessionDetail): Snapshot => ({
    at: AT,
    paused: false,
    link: { state: 'connected' },
    mode: 'ask',
    sessions: [],
    ...(selected !== undefined && { selected }),
    tally: { continued: 0, escalated: 0 },
  });

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
        const snapshot = shown(selected);
        assert.deepEqual(received(messages, page, snapshot), whole(snapshot), `after event ${n}`);
      }
    }
  });

  it('hold no row where no session is selected', () => {
    const { snapshot, rows } = new SnapshotMessages().makeMessage(shown());
    assert.deepEqual([snapshot, rows], [shown(), []]);
  });

  describe('after the first', () => {
    const watch = newWatch();
    const base = { v: 1, session: 'one', at: AT } as const;
    const start: TurnEvent[] = [
      { ...base, type: 'session.start', agent: 'claude-code', cwd: '/home/dev', steps: 'explicit' },
      { ...base, type: 'turn.start', prompt: 'Work' },
      ...Array.from({ length: 60 }, (_, n) => step(n)).flat(),
    ];
    for (const event of start) {
      watch.push(event, AT);
    }
    const next = (n: number): Snapshot => {
      for (const event of step(n)) {
        watch.push(event, AT);
      }
      return shown(watch.views.detail('one', AT));
    };

    it('hold the rows that changed, and name the others', () => {
      const messages = new SnapshotMessages();
      const page = new ReceivedRows();
      const before = page.read(messages.makeMessage(next(60)));
      const message = messages.makeMessage(next(61));
      const written = message.rows.filter((part) => typeof part === 'string');
      assert.ok(written.length <= 3, `${written.length} rows of ${message.rows.length} parts`);
      const kept = page.read(message)?.filter((row) => before?.includes(row)).length ?? 0;
      assert.ok(kept > 60, `${kept} rows are the same objects`);
    });

    it('are not read where one of them was lost, until a whole one comes', () => {
      const messages = new SnapshotMessages();
      const page = new ReceivedRows();
      page.read(messages.makeMessage(next(62)));
      messages.makeMessage(next(63));
      assert.equal(page.read(messages.makeMessage(next(64))), undefined);
      messages.startOver();
      const last = next(65);
      assert.deepEqual(received(messages, page, last), whole(last));
      const after = next(66);
      assert.deepEqual(received(messages, page, after), whole(after));
    });
  });
});
