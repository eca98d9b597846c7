/** `npm test` runs what guards every change; the rest of the tests runs in `npm run test:all`, and when a suite is named. */
let left = 0;

function leave(): void {
  left += 1;
}

/** A test for `npm run test:all` only. */
export const itInAll: (title: string, test: Mocha.Func | Mocha.AsyncFunc) => void =
  process.env.TURNWATCH_TESTS === 'short' ? leave : (title, test) => it(title, test);

/** How many tests were left for `npm run test:all`. */
export function leftForAll(): number {
  return left;
}
