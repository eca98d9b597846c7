/** Lays out rows of cells as lines of text: the first column to the left, all others to the right. */
export function aligned(cells: readonly (readonly string[])[]): string[] {
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

export function list(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)];
}

/** Early is negative, late positive. */
export function signed(value: number | undefined): string {
  if (value === undefined) {
    return '–';
  }
  return value > 0 ? `+${value}` : String(value);
}

export function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}
