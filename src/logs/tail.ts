/** Follows one growing file of lines, such as an agent's session log. */
import { watch, type FSWatcher } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { stackOf } from '../core/error-words.js';
import { restIfDue } from '../event-loop.js';
import type { LogLine } from '../core/throttled-log.js';
import { LineSplitter } from './lines.js';

/** Where a tail stopped; a later one can continue from there. */
export interface TailPosition {
  /** Bytes whose lines were delivered or skipped. */
  offset: number;
  /** Number of the last line before `offset`; 0 before the first. */
  line: number;
  /** The last bytes before `offset`: if they differ, it is another file. */
  mark: Buffer;
}

export type Skip =
  /** The beginning of a large file was skipped; lines are numbered from where reading began. */
  | { kind: 'beginning'; bytes: number }
  /** Line `line` was longer than the limit. */
  | { kind: 'long-line'; bytes: number; line: number }
  /** The file was truncated or replaced; reading began again at line 1. */
  | { kind: 'restart' };

export interface TailOptions {
  file: string;
  /** Default: the file's start. */
  from?: TailPosition;
  /** `line` has no line end; the first line of a file is number 1. */
  onLine: (line: string, lineNumber: number) => void;
  onSkip?: (skip: Skip) => void;
  log: LogLine;
  /** The first read covers at most this many bytes at the end. Default 16 MB. */
  firstBytes?: number;
  /** Default 4 MB. */
  lineBytes?: number;
  /** How long after a change the file is read, with all that has been added by then; `catchUp` does not wait. Default 50 ms. */
  pauseMs?: number;
  /** Polling interval where the system reports no changes; six times longer where it does. Default 500 ms. */
  pollMs?: number;
}

const tailLimits = {
  firstBytes: 16 * 1024 * 1024,
  lineBytes: 4 * 1024 * 1024,
  // an agent writes some lines and then runs its hooks, which it waits for: our work must not take the processor from them
  pauseMs: 50,
  pollMs: 500,
} as const;

const CHUNK = 256 * 1024;
/** `catchUp` waits for no more than this many bytes: reading more than that takes too long. */
const MOST_CAUGHT_UP = 128 * 1024;
const MARK = 32;

export class Tail {
  private readonly lines: LineSplitter;
  private offset: number;
  private mark: Buffer;
  private read = false;
  private inode: number | undefined;
  private modified = -1;
  private size = -1;
  private watcher: FSWatcher | undefined;
  /** For the next regular look. */
  private timer: NodeJS.Timeout | undefined;
  /** For the look after a change. */
  private pause: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private complained = false;

  constructor(private readonly options: TailOptions) {
    const { from, lineBytes = tailLimits.lineBytes } = options;
    this.offset = from?.offset ?? 0;
    this.mark = from?.mark ?? Buffer.alloc(0);
    this.read = from !== undefined;
    this.lines = new LineSplitter({
      lineBytes,
      line: from?.line ?? 0,
      onLine: (line, number) => this.guard(() => options.onLine(line, number)),
      onLong: (bytes, line) => this.skip({ kind: 'long-line', bytes, line }),
    });
  }

  /** Watches and reads the file; a missing file is waited for. */
  start(): void {
    this.look();
  }

  /** Resolves once the file's current content is read; at once if that is too much to wait for. */
  async catchUp(): Promise<void> {
    if (await this.isFarBehind()) {
      this.look();
      return;
    }
    // a look in progress may have started too early
    await this.reading;
    this.look();
    await this.reading;
  }

  /** The end of the last whole line. */
  get position(): TailPosition {
    const offset = this.offset - this.lines.pendingBytes;
    // the mark ends at the offset; after an incomplete line it covers less
    const mark = this.mark.subarray(0, Math.max(0, this.mark.length - this.lines.pendingBytes));
    return { offset, line: this.lines.line, mark: Buffer.from(mark) };
  }

