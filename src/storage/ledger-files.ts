/** The records of turns on disk: one file per day, to which every window of this machine appends lines; a newer line of a turn takes the place of its older ones. */
import type { Clock } from '../core/clock.js';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appendTo, readText } from '../bounded-files.js';
import * as v from 'valibot';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import { newestOfEach, stallEnds, type TurnRecord } from '../core/ledger/turn-record.js';
import type { LogLine } from '../core/log.js';

export interface LedgerFilesOptions {
  /** Private to the user; created if missing. */
  dir: string;
  log: LogLine;
  clock: Clock;
  /** Days that are kept, and size at which a day's file takes nothing more (bytes). */
  limits?: Partial<typeof ledgerLimits>;
}

const ledgerLimits = { days: 400, dayBytes: 4 * 1024 * 1024 };
/** Several windows may each write the last line that fits. */
const LARGEST = 2 * ledgerLimits.dayBytes;
const DAY_MS = 24 * 60 * 60_000;
const dayFile = /^\d{4}-\d\d-\d\d\.jsonl$/;

const count = v.pipe(v.number(), v.minValue(0));
const cost = v.object({ steps: count, seconds: count, tokens: v.optional(count) });
const turnRecord = v.object({
  v: v.literal(1),
  session: v.string(),
  started: v.number(),
  at: v.number(),
  agent: v.pipe(v.string(), v.maxLength(200)),
  child: v.optional(v.boolean()),
  steps: count,
  tokens: v.optional(count),
  dollars: v.optional(count),
  stalls: v.array(
    v.object({
      kind: v.pipe(v.string(), v.maxLength(40)),
      before: cost,
      end: v.optional(v.object({ by: v.picklist(stallEnds), after: cost })),
      falseAlarm: v.optional(v.boolean()),
    }),
  ),
}) satisfies v.GenericSchema<unknown, TurnRecord>;

export class LedgerFiles {
  private readonly limits: typeof ledgerLimits;
  /** By session and beginning: what waits to be written. */
  private readonly waiting = new Map<string, TurnRecord>();
  private writing: Promise<void> = Promise.resolve();
  private ready: Promise<void> | undefined;
  private hasComplained = false;
  /** What was to be kept last could not be: the numbers of today stand still. */
  isFull = false;

  constructor(private readonly options: LedgerFilesOptions) {
    this.limits = { ...ledgerLimits, ...options.limits };
  }

  /** Queues a record to be written; never throws. */
  keep(record: TurnRecord): void {
    this.waiting.set(`${record.session} ${record.started}`, record);
    this.writing = this.writing.then(() => this.write());
  }

  /** Resolves once everything kept so far is on disk, or could not be written. */
  flush(): Promise<void> {
    return this.writing;
  }

  /** The turns of all windows, of all days that are kept. Damaged lines are left out. @throws file system errors */
  async read(): Promise<TurnRecord[]> {
    await this.flush();
    const written: TurnRecord[] = [];
    for (const name of await this.files()) {
      const text = await readText(join(this.options.dir, name), LARGEST);
      written.push(...text.split('\n').flatMap(readLine));
    }
    return newestOfEach(written);
  }

  /** Those that were written today. @throws file system errors */
  async readToday(): Promise<TurnRecord[]> {
    await this.flush();
    const name = `${formatDay(this.options.clock.now())}.jsonl`;
    const isThere = (await this.files()).includes(name);
    const text = isThere ? await readText(join(this.options.dir, name), LARGEST) : '';
    return newestOfEach(text.split('\n').flatMap(readLine));
  }

  /** Deletes everything. @throws file system errors */
  async clear(): Promise<void> {
    await this.flush();
    for (const name of await this.files()) {
      await rm(join(this.options.dir, name), { force: true });
    }
  }

  private async write(): Promise<void> {
    const records = [...this.waiting.values()];
    this.waiting.clear();
    if (records.length === 0) {
      return;
    }
    try {
      await (this.ready ??= this.prepare());
      // by the day of writing: a session's own times may be anything
      const file = join(this.options.dir, `${formatDay(this.options.clock.now())}.jsonl`);
      this.isFull = !(await this.append(
        file,
        records.map((record) => `${JSON.stringify(record)}\n`).join(''),
      ));
    } catch (error) {
      this.ready = undefined;
      this.isFull = true;
      this.complain(readErrorMessage(error));
    }
  }

  /** @returns false where the file of the day is full */
  private async append(file: string, lines: string): Promise<boolean> {
    const size = await stat(file).then(
      (found) => found.size,
      (error: unknown) => {
        if (readErrorCode(error) === 'ENOENT') {
          return 0;
        }
        throw error;
      },
    );
    if (size + 1 + lines.length > this.limits.dayBytes) {
      this.complain(`the file of the day holds ${size} bytes`);
      return false;
    }
    // in one write, so that windows do not mix their lines; first a line end, as one that was killed may have left half a line
    await appendTo(file, `\n${lines}`, 0o600);
    return true;
  }

  private async prepare(): Promise<void> {
    const { dir, clock } = this.options;
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const oldest = `${formatDay(clock.now() - this.limits.days * DAY_MS)}.jsonl`;
    for (const name of await this.files()) {
      if (name < oldest) {
        await rm(join(dir, name), { force: true });
      }
    }
  }

  /** Oldest first. */
  private async files(): Promise<string[]> {
    const names = await readdir(this.options.dir).catch((error: unknown): string[] => {
      if (readErrorCode(error) === 'ENOENT') {
        return [];
      }
      throw error;
    });
    return names.filter((name) => dayFile.test(name)).sort();
  }

  private complain(problem: string): void {
    if (!this.hasComplained) {
      this.hasComplained = true;
      this.options.log(`cannot keep what became of a turn: ${problem}`);
    }
  }
}

/** The day where the person is: `2026-01-31`. */
function formatDay(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function readLine(line: string): TurnRecord[] {
  if (line === '') {
    return [];
  }
  try {
    const { success, output } = v.safeParse(turnRecord, JSON.parse(line));
    return success ? [output] : [];
  } catch {
    return [];
  }
}
