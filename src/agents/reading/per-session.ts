/** What is known of each session, for those that were heard of last. */
import { setNewest } from '../../core/push-newest.js';

const MOST_SESSIONS = 1000;

export class PerSession<T> {
  /** Heard of last: last. */
  private readonly sessions = new Map<string, T>();

  constructor(private readonly create: () => T) {}

  of(session: string): T {
    const known = this.sessions.get(session) ?? this.create();
    setNewest(this.sessions, session, known, MOST_SESSIONS);
    return known;
  }
}
