/** Sets the timer for the core's next `tick`: at the time that the core names, but not while the past is still being taken in. */

import type { Clock } from '../core/clock.js';
import type { TurnEvent } from '../core/events.js';

/** Who wants ticks. */
interface Ticking {
  /** When the next one is due (milliseconds since the epoch); undefined for none. */
  nextDeadline(): number | undefined;
  push(tick: TurnEvent): unknown;
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

  constructor(
    private readonly ticking: Ticking,
    private readonly clock: Clock,
  ) {}

  /** Something is taken in that happened at this time. */
  takesIn(at: number): void {
    const now = this.clock.now();
    if (now - at > HISTORY_MS) {
      this.historyAt = now;
    }
  }

  set(): void {
    this.clear();
    const due = this.ticking.nextDeadline();
    if (due === undefined) {
      return;
    }
    const now = this.clock.now();
    // the past comes in pieces: what seems silent may have its next sign in the next one
    const wait = Math.max(10, due - now, this.historyAt + PIECES_MS - now);
    this.timer = setTimeout(
      () => this.ticking.push({ v: 1, type: 'tick', at: this.clock.now() }),
      Math.min(LONGEST_TIMER, wait),
    );
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
