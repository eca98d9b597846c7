/** A SQLite database for tests, written with Node's own SQLite. */
import { isObject } from '../../../../src/core/json.js';

type Value = string | number | null;

interface Statement {
  run(...values: Value[]): unknown;
}
interface Connection {
  prepare(sql: string): Statement;
  close(): void;
}
interface Sqlite {
  DatabaseSync: new (file: string) => Connection;
}

function isSqlite(module: unknown): module is Sqlite {
  return isObject(module) && typeof module['DatabaseSync'] === 'function';
}

const sqlite: unknown = process.getBuiltinModule('node:sqlite');
export const hasSqlite = isSqlite(sqlite);

export interface WritableDatabase {
  run(sql: string, ...values: Value[]): void;
  close(): void;
}

/** Open for writing until it is closed. */
export function writableDatabase(file: string): WritableDatabase {
  if (!isSqlite(sqlite)) {
    throw new Error(`Node ${process.version} has no SQLite`);
  }
  const database = new sqlite.DatabaseSync(file);
  return {
    run: (sql, ...values) => {
      database.prepare(sql).run(...values);
    },
    close: () => database.close(),
  };
}
