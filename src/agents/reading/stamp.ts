/** The time of an event of a log. */

/** Milliseconds since the epoch, where the record has a time. */
export type Time = number | undefined;

/** Spread after `v: 1`: an object literal that begins with a spread costs a hundred times as much. */
export function atTime(at: Time): { at?: number } {
  return at === undefined ? {} : { at };
}
