/** The rows that a person looks at stay where they are while others come and go. */
import type { Item } from '../../src/core/view/fold-rows.js';
import { setStyle } from '../ui/dom.js';
import type { Heights } from './heights.js';

/** Of the rows from the top of the view down: one of them is still there afterwards. */
const HELD_ROWS = 50;

export class HeldPlace {
  private held: { key: string; offset: number }[] = [];

  constructor(
    private readonly list: HTMLElement,
    private readonly heights: Heights,
  ) {}

  /** Before anything of the page changes. `top`: where the list comes into sight, in pixels; nothing is held before the person has scrolled into it. */
  hold(items: readonly Item[], top: number): void {
    this.held = [];
    const offset = top - this.list.getBoundingClientRect().top;
    if (offset <= 0 || items.length === 0) {
      return;
    }
    const first = this.heights.at(offset);
    this.held = items
      .slice(first, first + HELD_ROWS)
      .map(({ key }, i) => ({ key, offset: this.heights.top(first + i) - offset }));
  }

  restore(top: number): void {
    const kept = this.held.find(({ key }) => this.heights.has(key));
    this.held = [];
    if (kept === undefined) {
      return;
    }
    setStyle(this.list, 'height', `${this.heights.total}px`);
    const delta =
      this.list.getBoundingClientRect().top + this.heights.topOf(kept.key) - (top + kept.offset);
    if (Math.abs(delta) >= 1) {
      window.scrollBy({ top: delta, behavior: 'instant' });
    }
  }
}
