/** Finds the session logs that are being written, and follows them. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { stackOf } from '../core/error-words.js';
import { Changes } from './changes.js';
import { Tail, type Skip, type TailPosition } from './tail.js';
import type { LogLine } from '../core/throttled-log.js';
import { WatchedFolders } from './watched-folders.js';

export interface TailsLimits {
  /** Files followed at a time; a newer one takes the place of the one longest silent. */
  files: number;
  /** Folders watched at a time, the first of the list. */
  folders: number;
  /** At the start, a file changed longer ago than this is followed only once it grows. */
  recentMs: number;
  /** A file silent for so long is let go until it grows. */
  silentMs: number;
  /** How often to look at all folders besides when the system reports a change. */
  rescanMs: number;
}

const tailsLimits: Readonly<TailsLimits> = {
  files: 32,
  folders: 128,
  recentMs: 10 * 60_000,
  silentMs: 60 * 60_000,
  rescanMs: 30_000,
};

export interface TailsOptions {
  /** The folders in which logs may lie, whether they exist or not; asked again whenever one has changed. */
  folders: () => Promise<readonly string[]>;
  /** Whether a file of such a folder is a log. Default: its name ends in `.jsonl`. */
  accepts?: (file: string) => boolean;
  /** Whether a log is to be followed: asked when it is found; `false` holds until `forget`. Default: all are. */
  wants?: (file: string) => Promise<boolean>;
  onLine: (file: string, line: string, lineNumber: number) => void;
  /** Given for files that are not read by lines: called instead of `onLine`, soon after a change and once at first. */
  onChange?: (file: string) => void;
  /** Files beside a log, by endings, whose changes are the log's too. */
  beside?: readonly string[];
  onSkip?: (file: string, skip: Skip) => void;
  log: LogLine;
  now?: () => number;
  limits?: Partial<TailsLimits>;
}

interface Followed {
  tail: Tail | Changes;
  activeAt: number;
}

const SETTLE_MS = 30;
/** The least time between two looks at all folders. */
const PAUSE_MS = 200;
const REFUSED_KEPT = 1024;
const POSITIONS_KEPT = 256;

/** How often a log is looked for that a hook has named. */
const MOST_SOUGHT = 3;
const MOST_NAMES = 200;

export class Tails {
  private readonly limits: TailsLimits;
  private readonly now: () => number;
  private readonly followed = new Map<string, Followed>();
  /** How often a log that a hook has named was looked for. */
  private readonly sought = new Map<string, number>();
  private readonly left = new Map<string, TailPosition>();
  private readonly watched = new WatchedFolders({
    onFile: (file, renamed) => this.changed(file, renamed),
    onStale: () => this.rescanSoon(),
  });
  private timer: NodeJS.Timeout | undefined;
  private scanning: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private complained = false;
  private scannedAt = 0;
  /** Logs that are not wanted. */
  private readonly refused = new Set<string>();
  /** How often they were forgotten: an answer to what was asked before counts no more. */
  private forgotten = 0;

  constructor(private readonly options: TailsOptions) {
    this.limits = { ...tailsLimits, ...options.limits };
    this.now = options.now ?? Date.now;
  }

  /** The files followed now. */
  get files(): string[] {
    return [...this.followed.keys()];
  }

  /** Resolves after the first look at all folders. */
  async start(): Promise<void> {
    this.rescan();
    await this.scanning;
  }

  /** To be called when the list of folders may have changed for a reason of the caller's. */
  rescan(): void {
    if (this.stopped) {
      return;
    }
    if (this.scanning !== undefined) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.scanning = this.scan()
      .catch((error: unknown) => this.complain(error))
      .finally(() => {
        this.scanning = undefined;
        this.scannedAt = this.now();
        if (this.stopped) {
          return;
        }
        this.rescanIn(this.again ? PAUSE_MS : this.limits.rescanMs);
        this.again = false;
      });
  }

  /**
   * Resolves once all is read that the file of lines of this name, in a folder of that name, holds now. One that is not followed is
   * looked for, a few times.
   */
  async catchUp(file: string): Promise<void> {
    const name = placeOf(file);
    if (await this.catchUpFile(name)) {
      return;
    }
    const sought = this.sought.get(name) ?? 0;
    if (sought >= MOST_SOUGHT) {
      return;
    }
    if (this.sought.size >= MOST_NAMES) {
      this.sought.clear();
    }
    this.sought.set(name, sought + 1);
    this.rescan();
    await this.scanning;
    await this.catchUpFile(name);
  }

  private async catchUpFile(name: string): Promise<boolean> {
    let found = false;
    for (const [path, { tail }] of this.followed) {
      if (placeOf(path) !== name || !(tail instanceof Tail)) {
        continue;
      }
      found = true;
      await tail.catchUp();
    }
    return found;
  }

  /** What is wanted may have changed: logs that were refused are asked for again, and looked at from their beginning. */
  forget(): void {
    this.forgotten += 1;
    this.refused.clear();
    this.rescan();
  }

