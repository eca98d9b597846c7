/** Reading a SQLite database: with Node's own SQLite where there is one, else with a wasm build that only a checkout of this project has. */
import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { messageOf } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import type { Problem } from '../agent.js';
import type { Fields } from '../reading/fields.js';
import { withWriteAheadLog } from './wal.js';

export interface Database {
  /** All rows of a query. Throws as SQLite does. */
  rows(sql: string, ...values: (string | number)[]): Fields[];
  close(): void;
  /** What of the file could not be taken in. */
  missing?: string;
}

/** Bytes: the wasm build holds the whole file in memory. */
const LARGEST_IN_MEMORY = 1024 * 1024 * 1024;

/** `inMemory` false: only with Node's own SQLite, which reads no more of the file than a query needs. */
export async function openDatabase(
  file: string,
  { inMemory = true } = {},
): Promise<Database | Problem> {
  const own = process.getBuiltinModule('node:sqlite') as unknown;
  let why = '';
  if (hasDatabaseSync(own)) {
    try {
      return await openOwn(own, file, inMemory);
    } catch (error) {
      why = messageOf(error);
    }
  }
  if (!inMemory) {
    return {
      problem:
        why === ''
          ? `this Node (${process.version}) has no SQLite`
          : `the database cannot be opened: ${why}`,
    };
  }
  try {
    return await openInMemory(file);
  } catch (error) {
    return {
      problem:
        why === ''
          ? `this Node (${process.version}) has no SQLite, and the wasm build is not there or failed: ${messageOf(error)}`
          : `the database cannot be opened: ${why}`,
    };
  }
}

interface OwnStatement {
  all(...values: (string | number)[]): unknown[];
}
interface OwnDatabase {
  prepare(sql: string): OwnStatement;
  close(): void;
}
interface OwnSqlite {
  DatabaseSync: new (path: string | URL, options: { readOnly: boolean }) => OwnDatabase;
}

function hasDatabaseSync(module: unknown): module is OwnSqlite {
  return isObject(module) && typeof module['DatabaseSync'] === 'function';
}

async function openOwn(
  { DatabaseSync }: OwnSqlite,
  file: string,
  inMemory: boolean,
): Promise<Database> {
  // without a log beside it nobody has it open: SQLite need not make the files that readers share
  const alone = (await sizeOf(`${file}-wal`)) === undefined;
  const url = pathToFileURL(file);
  if (alone) {
    url.searchParams.set('immutable', '1');
  }
  let database: OwnDatabase;
  try {
    database = new DatabaseSync(alone ? url : file, { readOnly: true });
    database.prepare('SELECT count(*) FROM sqlite_master').all();
  } catch (error) {
    // a log in a folder that cannot be written to, or a Node that takes no URL
    if (!alone && inMemory) {
      return openInMemory(file).catch(() => {
        throw error;
      });
    }
    database = new DatabaseSync(file, { readOnly: true });
  }
  return {
    rows: (sql, ...values) =>
      database
        .prepare(sql)
        .all(...values)
        .filter(isObject),
    close: () => database.close(),
  };
}

interface WasmStatement {
  bind(values: (string | number)[]): boolean;
  step(): boolean;
  getAsObject(): unknown;
  free(): boolean;
}
interface WasmDatabase {
  prepare(sql: string): WasmStatement;
  close(): void;
}
interface Wasm {
  Database: new (image: Uint8Array) => WasmDatabase;
}

function isWasm(module: unknown): module is Wasm {
  return isObject(module) && typeof module['Database'] === 'function';
}

function isInit(value: unknown): value is () => Promise<unknown> {
  return typeof value === 'function';
}

async function openInMemory(file: string): Promise<Database> {
  // by a name that no bundler follows: the packaged extension carries no wasm, its Node has SQLite
  const name = 'sql.js';
  const module: unknown = await import(name);
  const init = isObject(module) ? module['default'] : undefined;
  const wasm = isInit(init) ? await init() : undefined;
  if (!isWasm(wasm)) {
    throw new Error('sql.js is not what was expected');
  }
  const { image, missing } = await imageOf(file);
  const database = new wasm.Database(image);
  return {
    ...(missing === undefined ? {} : { missing }),
    rows: (sql, ...values) => {
      const statement = database.prepare(sql);
      try {
        statement.bind(values);
        const rows: Fields[] = [];
        while (statement.step()) {
          const row = statement.getAsObject();
          if (isObject(row)) {
            rows.push(row);
          }
        }
        return rows;
      } finally {
        statement.free();
      }
    },
    close: () => database.close(),
  };
}

/** The database with its log. An agent at work may begin a new log between the two readings: then both are read again. */
async function imageOf(file: string): Promise<{ image: Buffer; missing?: string }> {
  const size = (await sizeOf(file)) ?? 0;
  if (size > LARGEST_IN_MEMORY) {
    throw new Error(
      `the database has ${size} bytes, more than ${LARGEST_IN_MEMORY}; a Node with SQLite (22.13 or later) reads it`,
    );
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = await logOf(file);
    const database = await readFile(file);
    const log = await logOf(file);
    if (!log.subarray(0, 32).equals(before.subarray(0, 32))) {
      continue;
    }
    const image = withWriteAheadLog(database, log);
    return image === undefined
      ? {
          image: database,
          missing:
            'the write-ahead log beside the database is broken: the newest changes are missing',
        }
      : { image };
  }
  throw new Error('the database is written to faster than it can be read');
}

async function logOf(file: string): Promise<Buffer> {
  return (await sizeOf(`${file}-wal`)) === undefined ? Buffer.alloc(0) : readFile(`${file}-wal`);
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch {
    return undefined;
  }
}
