/** What is known of each session, for those that were heard of last. */
const MOST_SESSIONS = 1000;

export class PerSession<T> {
  /** Heard of last: last. */
  private readonly sessions = new Map<string, T>();

  constructor(private readonly create: () => T) {}

  of(session: string): T {
    const known = this.sessions.get(session) ?? this.create();
    this.sessions.delete(session);
    this.sessions.set(session, known);
    const oldest =
      this.sessions.size > MOST_SESSIONS ? this.sessions.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.sessions.delete(oldest);
    }
    return known;
  }
}
