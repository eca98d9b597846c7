/** A person's own prices of models, as settings hold them. */
import { isObject } from '../json.js';
import type { Price, PriceSet } from './prices.js';

/** More is a slip of the hand. */
const MOST_DOLLARS = 1_000_000;

/** From settings that are not trusted. `problems`: the models whose price is none. Undefined for what is no object. */
export function readPrices(value: unknown): { prices: PriceSet; problems: string[] } | undefined {
  if (!isObject(value)) {
    return undefined;
  }
  const prices: Record<string, Price> = {};
  const problems: string[] = [];
  for (const [model, price] of Object.entries(value)) {
    const { input, output, cached = input } = isObject(price) ? price : {};
    if (isRate(input) && isRate(cached) && isRate(output)) {
      prices[model] = { input, cached, output };
    } else {
      problems.push(model);
    }
  }
  return { prices, problems };
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_DOLLARS;
}
