/** “3 new steps ↑”: how many steps have come above those that the person looks at, and the way back to them. */
import { el, setStyle, setText, show } from '../ui/dom.js';
import type { Texts } from '../ui/texts.js';

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
