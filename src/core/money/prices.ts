/** What tokens cost, by model: the table's prices and a person's own. A model without a price has tokens only, never a guess. */
import { isObject } from '../json.js';
import type { Tokens } from '../turns/tokens.js';

/** Dollars per million tokens. */
export interface Rate {
  input: number;
  /** What the provider's cache gave. */
  cached: number;
  output: number;
}

export interface Price extends Rate {
  /** For all tokens of a request that reads more than so many; the smallest first. */
  longer?: readonly (Rate & { above: number })[];
}

/** By model. */
export type PriceSet = Readonly<Record<string, Price>>;

const MILLION = 1_000_000;

export class Prices {
  private readonly byName = new Map<string, Price>();

  /** @param own a person's: they take the place of the table's */
  constructor(table: PriceSet, own: PriceSet = {}) {
    for (const [model, price] of [...Object.entries(table), ...Object.entries(own)]) {
      this.byName.set(modelName(model), price);
      // exactly as it is written, too: `vendor/model:free` may have a price of its own
      this.byName.set(model.toLowerCase(), price);
    }
  }

  /**
   * @param model as the agent tells it
   * @param request all tokens of the request that these are part of, if that is known
   * @returns undefined where the model has no price, or it depends on the length of requests that are not known one by one
   */
  dollars(model: string | undefined, tokens: Tokens, request?: Tokens): number | undefined {
    if (model === undefined) {
      return undefined;
    }
    const price = this.byName.get(model.toLowerCase()) ?? this.byName.get(modelName(model));
    if (price === undefined) {
      return undefined;
    }
    const { input } = request ?? tokens;
    const longer = price.longer?.findLast(({ above }) => input > above);
    // several requests may stand behind one count: only a short one is of short requests alone
    return longer !== undefined && request === undefined
      ? undefined
      : cost(longer ?? price, tokens);
  }
}

function cost({ input, cached, output }: Rate, tokens: Tokens): number {
  const fresh = Math.max(0, tokens.input - tokens.cached);
  return (fresh * input + tokens.cached * cached + tokens.output * output) / MILLION;
}

/**
 * The model that an id names. Agents put before it who serves it (`anthropic/`, `us.anthropic.`) and after it the window (`[1m]`), the day of
 * its release and a revision (`-20250929`, `@20250929`, `-v1:0`); some write its version with points, others with hyphens. All else is part of
 * the name: a `-fast` or `:free` has a price of its own.
 */
function modelName(id: string): string {
  const served = id.toLowerCase().replace(/\[\w+\]$/, '');
  const name = served.slice(served.lastIndexOf('/') + 1);
  return name
    .replace(/^(?:[a-z]{2,6}\.)?anthropic\./, '')
    .replace(/-v\d+:\d+$/, '')
    .replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, '')
    .replace(/(?<=\d)\.(?=\d)/g, '-');
}

/** More is a slip of the hand. */
const MOST_DOLLARS = 1_000_000;

/** A person's own prices, from settings, which are not trusted. `problems`: the models whose price is none. Undefined for what is no object. */
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
