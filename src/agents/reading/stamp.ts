/** What every event of a log begins with. */

/** Milliseconds since the epoch, where the record has a time. */
export type Time = number | undefined;

export function stamp(at: Time): { v: 1; at?: number } {
  return at === undefined ? { v: 1 } : { v: 1, at };
}