  /** Stops watching; makes no calls after it has resolved. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.watcher?.close();
    this.watcher = undefined;
    clearTimeout(this.timer);
    clearTimeout(this.pause);
    await this.reading;
  }

  private async isFarBehind(): Promise<boolean> {
    const found = await stat(this.options.file).catch(() => undefined);
    return found !== undefined && found.size - this.offset > MOST_CAUGHT_UP;
  }

  /** Reads new content; calls during a look share one more look after it. */
  private look(): void {
    if (this.stopped) {
      return;
    }
    clearTimeout(this.pause);
    this.pause = undefined;
    if (this.reading !== undefined) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.reading = this.readNew()
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.reading = undefined;
        if (this.stopped) {
          return;
        }
        if (this.again) {
          this.again = false;
          this.look();
          return;
        }
        const { pollMs = tailLimits.pollMs } = this.options;
        this.timer = setTimeout(
          () => this.look(),
          this.watcher === undefined ? pollMs : pollMs * 6,
        );
        this.timer.unref();
      });
  }

  private lookSoon(): void {
    if (this.stopped) {
      return;
    }
    const { pauseMs = tailLimits.pauseMs } = this.options;
    this.pause ??= setTimeout(() => this.look(), pauseMs).unref();
  }

  private watch(): void {
    if (this.watcher !== undefined || this.stopped) {
      return;
    }
    try {
      const watcher = watch(this.options.file, { persistent: false }, (event) => {
        // renamed or removed: this watcher still follows the old file
        if (event === 'rename') {
          this.unwatch();
        }
        this.lookSoon();
      });
      watcher.on('error', () => this.unwatch());
      this.watcher = watcher;
    } catch {
      // the file is missing or the system is out of watchers: fall back to polling
    }
  }

  private unwatch(): void {
    this.watcher?.close();
    this.watcher = undefined;
  }

  private async readNew(): Promise<void> {
    // watch first, then look, so that no change in between is missed
    this.watch();
    const found = await stat(this.options.file).catch(() => undefined);
    if (found === undefined || !found.isFile()) {
      this.unwatch();
      this.inode = undefined;
      return;
    }
    const replaced = this.inode !== undefined && found.ino !== this.inode;
    if (replaced) {
      this.unwatch();
      this.watch();
    }
    this.inode = found.ino;
    if (!replaced && found.size === this.size && found.mtimeMs === this.modified) {
      return;
    }
    const handle = await open(this.options.file, 'r');
    try {
      if (replaced || found.size < this.offset || !(await this.sameSoFar(handle))) {
        this.restart();
      }
      await this.readFrom(handle, found.size);
      this.size = found.size;
      this.modified = found.mtimeMs;
    } finally {
      await handle.close();
    }
  }

  private async sameSoFar(handle: FileHandle): Promise<boolean> {
    if (this.mark.length === 0) {
      return true;
    }
    const bytes = Buffer.alloc(this.mark.length);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, this.offset - bytes.length);
    return bytesRead === bytes.length && bytes.equals(this.mark);
  }

  private restart(): void {
    const had = this.offset > 0;
    this.offset = 0;
    this.mark = Buffer.alloc(0);
    this.lines.reset();
    this.read = false;
    if (had) {
      this.skip({ kind: 'restart' });
    }
  }

  private async readFrom(handle: FileHandle, size: number): Promise<void> {
    if (!this.read) {
      const { firstBytes = tailLimits.firstBytes } = this.options;
      if (size > firstBytes) {
        await this.passOver(handle, size - firstBytes);
      }
      this.read = true;
    }
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, this.offset);
      if (bytesRead === 0 || this.stopped) {
        return;
      }
      if (!(await this.feed(chunk.subarray(0, bytesRead)))) {
        return;
      }
    }
  }

  /** Line by line, with time for others in between. @returns false once stopped. */
  private async feed(bytes: Buffer): Promise<boolean> {
    for (let from = 0; from < bytes.length;) {
      const end = bytes.indexOf(0x0a, from);
      const piece = bytes.subarray(from, end < 0 ? bytes.length : end + 1);
      from += piece.length;
      this.advance(piece);
      this.lines.feed(piece);
      // what works on a line may do so in the next job: its time counts, too
      await Promise.resolve();
      await restIfDue();
      if (this.stopped) {
        return false;
      }
    }
    return true;
  }

  /** Skips to the first line that begins at or after `least`. */
  private async passOver(handle: FileHandle, least: number): Promise<void> {
    const chunk = Buffer.allocUnsafe(CHUNK);
    this.offset = least - 1;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK, this.offset);
      if (bytesRead === 0 || this.stopped) {
        break;
      }
      const end = chunk.subarray(0, bytesRead).indexOf(0x0a);
      this.advance(chunk.subarray(0, end < 0 ? bytesRead : end + 1));
      if (end >= 0) {
        break;
      }
    }
    this.skip({ kind: 'beginning', bytes: this.offset });
  }

  private advance(bytes: Buffer): void {
    this.offset += bytes.length;
    this.mark =
      bytes.length < MARK
        ? Buffer.concat([this.mark, bytes]).subarray(-MARK)
        : Buffer.from(bytes.subarray(-MARK));
  }

  private skip(skip: Skip): void {
    this.guard(() => this.options.onSkip?.(skip));
  }

  /** A listener that throws must not stop the tail. */
  private guard(call: () => void): void {
    if (this.stopped) {
      return;
    }
    try {
      call();
    } catch (error) {
      this.complain(error);
    }
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(`tail: ${this.options.file}: ${stackOf(error)}`);
  }
}
