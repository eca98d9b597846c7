import { timingSafeEqual } from 'node:crypto';

/** Constant-time comparison: duration depends only on the lengths. */
export function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
