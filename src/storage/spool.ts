/**
 * What the view may ask for and memory does not hold: whole inputs and outputs of calls, and rows that left memory. On disk, redacted
 * before it is written, while its session is known to this window. Written later and in batches: no event waits for it.
 */
import { mkdir, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Json } from '../core/events.js';
import {
  TEXT_CHARACTERS,
  type FullText,
  type KeptTexts,
  type Missing,
  type OlderRows,
} from '../core/view/full-text.js';
import { inputText } from '../core/view/input-text.js';
import { isObject, parseJsonObject } from '../core/json.js';
import { shown } from '../core/redact.js';
import type { Row } from '../core/view/snapshot.js';
import { messageOf } from '../core/error-words.js';
import { makeSpoolDir, removeLeftSpools } from './spool-dir.js';
import { SpoolFiles, type SpoolLine } from './spool-files.js';
import type { LogLine } from '../core/throttled-log.js';

export interface SpoolLimits {
  /** Of one input or output; of a longer one head and tail are kept. */
  textCharacters: number;
  segmentBytes: number;
  /** Of one session, and of all: the oldest go. */
  sessionBytes: number;
  totalBytes: number;
  /** Characters that wait to be written; texts beyond are not kept. */
  waitingCharacters: number;
}

const spoolLimits: Readonly<SpoolLimits> = {
  textCharacters: TEXT_CHARACTERS,
  segmentBytes: 4 * 1024 * 1024,
  sessionBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  waitingCharacters: 16 * 1024 * 1024,
};

export interface SpoolOptions {
  /** Folder for the folders of all windows; made where missing. */
  base: string;
  log: LogLine;
  now: () => number;
  limits?: Partial<SpoolLimits>;
}

type Item =
  | (FullText & { size: number })
  | { part: 'rows'; first: number; rows: readonly Row[]; size: number };
/** `files`: from the first write on. */
interface Kept {
  files?: SpoolFiles;
  waiting: Item[];
  size: number;
}

const WRITE_AFTER_MS = 150;
/** After a failure the disk is left alone for this long (milliseconds). */
const RETRY_MS = 60_000;
/** The event loop is let go after so long at a time (milliseconds). */
const BUSY_MS = 8;
const READ_LIMIT_MS = 3000;
const ROW_SIZE = 500;

export class Spool {
  private readonly limits: SpoolLimits;
  private readonly sessions = new Map<string, Kept>();
  private made = 0;
  private waiting = 0;
  private dir: Promise<string> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private failedAt = -Infinity;
  private complained = false;
  private closed = false;

  constructor(private readonly options: SpoolOptions) {
    this.limits = { ...spoolLimits, ...options.limits };
  }

  /** Takes a text to be written soon; never throws. */
  text(session: string, full: FullText): void {
    this.put(session, {
      ...full,
      size: full.part === 'input' ? sizeOf(full.input) : full.output.length,
    });
  }

  rows(session: string, first: number, rows: readonly Row[]): void {
    this.put(session, { part: 'rows', first, rows, size: rows.length * ROW_SIZE });
  }

  /** Rows before row number `before`, at most `count`. */
  async olderRows(session: string, before: number, count: number): Promise<OlderRows> {
    const from = Math.max(0, before - count);
    const found = new Map<number, Row>();
    const missing = await this.look(session, async (files) => {
      for await (const lines of files.read('row', from, before - 1)) {
        for (const line of lines) {
          const { r: number, row } = parsed(line, '{"r":') ?? {};
          if (typeof number === 'number' && number >= from && number < before && isRow(row)) {
            found.set(number, row);
          }
        }
        if (found.size === before - from) {
          return;
        }
      }
    });
    const rows: Row[] = [];
    for (
      let number = before - 1, row = found.get(number);
      row !== undefined;
      number -= 1, row = found.get(number)
    ) {
      rows.push(row);
    }
    return rows.length === before - from ? { rows } : { rows, ended: missing ?? 'gone' };
  }

  /** The whole texts of a call. */
  async texts(session: string, call: number): Promise<KeptTexts> {
    const kept: KeptTexts = {};
    const missing = await this.look(session, async (files) => {
      for await (const lines of files.read('call', call, call)) {
        for (const line of lines.reverse()) {
          const { p: part, t: text, n: length } = parsed(line, `{"c":${call},`) ?? {};
          if (
            (part === 'input' || part === 'output') &&
            typeof text === 'string' &&
            typeof length === 'number'
          ) {
            kept[part] ??= { text, length };
          }
        }
        if (kept.input !== undefined && kept.output !== undefined) {
          return;
        }
      }
      // every call has an input: without one, this call was not kept
      if (kept.input === undefined) {
        kept.missing = 'gone';
      }
    });
    return missing === undefined ? kept : { missing };
  }

  /** Removes what a session left. */
  forget(session: string): void {
    const kept = this.sessions.get(session);
    if (kept === undefined) {
      return;
    }
    this.sessions.delete(session);
    this.waiting -= kept.size;
    this.writing = this.writing.then(() =>
      this.guarded(async () => {
        while (kept.files !== undefined && kept.files.count > 0) {
          await kept.files.removeOldest();
        }
      }),
    );
  }

