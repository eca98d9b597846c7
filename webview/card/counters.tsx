/** How close each detector is to calling a stall, and when the turn last made progress. */
import { useRef } from 'preact/hooks';
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';
import { lazyParts, whenLazyPartsLoaded } from '../page/lazy-loader.js';
import type { PageProps } from '../page/page.js';
import { countersNow, timeSinceProgress } from '../page/shown-state.js';
import { Icon } from '../ui/icon.js';
import { CounterView, mayTrip, counterValue, splitCounters } from './counter-view.js';

export function Counters({ page, state }: PageProps) {
  const isOpen = useRef(false);
  const { detail, snapshot } = state;
  if (detail === undefined) {
    return null;
  }
  const { texts } = page;
  const trips = mayTrip(detail);
  const { nearest, others } = splitCounters(countersNow(state));
  const rest = others
    .filter(({ value }) => value > 0)
    .map((counter) => `${texts.say(counter.label)} ${counterValue(counter, texts, trips)}`)
    .join(' · ');
  const { lastProgress } = detail.metrics;
  const what = lastProgress && texts.say(lastProgress.what);
  const ms = timeSinceProgress(state);
  const ago = ms === undefined ? undefined : texts.elapsed(ms);
  const Details = isOpen.current ? lazyParts()?.CounterDetails : undefined;
  return (
    <section
      class="counters"
      aria-label={texts.get('label.counters')}
      data-calm={isCalm(detail, snapshot) ? '' : undefined}
    >
      <div class="counter-list">
        {nearest.map((counter) => (
          <CounterView key={counter.id} counter={counter} mayTrip={trips} texts={texts} />
        ))}
      </div>
      {/* the counters that are not half full */}
      {rest !== '' && (
        <p class="counter-rest" title={rest}>
          {rest}
        </p>
      )}
      <details
        class="last-progress"
        title={what ?? ''}
        open={isOpen.current}
        onToggle={({ currentTarget }) => {
          isOpen.current = currentTarget.open;
          whenLazyPartsLoaded(() => {
            page.redraw();
          });
        }}
      >
        <summary>
          <Icon name="chevron" class="twistie" />
          <span class="last-label">
            {texts.get(what === undefined ? 'label.noProgress' : 'label.lastProgress')}
          </span>
          <span class="last-what">{what}</span>
          <span class="last-ago" aria-label={ago && texts.get('label.ago', { time: ago })}>
            {ago}
          </span>
        </summary>
        {Details !== undefined && <Details page={page} state={state} />}
      </details>
    </section>
  );
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
