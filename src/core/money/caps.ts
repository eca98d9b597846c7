/** A person's own caps of what agents cost: how settings hold them, and when one is reached. */
import {
  capActions,
  capScopes,
  capUnits,
  type CapAction,
  type CapEvent,
  type CapScope,
  type CapUnit,
} from '../events.js';
import { isObject } from '../json.js';
import { countTokens, type Spent } from './spending.js';

export interface Cap {
  of: CapScope;
  unit: CapUnit;
  /** Tokens or dollars; more than 0. */
  cap: number;
  then: CapAction;
}

/** A cap that was reached, with the numbers of that moment. */
export type ReachedCap = Pick<CapEvent, 'of' | 'unit' | 'cap' | 'spent' | 'then' | 'atLeast'>;

/** Undefined where the cap is not reached. Dollars of which some are not known may be enough all the same. */
export function reachCap(cap: Cap, spent: Spent): ReachedCap | undefined {
  const isDollars = cap.unit === 'dollars';
  const amount = isDollars ? spent.dollars : countTokens(spent);
  return amount < cap.cap
    ? undefined
    : { ...cap, spent: amount, ...(isDollars && spent.isPartial && { atLeast: true }) };
}

/** From settings, which are not trusted. `problems`: what in them is no cap. Undefined for what is no object. */
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
