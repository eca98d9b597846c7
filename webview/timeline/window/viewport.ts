/** The part of the window in which the timeline is seen: which rows are there, how tall they are, and what stays in place while others come. */
import type { Item } from '../../../src/core/view/timeline/fold-rows.js';
import { setStyle } from '../../ui/dom.js';

/** Pixels drawn beyond each edge of the view. */
const OVERSCAN = 220;

export class Viewport {
  /** `covered`: how many pixels of the window other parts of the page cover at the top and at the bottom. */
  constructor(
    private readonly list: HTMLElement,
    private readonly heights: Heights,
    private readonly covered: () => { top: number; bottom: number },
  ) {}

  /** Pixels from the window's top. */
  get top(): number {
    return this.covered().top;
  }

  /** The list begins in view. */
  get showsStart(): boolean {
    return this.list.getBoundingClientRect().top >= this.top;
  }

  /** Indices of the first and the last row in view or near it. */
  get drawn(): { from: number; to: number } {
    const { top, bottom } = this.covered();
    const listTop = this.list.getBoundingClientRect().top;
    return {
      from: this.heights.at(top - OVERSCAN - listTop),
      to: this.heights.at(window.innerHeight - bottom + OVERSCAN - listTop),
    };
  }

  /** How many closed rows a page down moves by. */
  get rowsPerPage(): number {
    const { top, bottom } = this.covered();
    return Math.max(1, Math.floor((window.innerHeight - top - bottom) / ROW_HEIGHT) - 1);
  }

  reveal(key: string): void {
    const { top, bottom } = this.covered();
    const rowTop = this.list.getBoundingClientRect().top + this.heights.measureTop(key);
    const rowBottom = rowTop + ROW_HEIGHT;
    if (rowTop < top) {
      window.scrollBy({ top: rowTop - top, behavior: 'instant' });
    } else if (rowBottom > window.innerHeight - bottom) {
      window.scrollBy({ top: rowBottom - window.innerHeight + bottom, behavior: 'instant' });
    }
  }
}

/** Rows remembered from the top of the view down, so that at least one is still there after an update. */
const MAX_ANCHORS = 50;

/** Scroll anchoring: the rows that the person looks at stay in place while others come and go. */
export class ScrollAnchor {
  private anchors: { key: string; offset: number }[] = [];

  constructor(
    private readonly list: HTMLElement,
    private readonly heights: Heights,
  ) {}

  /**
   * Call before anything in the page changes. `top`: where the visible part of the list begins, in pixels. `looked`: the row that the
   * person looks at, if known: it stays where it is. Otherwise nothing is held until the person has scrolled into the list.
   */
  hold(items: readonly Item[], top: number, looked?: string): void {
    this.anchors = [];
    const offset = top - this.list.getBoundingClientRect().top;
    if (offset <= 0) {
      if (looked !== undefined && this.heights.has(looked)) {
        this.anchors = [{ key: looked, offset: this.heights.measureTop(looked) - offset }];
      }
      return;
    }
    if (items.length === 0) {
      return;
    }
    const first = this.heights.at(offset);
    this.anchors = items
      .slice(first, first + MAX_ANCHORS)
      .map(({ key }, i) => ({ key, offset: this.heights.top(first + i) - offset }));
  }

  /** Scrolls so that the rows are back where they were. */
  restore(top: number): void {
    const kept = this.anchors.find(({ key }) => this.heights.has(key));
    this.anchors = [];
    if (kept === undefined) {
      return;
    }
    setStyle(this.list, 'height', `${this.heights.total}px`);
    const delta =
      this.list.getBoundingClientRect().top +
      this.heights.measureTop(kept.key) -
      (top + kept.offset);
    if (Math.abs(delta) >= 1) {
      window.scrollBy({ top: delta, behavior: 'instant' });
    }
  }
}

/** Height of a closed row in pixels, as in VS Code's own lists. Keep in step with `--row` in the style sheet. */
export const ROW_HEIGHT = 22;

/** Assumed height of an open row until it is measured. */
const OPEN_ESTIMATE = 220;

/** Where each row of the windowed list is: closed rows have a fixed height, open ones are measured. Pure. */
export class Heights {
  private keys: readonly string[] = [];
  private index = new Map<string, number>();
  private tops: number[] = [0];
  private measured = new Map<string, number>();
  private open: (key: string) => boolean = () => false;

  set(keys: readonly string[], open: (key: string) => boolean): void {
    this.keys = keys;
    this.open = open;
    this.index = new Map();
    keys.forEach((key, at) => this.index.set(key, at));
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
