/** One line of the benchmark's table. */
export interface Row {
  what: string;
  /** Undefined: no budget of its own, only for comparison. */
  limit?: number;
  /** Undefined: could not be measured; `note` says why. */
  value: number | undefined;
  unit: string;
  /** The limit is a lower bound, not an upper one. */
  atLeast?: boolean;
  /** A measurement from the same run, for comparison. */
  beside?: { what: string; value: number };
  note?: string;
}

/** The value below which `share` of the values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function print(rows: readonly Row[]): void {
  const number = (value: number): string =>
    value >= 1000
      ? Math.round(value).toLocaleString('en-US')
      : value >= 100
        ? value.toFixed(0)
        : value.toFixed(value >= 10 ? 1 : 2).replace(/\.?0+$/, '');
  const cells = rows.map(({ what, limit, value, unit, atLeast, beside, note }) => [
    what,
    limit === undefined ? '' : `${atLeast === true ? '≥' : '≤'} ${number(limit)} ${unit}`,
    value === undefined ? 'not measured' : `${number(value)} ${unit}`,
    limit === undefined || value === undefined || limit === 0
      ? ''
      : (atLeast === true ? limit / value : value / limit).toFixed(2),
    [
      beside === undefined || value === undefined
        ? ''
        : `${(value / beside.value).toFixed(1)} × ${beside.what} (${number(beside.value)} ${unit})`,
      note ?? '',
    ]
      .filter(Boolean)
      .join('; '),
  ]);
  const header = ['', 'limit', 'measured', 'used', 'beside it'];
  const width = header.map((_, column) =>
    Math.max(...[header, ...cells].map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [header, ...cells]) {
    console.log(
      row
        .map((cell, column) =>
          column === 0 || column === 4
            ? cell.padEnd(width[column] ?? 0)
            : cell.padStart(width[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
  }
}
