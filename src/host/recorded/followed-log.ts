/** The log of a session of another folder that is shown: what it gets is shown, too, as long as its end is shown. */
import { stat } from 'node:fs/promises';
import { Playback, type PlaybackOptions } from './playback.js';

export interface FollowedLogOptions extends PlaybackOptions {
  /** What the view shows; undefined while it shows something else, or is hidden. */
  shown(): Playback | undefined;
  replace(playback: Playback): void;
}

/** Milliseconds between two looks, and the rest after a reading, as a multiple of how long it took. */
const LOOK_MS = 2000;
const REST = 15;
const LONGEST_REST_MS = 60_000;
/** A larger log is not read again and again (bytes). */
const LARGEST = 32 * 1024 * 1024;

export class FollowedLog {
  /** How the file was when it was last read: its size or, of a database, when it last changed. */
  private stamp: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isOver = false;

  constructor(
    private readonly file: string,
    private readonly options: FollowedLogOptions,
  ) {
    void this.readOn();
  }

  dispose(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }

  private async readOn(): Promise<void> {
    const began = performance.now();
    const stamp = await this.stampNow().catch(() => undefined);
    if (stamp !== undefined && stamp !== (this.stamp ??= stamp)) {
      if (await this.readAgain().catch(() => true)) {
        this.stamp = stamp;
      }
    }
    if (!this.isOver) {
      const rest = Math.min(LONGEST_REST_MS, REST * (performance.now() - began));
      this.timer = setTimeout(() => void this.readOn(), Math.max(LOOK_MS, rest));
    }
  }

  /** @returns undefined if the log is too large */
  private async stampNow(): Promise<number | undefined> {
    const { file, options } = this;
    const { size, mtimeMs } = await stat(file);
    if (options.stored === undefined) {
      return size > LARGEST ? undefined : size;
    }
    // what is written to a database goes to a file beside it first
    const beside = await stat(`${file}-wal`).catch(() => undefined);
    return Math.max(mtimeMs, beside?.mtimeMs ?? 0);
  }

  /** @returns false if it is not to be shown now */
  private async readAgain(): Promise<boolean> {
    const { options } = this;
    const before = options.shown();
    if (before?.isAtEnd !== true) {
      return false;
    }
    const opened = await Playback.open(this.file, options);
    if ('problem' in opened) {
      return true;
    }
    const { playback } = opened;
    const now = this.isOver ? undefined : options.shown();
    if (now !== before || !now.isAtEnd) {
      playback.dispose();
      return false;
    }
    const { session } = before.run;
    if (session !== undefined && session !== playback.run.session) {
      playback.select(session);
    }
    options.replace(playback);
    return true;
  }
}
