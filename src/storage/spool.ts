/**
 * What the view may request and memory does not hold: full inputs and outputs of calls, and older rows. Redacted, then
 * written to disk in batches in the background, and kept while the window knows the session.
 */
import type { Clock } from '../core/clock.js';
import { mkdir, rm } from 'node:fs/promises';
import {
  TEXT_CHARACTERS,
  type FullText,
  type KeptTexts,
  type Missing,
  type OlderRows,
} from '../core/view/full-text.js';
import type { Row } from '../core/view/timeline/rows.js';
import { readErrorMessage } from '../core/error-words.js';
import { makeSpoolDir, removeLeftSpools, SpoolFiles } from './spool-files.js';
import {
  writeLines,
  readRow,
  readText,
  rowsItem,
  textItem,
  type SpoolItem,
} from './spool-lines.js';
import type { LogLine } from '../core/log.js';

export interface SpoolLimits {
  /** Characters of one input or output; longer ones keep only head and tail. */
  textCharacters: number;
  segmentBytes: number;
  /** Limits per session and in total, above which the oldest files are removed. */
  sessionBytes: number;
  totalBytes: number;
  /** Characters that may wait to be written; texts above it are dropped. */
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
  /** Parent of all windows' spool folders; created if missing. */
  base: string;
  log: LogLine;
  clock: Clock;
  limits?: Partial<SpoolLimits>;
}

/** `files`: set by the first write. */
interface SpooledSession {
  files?: SpoolFiles;
  waiting: SpoolItem[];
  size: number;
}

const WRITE_AFTER_MS = 150;
/** Milliseconds without writes after a failure. */
const RETRY_MS = 60_000;
const READ_LIMIT_MS = 3000;

export class Spool {
  private readonly limits: SpoolLimits;
  private readonly sessions = new Map<string, SpooledSession>();
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

  /** Queues a text to be written; never throws. */
  text(session: string, full: FullText): void {
    this.put(session, textItem(full));
  }

  rows(session: string, first: number, rows: readonly Row[]): void {
    this.put(session, rowsItem(first, rows));
  }

  /** Rows before row number `before`, at most `count`. */
  async olderRows(session: string, before: number, count: number): Promise<OlderRows> {
    const from = Math.max(0, before - count);
    const found = new Map<number, Row>();
    const missing = await this.readFiles(session, async (files) => {
      for await (const lines of files.read('row', from, before - 1)) {
        for (const line of lines) {
          const read = readRow(line);
          if (read !== undefined && read.number >= from && read.number < before) {
            found.set(read.number, read.row);
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

  /** The full texts of a call. */
  async texts(session: string, call: number): Promise<KeptTexts> {
    const kept: KeptTexts = {};
    const missing = await this.readFiles(session, async (files) => {
      for await (const lines of files.read('call', call, call)) {
        for (const line of lines.reverse()) {
          const read = readText(line, call);
          if (read !== undefined) {
            kept[read.part] ??= { text: read.text, length: read.length };
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

  /** Removes everything kept of a session. */
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

  /** Resolves once everything queued is written or the failure is logged. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing = this.writing.then(() => this.guarded(() => this.write())));
  }

  /** Removes everything, when the window closes. */
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

  private put(session: string, item: SpoolItem): void {
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
      if (this.options.clock.now() - this.failedAt < RETRY_MS) {
        continue;
      }
      const dir = await (this.dir ??= this.makeDir());
      // the last write may have failed because the folder was removed
      if (this.failedAt !== -Infinity) {
        await mkdir(dir, { recursive: true, mode: 0o700 });
      }
      kept.files ??= new SpoolFiles(dir, String(++this.made), this.limits.segmentBytes);
      await kept.files.append(await writeLines(items, this.limits.textCharacters));
      while (kept.files.count > 1 && kept.files.bytes > this.limits.sessionBytes) {
        await kept.files.removeOldest();
      }
      // forgotten during the write
      if (this.sessions.get(session) !== kept) {
        while (kept.files.count > 0) {
          await kept.files.removeOldest();
        }
      }
    }
    await this.holdTotal();
  }

  /** Enforces the total limit: the largest session loses its oldest files first. */
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
      void removeLeftSpools(this.options.base, this.options.clock.now()).catch((error: unknown) =>
        this.options.log(
          `spool: could not remove what closed windows left behind: ${readErrorMessage(error)}`,
        ),
      );
      return dir;
    } catch (error) {
      this.dir = undefined;
      throw error;
    }
  }

  /** Reads after writing everything queued. @returns what went wrong, if anything. */
  private async readFiles(
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
      this.failedAt = this.options.clock.now();
      this.complain(error);
    }
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(
      `spool: cannot store older rows and full texts on disk for now: ${readErrorMessage(error)}`,
    );
  }
}
