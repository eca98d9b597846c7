/** What models cost by the settings in force: list prices, and a person's own. */
import { priceTable } from '../../core/money/price-table.js';
import { Prices, type PriceSet } from '../../core/money/prices.js';
import type { PriceSource } from '../../core/money/spending.js';

export class WindowPrices implements PriceSource {
  private made: { own: PriceSet; prices: Prices } | undefined;

  constructor(private readonly settings: { readonly current: { readonly prices: PriceSet } }) {}

  get prices(): Prices {
    const own = this.settings.current.prices;
    if (this.made?.own !== own) {
      this.made = { own, prices: new Prices(priceTable, own) };
    }
    return this.made.prices;
  }
}
