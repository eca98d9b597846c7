/** Where each row of the windowed list is: closed rows have a fixed height, open ones are measured. Pure. */

/** Height of a closed row in pixels, as in VS Code's own lists. Keep in step with `--row` in the style sheet. */
export const ROW_HEIGHT = 22;

/** Assumed height of an open row until it is measured. */
const OPEN_ESTIMATE = 220;

export class Heights {
  private keys: readonly string[] = [];
  private index = new Map<string, number>();
  private tops: number[] = [0];
  private measured = new Map<string, number>();
  private open: (key: string) => boolean = () => false;

  set(keys: readonly string[], open: (key: string) => boolean): void {
    this.keys = keys;
    this.open = open;
    this.index = new Map(keys.map((key, at) => [key, at]));
    this.refresh();
  }

  refresh(): void {
    const tops = [0];
    let top = 0;
    for (const key of this.keys) {
      top += this.open(key) ? (this.measured.get(key) ?? OPEN_ESTIMATE) : ROW_HEIGHT;
      tops.push(top);
    }
    this.tops = tops;
  }

  /** True if the height has changed. `refresh` applies it. */
  measure(key: string, height: number): boolean {
    if (height === 0 || this.measured.get(key) === height) {
      return false;
    }
    this.measured.set(key, height);
    return true;
  }

  get total(): number {
    return this.tops.at(-1) ?? 0;
  }

  has(key: string): boolean {
    return this.index.has(key);
  }

  /** −1 for an unknown key. */
  findIndex(key: string): number {
    return this.index.get(key) ?? -1;
  }

  top(index: number): number {
    return this.tops[index] ?? this.total;
  }

  measureTop(key: string): number {
    return this.top(this.findIndex(key));
  }

  /** Index of the row at a distance from the top of the list; beyond its ends the first or last row. */
  at(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.keys.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.top(middle) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
