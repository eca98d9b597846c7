/** A counter as a row: a bar with a cell for each step, or a word. */
import type { Counter } from '../../src/core/detect/detector.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { PageProps } from '../page/page.js';
import { countersNow } from '../page/shown-state.js';
import type { Texts } from '../ui/texts.js';

/** Up to this limit the bar has one cell per step. */
const MAX_CELLS = 16;

/** A level rather than a count: shown as a word. */
const EARLY_WARNING = 'early-warning';

/** More would push the timeline out of a small side bar. */
const MAX_NEAREST = 3;

/** From this share on a counter has a bar of its own. */
const HALF = 0.5;

type FillLevel = 'low' | 'half' | 'near' | 'full';

interface CounterProps {
  counter: Counter;
  /** A full one is the stall; else it is only close to one. */
  mayTrip: boolean;
  texts: Texts;
}

/** One stall counter: a bar that fills up to its limit, its value, and what reset it last. */
export function CounterView({ counter, mayTrip, texts }: CounterProps) {
  const { value, limit, lastReset } = counter;
  const share = measureShare(counter);
  const label = texts.say(counter.label);
  const reset = lastReset && texts.say(lastReset);
  const shown = counterValue(counter, texts, mayTrip);
  return (
    <div
      class="counter"
      data-level={chooseLevel(share, mayTrip)}
      title={
        reset === undefined ? label : `${label}\n${texts.get('label.lastReset', { what: reset })}`
      }
    >
      <span class="counter-label">{label}</span>
      <span class="counter-reset">{reset}</span>
      <span class="counter-value">{shown}</span>
      <div
        class="bar"
        role="meter"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(value, limit)}
        aria-valuetext={counter.id === EARLY_WARNING ? shown : `${value}/${limit}`}
        aria-label={label}
        data-cells={limit <= MAX_CELLS ? '' : undefined}
        style={{ '--share': share, '--cells': limit <= MAX_CELLS ? Math.max(1, limit) : 1 }}
      />
    </div>
  );
}

/** Whether a full counter can be what the state is about. */
export function mayTrip({ state }: Pick<SessionDetail, 'state'>): boolean {
  return state === 'stalled' || state === 'escalated' || state === 'snoozed';
}

/** `3/8`, or a level in a word. */
function counterValue(counter: Counter, texts: Texts, mayTrip: boolean): string {
  return counter.id === EARLY_WARNING
    ? texts.get(`level.${chooseLevel(measureShare(counter), mayTrip)}`)
    : texts.share(counter);
}

interface CounterBarsProps extends PageProps {
  detail: SessionDetail;
}

/** The counters that are near their limits, and the others in one line. */
export function CounterBars({ page: { texts }, state, detail }: CounterBarsProps) {
  const trips = mayTrip(detail);
  const { nearest, others } = splitCounters(countersNow(state), detail);
  const rest = others
    .filter(({ value }) => value > 0)
    .map((counter) => `${texts.say(counter.label)} ${counterValue(counter, texts, trips)}`)
    .join(' · ');
  return (
    <>
      <div class="counter-list">
        {nearest.map((counter) => (
          <CounterView key={counter.id} counter={counter} mayTrip={trips} texts={texts} />
        ))}
      </div>
      {rest !== '' && (
        <p class="counter-rest" title={rest}>
          {rest}
        </p>
      )}
    </>
  );
}

/** Before a stall the counters are below the card; in a stall they are among its reasons. */
export function hasCountersBelow({ state }: SessionDetail): boolean {
  return state === 'watch' || state === 'snoozed';
}

/** So is the last progress. */
export function isProgressInWhy({ state, verdict }: SessionDetail): boolean {
  return verdict !== undefined && (state === 'stalled' || state === 'escalated');
}

/** Nothing is near a stall, or the turn is over: the counters are in the details only. */
function isQuiet({ state }: SessionDetail): boolean {
  return state !== 'watch' && !mayTrip({ state });
}

/**
 * The counters from half full on that are nearest to their limits, and the others, both in the list's order: none is near while all is quiet.
 * A count that is close to its limit ranks above the early warning.
 */
export function splitCounters(
  counters: readonly Counter[],
  detail: SessionDetail,
): { nearest: Counter[]; others: Counter[] } {
  if (isQuiet(detail)) {
    return { nearest: [], others: [...counters] };
  }
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
