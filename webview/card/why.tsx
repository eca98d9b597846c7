/** Why a verdict was reached: the calls that it stands on and what each told, what they have in common, the limit, and what clears it. */
import type { ComponentChildren } from 'preact';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownTelling } from '../../src/core/view/timeline/rows.js';
import type { SessionDetail, ShownVerdict } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { FoundCall, Page, PageProps } from '../page/page.js';
import { timeSinceProgress, type ShownState } from '../page/shown-state.js';
import { Icon } from '../ui/icon.js';
import { callTitle } from '../timeline/line-text.js';
import { callLook } from '../ui/looks.js';
import { metricsText, tokensText } from '../ui/metrics-text.js';
import type { Texts } from '../ui/texts.js';
import { forceText } from './action-buttons.js';
import { CounterBars, hasCountersBelow, isProgressInWhy } from './counter-view.js';

interface WhyProps extends PageProps {
  detail: SessionDetail;
  verdict: ShownVerdict;
}

/** Where the card names what repeats, the rule's own sentence is told here. */
export function Why({ page, state, detail, verdict }: WhyProps) {
  const { texts } = page;
  const { repeated, what, why } = verdict;
  const { equal, leftOut, phase, clears } = why;
  const parts: [PageTextId, ComponentChildren][] = [
    ['why.rule', repeated && texts.say(what)],
    ['why.equal', equal && repeated === undefined && texts.say(equal)],
    ['why.leftOut', texts.list(leftOut.map((kind) => texts.say(kind)))],
    ['why.limit', limitText(why, texts)],
    ['why.phase', phase && texts.say(phase)],
    ['why.clears', texts.say(clears)],
    ...(isProgressInWhy(detail) ? listProgress(state, detail, texts) : []),
    ['action.forceRespond', forceText({ page, detail, snapshot: state.snapshot })],
  ];
  return (
    <>
      <EvidenceCalls page={page} calls={verdict.calls} />
      <dl class="why">
        {parts.map(
          ([name, value]) =>
            Boolean(value) && (
              <div key={name} class="why-part">
                <dt>{texts.get(name)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {!hasCountersBelow(detail) && <CounterBars page={page} state={state} detail={detail} />}
    </>
  );
}

function limitText({ limit }: ShownVerdict['why'], texts: Texts): string | undefined {
  return (
    limit &&
    texts.get(limit.setting === undefined ? 'why.limit.value' : 'why.limit.derived', {
      name: texts.say(limit.name),
      value: texts.amount(limit.value),
      from: texts.say(limit.from),
      ...(limit.setting !== undefined && { setting: texts.amount(limit.setting) }),
    })
  );
}

/** What the turn did before, and what it cost since. */
function listProgress(
  state: ShownState,
  { metrics }: SessionDetail,
  texts: Texts,
): [PageTextId, ComponentChildren][] {
  const { lastProgress, tokens } = metrics;
  const ms = timeSinceProgress(state);
  const since = ms === undefined ? undefined : texts.duration(Math.floor(ms / 1000) * 1000);
  return [
    [
      'label.lastProgress',
      `${texts.say(lastProgress?.what ?? { id: 'report.since.none' })}. ${metricsText(metrics, since, texts)}`,
    ],
    ['why.tokens', tokens && tokensText(tokens.sinceProgress, texts)],
  ];
}

/** More are not listed. */
const MAX_CALLS = 8;

/** Calls that are alike and told the same: listed once, with the numbers of their steps. */
interface AlikeCalls extends FoundCall {
  places: { step: number; call: number }[];
}

/** The calls of a verdict's evidence, newest first: each with the line of its result that tells most. Its numbers lead to the steps. */
export function EvidenceCalls({ page, calls }: { page: Page; calls: readonly number[] }) {
  const label = page.texts.get('label.evidence');
  const alike = groupAlike(page, calls).slice(0, MAX_CALLS);
  return (
    alike.length > 0 && (
      <ul class="evidence" aria-label={label}>
        {alike.map(({ call, places }) => {
          const look = callLook(call);
          const title = call.title === '' ? oneLine(call.tool) : callTitle(call, page.texts);
          const telling = shownTelling(call);
          return (
            <li key={call.call} class="evidence-call" data-tone={look.tone}>
              <Icon name={look.icon} class="status" />
              <div class="evidence-body">
                <p class="evidence-head" title={`${oneLine(call.tool, 60)} ${title}`}>
                  {places.map((place) => (
                    <StepChip key={place.call} page={page} {...place} />
                  ))}
                  <span class="spoken">{page.texts.get(`outcome.${call.outcome}`)}</span>
                  <span class="evidence-title">{title}</span>
                </p>
                {telling !== '' && (
                  <p class="told" title={telling}>
                    {telling}
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    )
  );
}

function StepChip({ page, step, call }: { page: Page; step: number; call: number }) {
  const jump = page.texts.get('label.jump', { step });
  return (
    <button
      type="button"
      class="chip"
      aria-label={jump}
      title={jump}
      onClick={() => {
        page.jumpToCall(call);
      }}
    >
      {step}
    </button>
  );
}

/** Newest first; the numbers of each ascend. Calls whose rows the page does not hold are left out. */
function groupAlike(page: Page, calls: readonly number[]): AlikeCalls[] {
  const groups = new Map<string, AlikeCalls>();
  for (const number of [...calls].sort((one, other) => other - one)) {
    const found = page.findCall(number);
    if (found === undefined) {
      continue;
    }
    const { step, call } = found;
    const key = [call.tool, call.title, call.outcome, call.telling ?? ''].join('\0');
    const place = { step, call: number };
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, { ...found, places: [place] });
    } else {
      group.places.unshift(place);
    }
  }
  return [...groups.values()];
}
