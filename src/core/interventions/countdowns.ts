/** Turns that ignored an order and are stopped soon, unless the person says otherwise. Times are milliseconds since the epoch. */

/** Long enough to read the card and to click; what an agent spends in that time is little. */
export const COUNTDOWN_MS = 20_000;

export interface Countdown {
  stopsAt: number;
  /** The event that asked the person. */
  asked: string;
}

/** By session. */
export class Countdowns {
  private readonly running = new Map<string, Countdown>();

  of(session: string): Countdown | undefined {
    return this.running.get(session);
  }

  /** When the first of them ends. */
  get next(): number | undefined {
    const ends = [...this.running.values()].map(({ stopsAt }) => stopsAt);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  start(session: string, countdown: Countdown): void {
    this.running.set(session, countdown);
  }

  /** @returns the one that was running. */
  end(session: string): Countdown | undefined {
    const ended = this.running.get(session);
    this.running.delete(session);
    return ended;
  }

  /** Takes out those that are over. @returns their sessions, the first to end first. */
  takeDue(at: number): string[] {
    const due = [...this.running]
      .filter(([, { stopsAt }]) => stopsAt <= at)
      .sort(([, one], [, other]) => one.stopsAt - other.stopsAt)
      .map(([session]) => session);
    for (const session of due) {
      this.running.delete(session);
    }
    return due;
  }
}
