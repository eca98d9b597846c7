/** What “Last progress” opens to: what the turn did, the remaining counters, what reset each of them, and today's counts. */
import type { Counter } from '../../src/core/detect/detector.js';
import { el, KeyedChildren, setText, show } from '../ui/dom.js';
import type { Page } from '../page/page.js';
import { countersNow, timeSinceProgress, type ShownState } from '../page/shown-state.js';
import { metricsText } from '../ui/metrics-text.js';
import { tokensText } from '../ui/tokens.js';
import { CounterView, mayTrip, splitCounters } from './counter-view.js';

export class CounterDetails {
  readonly element = el('div', 'last-more');
  private readonly metrics = el('p');
  private readonly tokens = el('p');
  private readonly tally = el('p');
  private mayTrip = false;
  private readonly counters: KeyedChildren<Counter, CounterView>;
  private readonly resets = el('ul', 'resets');
  private readonly lines: KeyedChildren<string, { readonly element: HTMLLIElement }>;

  constructor(private readonly page: Page) {
    const list = el('div', 'counter-list');
    this.counters = new KeyedChildren(
      list,
      () => new CounterView(page),
      (view, counter) => {
        view.update(counter, this.mayTrip);
      },
    );
    this.lines = new KeyedChildren(
      this.resets,
      () => ({ element: el('li') }),
      (view, text) => {
        setText(view.element, text);
      },
    );
    this.element.append(this.metrics, this.tokens, this.tally, list, this.resets);
  }

  update(state: ShownState): void {
    const { detail, snapshot } = state;
    if (detail === undefined) {
      return;
    }
    const { texts } = this.page;
    const spent = detail.metrics.tokens?.sinceProgress;
    setText(
      this.tokens,
      spent === undefined
        ? ''
        : texts.get('label.tokensSince', { count: tokensText(spent, texts) }),
    );
    show(this.tokens, spent !== undefined);
    setText(this.tally, texts.get('label.tally', snapshot.tally));
    this.lines.set(
      detail.counters.flatMap((counter) =>
        counter.lastReset === undefined
          ? []
          : [
              [
                counter.id,
                texts.get('label.counterReset', {
                  counter: texts.say(counter.label),
                  what: texts.say(counter.lastReset),
                }),
              ] as const,
            ],
      ),
    );
    this.tick(state);
  }

  tick(state: ShownState): void {
    const { detail } = state;
    if (detail === undefined) {
      return;
    }
    const { texts } = this.page;
    this.mayTrip = mayTrip(detail);
    this.counters.set(
      splitCounters(countersNow(state)).others.map((counter) => [counter.id, counter]),
    );
    const { metrics } = detail;
    const ms = timeSinceProgress(state);
    setText(
      this.metrics,
      metricsText(
        metrics,
        ms === undefined ? undefined : texts.duration(Math.floor(ms / 1000) * 1000),
        texts,
      ),
    );
  }
}
