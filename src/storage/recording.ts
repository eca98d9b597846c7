/** Records each session's events as JSON Lines on disk, for exports and older rows. Bounded per session and in total. */
import { createHash } from 'node:crypto';
import { appendFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnEvent } from '../core/events.js';
import { messageOf, stackOf } from '../core/error-words.js';
import { LineSplitter } from '../logs/lines.js';
import type { LogLine } from '../core/throttled-log.js';

export interface RecordingLimits {
  /** A recording stops at this size. */
  sessionBytes: number;
  /** Old recordings are removed to keep the total below this. */
  totalBytes: number;
  /** Limit of what waits to be written; the rest is dropped, and logged as such. */
  waitingBytes: number;
}

const recordingLimits: Readonly<RecordingLimits> = {
  sessionBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  waitingBytes: 16 * 1024 * 1024,
};

export interface RecorderOptions {
  /** Private to the user; created if missing. */
  dir: string;
  log: LogLine;
  now?: () => number;
  limits?: Partial<RecordingLimits>;
}

interface Recording {
  file: string;
  /** Lines appended so far, written or waiting. */
  lines: number;
  bytes: number;
  waiting: string[];
  waitingBytes: number;
  ended: boolean;
  /** Known byte offsets of lines 0, 256, 512, … */
  offsets: number[];
}

const WRITE_AFTER_MS = 100;
const INDEX_EVERY = 256;
const CHUNK = 256 * 1024;
/** Another window may still be writing to a recording that changed this recently. */
const IN_USE_MS = 10 * 60_000;

export class Recorder {
  private readonly limits: RecordingLimits;
  private readonly now: () => number;
  private readonly stamp: string;
  private readonly recordings = new Map<string, Recording>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private ready: Promise<void> | undefined;
  private complained = false;
  private sincePruned = 0;

  constructor(private readonly options: RecorderOptions) {
    this.limits = { ...recordingLimits, ...options.limits };
    this.now = options.now ?? Date.now;
    this.stamp = `${new Date(this.now())
      .toISOString()
      .replace(/[^0-9]/g, '')
      .slice(0, 17)}-${process.pid}`;
  }

