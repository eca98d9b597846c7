/** Sets the timer for the core's next `tick`: at the time that the core names, but not while the past is still being taken in. */

export interface TickTimerOptions {
  /** Milliseconds since the epoch. */
  now(): number;
  /** When the next tick is due; undefined for none. */
  due(): number | undefined;
  tick(at: number): void;
}

/** What happened longer ago than this when it is taken in is read from the past (milliseconds). */
const HISTORY_MS = 60_000;
/** The past has all been taken in once none came for this long (milliseconds). */
const PIECES_MS = 1000;
/** The longest time that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

export class TickTimer {
  private timer: NodeJS.Timeout | undefined;
  /** When something was last taken in that had happened long before. */
  private historyAt = -Infinity;

  constructor(private readonly options: TickTimerOptions) {}

  /** Something is taken in that happened at this time. */
  takesIn(at: number): void {
    const now = this.options.now();
    if (now - at > HISTORY_MS) {
      this.historyAt = now;
    }
  }

  set(): void {
    this.clear();
    const due = this.options.due();
    if (due === undefined) {
      return;
    }
    const now = this.options.now();
    // the past comes in pieces: what seems silent may have its next sign in the next one
    const wait = Math.max(10, due - now, this.historyAt + PIECES_MS - now);
    this.timer = setTimeout(
      () => this.options.tick(this.options.now()),
      Math.min(LONGEST_TIMER, wait),
    );
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
