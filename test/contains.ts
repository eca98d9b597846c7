import { AssertionError } from 'node:assert/strict';

/** A text or a list that has to contain a part; a failure shows all of it. */
export function contains(
  whole: string | readonly string[] | undefined,
  part: string,
  message?: string,
): void {
  if (whole?.includes(part) !== true) {
    fail('contains', whole, part, message, contains);
  }
}

/** The opposite: the part must not occur. */
export function lacks(whole: string | readonly string[], part: string, message?: string): void {
  if (whole.includes(part)) {
    fail('lacks', whole, part, message, lacks);
  }
}

function fail(
  operator: string,
  actual: unknown,
  expected: string,
  message: string | undefined,
  stackStartFn: (whole: string, part: string) => void,
): never {
  const about = message === undefined ? '' : `${message}: `;
  const shown = typeof actual === 'string' ? actual : JSON.stringify(actual, undefined, 1);
  throw new AssertionError({
    message: `${about}${operator} ${JSON.stringify(expected)}:\n${shown}`,
    actual,
    expected,
    operator,
    stackStartFn,
  });
}
