/** Where things are logged, and what is logged at most once per minute. */

export type LogLine = (text: string) => void;

const QUIET_MS = 60_000;

/** Counts rejected items and logs each kind at most once per minute. */
export class ThrottledLog<Kind extends string> {
  private readonly counts = new Map<
    Kind,
    { total: number; sinceLogged: number; loggedAt: number }
  >();

  constructor(
    private readonly sentences: Readonly<Record<Kind, string>>,
    private readonly log: LogLine,
    private readonly now: () => number,
  ) {}

  add(kind: Kind): void {
    const at = this.now();
    const entry = this.counts.get(kind) ?? { total: 0, sinceLogged: 0, loggedAt: -Infinity };
    this.counts.set(kind, entry);
    entry.total++;
    entry.sinceLogged++;
    if (at - entry.loggedAt < QUIET_MS) {
      return;
    }
    this.log(
      entry.sinceLogged === 1
        ? this.sentences[kind]
        : `${this.sentences[kind]} (${entry.sinceLogged} times)`,
    );
    entry.sinceLogged = 0;
    entry.loggedAt = at;
  }

  count(kind: Kind): number {
    return this.counts.get(kind)?.total ?? 0;
  }
}

/** Where the live watch logs: a window's channel, or standard error. Implementations redact secrets. */
export interface Logger {
  info(text: string): void;
  warn(text: string): void;
  debug(text: string): void;
  /** An unexpected error, with its stack. */
  error(what: string, error: unknown): void;
}
