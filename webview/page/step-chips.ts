/** Buttons that lead to the steps of a verdict's evidence. */
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import type { Page } from './page.js';

/** The newest are shown. */
const MAX_CHIPS = 12;

interface Chip {
  element: HTMLButtonElement;
  call: number;
}
/** Steps in a row, and the first call of the first of them. */
interface Range {
  from: number;
  to: number;
  call: number;
}

export function stepChips(page: Page): {
  element: HTMLElement;
  update(calls: readonly number[]): void;
} {
  const element = el('div', 'chips');
  element.setAttribute('role', 'group');
  const chips = new KeyedChildren<Range, Chip>(
    element,
    ({ call }) => {
      const button = el('button', 'chip');
      button.type = 'button';
      const chip = { element: button, call };
      button.addEventListener('click', () => page.jumpToCall(chip.call));
      return chip;
    },
    (chip, { from, to, call }) => {
      chip.call = call;
      const steps = from === to ? String(from) : `${from}–${to}`;
      const jump = page.texts.get('label.jump', { step: steps });
      setText(chip.element, steps);
      setAttribute(chip.element, 'aria-label', jump);
      setAttribute(chip.element, 'title', jump);
    },
  );
  return {
    element,
    update(calls) {
      const ranges: Range[] = [];
      for (const call of calls) {
        const step = page.stepOfCall(call);
        const last = ranges.at(-1);
        if (step === undefined || step === last?.to) {
          continue;
        }
        if (last?.to === step - 1) {
          last.to = step;
        } else {
          ranges.push({ from: step, to: step, call });
        }
      }
      setAttribute(element, 'aria-label', page.texts.get('label.evidence'));
      setAttribute(element, 'data-label', page.texts.get('label.evidence'));
      chips.set(ranges.slice(-MAX_CHIPS).map((range) => [String(range.from), range]));
      show(element, ranges.length > 0);
    },
  };
}
