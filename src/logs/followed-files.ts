/** The logs being followed: a limited number, each until it has been silent for long. */
import type { Clock } from '../core/clock.js';
import { basename, dirname, join } from 'node:path';
import type { LogLine } from '../core/throttled-log.js';
import { Changes } from './changes.js';
import type { Skip, TailPosition } from './line-reader.js';
import { Tail } from './tail.js';

export interface FollowedFilesOptions {
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

interface Followed {
  tail: Tail | Changes;
  activeAt: number;
}

/** Maximum number of remembered positions of files that are no longer followed. */
const MOST_POSITIONS = 256;

export class FollowedFiles {
  private readonly followed = new Map<string, Followed>();
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
    const followed: Followed = {
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

  private leave(file: string, { tail }: Followed): void {
    this.followed.delete(file);
    if (tail instanceof Tail) {
      this.left.set(file, tail.position);
    }
    const first = this.left.keys().next();
    if (this.left.size > MOST_POSITIONS && first.done !== true) {
      this.left.delete(first.value);
    }
    void tail.stop();
  }
}

/** A log's file and folder name: some agents name only the folder, and hooks may use a path through other links. */
export function findPlace(file: string): string {
  return join(basename(dirname(file)), basename(file));
}
