/** The time of a log's event. */

/** Milliseconds since the epoch, if the record has a time. */
export type Time = number | undefined;

/** Spread after `v: 1`: an object literal that begins with a spread costs a hundred times as much. */
export function atTime(at: Time): { at?: number } {
  return at === undefined ? {} : { at };
}
