/** Finds the session logs that are being written and follows them. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stackOf } from '../core/error-words.js';
import type { LogLine } from '../core/throttled-log.js';
import { FollowedFiles, placeOf } from './followed-files.js';
import type { Skip } from './tail.js';
import { WatchedFolders } from './watched-folders.js';

export interface TailsLimits {
  /** Files followed at a time; a newer one takes the place of the one longest silent. */
  files: number;
  /** Folders watched at a time, the first of the list. */
  folders: number;
  /** A file that was last changed longer ago is followed only once it grows. */
  recentMs: number;
  /** A file that is silent for so long is left until it grows. */
  silentMs: number;
  /** How often to scan all folders, even if the system reports no change. */
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
  /** The folders in which logs may lie, existing or not; asked for again whenever one has changed. */
  folders: () => Promise<readonly string[]>;
  /** Whether a file of such a folder is a log. Default: its name ends in `.jsonl`. */
  accepts?: (file: string) => boolean;
  /** Whether to follow a log, asked when it is found; a `false` holds until `forget`. Default: follow all. */
  wants?: (file: string) => Promise<boolean>;
  onLine: (file: string, line: string, lineNumber: number) => void;
  /** Given for files that are not read by lines: called instead of `onLine`, soon after a change and once at first. */
  onChange?: (file: string) => void;
  /** Endings of files beside a log whose changes are the log's too. */
  beside?: readonly string[];
  onSkip?: (file: string, skip: Skip) => void;
  log: LogLine;
  now?: () => number;
  limits?: Partial<TailsLimits>;
}

const SETTLE_MS = 30;
/** The least time between two scans (milliseconds). */
const PAUSE_MS = 200;
const REFUSED_KEPT = 1024;

/** Scans for one log that a hook has named. */
const MOST_SEARCHES = 3;
const MOST_NAMES = 200;

export class Tails {
  private readonly limits: TailsLimits;
  private readonly now: () => number;
  private readonly followed: FollowedFiles;
  /** By name: scans for a log that a hook has named. */
  private readonly searches = new Map<string, number>();
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
  /** Logs that `wants` has refused. */
  private readonly refused = new Set<string>();
  /** Counts calls of `forget`: an answer of `wants` from before no longer counts. */
  private forgotten = 0;

  constructor(private readonly options: TailsOptions) {
    this.limits = { ...tailsLimits, ...options.limits };
    this.now = options.now ?? Date.now;
    const { onLine, onChange, onSkip, beside = [], log } = options;
    this.followed = new FollowedFiles({
      mostFiles: this.limits.files,
      onLine,
      onChange,
      onSkip,
      beside,
      log,
      now: this.now,
    });
  }

  /** The files followed now. */
  get files(): string[] {
    return this.followed.files;
  }

  /** Resolves after the first scan. */
  async start(): Promise<void> {
    this.rescan();
    await this.scanning;
  }

  /** Call it when the list of folders may have changed. */
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
   * Resolves once everything is read that the log of this name, in a folder of that name, holds now. A log that is not followed is
   * searched for, a few times.
   */
  async catchUp(file: string): Promise<void> {
    const name = placeOf(file);
    if (await this.followed.catchUp(name)) {
      return;
    }
    const searches = this.searches.get(name) ?? 0;
    if (searches >= MOST_SEARCHES) {
      return;
    }
    if (this.searches.size >= MOST_NAMES) {
      this.searches.clear();
    }
    this.searches.set(name, searches + 1);
    this.rescan();
    await this.scanning;
    await this.followed.catchUp(name);
  }

  /** The answers of `wants` may have changed: refused logs are asked for again, and read from their beginning. */
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
    await Promise.all([this.scanning, this.followed.stop()]);
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
    this.followed.leaveSilentSince(this.now() - this.limits.silentMs);
    const folders = (await this.options.folders()).slice(0, this.limits.folders);
    const { existing, again } = await this.watched.set(folders);
    if (again) {
      this.again = true;
    }
    // scanned after watching began, so that nothing between the two is missed
    const found: { file: string; changedAt: number }[] = [];
    for (const folder of existing) {
      found.push(...(await this.logsIn(folder)));
    }
    found.sort((a, b) => b.changedAt - a.changedAt);
    for (const { file, changedAt } of found.slice(0, this.limits.files)) {
      if (await this.wants(file)) {
        this.followed.follow(file, changedAt);
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
      this.followed.follow(file, changedAt);
    }
  }

  /** Undefined if it is no file, or has not grown since it was left. */
  private async changedAt(file: string): Promise<number | undefined> {
    if (this.refused.has(file)) {
      return undefined;
    }
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() !== true || this.followed.isReadUpTo(file, found.size)) {
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
