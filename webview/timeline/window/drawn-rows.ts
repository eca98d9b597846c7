/** The rows that are in the document: each is reused while it stays there, and placed by its height. */
import type { Item } from '../../../src/core/view/timeline/fold-rows.js';
import type { Page } from '../../page/page.js';
import { placeChildren, setAttribute, setStyle } from '../../ui/dom.js';
import type { Heights } from './viewport.js';
import { RowView, type RowState } from '../row-view.js';

export class DrawnRows {
  private views = new Map<string, RowView>();
  private readonly sizes: ResizeObserver;

  /** `resized`: an open row has changed its height. */
  constructor(
    private readonly list: HTMLElement,
    private readonly heights: Heights,
    private readonly page: Page,
    resized: () => void,
  ) {
    this.sizes = new ResizeObserver(resized);
  }

  /** Draws these rows, top to bottom, and removes all others. */
  draw(rows: readonly { item: Item; state: RowState }[]): void {
    const next = new Map<string, RowView>();
    for (const { item, state } of rows) {
      const view = this.views.get(item.key) ?? new RowView(item.key, this.page, this.sizes);
      view.update(item, state);
      next.set(item.key, view);
    }
    for (const [key, view] of this.views) {
      if (next.get(key) !== view) {
        this.sizes.unobserve(view.element);
      }
    }
    this.views = next;
    placeChildren(
      this.list,
      [...next.values()].map((view) => view.element),
    );
    this.place();
  }

  /** Measures open rows, then positions every row and sets the height of the whole list. */
  place(): void {
    let changed = false;
    for (const [key, view] of this.views) {
      if (view.details !== undefined) {
        changed = this.heights.measure(key, view.element.offsetHeight) || changed;
      }
    }
    if (changed) {
      this.heights.refresh();
    }
    for (const [key, view] of this.views) {
      setStyle(view.element, 'top', `${this.heights.measureTop(key)}px`);
    }
    setStyle(this.list, 'height', `${this.heights.total}px`);
  }

  get(key: string): RowView | undefined {
    return this.views.get(key);
  }

  /** The row that holds an event's target. */
  rowAt(target: EventTarget | null): RowView | undefined {
    const key = target instanceof Element ? target.closest('.row')?.getAttribute('data-key') : null;
    return key === null || key === undefined ? undefined : this.views.get(key);
  }

  /** Makes a row the list's one tab stop. */
  setTabStop(row: RowView): void {
    for (const each of this.views.values()) {
      setAttribute(each.line.button, 'tabindex', each === row ? '0' : '-1');
    }
  }
}
