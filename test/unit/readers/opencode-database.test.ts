/** opencode's database: sessions with their sub-agents, read while opencode has it open and when it is closed. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { openDatabase } from '../../../src/agents/opencode/sqlite.js';
import { readRecording, type Recording } from '../../../src/agents/reading/recordings.js';
import { describeInNode } from './support/newer-node.js';
import {
  T,
  assistant,
  lines,
  messages,
  part,
  tool,
  user,
  type Stored,
} from './support/opencode-session.js';
import { ofType, eventLines } from './support/reading.js';
import { hasSqlite, writableDatabase, type WritableDatabase } from './support/sqlite-file.js';

const tables = [
  'CREATE TABLE session (id text PRIMARY KEY, project_id text, parent_id text, directory text, title text, time_created integer, time_updated integer)',
  'CREATE TABLE message (id text PRIMARY KEY, session_id text, time_created integer, time_updated integer, data text)',
  'CREATE TABLE part (id text PRIMARY KEY, message_id text, session_id text, time_created integer, time_updated integer, data text)',
  'CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text)',
];

describeInNode('opencode’s database', import.meta.url, hasSqlite, {
  'is read with sub-agents, while its owner writes in WAL mode and afterwards': () =>
    inFolder(async (file) => {
      const database = writableDatabase(file);
      database.run('PRAGMA journal_mode = WAL');
      for (const table of tables) {
        database.run(table);
      }
      addSession(database, 'ses_1', null, T);
      add(database, 'ses_1', messages.slice(0, 2));
      assert.deepEqual(eventLines((await stored(file)).events), lines.slice(0, 10));

      add(database, 'ses_1', messages.slice(2));
      assert.deepEqual(eventLines((await stored(file)).events), lines);

      add(database, 'ses_1', [
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
      ]);
      addSession(database, 'ses_2', 'ses_1', T + 292);
      add(database, 'ses_2', [
        { info: user('cu', 300), parts: [part('cp', { type: 'text', text: 'Search.' })] },
      ]);
      const broken = ['broken', 'a6', 'ses_1', T, T, '{"type":'] as const;
      database.run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', ...broken);

      const open = await stored(file);
      assert.deepEqual(eventLines(open.events).slice(lines.length), [
        'call c7 task task {"prompt":"Search."} (a6)',
        'start ses_2 opencode /w of ses_1',
        'turn Search.',
        'result c7 ok "x"',
      ]);
      assert.deepEqual(
        ofType(open.events, 'session.start')
          .filter(({ session }) => session === 'ses_2')
          .map(({ parentCall }) => parentCall),
        ['c7'],
      );
      assert.equal(open.skipped.length, 1);
      assert.match(open.skipped[0]?.reason ?? '', /^part broken: not JSON/);

      database.close();
      assert.deepEqual(await stored(file), open);
      assert.deepEqual(readdirSync(join(file, '..')), ['opencode.db'], 'nothing is left beside it');
    }),

  'is told from one of Kilo, which has a table of its own': () =>
    inFolder(async (file) => {
      const database = writableDatabase(file);
      for (const table of [...tables, 'CREATE TABLE kilo_board (root_session_id text)']) {
        database.run(table);
      }
      addSession(database, 'ses_1', null, T);
      add(database, 'ses_1', messages);
      database.close();
      const { events } = await stored(file, 'kilo');
      assert.deepEqual(
        eventLines(events),
        lines.map((line) => line.replace(' opencode ', ' kilo ')),
      );
      const asOpenCode = await readRecording(file, 'opencode');
      assert.ok('format' in asOpenCode && asOpenCode.format === 'opencode');
    }),

  'is refused with a reason if it is another program’s, or broken': () =>
    inFolder(async (file) => {
      const database = writableDatabase(file);
      database.run('CREATE TABLE t (x)');
      database.close();
      await assert.rejects(stored(file), /it has no table "session"/);
      const junk = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4096, 7)]);
      writeFileSync(file, junk);
      await assert.rejects(stored(file), /the database cannot be (?:read|opened)/);
    }),
});

describe('opencode’s database in a Node without SQLite', () => {
  it('is refused with the version that it needs', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
    assert.ok(own);
    process.getBuiltinModule = () => undefined;
    try {
      const database = await openDatabase('any.db');
      assert.ok(isProblem(database));
      assert.equal(
        database.problem,
        `reading a database needs Node 22.13 or later, this is ${process.version}`,
      );
    } finally {
      Object.defineProperty(process, 'getBuiltinModule', own);
    }
  });
});

function addSession(
  database: WritableDatabase,
  id: string,
  parent: string | null,
  at: number,
): void {
  database.run(
    'INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    'p',
    parent,
    '/w',
    't',
    at,
    at,
  );
}

function add(database: WritableDatabase, session: string, all: readonly Stored[]): void {
  for (const {
    info: { id, ...info },
    parts,
  } of all) {
    const message = textOf(id);
    const row = [message, session, createdOf(info), T, JSON.stringify(info)] as const;
    database.run('INSERT INTO message VALUES (?, ?, ?, ?, ?)', ...row);
    for (const { id: partId, ...data } of parts) {
      const partRow = [textOf(partId), message, session, T, T, JSON.stringify(data)] as const;
      database.run('INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)', ...partRow);
    }
  }
}

function textOf(value: unknown): string {
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

async function inFolder(test: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnwatch-opencode-'));
  try {
    await test(join(folder, 'opencode.db'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stored(file: string, format = 'opencode'): Promise<Recording> {
  const recording = await readRecording(file, 'auto');
  if ('problem' in recording) {
    throw new Error(recording.problem);
  }
  assert.equal(recording.format, format);
  return recording;
}
