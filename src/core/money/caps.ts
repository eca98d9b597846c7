/** A person's own caps of what agents cost, and when one is reached. */
import type { CapAction, CapEvent, CapScope, CapUnit } from '../events.js';
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
