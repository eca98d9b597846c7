/** Buttons beside the list's heading that show changes, failures or verdicts alone. */
import { rowFilters, type RowFilter } from '../../src/core/view/timeline/chapter-rows.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { Icon, type IconName } from '../ui/icons.js';
import type { Texts } from '../ui/texts.js';

const icons: Record<RowFilter, IconName> = { changes: 'diff', failures: 'cross', verdicts: 'eye' };

export class RowFilters {
  readonly element = el('div', 'row-filters');
  readonly none = el('p', 'meta list-end');
  private readonly buttons = new Map<RowFilter, HTMLButtonElement>();

  constructor(toggle: (filter: RowFilter) => void) {
    this.element.setAttribute('role', 'group');
    for (const filter of rowFilters) {
      const button = el('button', 'row-filter', new Icon(icons[filter]).element);
      button.type = 'button';
      button.addEventListener('click', () => {
        toggle(filter);
      });
      this.buttons.set(filter, button);
      this.element.append(button);
    }
  }

  /** `isEmpty`: no row passes. */
  update(chosen: ReadonlySet<RowFilter>, isEmpty: boolean, texts: Texts): void {
    setAttribute(this.element, 'aria-label', texts.get('label.filters'));
    for (const [filter, button] of this.buttons) {
      const name = texts.get(`filter.${filter}`);
      setAttribute(button, 'aria-pressed', String(chosen.has(filter)));
      setAttribute(button, 'aria-label', name);
      setAttribute(button, 'title', `${texts.get('label.filters')}: ${name}`);
    }
    setText(this.none, texts.get('label.noneShown'));
    show(this.none, isEmpty && chosen.size > 0);
  }
}
