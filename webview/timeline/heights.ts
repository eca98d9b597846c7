/** Where each line of the windowed list is: closed lines are all alike, open ones are as high as measured. Pure. */

/** Pixels of a closed line: the row height of VS Code's own lists. The style sheet says the same. */
export const ROW_HEIGHT = 22;

/** Until it was seen once, an open line is taken to be this high. */
const OPEN_GUESS = 220;

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
      top += this.open(key) ? (this.measured.get(key) ?? OPEN_GUESS) : ROW_HEIGHT;
      tops.push(top);
    }
    this.tops = tops;
  }

  /** True if the height is another than before. */
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

  /** −1 if there is none. */
  indexOf(key: string): number {
    return this.index.get(key) ?? -1;
  }

  top(index: number): number {
    return this.tops[index] ?? this.total;
  }

  topOf(key: string): number {
    return this.top(this.indexOf(key));
  }

  /** The line at a distance from the top of the list; the first or last one beyond its ends. */
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
