/** The heart: how near each detector is before it trips, and what set it back last. */
import type { Counter } from '../../src/core/detect/detector.js';
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import type { CountersMore } from './counters-more.js';
import { el, KeyedChildren, setAttribute, setStyle, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { whenLoaded } from '../page/later.js';
import type { ShownState, Page } from '../page/page.js';

/** Up to this limit the bar has one cell for each step. */
const CELLS = 16;
/** A pressure, no count: it is shown as a level. */
const LEVEL = 'early-warning';

/** Where a counter changes its look: half, three quarters, full. */
function fillLevel(value: number, limit: number): 'low' | 'half' | 'near' | 'full' {
  const share = shareOf({ value, limit });
  return share >= 1 ? 'full' : share >= 0.75 ? 'near' : share >= 0.5 ? 'half' : 'low';
}

/** More would push the timeline out of a small side bar. */
const SHOWN = 3;

function shareOf({ value, limit }: Pick<Counter, 'value' | 'limit'>): number {
  return limit > 0 ? Math.min(1, value / limit) : 0;
}

/** The counters nearest to their limits and the others, both in the order of the list. What is counted goes before the early warning's level. */
export function split(counters: readonly Counter[]): { nearest: Counter[]; others: Counter[] } {
  const rank = (counter: Counter): number =>
    counter.id !== LEVEL
      ? shareOf(counter)
      : counters.some((each) => each.id !== LEVEL && shareOf(each) >= 0.75)
        ? -1
        : shareOf(counter);
  const shown = new Set(
    [...counters].sort((one, other) => rank(other) - rank(one)).slice(0, SHOWN),
  );
  return {
    nearest: counters.filter((counter) => shown.has(counter)),
    others: counters.filter((counter) => !shown.has(counter)),
  };
}

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

  update(counter: Counter): void {
    const { texts } = this.page;
    const { value, limit } = counter;
    const level = fillLevel(value, limit);
    const label = texts.say(counter.label);
    const reset = counter.lastReset === undefined ? '' : texts.say(counter.lastReset);
    const shown =
      counter.id === LEVEL
        ? texts.get(`level.${level}`)
        : `${texts.number(Math.min(value, limit))}/${texts.number(limit)}`;
    setAttribute(this.element, 'data-level', level);
    setText(this.label, label);
    setText(this.reset, reset);
    setText(this.value, shown);
    setAttribute(
      this.element,
      'title',
      reset === '' ? label : `${label}\n${texts.get('label.lastReset', { what: reset })}`,
    );
    setStyle(this.bar, '--share', String(shareOf(counter)));
    setStyle(this.bar, '--cells', String(limit <= CELLS ? Math.max(1, limit) : 1));
    setAttribute(this.bar, 'data-cells', limit <= CELLS ? '' : undefined);
    setAttribute(this.bar, 'aria-label', label);
    setAttribute(this.bar, 'aria-valuemax', String(limit));
    setAttribute(this.bar, 'aria-valuenow', String(Math.min(value, limit)));
    setAttribute(this.bar, 'aria-valuetext', counter.id === LEVEL ? shown : `${value}/${limit}`);
  }
}

/** Nothing presses the person now: full counters are shown without alarm. */
function isCalm(detail: SessionDetail, snapshot: Snapshot): boolean {
  const { state } = detail;
  return (
    snapshot.paused ||
    state === 'snoozed' ||
    state === 'waiting' ||
    state === 'idle' ||
    state === 'stopped' ||
    state === 'text-only' ||
    state === 'reminded'
  );
}

export class Counters {
  readonly element = el('section', 'counters');
  private readonly list = el('div', 'counter-list');
  private readonly counters: KeyedChildren<Counter, CounterView>;
  private readonly last = el('span', 'last-what');
  private readonly ago = el('span', 'last-ago');
  private readonly label = el('span', 'last-label');
  private readonly details = el('details', 'last-progress');
  private more: CountersMore | undefined;

  constructor(private readonly page: Page) {
    this.counters = new KeyedChildren(
      this.list,
      () => new CounterView(page),
      (view, counter) => {
        view.update(counter);
      },
    );
    this.details.append(
      el('summary', undefined, icon('chevron', 'twistie'), this.label, this.last, this.ago),
    );
    this.details.addEventListener('toggle', () => {
      whenLoaded((parts) => {
        if (this.more === undefined) {
          this.details.append((this.more = new parts.CountersMore(page)).element);
        }
        page.redraw();
      });
    });
    this.element.append(this.list, this.details);
  }

  update(moment: ShownState): void {
    const { detail, snapshot } = moment;
    const { texts } = this.page;
    show(this.element, detail !== undefined);
    if (detail === undefined) {
      return;
    }
    setAttribute(this.element, 'aria-label', texts.get('label.counters'));
    setAttribute(this.element, 'data-calm', isCalm(detail, snapshot) ? '' : undefined);
    const { nearest } = split(detail.counters);
    this.counters.set(nearest.map((counter) => [counter.id, counter]));
    const { lastProgress } = detail.metrics;
    const what = lastProgress === undefined ? '' : texts.say(lastProgress.what);
    setText(
      this.label,
      texts.get(lastProgress === undefined ? 'label.noProgress' : 'label.lastProgress'),
    );
    setText(this.last, what);
    setAttribute(this.details, 'title', what);
    if (this.details.open) {
      this.more?.update(moment);
    }
    this.tick(moment);
  }

  tick(moment: ShownState): void {
    const { detail } = moment;
    if (detail === undefined) {
      return;
    }
    const { texts } = this.page;
    const ms = sinceProgress(moment);
    const ago = ms === undefined ? undefined : texts.elapsed(ms);
    setText(this.ago, ago ?? '');
    setAttribute(
      this.ago,
      'aria-label',
      ago === undefined ? undefined : texts.get('label.ago', { time: ago }),
    );
    if (this.details.open) {
      this.more?.tick(moment);
    }
  }
}

/** Milliseconds; it stands still where the turn is over or recorded. */
export function sinceProgress({ detail, snapshot, now }: ShownState): number | undefined {
  const at = detail?.metrics.lastProgress?.at;
  const still = snapshot.playback !== undefined || detail?.open !== true;
  return at === undefined
    ? undefined
    : Math.max(0, (still ? (detail?.lastEventAt ?? now) : now) - at);
}
