/** A person's own caps, as settings hold them. */
import { capActions, capScopes, capUnits } from '../events.js';
import { isObject } from '../json.js';
import type { Cap } from './caps.js';

/** From settings that are not trusted. `problems`: what in them is no cap. Undefined for what is no object. */
export function readCaps(value: unknown): { caps: Cap[]; problems: string[] } | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const problems = Object.keys(value).filter((key) => !isIn(capScopes, key));
  const caps = capScopes.flatMap((of) => {
    const set = value[of];
    if (set === undefined) {
      return [];
    }
    const { then = 'warn', ...amounts } = isObject(set) ? set : { then: undefined };
    const found = capUnits.flatMap((unit): Cap[] => {
      const cap = amounts[unit];
      return isIn(capActions, then) && typeof cap === 'number' && cap > 0
        ? [{ of, unit, cap, then }]
        : [];
    });
    // a part that is wrong must not look as if it held
    if (found.length === 0 || found.length < Object.keys(amounts).length) {
      problems.push(of);
    }
    return found;
  });
  return { caps, problems };
}

function isIn<T extends string>(values: readonly T[], value: unknown): value is T {
  return values.some((each) => each === value);
}
