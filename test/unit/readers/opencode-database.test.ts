/** opencode's database: sessions with their sub-agents, read while opencode has it open and when it is closed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isProblem } from '../../../src/agents/agent.js';
import { LiveDatabase, recentSessions } from '../../../src/agents/opencode/live-database.js';
import { readDatabase } from '../../../src/agents/opencode/sqlite.js';
import { readRecording, type Recording } from '../../../src/agents/reading/recordings.js';
import {
  OtherFolderSessions,
  type FoundSession,
} from '../../../src/live/other-folders/other-folder-sessions.js';
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
import { eventLines } from '../support/event-lines.js';
import { ofType } from './support/reading.js';
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
        'start ses_2 opencode /w of ses_1 by c7',
        'turn Search.',
        'result c7 ok 108 ms "x"',
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

  'names its recent sessions by their ends, and shows one of them with its sub-agents': () =>
    inFolder(async (file) => {
      const database = writableDatabase(file);
      database.run('PRAGMA journal_mode = WAL');
      for (const table of tables) {
        database.run(table);
      }
      const [hour, now] = [3_600_000, T + 1000];
      addSession(database, 'ses_old', null, now - 13 * hour);
      add(database, 'ses_old', turnOf('o', 'Long ago', 0));
      addSession(database, 'ses_1', null, T);
      add(database, 'ses_1', turnOf('a', 'Build the shop', 30));
      addSession(database, 'ses_2', null, T + 500);
      add(database, 'ses_2', turnOf('b', 'Move the house', 1).slice(0, -1));
      addSession(database, 'ses_3', 'ses_1', T + 600);
      add(database, 'ses_3', turnOf('c', 'Search', 2));
      const look = (): Promise<FoundSession[]> => sessions.findSessions();
      const sessions = new OtherFolderSessions({
        homes: {
          surroundings: (agent) =>
            agent === 'opencode'
              ? { env: {}, home: '', platform: 'linux', configured: dirname(file) }
              : { env: {}, home: '/nowhere', platform: 'linux' },
        },
        trees: { holds: () => false },
        view: { sessions: new Map() },
        clock: { now: () => now },
      });
      const states = (found: readonly FoundSession[]): unknown =>
        found.map(({ isStored, session: { session, agent, name, state, end } }) => ({
          ...{ isStored, session, agent, name, state, end: end?.how },
        }));
      const first = { isStored: true, session: 'ses_1', agent: 'opencode', name: 'Build the shop' };
      const second = { ...first, session: 'ses_2', name: 'Move the house' };
      assert.deepEqual(states(await look()), [
        { ...second, state: 'progressing', end: undefined },
        { ...first, state: 'idle', end: 'answered' },
      ]);
      add(database, 'ses_2', turnOf('b', '', 1).slice(-1));
      database.run('UPDATE session SET time_updated = ? WHERE id = ?', T + 700, 'ses_2');
      assert.deepEqual(states((await look()).slice(0, 1)), [
        { ...second, state: 'idle', end: 'answered' },
      ]);

      const one = await readRecording(file, 'auto', 'ses_1');
      assert.ok(!isProblem(one));
      assert.deepEqual(
        [...new Set(ofType(one.events, 'session.start').map(({ session }) => session))],
        ['ses_1', 'ses_3'],
      );
      assert.equal(ofType(one.events, 'tool.result').length, 32);
      database.close();
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

  'is refused if reading it would compute something, or if it is no file': async () => {
    const computed = {
      'a view without end': [
        'CREATE VIEW session AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x AS id, x AS directory, x AS parent_id, x AS time_created, 1e15 + x AS time_updated FROM n',
      ],
      'a computed column': [
        'CREATE TABLE session (id text, time_created integer, time_updated integer, parent_id text, big AS (hex(zeroblob(400000000))))',
        `INSERT INTO session VALUES ('s', 1, ${T}, NULL)`,
      ],
      'a virtual table': ['CREATE VIRTUAL TABLE session USING fts5(id, time_created)'],
      'a view in the place of parts': [
        ...tables.filter((table) => !/ part /.test(table)),
        'CREATE VIEW part AS SELECT * FROM message',
      ],
    };
    for (const [name, statements] of Object.entries(computed)) {
      await inFolder(async (file) => {
        const database = writableDatabase(file);
        for (const statement of statements) {
          database.run(statement);
        }
        database.close();
        await assert.rejects(stored(file), /its "(?:session|part)" is not a plain table/, name);
        const reader = new LiveDatabase('opencode', file);
        assert.ok(isProblem(await reader.read(() => true, T)), name);
        assert.ok(isProblem(await recentSessions(file, T)), name);
      });
    }
    await inFolder(async (file) => {
      const database = writableDatabase(file);
      database.run(tables[0] ?? '');
      database.close();
      execFileSync('mkfifo', [`${file}-wal`]);
      const read = await recentSessions(file, T);
      assert.ok(isProblem(read) && /it is not a file/.test(read.problem));
      rmSync(`${file}-wal`);
      assert.deepEqual(await recentSessions(file, T), []);
    });
    for (const put of [
      (file: string) => execFileSync('mkfifo', [file]),
      (file: string) => symlinkSync('/dev/zero', file),
    ]) {
      await inFolder(async (file) => {
        put(file);
        const read = await recentSessions(file, T);
        assert.ok(isProblem(read) && /it is not a file/.test(read.problem));
      });
    }
  },

  'that is not read in time is left alone, and keeps nobody': () =>
    inFolder(async (file) => {
      const database = writableDatabase(file);
      for (const table of tables) {
        database.run(table);
      }
      database.close();
      const other = `${file}.other`;
      cpSync(file, other);
      let turns = 0;
      const ticking = setInterval(() => (turns += 1), 10);
      const endless = readDatabase(file, 500, async ({ rows }) =>
        rows(
          'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n',
        ),
      );
      const waits = recentSessions(other, T);
      const read = await endless;
      clearInterval(ticking);
      assert.ok(isProblem(read));
      assert.equal(read.problem, 'the database cannot be read: it took longer than 0.5 s');
      assert.ok(turns > 5, `${turns} turns of the event loop meanwhile`);
      assert.deepEqual(await waits, [], 'the one behind it is read');
      const again = await recentSessions(file, T);
      assert.ok(isProblem(again) && /left alone for a while/.test(again.problem));
    }),
});

describe('opencode’s database in a Node without SQLite', () => {
  it('is refused with the version that it needs', async () => {
    const own = Object.getOwnPropertyDescriptor(process, 'getBuiltinModule');
    assert.ok(own);
    process.getBuiltinModule = () => undefined;
    try {
      const read = await readDatabase('any.db', 1000, () => Promise.resolve({}));
      assert.ok(isProblem(read));
      assert.equal(
        read.problem,
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

/** A turn of so many calls that ends with words. */
function turnOf(name: string, prompt: string, calls: number): Stored[] {
  const parentID = `${name}_u`;
  return [
    {
      info: user(`${name}_u`, 0),
      parts: [part(`${name}_p`, { type: 'text', text: prompt })],
    },
    ...Array.from({ length: calls }, (_, i) => ({
      info: assistant(`${name}_${i}`, 2 * i + 1, 2 * i + 2, {
        parentID,
        finish: 'tool-calls',
      }),
      parts: [
        tool(
          `${name}_t${i}`,
          `${name}_c${i}`,
          'read',
          { filePath: `/w/${name}${i}` },
          { output: `line ${i}` },
          2 * i + 1,
          2 * i + 2,
        ),
      ],
    })),
    {
      info: assistant(`${name}_end`, 200, 201, {
        parentID,
        finish: 'stop',
      }),
      parts: [
        part(`${name}_w`, { type: 'text', text: 'Done.', time: { start: T + 200, end: T + 201 } }),
      ],
    },
  ];
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
