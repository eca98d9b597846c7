/** Opens a SQLite database read-only, with Node's built-in SQLite. */
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { readErrorMessage } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import type { Problem } from '../agent.js';
import type { Fields } from '../reading/fields.js';

export interface Database {
  /** All rows of a query. Throws SQLite's errors. */
  rows(sql: string, ...values: (string | number)[]): Fields[];
  close(): void;
}

/** Leaves the file unchanged, even while its owner writes to it (WAL mode included). */
export async function openDatabase(file: string): Promise<Database | Problem> {
  const sqlite: unknown = process.getBuiltinModule('node:sqlite');
  if (!hasDatabaseSync(sqlite)) {
    return {
      problem: `reading a database needs Node 22.13 or later, this is ${process.version}`,
    };
  }
  try {
    return openWith(sqlite, file, await exists(`${file}-wal`));
  } catch (error) {
    return {
      problem: `the database cannot be opened: ${readErrorMessage(error)}`,
    };
  }
}

interface NodeStatement {
  all(...values: (string | number)[]): unknown[];
}
interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  close(): void;
}
/** The part of `node:sqlite` that we use; the types of Node 20 lack it. */
interface NodeSqlite {
  DatabaseSync: new (path: string | URL, options: { readOnly: boolean }) => NodeDatabase;
}

function hasDatabaseSync(module: unknown): module is NodeSqlite {
  return isObject(module) && typeof module['DatabaseSync'] === 'function';
}

function openWith(sqlite: NodeSqlite, file: string, isInUse: boolean): Database {
  const database = (isInUse ? undefined : openUnused(sqlite, file)) ?? openShared(sqlite, file);
  return {
    rows: (sql, ...values) =>
      database
        .prepare(sql)
        .all(...values)
        .filter(isObject),
    close: () => database.close(),
  };
}

function openShared({ DatabaseSync }: NodeSqlite, file: string): NodeDatabase {
  return new DatabaseSync(file, { readOnly: true });
}

/** Without a `-wal` file nobody has the database open; `immutable` keeps SQLite from leaving `-wal` and `-shm` files behind. */
function openUnused({ DatabaseSync }: NodeSqlite, file: string): NodeDatabase | undefined {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  try {
    return new DatabaseSync(url, { readOnly: true });
  } catch {
    // this Node accepts no URL
    return undefined;
  }
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
