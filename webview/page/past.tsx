/** What the logs of this machine tell of the last days: the offer to look, how far the look is, and what was found. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { oneLine } from '../../src/core/escape-controls.js';
import { dollarsText } from '../../src/core/money/amounts.js';
import type {
  FoundPast,
  PastCounts,
  PastScope,
  ShownPast,
  ShownPastStall,
} from '../../src/core/view/shown-past.js';
import { ArrowKeys } from '../ui/arrow-keys.js';
import { Button, LinkButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import type { Texts } from '../ui/texts.js';
import type { Page } from './page.js';

interface PastProps<State extends ShownPast['state'] = ShownPast['state']> {
  page: Page;
  past: Extract<ShownPast, { state: State }>;
}

export function PastOffer({ page, past }: PastProps<'offered'>) {
  const { texts } = page;
  const look = texts.get('past.look', { days: texts.number(past.days) });
  return (
    <section class="past-offer" aria-label={texts.get('past.offer')}>
      <h2>{texts.get('past.offer')}</h2>
      <p>{texts.get('past.offer.text')}</p>
      <div class="past-buttons">
        <Button
          look="secondary"
          text={look}
          run={() => {
            page.post({ type: 'past', order: 'look' });
          }}
        />
        <LinkButton
          text={texts.get('past.dismiss')}
          run={() => {
            page.post({ type: 'past', order: 'dismiss' });
          }}
        />
      </div>
    </section>
  );
}

export function PastLook({ page, past: { days, done, all } }: PastProps<'looking'>) {
  const { texts } = page;
  const stop = (): void => {
    page.post({ type: 'past', order: 'stop' });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        page.post({ type: 'past', order: 'stop' });
      }
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [page]);
  const title = texts.get('past.looking', { days: texts.number(days) });
  return (
    <section class="past-look" aria-label={title}>
      <Icon name="search" class="empty-mark" />
      <h1>{title}</h1>
      <progress aria-label={title} {...(all === undefined ? {} : { value: done, max: all })} />
      <p>
        {all === undefined
          ? texts.get('past.searching')
          : texts.get('past.progress', { done: texts.number(done), all: texts.number(all) })}
      </p>
      <Button
        look="secondary"
        text={texts.get('past.stop')}
        tooltip={`${texts.get('past.stop')} (Esc)`}
        run={stop}
      />
    </section>
  );
}

type ScopeName = 'here' | 'all';

export function PastResult({ page, past }: PastProps<'found'>) {
  const { texts } = page;
  const [chosen, choose] = useState<ScopeName>('here');
  const name: ScopeName = past.here === undefined ? 'all' : chosen;
  const scope = past[name] ?? past.all;
  const title = texts.get('past.title', { days: texts.number(past.days) });
  return (
    <section class="past" aria-label={title}>
      <header class="past-head">
        <h1>{title}</h1>
        <button
          type="button"
          class="past-icon"
          aria-label={texts.get('past.again')}
          title={texts.get('past.again')}
          onClick={() => {
            page.post({ type: 'past', order: 'look' });
          }}
        >
          <Icon name="again" />
        </button>
        {past.canClose && (
          <button
            type="button"
            class="past-icon"
            aria-label={texts.get('past.close')}
            title={texts.get('past.close')}
            onClick={() => {
              page.post({ type: 'past', order: 'close' });
            }}
          >
            <Icon name="cross" />
          </button>
        )}
      </header>
      {past.here !== undefined && <ScopeChoice texts={texts} name={name} choose={choose} />}
      <Figures texts={texts} scope={scope} />
      {scope.places.length > 1 && <Places texts={texts} scope={scope} />}
      {scope.stalls.length > 0 && <Stalls page={page} scope={scope} />}
      <Basis texts={texts} past={past} scope={scope} />
    </section>
  );
}

function ScopeChoice({
  texts,
  name,
  choose,
}: {
  texts: Texts;
  name: ScopeName;
  choose: (name: ScopeName) => void;
}) {
  return (
    <div class="past-scopes" role="group" aria-label={texts.get('past.scope')}>
      {(['here', 'all'] as const).map((each) => (
        <button
          key={each}
          type="button"
          class="past-scope"
          aria-pressed={each === name}
          onClick={() => {
            choose(each);
          }}
        >
          {texts.get(`past.${each}`)}
        </button>
      ))}
    </div>
  );
}

/** Two numbers and what they mean. */
function Figures({ texts, scope }: { texts: Texts; scope: PastScope }) {
  const { turns, stalled, warnedWell } = scope;
  return (
    <>
      <dl class="past-figures">
        <div>
          <dt>{texts.get(turns === 1 ? 'past.turnsOne' : 'past.turns')}</dt>
          <dd>{texts.number(turns)}</dd>
        </div>
        <div data-tone={stalled === 0 ? 'good' : 'bad'}>
          <dt>{texts.get('past.stalled')}</dt>
          <dd>
            {texts.number(stalled)}
            <Icon name={stalled === 0 ? 'check' : 'warning'} />
          </dd>
        </div>
      </dl>
      {stalled > 0 && <p class="past-cost">{costText(scope, texts)}</p>}
      {warnedWell > 0 && (
        <p class="past-cost">
          {texts.get(warnedWell === 1 ? 'past.warnedOne' : 'past.warned', {
            count: texts.number(warnedWell),
          })}
        </p>
      )}
    </>
  );
}

function costText({ stalledMs, tokenShare, dollars }: PastScope, texts: Texts): string {
  const time = timeText(stalledMs, texts);
  if (tokenShare === undefined) {
    return texts.get('past.cost', { time });
  }
  const share = tokenShare.toLocaleString(texts.locale, { style: 'percent' });
  return dollars === undefined
    ? texts.get('past.cost.tokens', { time, share })
    : texts.get('past.cost.dollars', { time, share, dollars: dollarsText(dollars, texts.locale) });
}

