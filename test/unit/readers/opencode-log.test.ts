/** opencode's exports, and rows of its event table. Its database: opencode-database.test.ts. */
import assert from 'node:assert/strict';
import type { TurnEvent } from '../../../src/core/events.js';
import { eventLines } from '../support/event-lines.js';
import { jsonLines, read } from './support/reading.js';
import {
  T,
  assistant,
  lines,
  messages,
  parentInfo,
  part,
  user,
} from './support/opencode-session.js';

const row = (seq: number, type: string, data: object): object => ({
  rowid: seq,
  aggregate_id: 'ses_1',
  seq,
  type: `${type}.1`,
  data,
});

describe('opencode’s recordings', () => {
  it('as an export: calls first, results by time; reminders, compactions and summaries are no messages', () => {
    const { format, events, skipped } = read(
      JSON.stringify({ info: parentInfo, messages }, null, 2),
      { file: 'export.json' },
    );
    assert.equal(format, 'opencode');
    assert.deepEqual(skipped, []);
    assert.deepEqual(eventLines(events), lines);
  });

  it('as rows of the event table, newest first: everything is reported once', () => {
    const parts = (seq: number, changed: Record<string, unknown>): object =>
      row(seq, 'message.part.updated', {
        sessionID: 'ses_1',
        part: { ...changed, sessionID: 'ses_1', messageID: seq < 6 ? 'u1' : 'a1' },
        time: T + seq,
      });
    const bash = (state: object): Record<string, unknown> =>
      part('q', { type: 'tool', callID: 'c1', tool: 'bash', state });
    const rows = [
      row(1, 'session.created', { sessionID: 'ses_1', info: parentInfo }),
      row(2, 'message.updated', { sessionID: 'ses_1', info: user('u1', 2) }),
      parts(3, part('p', { type: 'text', text: 'Fix it.' })),
      row(4, 'session.updated', { sessionID: 'ses_1', info: parentInfo }),
      row(5, 'message.updated', {
        sessionID: 'ses_1',
        info: { ...assistant('a1', 5, 0), time: { created: T + 5 }, finish: undefined },
      }),
      parts(6, bash({ status: 'pending', input: {}, raw: '' })),
      parts(7, bash({ status: 'running', input: { command: 'ls' }, time: { start: T + 7 } })),
      parts(
        8,
        bash({
          status: 'running',
          input: { command: 'ls' },
          metadata: { output: 'a' },
          time: { start: T + 7 },
        }),
      ),
      parts(
        9,
        bash({
          status: 'completed',
          input: { command: 'ls' },
          output: 'a',
          metadata: { exit: 0 },
          time: { start: T + 7, end: T + 9 },
        }),
      ),
      parts(10, part('t', { type: 'text', text: '', time: { start: T + 10 } })),
      parts(11, part('t', { type: 'text', text: 'Done.', time: { start: T + 10, end: T + 11 } })),
      row(12, 'message.updated', {
        sessionID: 'ses_1',
        info: assistant('a1', 5, 12, { finish: 'stop' }),
      }),
      row(13, 'message.updated', {
        sessionID: 'ses_1',
        info: assistant('a1', 5, 12, { finish: 'stop' }),
      }),
      row(14, 'something.else', {}),
    ];
    const { format, events } = read(jsonLines([...rows].reverse()));
    assert.equal(format, 'opencode');
    assert.deepEqual(eventLines(events), [
      'start ses_1 opencode /w',
      'turn Fix it.',
      'start ses_1 opencode /w m',
      'call c1 shell bash {"command":"ls"} (a1)',
      'result c1 ok 0 2 ms "a"',
      'says Done. (a1)',
      'end completed',
    ]);
    assert.deepEqual(
      read(
        jsonLines(
          rows.map((each) => ({ ...each, data: JSON.stringify('data' in each ? each.data : {}) })),
        ),
      ).events,
      events,
    );
    const filtered = JSON.parse(
      JSON.stringify(rows).replaceAll('"finish":"stop"', '"finish":"content-filter"'),
    ) as object[];
    assert.equal(eventLines(read(jsonLines(filtered)).events).at(-1), 'end error', 'no answer');
  });

  it('a turn that a limit ended tells when that is over, as the refused request did', () => {
    const ended = (statusCode: number, headers: object): TurnEvent[] => {
      const error = { name: 'APIError', data: { statusCode, responseHeaders: headers } };
      const { events } = read(
        jsonLines([
          row(1, 'session.created', { sessionID: 'ses_1', info: parentInfo }),
          row(2, 'message.updated', { sessionID: 'ses_1', info: user('u1', 2) }),
          row(3, 'message.part.updated', {
            part: { ...part('p', { type: 'text', text: 'Fix it.' }), messageID: 'u1' },
          }),
          row(4, 'message.updated', {
            sessionID: 'ses_1',
            info: assistant('a1', 5, 12, { error }),
          }),
        ]),
      );
      assert.equal(eventLines(events).at(-1), 'end error');
      return events.filter(({ type }) => type === 'waiting');
    };
    const limit = { v: 1, type: 'waiting', session: 'ses_1', at: T + 12, for: 'limit' };
    assert.deepEqual(ended(429, { 'retry-after': '60' }), [{ ...limit, until: T + 60_012 }]);
    const date = new Date(T + 120_000).toUTCString();
    assert.deepEqual(ended(429, { 'retry-after': date }), [{ ...limit, until: T + 120_000 }]);
    assert.deepEqual(ended(429, { 'retry-after': 'soon' }), [limit]);
    assert.deepEqual(ended(500, { 'retry-after': '60' }), []);
  });

  it('a prompt of ours sends the turn back, which goes on: it is none of the person’s', () => {
    const text = (id: string, words: string): object => part(id, { type: 'text', text: words });
    const { events } = read(
      JSON.stringify({
        info: parentInfo,
        messages: [
          { info: user('u1', 2), parts: [text('p1', 'Fix it.')] },
          { info: user('u2', 9), parts: [text('p2', '[Turnwatch] Before this turn ends …')] },
        ],
      }),
    );
    assert.deepEqual(eventLines(events).slice(1), ['turn Fix it.']);
  });

  it('a prompt has the time of its message, however late its text is stored: our plugin tells that one', () => {
    const rows = [
      ['session.created', { info: parentInfo }],
      ['message.updated', { info: user('u1', 2) }],
      [
        'message.part.updated',
        {
          part: { ...part('p', { type: 'text', text: 'Fix it.' }), messageID: 'u1' },
          time: T + 2027,
        },
      ],
    ] as const;
    const { events } = read(
      jsonLines(
        rows.map(([type, data], seq) => ({
          ...{ rowid: seq, seq, aggregate_id: 'ses_1', type: `${type}.1` },
          data: { sessionID: 'ses_1', ...data },
        })),
      ),
    );
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'turn.start' ? [event.at] : [])),
      [T + 2],
    );
  });
});
