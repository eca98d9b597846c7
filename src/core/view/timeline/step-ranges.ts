/** Steps of evidence, in few characters. */

/** Steps as ranges: `8, 10–13`. */
export function stepRanges(steps: Iterable<number>): string {
  const ranges: { from: number; to: number }[] = [];
  for (const step of [...new Set(steps)].sort((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.to === step - 1) {
      last.to = step;
    } else {
      ranges.push({ from: step, to: step });
    }
  }
  return ranges
    .map(({ from, to }) =>
      from === to ? String(from) : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`,
    )
    .join(', ');
}
