/** The end of the timeline: a button for older rows, or why there are none. */
import type { Missing } from '../../src/core/view/full-text.js';
import { el, setText, show } from '../ui/dom.js';
import type { Texts } from '../ui/texts.js';

/** Older rows: how many can be requested, or why they are not available. */
export interface OlderRowsState {
  left: number;
  ended: Missing | undefined;
}

export class ListEnd {
  private readonly button = el('button', 'link-button');
  private readonly notice = el('p', 'meta list-end');
  readonly elements = [this.button, this.notice] as const;

  constructor(requestOlder: () => void) {
    this.button.type = 'button';
    this.button.addEventListener('click', requestOlder);
  }

  /** More rows can be requested. */
  get hasMore(): boolean {
    return !this.button.hidden;
  }

  update({ left, ended }: OlderRowsState, texts: Texts): void {
    setText(this.button, texts.get('action.older', { count: texts.number(left) }));
    show(this.button, left > 0);
    setText(
      this.notice,
      ended === undefined
        ? ''
        : texts.get(ended === 'gone' ? 'label.olderNotKept' : 'label.olderNotRead'),
    );
    show(this.notice, ended !== undefined);
  }
}
