/** Buttons that lead to the steps of a verdict's evidence. */
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import type { Page } from './page.js';

/** The newest steps are shown. */
const MAX_CHIPS = 12;

interface Chip {
  element: HTMLButtonElement;
  call: number;
}

export function stepChips(page: Page): {
  element: HTMLElement;
  update(calls: readonly number[]): void;
} {
  const element = el('div', 'chips');
  element.setAttribute('role', 'group');
  const chips = new KeyedChildren<number, Chip>(
    element,
    (call) => {
      const button = el('button', 'chip');
      button.type = 'button';
      const chip = { element: button, call };
      button.addEventListener('click', () => page.jumpToCall(chip.call));
      return chip;
    },
    (chip, call) => {
      chip.call = call;
      const step = page.stepOfCall(call);
      setText(chip.element, step === undefined ? '' : String(step));
      setAttribute(
        chip.element,
        'aria-label',
        step === undefined ? undefined : page.texts.get('label.jump', { step }),
      );
      setAttribute(
        chip.element,
        'title',
        step === undefined ? undefined : page.texts.get('label.jump', { step }),
      );
    },
  );
  return {
    element,
    update(calls) {
      const byStep = new Map<number, number>();
      for (const call of calls) {
        const step = page.stepOfCall(call);
        if (step !== undefined && !byStep.has(step)) {
          byStep.set(step, call);
        }
      }
      setAttribute(element, 'aria-label', page.texts.get('label.evidence'));
      setAttribute(element, 'data-label', page.texts.get('label.evidence'));
      chips.set([...byStep].slice(-MAX_CHIPS).map(([step, call]) => [String(step), call]));
      show(element, byStep.size > 0);
    },
  };
}
