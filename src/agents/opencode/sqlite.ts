/**
 * Reads SQLite databases with Node's built-in SQLite, in a process of its own: it answers at once or not at all, and no thread that waits
 * for it could be ended. The files stay as they are, even while their owner writes to them (WAL mode included).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readErrorMessage } from '../../core/error-words.js';
import { isObject } from '../../core/json.js';
import { isProblem, type Problem, type Result } from '../agent.js';
import { listIn, type Fields } from '../reading/fields.js';
import script from './sqlite.script.js';

export interface Database {
  /** Names of its tables. */
  readonly tables: ReadonlySet<string>;
  /** All rows of a query of `readTables`. Rejects with SQLite's errors. */
  rows(sql: string, ...values: (string | number)[]): Promise<Fields[]>;
}

/** What our queries read: each of them that is there has to be a table without computed columns. */
const readTables = ['session', 'message', 'part', 'event'];

/** Limits of a reading, in milliseconds: of what is followed or listed, and of a recording that is read whole. */
export const LIVE_MS = 10_000;
export const RECORDING_MS = 120_000;
/** A database whose reading had to be ended is left alone for so long (milliseconds). */
const REST_MS = 5 * 60_000;
/** A busy machine may take a while to start a process. */
const START_MS = 60_000;
/** The process ends after so long without a reading. */
const IDLE_MS = 60_000;

const restUntil = new Map<string, number>();
let reader: SqliteProcess | undefined;
let idle: NodeJS.Timeout | undefined;
/** One reading at a time: an innocent one must not end with another’s process. */
let queue: Promise<unknown> = Promise.resolve();

/** @returns what `read` returns; a Problem if that throws or takes longer than `limitMs` */
export function readDatabase<T extends object>(
  file: string,
  limitMs: number,
  read: (database: Database) => Promise<Result<T>>,
): Promise<Result<T>> {
  const reading = queue.then(() => readNext(file, limitMs, read));
  queue = reading;
  return reading;
}

async function readNext<T extends object>(
  file: string,
  limitMs: number,
  read: (database: Database) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!hasSqlite()) {
    return {
      problem: `reading a database needs Node 22.13 or later, this is ${process.version}`,
    };
  }
  if (performance.now() < (restUntil.get(file) ?? 0)) {
    return { problem: 'the database is left alone for a while: reading it took too long' };
  }
  clearTimeout(idle);
  reader = reader?.isRunning === true ? reader : new SqliteProcess();
  const running = reader;
  try {
    await running.started();
  } catch (error) {
    running.end('it did not start');
    return { problem: `the database cannot be read: ${readErrorMessage(error)}` };
  }
  const limit = setTimeout(() => {
    restUntil.set(file, performance.now() + REST_MS);
    running.end(`it took longer than ${limitMs / 1000} s`);
  }, limitMs);
  try {
    return await readOpened(running, file, read);
  } catch (error) {
    // the agent is still creating the tables, or its version has others
    return { problem: `the database cannot be read: ${readErrorMessage(error)}` };
  } finally {
    clearTimeout(limit);
    idle = setTimeout(() => running.end('nothing to read'), IDLE_MS).unref();
  }
}

async function readOpened<T extends object>(
  running: SqliteProcess,
  file: string,
  read: (database: Database) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = await running.ask({ kind: 'open', file, tables: readTables });
  if (isProblem(opened)) {
    return { problem: `the database cannot be opened: ${opened.problem}` };
  }
  try {
    const { tables } = opened;
    return await read({
      tables: new Set(Array.isArray(tables) ? tables.map(String) : []),
      rows: async (sql, ...values) => {
        const answer = await running.ask({ kind: 'rows', sql, values });
        if (isProblem(answer)) {
          throw new Error(answer.problem);
        }
        return listIn(answer['rows']);
      },
    });
  } finally {
    if (running.isRunning) {
      await running.ask({ kind: 'close' });
    }
  }
}

/** The part of `node:sqlite` that tells whether it is there; the types of Node 20 lack it. */
function hasSqlite(): boolean {
  const module: unknown = process.getBuiltinModule('node:sqlite');
  return isObject(module) && typeof module['DatabaseSync'] === 'function';
}

type SqliteRequest =
  | { kind: 'open'; file: string; tables: readonly string[] }
  | { kind: 'rows'; sql: string; values: readonly (string | number)[] }
  | { kind: 'close' };

/** The process of sqlite.script.js. */
class SqliteProcess {
  private readonly child: ChildProcess;
  /** Who waits for its next message; the first says that it has started. */
  private waiting: { resolve: (answer: Fields) => void; reject: (why: Error) => void } | undefined;
  private readonly start: Promise<Fields>;
  private ended: Error | undefined;
  private readonly endWithUs = (): void => this.end('the program ends');

  constructor() {
    const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: undefined };
    // in VS Code, the program is Electron
    this.child = spawn(process.execPath, ['-e', script], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
    });
    this.child.on('message', (message) => {
      this.waiting?.resolve(isObject(message) ? message : {});
      this.waiting = undefined;
    });
    this.child.on('error', (error) => this.end(readErrorMessage(error)));
    this.child.on('exit', () => this.end('its process ended'));
    // it keeps nothing from ending: whoever waits for it has a timer
    this.child.unref();
    this.child.channel?.unref();
    process.once('exit', this.endWithUs);
    this.start = this.next();
    this.start.catch(() => undefined);
  }

  get isRunning(): boolean {
    return this.ended === undefined;
  }

  async started(): Promise<void> {
    const timer = setTimeout(() => this.end('its process did not start in time'), START_MS);
    try {
      await this.start;
    } finally {
      clearTimeout(timer);
    }
  }

  /** One at a time. Rejects once it has ended. */
  ask(request: SqliteRequest): Promise<Fields | Problem> {
    const answer = this.next();
    if (this.isRunning) {
      this.child.send(request, (error) => {
        if (error !== null) {
          this.end(readErrorMessage(error));
        }
      });
    }
    return answer;
  }

  end(why: string): void {
    if (this.ended !== undefined) {
      return;
    }
    this.ended = new Error(why);
    process.off('exit', this.endWithUs);
    this.waiting?.reject(this.ended);
    this.waiting = undefined;
    // whatever it is at: SQLite listens to nothing else
    this.child.kill('SIGKILL');
  }

  private next(): Promise<Fields> {
    return new Promise((resolve, reject) => {
      if (this.ended === undefined) {
        this.waiting = { resolve, reject };
      } else {
        reject(this.ended);
      }
    });
  }
}
