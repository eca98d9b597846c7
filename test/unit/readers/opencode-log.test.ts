/** opencode's exports, rows of its event table, and its database. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecording, type Recording } from '../../../src/agents/reading/recordings.js';
import { jsonLines, ofType, read, told } from './reading.js';
import { databaseBytes, writeAheadLog } from './sqlite-file.js';

const T = 1_795_228_968_000;
const part = (id: string, more: object): Record<string, unknown> => ({ id, ...more });
const tool = (
  id: string,
  callID: string,
  name: string,
  input: object,
  state: object,
  from: number,
  to: number,
): Record<string, unknown> =>
  part(id, {
    type: 'tool',
    callID,
    tool: name,
    state: { status: 'completed', input, ...state, time: { start: T + from, end: T + to } },
  });
const user = (id: string, created: number): Record<string, unknown> => ({
  id,
  role: 'user',
  time: { created: T + created },
});
const assistant = (
  id: string,
  created: number,
  completed: number,
  more: object = { finish: 'tool-calls' },
): Record<string, unknown> => ({
  id,
  role: 'assistant',
  modelID: 'm',
  time: { created: T + created, completed: T + completed },
  ...more,
});

interface Stored {
  info: Record<string, unknown>;
  parts: Record<string, unknown>[];
}
const messages: Stored[] = [
  {
    info: user('u1', 0),
    parts: [
      part('p1', { type: 'text', text: 'A reminder.', synthetic: true }),
      part('p2', { type: 'text', text: 'Fix it.' }),
    ],
  },
  {
    info: assistant('a1', 10, 90),
    parts: [
      part('q0', { type: 'step-start' }),
      part('q1', { type: 'reasoning', text: 'Hm.' }),
      part('q2', { type: 'text', text: 'Look.', time: { start: T + 11, end: T + 12 } }),
      tool(
        'q3',
        'c1',
        'bash',
        { command: 'make' },
        { output: 'no', metadata: { exit: 2 } },
        20,
        80,
      ),
      tool('q4', 'c2', 'read', { filePath: 'a' }, { output: 'x' }, 21, 30),
      part('q5', {
        type: 'tool',
        callID: 'c3',
        tool: 'bash',
        state: {
          status: 'error',
          input: { command: 'rm' },
          error: 'Error: [Turnwatch] off',
          time: { start: T + 22, end: T + 23 },
        },
      }),
      part('q6', {
        type: 'tool',
        callID: 'c4',
        tool: 'bash',
        state: { status: 'pending', input: {}, raw: '' },
      }),
      part('q7', { type: 'step-finish', reason: 'tool-calls' }),
    ],
  },
  { info: user('u2', 100), parts: [part('r1', { type: 'compaction', auto: true })] },
  {
    info: assistant('a2', 110, 120, { finish: 'stop', summary: true }),
    parts: [part('s1', { type: 'text', text: 'Summary.' })],
  },
  {
    info: assistant('a3', 130, 150),
    parts: [
      tool(
        't1',
        'c5',
        'invalid',
        { tool: 'bsh', error: 'x' },
        { output: 'The arguments are invalid.' },
        131,
        132,
      ),
      part('t2', {
        type: 'tool',
        callID: 'c6',
        tool: 'edit',
        state: {
          status: 'error',
          input: {},
          error: 'The user rejected permission to use this specific tool call.',
          time: { start: T + 133, end: T + 134 },
        },
      }),
    ],
  },
  {
    info: assistant('a4', 160, 170, { finish: 'stop' }),
    parts: [part('v1', { type: 'text', text: 'Done.' })],
  },
  { info: user('u3', 200), parts: [part('w1', { type: 'text', text: 'More.' })] },
  { info: assistant('a5', 210, 220, { error: { name: 'MessageAbortedError' } }), parts: [] },
];
const lines = [
  'start ses_1 opencode /w',
  'turn Fix it.',
  'start ses_1 opencode /w m',
  'says Look. (a1)',
  'call c1 shell bash {"command":"make"} (a1)',
  'call c2 read read {"filePath":"a"} (a1)',
  'call c3 shell bash {"command":"rm"} (a1)',
  'result c3 failed by turnwatch "Error: [Turnwatch] off"',
  'result c2 ok "x"',
  'result c1 ok 2 "no"',
  'compaction',
  'call c5 other invalid {"tool":"bsh","error":"x"} (a3)',
  'call c6 edit edit {} (a3)',
  'result c5 failed "The arguments are invalid."',
  'result c6 failed by person "The user rejected permission to use this specific tool call."',
  'says Done. (a4)',
  'end completed',
  'turn More.',
  'end interrupted',
];
const parentInfo = { id: 'ses_1', directory: '/w', time: { created: T } };

describe('opencode’s recordings', () => {
  it('as an export: calls first, results by time; reminders, compaction and summaries are no words of anybody', () => {
    const { format, events, skipped } = read(
      JSON.stringify({ info: parentInfo, messages }, null, 2),
      { file: 'export.json' },
    );
    assert.equal(format, 'opencode');
    assert.deepEqual(skipped, []);
    assert.deepEqual(told(events), lines);
    assert.deepEqual(
      ofType(events, 'tool.result').map(({ durationMs }) => durationMs),
      [1, 9, 60, 1, 1],
    );
  });

  it('as rows of the event table, newest first: every thing is told once', () => {
    const row = (seq: number, type: string, data: object): object => ({
      rowid: seq,
      aggregate_id: 'ses_1',
      seq,
      type: `${type}.1`,
      data,
    });
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
    assert.deepEqual(told(events), [
      'start ses_1 opencode /w',
      'turn Fix it.',
      'start ses_1 opencode /w m',
      'call c1 shell bash {"command":"ls"} (a1)',
      'result c1 ok 0 "a"',
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
  });

  it('as a database: sessions with their sub-agents, and what its write-ahead log holds beyond it', async () => {
    const tables = await databaseBytes((run) => {
      run(
        'CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text, title text, time_created integer, time_updated integer)',
      );
      run(
        'CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text)',
      );
      run(
        'CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text)',
      );
      run(
        'CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text)',
      );
      run('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)', [
        'ses_1',
        'p',
        null,
        '/w',
        't',
        T,
        T,
      ]);
    });
    const add = (stored: readonly Stored[], session: string) =>
      databaseBytes.bind(
        undefined,
        (run: (sql: string, values?: (string | number | null)[]) => unknown) => {
          for (const {
            info: { id, ...info },
            parts: own,
          } of stored) {
            run('INSERT INTO message VALUES (?, ?, ?, ?, ?)', [
              idOf(id),
              session,
              createdOf(info),
              T,
              JSON.stringify(info),
            ]);
            own.forEach(({ id: partId, ...data }) =>
              run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', [
                idOf(partId),
                idOf(id),
                session,
                T,
                T,
                JSON.stringify(data),
              ]),
            );
          }
        },
      );
    const first = await add(messages.slice(0, 2), 'ses_1')(tables);
    const second = await add(messages.slice(2), 'ses_1')(first);
    const child: Stored[] = [
      { info: user('cu', 300), parts: [part('cp', { type: 'text', text: 'Search.' })] },
    ];
    const task: Stored[] = [
      {
        info: assistant('a6', 290, 400),
        parts: [
          tool(
            'ct',
            'c7',
            'task',
            { prompt: 'Search.' },
            { output: 'x', metadata: { sessionId: 'ses_2' } },
            291,
            399,
          ),
        ],
      },
    ];
    const third = await databaseBytes(
      (run) => {
        run('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)', [
          'ses_2',
          'p',
          'ses_1',
          '/w',
          't',
          T + 292,
          T + 292,
        ]);
        run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', [
          'broken',
          'a6',
          'ses_1',
          T,
          T,
          '{"type":',
        ]);
      },
      await add(child, 'ses_2')(await add(task, 'ses_1')(second)),
    );

    assert.deepEqual(told((await stored(first)).events), lines.slice(0, 10));
    assert.deepEqual(told((await stored(second)).events), lines);
    const whole = await stored(third);
    assert.deepEqual(told(whole.events).slice(lines.length), [
      'call c7 task task {"prompt":"Search."} (a6)',
      'start ses_2 opencode /w of ses_1',
      'turn Search.',
      'result c7 ok "x"',
    ]);
    assert.ok(
      ofType(whole.events, 'session.start').some(
        ({ session, parentCall }) => session === 'ses_2' && parentCall === 'c7',
      ),
    );
    assert.deepEqual(
      whole.skipped.map(({ reason }) => /^part broken: not JSON/.test(reason)),
      [true],
    );

    // the file is still the first state, as SQLite leaves it: the log holds two transactions more
    const [base, log] = [Buffer.from(first), writeAheadLog([first, second, third])];
    base.fill(2, 18, 20);
    assert.deepEqual((await stored(base, log)).events, whole.events);
    // the last transaction is not whole: what came before it counts
    assert.deepEqual(told((await stored(base, log.subarray(0, -1))).events), lines);
  });

  it('of a database that is none of opencode, or broken, are refused with a reason', async () => {
    const other = await databaseBytes((run) => run('CREATE TABLE t (x)'));
    await assert.rejects(stored(other), /it has no table "session"/);
    await assert.rejects(
      stored(Buffer.concat([other.subarray(0, 100), Buffer.alloc(4096, 7)])),
      /the database cannot be (?:read|opened)/,
    );
  });
});

function idOf(value: unknown): string {
  assert.ok(typeof value === 'string');
  return value;
}

function createdOf({ time }: Record<string, unknown>): number {
  return typeof time === 'object' &&
    time !== null &&
    'created' in time &&
    typeof time.created === 'number'
    ? time.created
    : T;
}

/** What is read of a database file with these bytes, and a log beside it. Nothing may be left in its folder. */
async function stored(bytes: Buffer, log?: Buffer): Promise<Recording> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwatch-opencode-'));
  try {
    const file = join(folder, 'opencode.db');
    writeFileSync(file, bytes);
    if (log !== undefined) {
      writeFileSync(`${file}-wal`, log);
    }
    const recording = await readRecording(file, 'auto');
    if (log === undefined) {
      assert.deepEqual(readdirSync(folder), ['opencode.db']);
    }
    assert.ok(existsSync(file));
    if ('problem' in recording) {
      throw new Error(recording.problem);
    }
    assert.equal(recording.format, 'opencode');
    return recording;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
