/** What time brings to sessions: the core's ticks, ends of steps that wait for a moment, and sessions that are forgotten. */
import type { Clock } from '../core/clock.js';
import type { TurnEvent, StepEnd } from '../core/events.js';
import { isForeign } from '../core/turns/foreign-session.js';
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
/** The longest that a past is waited for: a log whose lines are always old would keep what hangs from being told (milliseconds). */
const LONGEST_PAST_MS = 20_000;
/** Between two ticks (milliseconds). */
const LEAST_MS = 10;
/** The longest time that a timer can be set for. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Sets the timer for the core's next `tick`: at the time that the core names, but not while the past is still being taken in. */
export class TickTimer {
  private timer: NodeJS.Timeout | undefined;
  /** When it comes. */
  private timerAt = Infinity;
  /** When something was last taken in that had happened long before, and the first of what came with it. */
  private historyAt = -Infinity;
  private historySince = -Infinity;

  constructor(
    private readonly ticking: Ticking,
    private readonly clock: Clock,
  ) {}

  /** Something is taken in that happened at this time. */
  takesIn(at: number): void {
    const now = this.clock.now();
    if (now - at > HISTORY_MS) {
      this.historySince = now - this.historyAt > PIECES_MS ? now : this.historySince;
      this.historyAt = now;
    }
  }

  set(): void {
    const due = this.ticking.nextDeadline();
    if (due === undefined) {
      this.clear();
      return;
    }
    const now = this.clock.now();
    // the past comes in pieces: what seems silent may have its next sign in the next one
    const past = Math.min(this.historyAt + PIECES_MS, this.historySince + LONGEST_PAST_MS);
    const at = Math.max(now + LEAST_MS, due, past);
    // events that come without a pause do not put off what is due
    if (at === now + LEAST_MS && this.timerAt <= at) {
      return;
    }
    this.clear();
    this.timerAt = at;
    this.timer = setTimeout(
      () => {
        this.timerAt = Infinity;
        this.ticking.push({ v: 1, type: 'tick', at: this.clock.now() });
      },
      Math.min(LONGEST_TIMER, at - now),
    );
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timerAt = Infinity;
  }
}

/** What is said to be of the future happens now: the core's clock never goes back, and is that of all sessions. */
export function notLater(event: TurnEvent, now: number): TurnEvent {
  return event.at !== undefined && event.at > now ? { ...event, at: now } : event;
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
/** Sessions of other machines, also those at work: each line of their logs may name another one. */
const MAX_FOREIGN = 40;

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
    const own = [...sessions.values()].filter(({ id }) => !isForeign(id));
    const isSilent = ({ id, lastAt }: Session): boolean =>
      now - Math.max(lastAt ?? now, this.takenIn.get(id) ?? 0) > FORGET_AFTER;
    const surplus = own.length - MAX_SESSIONS;
    return [
      ...oldestFirst(own.filter((session) => !session.open || isSilent(session)))
        .filter((session, i) => i < surplus || isSilent(session))
        .map(({ id }) => id),
      ...this.foreignAmong(sessions, isSilent),
    ];
  }

  /** Those of other machines alone. */
  foreignAmong(
    sessions: ReadonlyMap<string, Session>,
    isSilent: (session: Session) => boolean = () => false,
  ): string[] {
    const foreign = [...sessions.values()].filter(({ id }) => isForeign(id));
    return oldestFirst(foreign)
      .filter((session, i) => i < foreign.length - MAX_FOREIGN || isSilent(session))
      .map(({ id }) => id);
  }
}

function oldestFirst(sessions: readonly Session[]): Session[] {
  return [...sessions].sort((one, other) => (one.lastAt ?? 0) - (other.lastAt ?? 0));
}
