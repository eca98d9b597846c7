/** The heart: how near each detector is before it trips, and what set it back last. */
import type { Counter } from '../../src/core/detect/detector.js';
import { el, KeyedChildren, setAttribute, setStyle, setText, show } from './dom.js';
import type { Moment, Page } from './page.js';

/** Up to this limit the bar has one cell for each step. */
const CELLS = 16;

/** Where a counter changes its look: half, three quarters, full. */
export function fillLevel(value: number, limit: number): 'low' | 'half' | 'near' | 'full' {
  const share = limit > 0 ? value / limit : 0;
  return share >= 1 ? 'full' : share >= 0.75 ? 'near' : share >= 0.5 ? 'half' : 'low';
}

/** More would push the timeline out of a small side bar. */
const SHOWN = 3;

/** The counters nearest to their limits, in the order of the list. */
function nearest(counters: readonly Counter[]): Counter[] {
  const share = ({ value, limit }: Counter): number => (limit > 0 ? Math.min(1, value / limit) : 0);
  const shown = new Set([...counters].sort((one, other) => share(other) - share(one)).slice(0, SHOWN));
  return counters.filter((counter) => shown.has(counter));
}

class CounterView {
  readonly element = el('div', 'counter');
  readonly #label = el('span', 'counter-label');
  readonly #reset = el('span', 'counter-reset');
  readonly #value = el('span', 'counter-value');
  readonly #bar = el('div', 'bar');

  constructor(private readonly page: Page) {
    this.#bar.setAttribute('role', 'meter');
    this.#bar.setAttribute('aria-valuemin', '0');
    this.element.append(this.#label, this.#reset, this.#value, this.#bar);
  }

  update(counter: Counter): void {
    const { texts } = this.page;
    const { value, limit } = counter;
    const share = limit > 0 ? Math.min(1, value / limit) : 0;
    const label = texts.say(counter.label);
    const reset = counter.lastReset === undefined ? '' : texts.say(counter.lastReset);
    setAttribute(this.element, 'data-level', fillLevel(value, limit));
    setText(this.#label, label);
    setText(this.#reset, reset);
    setText(this.#value, `${texts.number(Math.min(value, limit))}/${texts.number(limit)}`);
    setAttribute(this.element, 'title', reset === '' ? label : `${label}\n${texts.get('label.lastReset', { what: reset })}`);
    setStyle(this.#bar, '--share', String(share));
    setStyle(this.#bar, '--cells', String(limit <= CELLS ? Math.max(1, limit) : 1));
    setAttribute(this.#bar, 'data-cells', limit <= CELLS ? '' : undefined);
    setAttribute(this.#bar, 'aria-label', label);
    setAttribute(this.#bar, 'aria-valuemax', String(limit));
    setAttribute(this.#bar, 'aria-valuenow', String(Math.min(value, limit)));
    setAttribute(this.#bar, 'aria-valuetext', `${value}/${limit}`);
  }
}

export class Counters {
  readonly element = el('section', 'counters');
  readonly #list = el('div', 'counter-list');
  readonly #counters: KeyedChildren<Counter, CounterView>;
  readonly #last = el('span', 'last-what');
  readonly #ago = el('span', 'last-ago');
  readonly #label = el('span', 'last-label');
  readonly #metrics = el('p');
  readonly #tally = el('p');
  readonly #details = el('details', 'last-progress');

  constructor(private readonly page: Page) {
    this.#counters = new KeyedChildren(this.#list, () => new CounterView(page), (view, counter) => { view.update(counter); });
    this.#details.append(el('summary', undefined, this.#label, this.#last, this.#ago), el('div', 'last-more', this.#metrics, this.#tally));
    this.element.append(this.#list, this.#details);
  }

  update(moment: Moment): void {
    const { detail, snapshot } = moment;
    const { texts } = this.page;
    show(this.element, detail !== undefined);
    if (detail === undefined) { return; }
    setAttribute(this.element, 'aria-label', texts.get('label.counters'));
    this.#counters.set(nearest(detail.counters).map((counter) => [counter.id, counter]));
    const { lastProgress } = detail.metrics;
    const what = lastProgress === undefined ? '' : texts.say(lastProgress.what);
    setText(this.#label, texts.get(lastProgress === undefined ? 'label.noProgress' : 'label.lastProgress'));
    setText(this.#last, what);
    setAttribute(this.#details, 'title', what);
    setText(this.#tally, texts.get('label.tally', snapshot.tally));
    this.tick(moment);
  }

  tick(moment: Moment): void {
    const { detail, snapshot } = moment;
    if (detail === undefined) { return; }
    const { texts } = this.page;
    const { metrics } = detail;
    const at = metrics.lastProgress?.at;
    const still = snapshot.playback !== undefined || !detail.open;
    const end = still ? detail.lastEventAt ?? moment.now : moment.now;
    const ago = at === undefined ? undefined : texts.elapsed(end - at);
    setText(this.#ago, ago ?? '');
    setAttribute(this.#ago, 'aria-label', ago === undefined ? undefined : texts.get('label.ago', { time: ago }));
    const counts = { read: metrics.filesRead, modified: metrics.filesModified, tests: metrics.testsRun, commands: metrics.commandsExecuted };
    setText(this.#metrics, texts.say(ago === undefined
      ? { id: 'report.metrics.none', params: counts }
      : { id: 'report.metrics', params: { ...counts, last: texts.get('label.ago', { time: ago }) } }));
  }
}
