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
