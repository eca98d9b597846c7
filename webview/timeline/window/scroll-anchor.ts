/** Scroll anchoring: the rows that the person looks at stay in place while others come and go. */
import type { Item } from '../../../src/core/view/timeline/fold-rows.js';
import { setStyle } from '../../ui/dom.js';
import type { Heights } from './heights.js';

/** Rows remembered from the top of the view down, so that at least one is still there after an update. */
const MAX_ANCHORS = 50;

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
