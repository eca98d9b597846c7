/** How grave a finding is, and the graver of two. */
import type { Finding } from './detector.js';

/** Factor on the limit at which there is a warning where the person asked for repetitions without an end. */
export const ENDLESS = 2;

/** The level of a count: `watch` from one below the limit, unless `watchAt` says otherwise, and never at the first. */
export function chooseLevel(
  count: number,
  limit: number,
  watchAt = limit - 1,
): 'watch' | 'stalled' | undefined {
  if (count >= limit) {
    return 'stalled';
  }
  return count >= Math.max(2, watchAt) ? 'watch' : undefined;
}

/** The graver of two findings of one step; the first of equals. */
export function graver(one: Finding | undefined, other: Finding | undefined): Finding | undefined {
  return one === undefined || (one.level !== 'stalled' && other?.level === 'stalled') ? other : one;
}
