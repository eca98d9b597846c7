/** How close each detector is to calling a stall, and when the turn last made progress. */
import { useRef } from 'preact/hooks';
import { lazyParts, whenLazyPartsLoaded } from '../page/lazy-loader.js';
import type { PageProps } from '../page/page.js';
import { timeSinceProgress } from '../page/shown-state.js';
import { callTitle, isUsual } from '../timeline/line-text.js';
import { Icon } from '../ui/icon.js';
import { CounterBars, hasCountersBelow, isProgressInWhy } from './counter-view.js';

export function Counters({ page, state }: PageProps) {
  const isOpen = useRef(false);
  const { detail, snapshot } = state;
  if (detail === undefined || isProgressInWhy(detail)) {
    return null;
  }
  const { texts } = page;
  const { lastProgress } = detail.metrics;
  const what = lastProgress && texts.say(lastProgress.what);
  const call =
    lastProgress && isUsual(lastProgress.what) && page.findCall(lastProgress.call ?? -1)?.call;
  // the call itself says more than that it went on
  const title = call ? callTitle(call, texts) : '';
  const ms = timeSinceProgress(state);
  const ago = ms === undefined ? undefined : texts.elapsed(ms);
  const Details = isOpen.current ? lazyParts()?.CounterDetails : undefined;
  return (
    <section
      class="counters"
      aria-label={texts.get('label.counters')}
      // elsewhere a full counter is no alarm, or the card raises it
      data-calm={snapshot.paused || detail.state !== 'watch' ? '' : undefined}
    >
      {hasCountersBelow(detail) && <CounterBars page={page} state={state} detail={detail} />}
      <details
        class="last-progress"
        title={[what, title].filter(Boolean).join(': ')}
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
          <span class="last-what">{title || what}</span>
          <span class="last-ago" aria-label={ago && texts.get('label.ago', { time: ago })}>
            {ago}
          </span>
        </summary>
        {Details !== undefined && <Details page={page} state={state} />}
      </details>
    </section>
  );
}
