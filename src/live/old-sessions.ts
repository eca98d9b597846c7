/** Which sessions are forgotten: those silent for long and, where too many are held, the oldest closed ones. */
import type { Session } from '../core/turns/session.js';

/** A session without a sign for this time is forgotten (milliseconds). */
const FORGET_AFTER = 2 * 60 * 60_000;
const MAX_SESSIONS = 40;

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
