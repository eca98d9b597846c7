/** What time brings to sessions: the core's ticks, ends of steps that wait for a moment, and sessions that are forgotten. */
import type { Clock } from '../core/clock.js';
import type { TurnEvent, StepEnd } from '../core/events.js';
import type { Session } from '../core/turns/session.js';

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

/** Sets the timer for the core's next `tick`: at the time that the core names, but not while the past is still being taken in. */
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

/** Ends of steps that wait for the look at the workspace that belongs to them. Nothing else of their session waits. */
export class HeldStepEnds {
  private readonly bySession = new Map<string, StepEnd>();

  constructor(private readonly tracker: { push(event: StepEnd): unknown }) {}

  /** At most one is held in a session. @param looked may take long: whoever passes it has set it a limit */
  hold(event: StepEnd, looked: Promise<unknown>): void {
    this.release(event.session);
    this.bySession.set(event.session, event);
    const release = (): void => {
      if (this.bySession.get(event.session) === event) {
        this.release(event.session);
      }
    };
    looked.then(release, release);
  }

  release(session: string): void {
    const event = this.bySession.get(session);
    if (event !== undefined) {
      this.bySession.delete(session);
      this.tracker.push(event);
    }
  }

  releaseAll(): void {
    for (const session of [...this.bySession.keys()]) {
      this.release(session);
    }
  }
}

/** A session without a sign for this time is forgotten (milliseconds). */
const FORGET_AFTER = 2 * 60 * 60_000;
const MAX_SESSIONS = 40;

/** Which sessions are forgotten: those silent for long and, where too many are held, the oldest closed ones. */
export class OldSessions {
  /** When something of a session was last taken in, which may be its history. */
  private readonly takenIn = new Map<string, number>();

  takes(session: string, now: number): void {
    this.takenIn.set(session, now);
  }

  forget(session: string): void {
    this.takenIn.delete(session);
  }

  /** @returns their ids. */
  among(sessions: ReadonlyMap<string, Session>, now: number): string[] {
    const isSilent = ({ id, lastAt }: Session): boolean =>
      now - Math.max(lastAt ?? now, this.takenIn.get(id) ?? 0) > FORGET_AFTER;
    const surplus = sessions.size - MAX_SESSIONS;
    return [...sessions.values()]
      .filter((session) => !session.open || isSilent(session))
      .sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0))
      .filter((session, i) => i < surplus || isSilent(session))
      .map(({ id }) => id);
  }
}
