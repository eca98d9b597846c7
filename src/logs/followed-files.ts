/** The logs being followed: a limited number, each until it has been silent for long. */
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../core/clock.js';
import { readErrorMessage } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { dropOldest } from '../core/push-newest.js';
import type { Skip, TailPosition } from './line-reader.js';
import { Tail } from './tail.js';

interface FollowedFilesOptions {
  /** Maximum number of files; a newer one replaces the one that has been silent longest. */
  mostFiles: number;
  onLine: (file: string, line: string, lineNumber: number) => void;
  /** For files that are not read line by line: called instead of `onLine`, once at the start and soon after each change. */
  onChange?: ((file: string) => void) | undefined;
  /** Suffixes of neighbouring files whose changes count as the log's. */
  beside: readonly string[];
  onSkip?: ((file: string, skip: Skip) => void) | undefined;
  log: LogLine;
  clock: Clock;
}

interface FollowedFile {
  tail: Tail | Changes;
  activeAt: number;
}

/** Maximum number of remembered positions of files that are no longer followed. */
const MOST_POSITIONS = 256;

export class FollowedFiles {
  private readonly followed = new Map<string, FollowedFile>();
  private readonly left = new Map<string, TailPosition>();
  private stopped = false;

  constructor(private readonly options: FollowedFilesOptions) {}

  get files(): string[] {
    return [...this.followed.keys()];
  }

  has(file: string): boolean {
    return this.followed.has(file);
  }

  /** Whether a file that is no longer followed still has its last known size. */
  isReadUpTo(file: string, size: number): boolean {
    return size === this.left.get(file)?.offset;
  }

  /** Continues where it left off if it followed the file before. `changedAt`: milliseconds since the epoch. */
  follow(file: string, changedAt: number): void {
    if (this.stopped || this.followed.has(file)) {
      return;
    }
    if (this.followed.size >= this.options.mostFiles) {
      const [oldest] = [...this.followed].sort(([, a], [, b]) => a.activeAt - b.activeAt);
      if (oldest === undefined || oldest[1].activeAt >= changedAt) {
        return;
      }
      this.leave(oldest[0], oldest[1]);
    }
    const from = this.left.get(file);
    this.left.delete(file);
    const followed: FollowedFile = {
      activeAt: changedAt,
      tail: this.open(file, from, () => {
        followed.activeAt = this.options.clock.now();
      }),
    };
    this.followed.set(file, followed);
    followed.tail.start();
  }

  /** Stops following files that have been silent since `time`. */
  leaveSilentSince(time: number): void {
    for (const [file, followed] of this.followed) {
      if (followed.activeAt < time) {
        this.leave(file, followed);
      }
    }
  }

  /** Resolves once the current content of the files with this name (and folder name) is read; false if none is followed. */
  async catchUp(place: string): Promise<boolean> {
    let found = false;
    for (const [path, { tail }] of this.followed) {
      if (findPlace(path) !== place || !(tail instanceof Tail)) {
        continue;
      }
      found = true;
      await tail.catchUp();
    }
    return found;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([...this.followed.values()].map(({ tail }) => tail.stop()));
    this.followed.clear();
  }

  private open(file: string, from: TailPosition | undefined, active: () => void): Tail | Changes {
    const { onChange, onLine, onSkip, beside, log } = this.options;
    if (onChange !== undefined) {
      return new Changes({
        file,
        beside,
        log,
        onChange: () => {
          active();
          onChange(file);
        },
      });
    }
    return new Tail({
      file,
      ...(from && { from }),
      log,
      onLine: (line, lineNumber) => {
        active();
        onLine(file, line, lineNumber);
      },
      onSkip: (skip) => onSkip?.(file, skip),
    });
  }

  private leave(file: string, { tail }: FollowedFile): void {
    this.followed.delete(file);
    if (tail instanceof Tail) {
      this.left.set(file, tail.position);
    }
    dropOldest(this.left, MOST_POSITIONS);
    void tail.stop();
  }
}

/** A log's file and folder name: some agents name only the folder, and hooks may use a path through other links. */
export function findPlace(file: string): string {
  return join(basename(dirname(file)), basename(file));
}

interface ChangesOptions {
  file: string;
  /** Suffixes of neighbouring files whose changes count as well. */
  beside: readonly string[];
  /** Called once at the start, then after changes. */
  onChange: () => void;
  log: LogLine;
  /** Minimum milliseconds between two calls. Default 100. */
  pauseMs?: number;
  /** Polling interval where the system reports no changes; six times longer where it does. Default 500 ms. */
  pollMs?: number;
}

const PAUSE_MS = 100;
const POLL_MS = 500;

/** Reports changes of one file that is read as a whole, throttled so that reading it again stays cheap. */
export class Changes {
  private readonly names: Set<string>;
  private watcher: FSWatcher | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  /** A change was reported during the look, which may have missed it; so it looks again. */
  private again = false;
  private seen = '';
  private lookedAt = 0;
  private stopped = false;

  constructor(private readonly options: ChangesOptions) {
    this.names = new Set(['', ...options.beside].map((ending) => basename(options.file) + ending));
  }

  start(): void {
    this.watch();
    this.lookIn(0);
  }

  stop(): Promise<void> {
    this.stopped = true;
    this.watcher?.close();
    clearTimeout(this.timer);
    return Promise.resolve();
  }

  /** Watches the folder, so that a replacement of the file is noticed. */
  private watch(): void {
    try {
      const watcher = watch(dirname(this.options.file), { persistent: false }, (_event, name) => {
        if (name === null || this.names.has(name)) {
          this.lookSoon();
        }
      });
      watcher.on('error', () => {
        watcher.close();
        this.watcher = undefined;
      });
      this.watcher = watcher;
    } catch {
      // the system is out of watchers: fall back to polling
    }
  }

  private lookSoon(): void {
    const { pauseMs = PAUSE_MS } = this.options;
    this.lookIn(Math.max(0, pauseMs - (Date.now() - this.lookedAt)));
  }

  private lookIn(ms: number): void {
    if (this.stopped) {
      return;
    }
    if (this.looking) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.compare(), ms);
    this.timer.unref();
  }

  private async compare(): Promise<void> {
    this.looking = true;
    this.lookedAt = Date.now();
    const seen = await this.state();
    this.looking = false;
    if (this.stopped) {
      return;
    }
    const { pollMs = POLL_MS, pauseMs = PAUSE_MS } = this.options;
    this.lookIn(
      this.again || seen !== this.seen ? pauseMs : this.watcher === undefined ? pollMs : pollMs * 6,
    );
    this.again = false;
    if (seen === this.seen) {
      return;
    }
    this.seen = seen;
    try {
      this.options.onChange();
    } catch (error) {
      this.options.log(`changes: ${this.options.file}: ${readErrorMessage(error)}`);
    }
  }

  private async state(): Promise<string> {
    const all = await Promise.all(
      ['', ...this.options.beside].map((ending) =>
        stat(this.options.file + ending).then(
          ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
          () => 'none',
        ),
      ),
    );
    return all.join(', ');
  }
}
