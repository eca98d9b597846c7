/** The file of one recording: only whole lines stay in it, and its lines are found by number. */
import { createHash } from 'node:crypto';
import { stat, truncate, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendTo, openToRead } from '../bounded-files.js';
import type { Clock } from '../core/clock.js';
import { readErrorCode } from '../core/error-words.js';
import { LineSplitter } from '../logs/line-reader.js';

/** A line in place of events that could not be recorded. `at`: milliseconds since the epoch. */
export function gapLine(events: number, at: number): string {
  return `${JSON.stringify({ v: 1, type: 'gap', at, events })}\n`;
}

export function isGap(line: string): boolean {
  return line.startsWith('{"v":1,"type":"gap",');
}

const INDEX_EVERY = 256;
const CHUNK = 256 * 1024;

export class RecordingFile {
  /** Bytes that are whole lines: after a failure there may be more. */
  private writtenBytes = 0;
  private isTorn = false;
  /** Known byte offsets of lines 0, 256, 512, … */
  private readonly offsets = [0];

  /** It need not exist. */
  constructor(readonly path: string) {}

  /** `text`: whole lines, all of which are written or none. @throws file system errors */
  async append(text: Buffer): Promise<void> {
    if (this.isTorn) {
      await this.cutTornEnd();
    }
    try {
      await appendTo(this.path, text, 0o600);
    } catch (error) {
      this.isTorn = true;
      // nobody should read half a line meanwhile; before the next attempt it is cut for certain
      await this.cutTornEnd().catch(() => undefined);
      throw error;
    }
    this.writtenBytes += text.length;
  }

  /** Lines `from` to `from + count - 1` (0-based), fewer at the end. @throws file system errors */
  async read(from: number, count: number): Promise<string[]> {
    const handle = await openToRead(this.path);
    try {
      const known = Math.min(Math.floor(from / INDEX_EVERY), this.offsets.length - 1);
      const lines: string[] = [];
      let at = this.offsets[known] ?? 0;
      let lineStart = at;
      const splitter = new LineSplitter({
        lineBytes: Infinity,
        line: known * INDEX_EVERY,
        onLine: (line, number) => {
          // the splitter counts from 1, so its number is the 0-based number of the next line
          lineStart += Buffer.byteLength(line) + 1;
          if (number % INDEX_EVERY === 0 && number / INDEX_EVERY === this.offsets.length) {
            this.offsets.push(lineStart);
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

  /** @throws file system errors, also if the file is no longer what was written. */
  private async cutTornEnd(): Promise<void> {
    const size = await stat(this.path).then(
      (found) => found.size,
      (error: unknown) => {
        if (readErrorCode(error) === 'ENOENT' && this.writtenBytes === 0) {
          return 0;
        }
        throw error;
      },
    );
    if (size < this.writtenBytes) {
      throw new Error('the file was changed');
    }
    if (size > this.writtenBytes) {
      await truncate(this.path, this.writtenBytes);
    }
    this.isTorn = false;
  }
}

/** Maps any session id to a safe part of a file name; different ids give different names. */
export function recordingName(session: string): string {
  return `${session.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 48)}-${createHash('sha256').update(session).digest('hex').slice(0, 12)}`;
}

/** Keeps a folder of recordings below a size. */
interface PruneOptions {
  dir: string;
  /** Limit of all recordings together (bytes). */
  totalBytes: number;
  /** Files that stay. */
  own: ReadonlySet<string>;
  clock: Clock;
  onProblem: (error: unknown) => void;
}

/** Another window may still be writing to a recording that changed this recently. */
const IN_USE_MS = 10 * 60_000;

/** Removes the oldest recordings above the limit; those in use stay. */
export async function pruneRecordings(options: PruneOptions): Promise<void> {
  const { dir, totalBytes, own, clock, onProblem } = options;
  const found: { file: string; bytes: number; changedAt: number }[] = [];
  for (const name of await readdir(dir).catch(() => [])) {
    if (!name.endsWith('.jsonl')) {
      continue;
    }
    const file = join(dir, name);
    const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
    found.push({ file, bytes: size, changedAt: mtimeMs });
  }
  found.sort((a, b) => a.changedAt - b.changedAt);
  let total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { file, bytes, changedAt } of found) {
    if (total <= totalBytes) {
      return;
    }
    if (own.has(file) || clock.now() - changedAt < IN_USE_MS) {
      continue;
    }
    await rm(file, { force: true }).catch(onProblem);
    total -= bytes;
  }
}
