/** `npm test` runs what guards every change; the rest of the tests runs in `npm run test:all`, and when a suite is named. */
const isShort = process.env.TURNWATCH_TESTS === 'short';
let left = 0;

function leave(): void {
  left += 1;
}

/** A test for `npm run test:all` only. */
export const itInAll: (title: string, test: Mocha.Func | Mocha.AsyncFunc) => void = isShort
  ? leave
  : (title, test) => it(title, test);

/** Generated runs, by which a rule is tried: a quarter of them guards every change. */
export const fewerIn = (all: number): number => (isShort ? Math.ceil(all / 4) : all);

/** What a test tries besides, in `npm run test:all` only. */
export const moreInAll = <T>(more: readonly T[]): readonly T[] => (isShort ? [] : more);

/** How many tests were left for `npm run test:all`. */
export function leftForAll(): number {
  return left;
}
