/** Finds and follows the session logs that are being written. */
import type { Clock } from '../core/clock.js';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readErrorStack } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { FollowedFiles, findPlace } from './followed-files.js';
import type { Skip } from './line-reader.js';
import { WatchedFolders } from './watched-folders.js';

export interface TailsLimits {
  /** Maximum number of followed files; a newer one replaces the one that has been silent longest. */
  files: number;
  /** Maximum number of watched folders: the first of the list. */
  folders: number;
  /** A file last changed longer ago is followed only once it grows. */
  recentMs: number;
  /** Where no file is recent, the newest of these milliseconds is read nevertheless, once: the session of today. */
  lastDayMs: number;
  /** A file that is silent for this long is dropped until it grows. */
  silentMs: number;
  /** Interval of full scans, even if the system reports no change. */
  rescanMs: number;
}

const tailsLimits: Readonly<TailsLimits> = {
  files: 32,
  folders: 128,
  recentMs: 10 * 60_000,
  lastDayMs: 24 * 60 * 60_000,
  silentMs: 60 * 60_000,
  rescanMs: 30_000,
};

export interface TailsOptions {
  /** Folders that may hold logs, existing or not; called again whenever one has changed. */
  folders: () => Promise<readonly string[]>;
  /** Whether a file in such a folder is a log. Default: its name ends in `.jsonl`. */
  accepts?: (file: string) => boolean;
  /** Whether to follow a newly found log; `false` holds until `forget`. Default: follow all. */
  wants?: (file: string) => Promise<boolean>;
  onLine: (file: string, line: string, lineNumber: number) => void;
  /** For files that are not read line by line: called instead of `onLine`, once at the start and soon after each change. */
  onChange?: (file: string) => void;
  /** Suffixes of neighbouring files whose changes count as the log's. */
  beside?: readonly string[];
  onSkip?: (file: string, skip: Skip) => void;
  log: LogLine;
  clock?: Clock;
  limits?: Partial<TailsLimits>;
}

const SETTLE_MS = 30;
/** Minimum milliseconds between two scans. */
const PAUSE_MS = 200;
const REFUSED_KEPT = 1024;

/** Maximum number of scans for one log named by a hook. */
const MOST_SEARCHES = 3;
const MOST_NAMES = 200;

export class Tails {
  private readonly limits: TailsLimits;
  private readonly clock: Clock;
  private readonly followed: FollowedFiles;
  /** By log name: scans made for a log named by a hook. */
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
  /** The next scan looks for the newest log of the last day if none is recent. */
  private looksBack = true;
  /** Logs refused by `wants`. */
  private readonly refused = new Set<string>();
  /** Number of `forget` calls, to ignore answers that `wants` gave before the last one. */
  private forgotten = 0;

  constructor(private readonly options: TailsOptions) {
    this.limits = { ...tailsLimits, ...options.limits };
    this.clock = options.clock ?? Date;
    const { onLine, onChange, onSkip, beside = [], log } = options;
    this.followed = new FollowedFiles({
      mostFiles: this.limits.files,
      onLine,
      onChange,
      onSkip,
      beside,
      log,
      clock: this.clock,
    });
  }

  /** The files being followed. */
  get files(): string[] {
    return this.followed.files;
  }

  /** Resolves after the first scan. */
  async start(): Promise<void> {
    this.rescan();
    await this.scanning;
  }

  /** To be called when the list of folders may have changed. */
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
        this.scannedAt = this.clock.now();
        if (this.stopped) {
          return;
        }
        this.rescanIn(this.again ? PAUSE_MS : this.limits.rescanMs);
        this.again = false;
      });
  }

  /**
   * Resolves once the current content of the log with this file and folder name is read. A log that is not followed is
   * searched for, a few times.
   */
  async catchUp(file: string): Promise<void> {
    const name = findPlace(file);
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

  /** To be called when answers of `wants` may have changed: refused logs are offered again and read from the start. */
  forget(): void {
    this.forgotten += 1;
    this.looksBack = true;
    this.refused.clear();
    this.rescan();
  }

  /** Stops watching; makes no calls after it has resolved. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    this.watched.close();
    await Promise.all([this.scanning, this.followed.stop()]);
  }

  private rescanSoon(): void {
    if (this.scanning === undefined) {
      this.rescanIn(Math.max(SETTLE_MS, PAUSE_MS - (this.clock.now() - this.scannedAt)));
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
    this.followed.leaveSilentSince(this.clock.now() - this.limits.silentMs);
    const folders = (await this.options.folders()).slice(0, this.limits.folders);
    const { existing, again } = await this.watched.set(folders);
    if (again) {
      this.again = true;
    }
    // watch first, then scan, so that no change in between is missed
    const found: { file: string; changedAt: number }[] = [];
    for (const folder of existing) {
      found.push(...(await this.logsIn(folder)));
    }
    found.sort((a, b) => b.changedAt - a.changedAt);
    const { files, recentMs, lastDayMs } = this.limits;
    const looksBack = this.looksBack;
    this.looksBack = false;
    // the logs of a session that is over were recent at its end
    let since = this.clock.now() - recentMs;
    for (const { file, changedAt } of found.slice(0, files)) {
      const isNewest = looksBack && this.files.length === 0;
      const oldest = isNewest ? this.clock.now() - lastDayMs : since;
      if (changedAt >= oldest && (await this.wants(file))) {
        since = changedAt < since ? changedAt - recentMs : since;
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
    const oldest =
      this.clock.now() - (this.looksBack ? this.limits.lastDayMs : this.limits.recentMs);
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
      changedAt >= this.clock.now() - this.limits.recentMs &&
      (await this.wants(file))
    ) {
      this.followed.follow(file, changedAt);
    }
  }

  /** Undefined if it is not a file, or has not grown since it was dropped. */
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
    this.options.log(`tails: ${readErrorStack(error)}`);
  }
}
