/** The end of the timeline: a button for older rows, or why there are none. */
import type { Missing } from '../../src/core/view/full-text.js';
import { el, setText, show, setStyle } from '../ui/dom.js';
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

/** “3 new steps ↑”: how many steps have come above those that the person looks at, and the way back to them. */
export class NewerSteps {
  /** Sticks below the head of the page. */
  readonly element = el('div', 'newer');
  private readonly button = el('button', 'newer-button');
  /** Number of the newest step that was in view. */
  private seen: number | undefined;

  constructor(goBack: () => void) {
    this.button.type = 'button';
    this.button.addEventListener('click', goBack);
    this.element.append(this.button);
    show(this.element, false);
  }

  reset(): void {
    this.seen = undefined;
  }

  /** `newest`: number of the newest step, −1 for none; `isInView`: nothing is above what the person sees; `top`: where the list may begin. */
  update(newest: number, isInView: boolean, top: number, texts: Texts): void {
    if (isInView || this.seen === undefined) {
      this.seen = newest;
    }
    const count = newest - this.seen;
    show(this.element, count > 0);
    setText(
      this.button,
      count === 1
        ? texts.get('action.newerStep')
        : texts.get('action.newerSteps', { count: texts.number(count) }),
    );
    setStyle(this.element, '--newer-top', `${top + 4}px`);
  }
}
