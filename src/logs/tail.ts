/** Follows one growing file of lines, such as an agent's session log. */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { openToRead } from '../bounded-files.js';
import { readErrorStack } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { LineReader, type Skip, type TailPosition } from './line-reader.js';

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
  // an agent writes some lines and then runs its hooks, which it waits for: our work must not take the processor from them
  pauseMs: 50,
  pollMs: 500,
} as const;

/** `catchUp` waits for no more than this many bytes: reading more than that takes too long. */
const MOST_CAUGHT_UP = 128 * 1024;

export class Tail {
  private readonly reader: LineReader;
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
    const { from, firstBytes, lineBytes, onLine, onSkip } = options;
    this.reader = new LineReader({
      from,
      firstBytes,
      lineBytes,
      onLine: (line, number) => this.guard(() => onLine(line, number)),
      onSkip: (skip) => this.guard(() => onSkip?.(skip)),
      isStopped: () => this.stopped,
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

  get position(): TailPosition {
    return this.reader.position;
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
    return found !== undefined && found.size - this.reader.offset > MOST_CAUGHT_UP;
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
    const handle = await openToRead(this.options.file);
    try {
      if (replaced || !(await this.reader.continues(handle, found.size))) {
        this.reader.restart();
      }
      await this.reader.read(handle, found.size);
      this.size = found.size;
      this.modified = found.mtimeMs;
    } finally {
      await handle.close();
    }
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
    this.options.log(`tail: ${this.options.file}: ${readErrorStack(error)}`);
  }
}