  /** Resolves once all that was taken is written, or its failure logged. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing = this.writing.then(() => this.guarded(() => this.write())));
  }

  /** Removes all of it: the window closes. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    this.sessions.clear();
    await this.writing;
    await this.guarded(async () => {
      if (this.dir !== undefined) {
        await rm(await this.dir, { recursive: true, force: true });
      }
    });
  }

  private put(session: string, item: Item): void {
    if (this.closed || this.waiting + item.size > this.limits.waitingCharacters) {
      return;
    }
    let kept = this.sessions.get(session);
    if (kept === undefined) {
      kept = { waiting: [], size: 0 };
      this.sessions.set(session, kept);
    }
    kept.waiting.push(item);
    kept.size += item.size;
    this.waiting += item.size;
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
  }

  private async write(): Promise<void> {
    for (const [session, kept] of [...this.sessions]) {
      const items = kept.waiting;
      if (items.length === 0) {
        continue;
      }
      kept.waiting = [];
      this.waiting -= kept.size;
      kept.size = 0;
      if (this.options.now() - this.failedAt < RETRY_MS) {
        continue;
      }
      const dir = await (this.dir ??= this.makeDir());
      // what failed before may have failed because somebody has removed the folder
      if (this.failedAt !== -Infinity) {
        await mkdir(dir, { recursive: true, mode: 0o700 });
      }
      kept.files ??= new SpoolFiles(dir, String(++this.made), this.limits.segmentBytes);
      await kept.files.append(await this.linesOf(items));
      while (kept.files.count > 1 && kept.files.bytes > this.limits.sessionBytes) {
        await kept.files.removeOldest();
      }
      // forgotten while it was written
      if (this.sessions.get(session) !== kept) {
        while (kept.files.count > 0) {
          await kept.files.removeOldest();
        }
      }
    }
    await this.holdTotal();
  }

  /** Formatting and redaction take their time: not in one go. */
  private async linesOf(items: readonly Item[]): Promise<SpoolLine[]> {
    const lines: SpoolLine[] = [];
    let began = performance.now();
    for (const item of items) {
      if (item.part === 'rows') {
        for (const [i, row] of item.rows.entries()) {
          lines.push({
            kind: 'row',
            number: item.first + i,
            text: JSON.stringify({ r: item.first + i, row }),
          });
        }
      } else {
        const text = item.part === 'input' ? inputText(item.input) : item.output;
        const kept = shown(text, this.limits.textCharacters);
        lines.push({
          kind: 'call',
          number: item.call,
          text: JSON.stringify({ c: item.call, p: item.part, n: text.length, t: kept }),
        });
      }
      if (performance.now() - began > BUSY_MS) {
        await nextTurn();
        began = performance.now();
      }
    }
    return lines;
  }

  /** Who has most gives first. */
  private async holdTotal(): Promise<void> {
    for (;;) {
      const all = [...this.sessions.values()].flatMap(({ files }) =>
        files === undefined ? [] : [files],
      );
      const [most] = all
        .filter(({ count }) => count > 1)
        .sort((one, other) => other.bytes - one.bytes);
      if (
        most === undefined ||
        all.reduce((sum, { bytes }) => sum + bytes, 0) <= this.limits.totalBytes
      ) {
        return;
      }
      await most.removeOldest();
    }
  }

  private async makeDir(): Promise<string> {
    try {
      const dir = await makeSpoolDir(this.options.base);
      void removeLeftSpools(this.options.base, this.options.now()).catch((error: unknown) =>
        this.options.log(
          `spool: what closed windows left could not be removed: ${messageOf(error)}`,
        ),
      );
      return dir;
    } catch (error) {
      this.dir = undefined;
      throw error;
    }
  }

  /** Looks once all that waits is written. @returns what went wrong, if anything. */
  private async look(
    session: string,
    read: (files: SpoolFiles) => Promise<void>,
  ): Promise<Missing | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Missing>((done) => {
      timer = setTimeout(() => done('unreadable'), READ_LIMIT_MS);
    });
    const looked = this.flush()
      .then(async (): Promise<Missing | undefined> => {
        const files = this.sessions.get(session)?.files;
        if (files === undefined) {
          return this.failedAt === -Infinity ? 'gone' : 'unreadable';
        }
        await read(files);
        return undefined;
      })
      .catch((error: unknown): Missing => {
        this.complain(error);
        return 'unreadable';
      });
    try {
      return await Promise.race([looked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private async guarded(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.failedAt = this.options.now();
      this.complain(error);
    }
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(
      `spool: older rows and whole texts cannot be kept on disk, at least for now: ${messageOf(error)}`,
    );
  }
}

/** What a call's input weighs while it waits, without reading it whole: nested texts count once each, few levels deep. */
function sizeOf(value: Json, depth = 0): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (typeof value !== 'object' || value === null || depth > 3) {
    return 8;
  }
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each, depth + 1), 8);
}

/** A line that was cut short, or that is none of ours, gives nothing. */
function parsed(line: string, start: string): Record<string, unknown> | undefined {
  return line.startsWith(start) ? parseJsonObject(line) : undefined;
}

const kinds: Record<Row['kind'], true> = {
  prompt: true,
  message: true,
  step: true,
  workspace: true,
  verdict: true,
  intervention: true,
};

/** A row that we wrote; the page looks at every field of what it is given. */
function isRow(value: unknown): value is Row {
  return (
    isObject(value) && typeof value['kind'] === 'string' && Object.hasOwn(kinds, value['kind'])
  );
}