  /** Queues an event to be written; never throws. @returns its 0-based line in the recording, or undefined once recording has stopped. */
  append(session: string, event: TurnEvent): number | undefined {
    const recording = this.recordingOf(session);
    if (recording.ended) {
      return undefined;
    }
    let text: string;
    try {
      text = `${JSON.stringify(event)}\n`;
    } catch (error) {
      this.complain(error);
      return undefined;
    }
    const bytes = Buffer.byteLength(text);
    if (recording.bytes + bytes > this.limits.sessionBytes) {
      this.end(recording, session, 'has reached its limit');
      return;
    }
    if (recording.waitingBytes + bytes > this.limits.waitingBytes) {
      this.end(recording, session, 'could not be written fast enough');
      return;
    }
    recording.waiting.push(text);
    recording.waitingBytes += bytes;
    recording.bytes += bytes;
    this.timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS);
    return recording.lines++;
  }

  /** The file of a session's recording; it may not exist before `flush`. */
  fileOf(session: string): string | undefined {
    return this.recordings.get(session)?.file;
  }

  /** Lines of a session's recording so far, written or waiting, and whether it has stopped. */
  state(session: string): { lines: number; ended: boolean } {
    const { lines = 0, ended = false } = this.recordings.get(session) ?? {};
    return { lines, ended };
  }

  /** Resolves once everything appended is written or the failure is logged. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  /** Lines `from` to `from + count - 1` of a session's recording (0-based), fewer at its end; none where it cannot be read. */
  async read(session: string, from: number, count: number): Promise<string[]> {
    const recording = this.recordings.get(session);
    if (recording === undefined || count <= 0) {
      return [];
    }
    await this.flush();
    try {
      return await slice(recording, Math.max(0, from), count);
    } catch (error) {
      this.complain(error);
      return [];
    }
  }

  /** Removes the oldest recordings above the total limit; those in use stay. */
  async prune(): Promise<void> {
    const own = new Set([...this.recordings.values()].map(({ file }) => file));
    const found: { file: string; bytes: number; changedAt: number }[] = [];
    for (const name of await readdir(this.options.dir).catch(() => [])) {
      if (!name.endsWith('.jsonl')) {
        continue;
      }
      const file = join(this.options.dir, name);
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
      found.push({ file, bytes: size, changedAt: mtimeMs });
    }
    found.sort((a, b) => a.changedAt - b.changedAt);
    let total = found.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { file, bytes, changedAt } of found) {
      if (total <= this.limits.totalBytes) {
        return;
      }
      if (own.has(file) || this.now() - changedAt < IN_USE_MS) {
        continue;
      }
      await rm(file, { force: true }).catch((error: unknown) => this.complain(error));
      total -= bytes;
    }
  }

  /** Writes what is waiting. */
  close(): Promise<void> {
    return this.flush();
  }

  private recordingOf(session: string): Recording {
    const known = this.recordings.get(session);
    if (known !== undefined) {
      return known;
    }
    const made: Recording = {
      file: join(this.options.dir, `${this.stamp}-${fileName(session)}.jsonl`),
      lines: 0,
      bytes: 0,
      waiting: [],
      waitingBytes: 0,
      ended: false,
      offsets: [0],
    };
    this.recordings.set(session, made);
    return made;
  }

  private end(recording: Recording, session: string, why: string): undefined {
    recording.ended = true;
    this.options.log(
      `recording: the recording of session ${session} ${why} and has stopped after ${recording.lines} events`,
    );
  }

  private async write(): Promise<void> {
    this.ready ??= mkdir(this.options.dir, { recursive: true, mode: 0o700 }).then(() =>
      this.prune(),
    );
    try {
      await this.ready;
    } catch (error) {
      this.ready = undefined;
      this.complain(error);
    }
    let wrote = 0;
    for (const [session, recording] of this.recordings) {
      if (recording.waiting.length === 0) {
        continue;
      }
      const text = recording.waiting.join('');
      recording.waiting = [];
      recording.waitingBytes = 0;
      try {
        await appendFile(recording.file, text, { mode: 0o600 });
        wrote += text.length;
      } catch (error) {
        if (!recording.ended) {
          this.end(recording, session, `could not be written (${messageOf(error)})`);
        }
      }
    }
    this.sincePruned += wrote;
    if (this.sincePruned > this.limits.totalBytes / 8) {
      this.sincePruned = 0;
      await this.prune();
    }
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(`recording: ${stackOf(error)}`);
  }
}

/** Maps any session id to a safe part of a file name; different ids give different names. */
function fileName(session: string): string {
  return `${session.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 48)}-${createHash('sha256').update(session).digest('hex').slice(0, 12)}`;
}

async function slice({ file, offsets }: Recording, from: number, count: number): Promise<string[]> {
  const handle = await open(file, 'r');
  try {
    const known = Math.min(Math.floor(from / INDEX_EVERY), offsets.length - 1);
    const lines: string[] = [];
    let at = offsets[known] ?? 0;
    let lineStart = at;
    const splitter = new LineSplitter({
      lineBytes: Infinity,
      line: known * INDEX_EVERY,
      onLine: (line, number) => {
        // the splitter counts from 1, so its number is the 0-based number of the next line
        lineStart += Buffer.byteLength(line) + 1;
        if (number % INDEX_EVERY === 0 && number / INDEX_EVERY === offsets.length) {
          offsets.push(lineStart);
        }
        if (number > from && lines.length < count) {
          lines.push(line);
        }
      },
      onLong: () => undefined,
    });
    const chunk = Buffer.allocUnsafe(CHUNK);
    while (lines.length < count) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, at);
      if (bytesRead === 0) {
        break;
      }
      at += bytesRead;
      splitter.feed(chunk.subarray(0, bytesRead));
    }
    return lines;
  } finally {
    await handle.close();
  }
}
