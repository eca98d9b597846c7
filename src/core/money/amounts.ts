/** What was spent, in words. */
import type { Message } from '../view/words/wording.js';
import type { ReachedCap } from './caps.js';
import { countTokens, type Spent } from './spending.js';

/** `1.25M`, `840K`, `950` */
function shortTokens(tokens: number, locale: string): string {
  return tokens.toLocaleString(locale, { notation: 'compact', maximumSignificantDigits: 3 });
}

/** `1.2M tokens`, and what that is in dollars where every model has a price. */
export function spentMessage(spent: Spent, locale: string): Message {
  const tokens = shortTokens(countTokens(spent), locale);
  return spent.isPartial
    ? { id: 'spent.tokens', params: { tokens } }
    : { id: 'spent.dollars', params: { tokens, dollars: dollarsText(spent.dollars, locale) } };
}

/** `$20.40`, `$20`: beside a cap, cents tell. */
function exactDollars(dollars: number, locale: string): string {
  return dollars.toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: Number.isInteger(dollars) ? 0 : 2,
    maximumFractionDigits: 2,
  });
}

/** `This turn: 1.2M tokens, your cap is 1M` */
export function capMessage({ of, unit, cap, spent, atLeast }: ReachedCap, locale: string): Message {
  const inWords = (amount: number): string =>
    unit === 'dollars' ? exactDollars(amount, locale) : shortTokens(amount, locale);
  return {
    id: `cap.${of}.${unit}`,
    params: { spent: `${atLeast === true ? '≥ ' : ''}${inWords(spent)}`, cap: inWords(cap) },
  };
}

/** Dollars in a person's language: `$0.42`, `$38`, `38 $`. */
export function dollarsText(dollars: number, locale: string): string {
  // cents say nothing beside tens of dollars, and less than one is no amount
  const digits = dollars >= 10 ? 0 : 2;
  return Math.max(dollars, dollars > 0 ? 0.01 : 0).toLocaleString(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}
