/** One stall counter: a bar that fills up to its limit, its value, and what reset it last. */
import type { Counter } from '../../src/core/detect/detector.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Page } from '../page/page.js';
import type { Texts } from '../ui/texts.js';
import { el, setAttribute, setStyle, setText } from '../ui/dom.js';

/** Up to this limit the bar has one cell per step. */
const MAX_CELLS = 16;
/** A level rather than a count: shown as a word. */
const EARLY_WARNING = 'early-warning';
/** More would push the timeline out of a small side bar. */
const MAX_NEAREST = 3;

/** From this share on a counter has a bar of its own. */
const HALF = 0.5;

type FillLevel = 'low' | 'half' | 'near' | 'full';

export class CounterView {
  readonly element = el('div', 'counter');
  private readonly label = el('span', 'counter-label');
  private readonly reset = el('span', 'counter-reset');
  private readonly value = el('span', 'counter-value');
  private readonly bar = el('div', 'bar');

  constructor(private readonly page: Page) {
    this.bar.setAttribute('role', 'meter');
    this.bar.setAttribute('aria-valuemin', '0');
    this.element.append(this.label, this.reset, this.value, this.bar);
  }

  /** @param mayTrip a full one is the stall; else it is only close to one */
  update(counter: Counter, mayTrip: boolean): void {
    const { texts } = this.page;
    const { value, limit } = counter;
    const share = measureShare(counter);
    const level = chooseLevel(share, mayTrip);
    const label = texts.say(counter.label);
    const reset = counter.lastReset === undefined ? '' : texts.say(counter.lastReset);
    const shown = counterValue(counter, texts, mayTrip);
    setAttribute(this.element, 'data-level', level);
    setText(this.label, label);
    setText(this.reset, reset);
    setText(this.value, shown);
    setAttribute(
      this.element,
      'title',
      reset === '' ? label : `${label}\n${texts.get('label.lastReset', { what: reset })}`,
    );
    setStyle(this.bar, '--share', String(share));
    setStyle(this.bar, '--cells', String(limit <= MAX_CELLS ? Math.max(1, limit) : 1));
    setAttribute(this.bar, 'data-cells', limit <= MAX_CELLS ? '' : undefined);
    setAttribute(this.bar, 'aria-label', label);
    setAttribute(this.bar, 'aria-valuemax', String(limit));
    setAttribute(this.bar, 'aria-valuenow', String(Math.min(value, limit)));
    setAttribute(
      this.bar,
      'aria-valuetext',
      counter.id === EARLY_WARNING ? shown : `${value}/${limit}`,
    );
  }
}

/** Whether a full counter can be what the state is about. */
export function mayTrip({ state }: SessionDetail): boolean {
  return state === 'stalled' || state === 'escalated' || state === 'snoozed';
}

/** `3/8`, or a level in a word. */
export function counterValue(counter: Counter, texts: Texts, mayTrip: boolean): string {
  return counter.id === EARLY_WARNING
    ? texts.get(`level.${chooseLevel(measureShare(counter), mayTrip)}`)
    : texts.share(counter);
}

/** The counters from half full on that are nearest to their limits, and the others, both in the list's order. A count that is close to its limit ranks above the early warning. */
export function splitCounters(counters: readonly Counter[]): {
  nearest: Counter[];
  others: Counter[];
} {
  const isCountNear = counters.some(
    (each) => each.id !== EARLY_WARNING && measureShare(each) >= 0.75,
  );
  const rank = (counter: Counter): number =>
    counter.id === EARLY_WARNING && isCountNear ? -1 : measureShare(counter);
  const nearest = new Set(
    counters
      .filter((counter) => rank(counter) >= HALF)
      .sort((one, other) => rank(other) - rank(one))
      .slice(0, MAX_NEAREST),
  );
  return {
    nearest: counters.filter((counter) => nearest.has(counter)),
    others: counters.filter((counter) => !nearest.has(counter)),
  };
}

function measureShare({ value, limit }: Counter): number {
  return limit > 0 ? Math.min(1, value / limit) : 0;
}

function fillLevel(share: number): FillLevel {
  return share >= 1 ? 'full' : share >= 0.75 ? 'near' : share >= HALF ? 'half' : 'low';
}

function chooseLevel(share: number, mayTrip: boolean): FillLevel {
  return share >= 1 && !mayTrip ? 'near' : fillLevel(share);
}