  /** Ends all watching; after it resolves nothing is called any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.watched.close();
    await Promise.all([
      this.scanning,
      ...[...this.followed.values()].map(({ tail }) => tail.stop()),
    ]);
    this.followed.clear();
  }

  private rescanSoon(): void {
    if (this.scanning === undefined) {
      this.rescanIn(Math.max(SETTLE_MS, PAUSE_MS - (this.now() - this.scannedAt)));
    } else {
      this.again = true;
    }
  }

  private rescanIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rescan(), ms);
    this.timer.unref();
  }

  private async scan(): Promise<void> {
    this.letGo();
    const folders = (await this.options.folders()).slice(0, this.limits.folders);
    const { existing, again } = await this.watched.set(folders);
    if (again) {
      this.again = true;
    }
    // Looked at after watching began: what comes between the two is not missed.
    const found: { file: string; changedAt: number }[] = [];
    for (const folder of existing) {
      found.push(...(await this.logsIn(folder)));
    }
    found.sort((a, b) => b.changedAt - a.changedAt);
    for (const { file, changedAt } of found.slice(0, this.limits.files)) {
      if (await this.wants(file)) {
        this.follow(file, changedAt);
      }
    }
  }

  private changed(file: string, renamed: boolean): void {
    if (this.accepts(file)) {
      if (!this.followed.has(file)) {
        void this.consider(file);
      }
    } else if (renamed) {
      this.rescanSoon();
    }
  }

  private async logsIn(folder: string): Promise<{ file: string; changedAt: number }[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const oldest = this.now() - this.limits.recentMs;
    const found: { file: string; changedAt: number }[] = [];
    for (const entry of entries) {
      const file = join(folder, entry.name);
      if (!entry.isFile() || this.followed.has(file) || !this.accepts(file)) {
        continue;
      }
      const changedAt = await this.changedAt(file);
      if (changedAt !== undefined && changedAt >= oldest) {
        found.push({ file, changedAt });
      }
    }
    return found;
  }

  private async consider(file: string): Promise<void> {
    const changedAt = await this.changedAt(file);
    if (
      changedAt !== undefined &&
      changedAt >= this.now() - this.limits.recentMs &&
      (await this.wants(file))
    ) {
      this.follow(file, changedAt);
    }
  }

  /** Undefined where the file is none, or has not grown since it was let go. */
  private async changedAt(file: string): Promise<number | undefined> {
    if (this.refused.has(file)) {
      return undefined;
    }
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true || found.size === this.left.get(file)?.offset) {
      return undefined;
    }
    const beside = await Promise.all(
      (this.options.beside ?? []).map((ending) =>
        stat(file + ending).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    );
    return Math.max(found.mtimeMs, ...beside);
  }

  private follow(file: string, changedAt: number): void {
    if (this.stopped || this.followed.has(file)) {
      return;
    }
    if (this.followed.size >= this.limits.files) {
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
        followed.activeAt = this.now();
      }),
    };
    this.followed.set(file, followed);
    followed.tail.start();
  }

  private open(file: string, from: TailPosition | undefined, active: () => void): Tail | Changes {
    const { onChange, onLine, onSkip, beside = [], log } = this.options;
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
      from,
      log,
      onLine: (line, lineNumber) => {
        active();
        onLine(file, line, lineNumber);
      },
      onSkip: (skip) => onSkip?.(file, skip),
    });
  }

  private async wants(file: string): Promise<boolean> {
    const forgotten = this.forgotten;
    if (this.options.wants === undefined || (await this.options.wants(file))) {
      return true;
    }
    if (forgotten !== this.forgotten) {
      return false;
    }
    const oldest = this.refused.size >= REFUSED_KEPT ? this.refused.values().next() : undefined;
    if (oldest?.done === false) {
      this.refused.delete(oldest.value);
    }
    this.refused.add(file);
    return false;
  }

  private letGo(): void {
    const oldest = this.now() - this.limits.silentMs;
    for (const [file, followed] of this.followed) {
      if (followed.activeAt < oldest) {
        this.leave(file, followed);
      }
    }
  }

  private leave(file: string, { tail }: Followed): void {
    this.followed.delete(file);
    if (tail instanceof Tail) {
      this.left.set(file, tail.position);
    }
    const first = this.left.keys().next();
    if (this.left.size > POSITIONS_KEPT && first.done !== true) {
      this.left.delete(first.value);
    }
    void tail.stop();
  }

  private accepts(file: string): boolean {
    return this.options.accepts === undefined
      ? file.endsWith('.jsonl')
      : this.options.accepts(file);
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(`tails: ${stackOf(error)}`);
  }
}

/** A log's name with that of its folder: some agents name the folder alone. Hooks may name a path by other links. */
function placeOf(file: string): string {
  return join(basename(dirname(file)), basename(file));
}
