/** One row of the timeline: its line, and its details. */
import type { Item } from '../../src/core/view/timeline/fold-rows.js';
import { el, setAttribute } from '../ui/dom.js';
import { lazyParts } from '../page/lazy-loader.js';
import type { Page } from '../page/page.js';
import { rowContext } from './row-context.js';
import { RowLine } from './row-line.js';

export interface RowState {
  /** 0-based, of how many. */
  index: number;
  count: number;
  /** The list's one tab stop. */
  active: boolean;
  open: boolean;
  /** Among the steps that were looked for. */
  marked: boolean;
  now: number;
}

export class RowView {
  readonly element = el('div', 'row');
  readonly line = new RowLine();
  /** Filled while the row is open. */
  details: HTMLElement | undefined;

  /** `sizes` observes the row while it is open. */
  constructor(
    readonly key: string,
    private readonly page: Page,
    private readonly sizes: ResizeObserver,
  ) {
    this.element.setAttribute('role', 'listitem');
    this.element.append(this.line.button);
  }

  update(item: Item, { index, count, active, open, marked, now }: RowState): void {
    const { element, line, page } = this;
    setAttribute(element, 'aria-posinset', String(index + 1));
    setAttribute(element, 'aria-setsize', String(count));
    setAttribute(element, 'data-key', item.key);
    setAttribute(element, 'data-kind', item.kind === 'fold' ? 'fold' : item.row.kind);
    setAttribute(element, 'data-folded', item.kind === 'row' && item.folded ? '' : undefined);
    setAttribute(
      element,
      'data-idle',
      item.kind === 'row' && item.row.kind === 'step' && item.row.closed && !item.row.progress
        ? ''
        : undefined,
    );
    setAttribute(element, 'data-marked', marked ? '' : undefined);
    setAttribute(line.button, 'tabindex', active ? '0' : '-1');
    setAttribute(
      line.button,
      'data-vscode-context',
      item.kind === 'row' ? rowContext(item.key, item.row) : undefined,
    );
    line.update(item, item.kind === 'fold' ? item.open : open, now, page.texts);
    if (item.kind === 'row' && open) {
      const parts = lazyParts();
      if (parts !== undefined && this.details === undefined) {
        this.details = el('div', 'details');
        element.append(this.details);
        this.sizes.observe(element);
      }
      if (this.details !== undefined) {
        parts?.drawRowDetails(this.details, page, item.row);
      }
    } else if (this.details !== undefined) {
      this.details.remove();
      this.details = undefined;
      this.sizes.unobserve(element);
    }
    setAttribute(element, 'data-open', this.details === undefined ? undefined : '');
  }
}
