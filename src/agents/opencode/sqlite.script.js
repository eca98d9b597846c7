/**
 * Reads SQLite databases, in a process of its own that sqlite.ts can end: a database may hold what never ends (a view that
 * calls itself, a column that is computed, pages that name each other), and SQLite cannot be stopped from outside.
 * Each request is one message, `{ kind: 'open', file, tables } | { kind: 'rows', sql, values } | { kind: 'close' }`, answered by one.
 */
const { constants, closeSync, fstatSync, openSync, statSync } = process.getBuiltinModule('node:fs');
const { pathToFileURL } = process.getBuiltinModule('node:url');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

/** Bytes of all rows of one query. */
const LARGEST = 128 * 1024 * 1024;

let database;

/** Whatever is no file, such as a pipe or a device, could keep SQLite waiting or reading for good. */
function requireFile(path) {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(handle).isFile()) {
      throw new Error('it is not a file');
    }
  } finally {
    closeSync(handle);
  }
}

function isThere(path) {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function open(file) {
  requireFile(file);
  const [wal, ...others] = ['-wal', '-shm', '-journal'].map((ending) => `${file}${ending}`);
  for (const path of [wal, ...others].filter(isThere)) {
    requireFile(path);
  }
  return (
    (isThere(wal) ? undefined : openUnused(file)) ?? new DatabaseSync(file, { readOnly: true })
  );
}

/** Without a `-wal` file nobody has the database open; `immutable` keeps SQLite from leaving `-wal` and `-shm` files behind. */
function openUnused(file) {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  try {
    return new DatabaseSync(url, { readOnly: true });
  } catch {
    // this Node accepts no URL
    return undefined;
  }
}

/** Names of the tables that hold only what was stored in them. As SQLite understood the schema: what it says of itself may be a lie. */
function plainTables() {
  return all(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'`)
    .map(({ name }) => name)
    .filter((name) => {
      const computed = 'SELECT 1 FROM pragma_table_xinfo(?) WHERE hidden IN (2, 3)';
      return all(computed, name).length === 0;
    });
}

function all(sql, ...values) {
  const rows = [];
  let bytes = 0;
  for (const row of database.prepare(sql).iterate(...values)) {
    for (const value of Object.values(row)) {
      bytes += 16 + (value?.length ?? 0);
    }
    if (bytes > LARGEST) {
      throw new Error(`more than ${LARGEST} bytes at once`);
    }
    rows.push(row);
  }
  return rows;
}

function close() {
  database?.close();
  database = undefined;
}

function answer({ kind, file, tables, sql, values }) {
  switch (kind) {
    case 'open': {
      close();
      database = open(file);
      // functions that a schema names are not called
      database.exec('PRAGMA trusted_schema = OFF');
      const plain = plainTables();
      const [other] = all(
        `SELECT name FROM pragma_table_list WHERE schema = 'main' AND name IN (SELECT value FROM json_each(?))`,
        JSON.stringify(tables.filter((name) => !plain.includes(name))),
      );
      if (other !== undefined) {
        throw new Error(`its "${other.name}" is not a plain table`);
      }
      return { tables: plain };
    }
    case 'rows':
      return { rows: all(sql, ...values) };
    case 'close':
      close();
      return {};
  }
}

process.on('message', (request) => {
  try {
    process.send(answer(request));
  } catch (error) {
    process.send({ problem: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send({});
