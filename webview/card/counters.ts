/** How close each detector is to calling a stall, and when the turn last made progress. */
import type { Counter } from '../../src/core/detect/detector.js';
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import { whenLazyPartsLoaded } from '../page/lazy-loader.js';
import type { Page } from '../page/page.js';
import { countersNow, timeSinceProgress, type ShownState } from '../page/shown-state.js';
import { el, KeyedChildren, setAttribute, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import type { CounterDetails } from './counter-details.js';
import { CounterView, counterValue, mayTrip, splitCounters } from './counter-view.js';

export class Counters {
  readonly element = el('section', 'counters');
  private readonly list = el('div', 'counter-list');
  private readonly counters: KeyedChildren<Counter, CounterView>;
  /** The counters that are not half full. */
  private readonly rest = el('p', 'counter-rest');
  private readonly last = el('span', 'last-what');
  private readonly ago = el('span', 'last-ago');
  private readonly label = el('span', 'last-label');
  private readonly disclosure = el('details', 'last-progress');
  private details: CounterDetails | undefined;
  private mayTrip = false;

  constructor(private readonly page: Page) {
    this.counters = new KeyedChildren(
      this.list,
      () => new CounterView(page),
      (view, counter) => {
        view.update(counter, this.mayTrip);
      },
    );
    this.disclosure.append(
      el('summary', undefined, icon('chevron', 'twistie'), this.label, this.last, this.ago),
    );
    this.disclosure.addEventListener('toggle', () => {
      whenLazyPartsLoaded((parts) => {
        if (this.details === undefined) {
          this.disclosure.append((this.details = new parts.CounterDetails(page)).element);
        }
        page.redraw();
      });
    });
    this.element.append(this.list, this.rest, this.disclosure);
  }

  update(state: ShownState): void {
    const { detail, snapshot } = state;
    const { texts } = this.page;
    show(this.element, detail !== undefined);
    if (detail === undefined) {
      return;
    }
    setAttribute(this.element, 'aria-label', texts.get('label.counters'));
    setAttribute(this.element, 'data-calm', isCalm(detail, snapshot) ? '' : undefined);
    const { lastProgress } = detail.metrics;
    const what = lastProgress === undefined ? '' : texts.say(lastProgress.what);
    setText(
      this.label,
      texts.get(lastProgress === undefined ? 'label.noProgress' : 'label.lastProgress'),
    );
    setText(this.last, what);
    setAttribute(this.disclosure, 'title', what);
    if (this.disclosure.open) {
      this.details?.update(state);
    }
    this.tick(state);
  }

  tick(state: ShownState): void {
    if (state.detail === undefined) {
      return;
    }
    const { texts } = this.page;
    this.mayTrip = mayTrip(state.detail);
    const { nearest, others } = splitCounters(countersNow(state));
    this.counters.set(nearest.map((counter) => [counter.id, counter]));
    const rest = others
      .filter(({ value }) => value > 0)
      .map((counter) => `${texts.say(counter.label)} ${counterValue(counter, texts, this.mayTrip)}`)
      .join(' · ');
    setText(this.rest, rest);
    setAttribute(this.rest, 'title', rest);
    show(this.rest, rest !== '');
    const ms = timeSinceProgress(state);
    const ago = ms === undefined ? undefined : texts.elapsed(ms);
    setText(this.ago, ago ?? '');
    setAttribute(
      this.ago,
      'aria-label',
      ago === undefined ? undefined : texts.get('label.ago', { time: ago }),
    );
    if (this.disclosure.open) {
      this.details?.tick(state);
    }
  }
}

/** Full counters are shown without alarm while nothing is expected of the person. */
function isCalm(detail: SessionDetail, snapshot: Snapshot): boolean {
  const { state } = detail;
  return (
    snapshot.paused ||
    state === 'snoozed' ||
    state === 'waiting' ||
    state === 'idle' ||
    state === 'stopping' ||
    state === 'stopped' ||
    state === 'text-only' ||
    state === 'reminded'
  );
}
