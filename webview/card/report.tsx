/** The escalation report: everything the person needs to judge the turn. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { oneLine } from '../../src/core/escape-controls.js';
import type {
  EscalationReport,
  SessionDetail,
  ShownVerdict,
} from '../../src/core/view/snapshot.js';
import type { PersonTextId } from '../../src/core/view/wording.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import type { Page, PageProps } from '../page/page.js';
import { Button, LinkButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { outcomeLook } from '../ui/looks.js';
import { CounterBars, hasCountersBelow } from './counter-view.js';
import { currentReport } from './possible-actions.js';
import { metricsText, tokensText } from '../ui/metrics-text.js';
import type { Texts } from '../ui/texts.js';

/** Window height, in pixels, from which the open report leaves room for the timeline. */
const ROOMY_HEIGHT = 500;
/** The newest are shown. */
const MAX_ACTIONS = 50;

type ReportAction = EscalationReport['history'][number];

interface WhyProps extends PageProps {
  detail: SessionDetail;
  verdict: ShownVerdict;
}

export function Report({ page, state: { detail } }: PageProps) {
  const report = detail && currentReport(detail);
  const card = useRef<HTMLDetailsElement>(null);
  const isEscalated = report !== undefined && detail?.state === 'escalated';
  useLayoutEffect(() => {
    // opens automatically once per escalation, if there is room; after that the person decides
    if (isEscalated && card.current !== null && window.innerHeight >= ROOMY_HEIGHT) {
      card.current.open = true;
    }
  }, [isEscalated]);
  const { texts } = page;
  const word = (id: PersonTextId) => texts.say({ id });
  const title = { agent: report?.agentName ?? '', turn: (report?.turn ?? 0) + 1 };
  return (
    <section class="report" hidden={report === undefined}>
      <details ref={card} class="report-card">
        {report !== undefined && (
          <>
            <summary>
              <Icon name="chevron" class="twistie" />
              <h2 class="report-name">{texts.say({ id: 'report.title', params: title })}</h2>
            </summary>
            <div class="report-body">
              <dl>
                {listFacts(report, page).map(([name, value]) => (
                  <div key={name} class="fact">
                    <dt>{word(name)}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
              {report.history.length > 0 && (
                <>
                  <div class="fact-name">{`${word('report.history')} (${report.history.length})`}</div>
                  <ol tabIndex={0} aria-label={word('report.history')}>
                    {[...report.history]
                      .reverse()
                      .slice(0, MAX_ACTIONS)
                      .map((action, index) => (
                        <ActionView key={index} page={page} action={action} />
                      ))}
                  </ol>
                </>
              )}
              <Button
                look="secondary"
                text={texts.get('action.copyReport')}
                run={() => {
                  page.command('copyReport');
                }}
              />
            </div>
          </>
        )}
      </details>
    </section>
  );
}

function listFacts(report: EscalationReport, { texts }: Page): [PersonTextId, string][] {
  const { metrics, repeated, sinceProgressMs } = report;
  const spent = metrics.tokens?.sinceProgress;
  const since =
    sinceProgressMs === undefined
      ? undefined
      : texts.duration(Math.floor(sinceProgressMs / 1000) * 1000);
  return [
    ['report.reason', texts.say(report.reason)],
    ...(repeated === undefined
      ? []
      : [
          [
            'report.repeated',
            `${repeated.type}: ${oneLine(repeated.title)} ×${repeated.times}`,
          ] satisfies [PersonTextId, string],
        ]),
    ['report.progress', metricsText(metrics, since, texts)],
    [report.ofTask === true ? 'report.task-hops' : 'report.hops', texts.number(report.hops)],
    ['report.since', since ?? texts.say({ id: 'report.since.none' })],
    ...(spent === undefined
      ? []
      : [['report.tokens', tokensText(spent, texts)] satisfies [PersonTextId, string]]),
  ];
}

function ActionView({ page, action }: { page: Page; action: ReportAction }) {
  const look = outcomeLook(action.outcome);
  const outcome = page.texts.get(`outcome.${action.outcome}`);
  return (
    <li
      class="action"
      data-tone={look.tone}
      title={[oneLine(action.title), ...listTimes(action, page)].join('\n')}
    >
      <Icon name={look.icon} class="status" />
      <span class="tool">{oneLine(action.type, 40)}</span>
      <span class="title">{oneLine(action.title)}</span>
      <span class="times">{action.repeats > 1 ? `${outcome} ×${action.repeats}` : outcome}</span>
    </li>
  );
}

/** When each of these actions was. */
function listTimes({ times = [] }: ReportAction, { texts }: Page): string[] {
  return times.length === 0 ? [] : [times.map((at) => texts.clock(at)).join(', ')];
}

// Why a verdict was reached: what the calls have in common, what was ignored in the comparison, the limit and what the phase changed about
// it, where it began, and what clears it.

/** Where the card names what repeats, the rule's own sentence is told here. */
export function Why({ page, state, detail, verdict }: WhyProps) {
  const { texts } = page;
  const { repeated, what, why } = verdict;
  const { equal, leftOut, phase, firstCall, clears } = why;
  const step = firstCall === undefined ? undefined : page.stepOfCall(firstCall);
  const parts: [PageTextId, ComponentChildren][] = [
    ['why.rule', repeated && texts.say(what)],
    ['why.equal', equal && texts.say(equal)],
    ['why.leftOut', texts.list(leftOut.map((kind) => texts.say(kind)))],
    ['why.limit', limitText(why, texts)],
    ['why.phase', phase && texts.say(phase)],
    [
      'why.first',
      firstCall !== undefined && step !== undefined && (
        <LinkButton
          text={texts.get('label.step', { step })}
          run={() => {
            page.jumpToCall(firstCall);
          }}
        />
      ),
    ],
    ['why.clears', texts.say(clears)],
  ];
  return (
    <>
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