function timeText(ms: number, texts: Texts): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) {
    return texts.get('past.time.short');
  }
  return minutes < 60
    ? texts.get('past.time.minutes', { minutes })
    : texts.get('past.time.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

function Places({ texts, scope }: { texts: Texts; scope: PastScope }) {
  const most = Math.max(...scope.places.map(({ turns, stalled }) => Math.max(turns, stalled)), 1);
  return (
    <table class="past-places">
      <caption class="heading">{texts.get('past.places')}</caption>
      <colgroup>
        <col />
        <col class="past-number" />
        <col class="past-number" />
      </colgroup>
      <thead class="spoken">
        <tr>
          <th scope="col">{texts.get('past.place')}</th>
          <th scope="col">{texts.get('past.turns')}</th>
          <th scope="col">{texts.get('past.stalled')}</th>
        </tr>
      </thead>
      <tbody>
        {scope.places.map(({ agent, agentName, repository, turns, stalled }) => (
          <tr key={`${agent} ${repository}`} title={oneLine(repository, 200)}>
            <th scope="row">
              <span class="past-place">{lastPart(repository)}</span>{' '}
              <span class="meta">{oneLine(agentName, 60)}</span>
              {/* repeats the numbers beside it */}
              <svg
                class="past-bar"
                viewBox="0 0 100 3"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <rect
                  class="past-calm"
                  width={(Math.max(turns, stalled) / most) * 100}
                  height="3"
                />
                <rect class="past-bad" width={(stalled / most) * 100} height="3" />
              </svg>
            </th>
            <td>{texts.number(turns)}</td>
            <td data-tone={stalled === 0 ? 'dim' : 'bad'}>{texts.number(stalled)}</td>
          </tr>
        ))}
      </tbody>
      {scope.morePlaces > 0 && (
        <tfoot>
          <tr>
            <td colSpan={3}>{texts.get('past.more', { count: texts.number(scope.morePlaces) })}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Stalls({ page, scope }: { page: Page; scope: PastScope }) {
  const { texts } = page;
  const list = useRef<HTMLUListElement>(null);
  const keys = useRef<ArrowKeys>(undefined);
  useLayoutEffect(() => {
    if (list.current !== null) {
      keys.current ??= new ArrowKeys(list.current, '.past-stall', '.past-stall');
      keys.current.refresh();
    }
  });
  return (
    <div class="past-stalls">
      <h2 class="heading" id="past-stalls">
        {texts.get('past.stalls')}
      </h2>
      <ul ref={list} aria-labelledby="past-stalls">
        {scope.stalls.map((stall) => (
          <li key={stall.id}>
            <Stall page={page} stall={stall} />
          </li>
        ))}
      </ul>
      {scope.moreStalls > 0 && (
        <p class="past-more">{texts.get('past.more', { count: texts.number(scope.moreStalls) })}</p>
      )}
    </div>
  );
}

function Stall({ page, stall }: { page: Page; stall: ShownPastStall }) {
  const { texts } = page;
  const { id, startedAt, agentName, repository, name, what, ms } = stall;
  const agent = oneLine(agentName, 60);
  const day = new Date(startedAt).toLocaleDateString(texts.locale, {
    day: 'numeric',
    month: 'short',
  });
  return (
    <button
      type="button"
      class="past-stall"
      data-tone="bad"
      title={texts.get('past.open')}
      onClick={() => {
        page.post({ type: 'past', order: 'open', stall: id });
      }}
    >
      <Icon name="warning" class="status" />
      <span class="past-name">{name === undefined ? agent : oneLine(name, 120)}</span>
      <span class="past-day">{day}</span>
      <span class="past-why">{texts.say(what)}</span>
      <span class="past-where">
        {[agent, lastPart(repository), timeText(ms, texts)].join(' · ')}
      </span>
    </button>
  );
}

/** How the figures were taken, and what they do not hold. */
function Basis({ texts, past, scope }: { texts: Texts; past: FoundPast; scope: PastScope }) {
  const { counts, at } = past;
  const when = new Date(at).toLocaleString(texts.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <footer class="past-basis">
      <p>{texts.get('past.basis', { count: texts.number(counts.judged), when })}</p>
      {[...pricesText(past, scope, texts), ...exceptions(counts, texts)].map((each) => (
        <p key={each}>{each}</p>
      ))}
    </footer>
  );
}

function pricesText(
  { pricesReadOn }: FoundPast,
  { dollars, unpriced }: PastScope,
  texts: Texts,
): string[] {
  if (unpriced.length > 0) {
    const models = unpriced.map((model) => oneLine(model, 60) || texts.get('past.unnamed'));
    return [texts.get('past.unpriced', { models: texts.list(models) })];
  }
  if (dollars === undefined || pricesReadOn === undefined) {
    return [];
  }
  const date = new Date(pricesReadOn).toLocaleDateString(texts.locale, {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return [texts.get('past.prices', { date })];
}

function exceptions({ unread, left, skippedLines, leftOut }: PastCounts, texts: Texts): string[] {
  return (
    [
      ['past.unread', unread],
      ['past.left', left],
      ['past.skippedLines', skippedLines],
      ['past.leftOut', leftOut],
    ] as const
  ).flatMap(([id, count]) => (count === 0 ? [] : [texts.get(id, { count: texts.number(count) })]));
}

/** A folder's own name. */
function lastPart(path: string): string {
  return oneLine(path.split(/[\\/]/).findLast((part) => part !== '') ?? path, 60);
}
