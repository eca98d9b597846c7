/** The top of the page: the state in a word, the agent, the turn's time, one sentence of evidence, and the action buttons. */
import type { Ref } from 'preact';
import type { Ask } from '../../src/core/view/ask.js';
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import { shownTelling } from '../../src/core/view/timeline/rows.js';
import type { Message } from '../../src/core/view/words/wording.js';
import { isLimitOver } from '../../src/protocol/limit-words.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { lazyParts } from '../page/lazy-loader.js';
import type { Page, PageProps } from '../page/page.js';
import {
  hasSeveralAgents,
  isTimedWait,
  stateNow,
  secondsToStop,
  timeShown,
  turnTime,
  verdictNow,
  type ShownState,
} from '../page/shown-state.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownName } from '../../src/core/view/words/shown-words.js';
import { AgentMark, BranchName, Icon } from '../ui/icon.js';
import type { MenuHandle } from '../ui/menu.js';
import type { Texts } from '../ui/texts.js';
import { Achieved } from './achieved.js';
import { ActionButtons, MoreActions } from './action-buttons.js';
import { AfterLimit } from './after-limit.js';
import { EndFacts, ReachedCaps } from './end-facts.js';
import { isIgnored, openGap, currentReport } from './possible-actions.js';

interface BannerProps extends PageProps {
  detail: SessionDetail;
}

export function Banner({
  page,
  state,
  detail,
  why,
  snooze,
}: BannerProps & { why: WhyToggle; snooze: Ref<MenuHandle> }) {
  const { texts } = page;
  const { snapshot } = state;
  const { look } = stateNow(detail, state, texts);
  const text = sentence(state, texts);
  const report = currentReport(detail);
  const told = tellingLine(detail, page);
  return (
    <header
      class="banner"
      data-state={snapshot.paused ? 'paused' : detail.state}
      data-tone={snapshot.paused ? 'dim' : look.tone}
    >
      <Headline page={page} state={state} detail={detail} why={why} />
      <Achieved page={page} state={state} detail={detail} />
      <ReachedCaps page={page} state={state} detail={detail} />
      <EndFacts page={page} state={state} detail={detail} />
      <Matter page={page} detail={detail} text={text} />
      <AfterLimit page={page} state={state} detail={detail} />
      {/* said once */}
      {told !== '' && !text.includes(told) && !why.isOpen && (
        <p class="told" title={told}>
          {told}
        </p>
      )}
      {report !== undefined && (
        <p class="suggestion">
          <Icon name="bulb" />
          <span class="spoken">{`${texts.say({ id: 'report.next' })}: `}</span>
          <span>{texts.say(report.next)}</span>
        </p>
      )}
      <Choices page={page} state={state} detail={detail} snooze={snooze} />
    </header>
  );
}

/** The state, since when, and whose it is. */
function Headline({ page, state, detail, why }: BannerProps & { why: WhyToggle }) {
  const { texts } = page;
  const { snapshot } = state;
  const { end } = detail;
  const { word, look, isTimed } = stateNow(detail, state, texts);
  const ms = turnTime(detail, state);
  const time = ms === undefined ? '' : texts.elapsed(ms);
  const endFacts = end === undefined ? [] : [texts.endSteps(end), time];
  const title = [shownName(detail), detail.agentName, detail.folder]
    .map((part) => oneLine(part, 120))
    .join(' · ');
  return (
    <>
      <div class="banner-line">
        <Icon name={look.icon} class="state-icon" />
        <h1 class="state dotted">
          {/* the turn that ended is told in one line, if there is room, or else below */}
          {[word, endFacts.filter((part) => part !== '').join(' · ')]
            .filter((part) => part !== '')
            .map((part, i) => (
              <span key={i}>
                {i > 0 && <span class="dot"> · </span>}
                {part}
              </span>
            ))}
        </h1>
        {detail.verdict !== undefined && (
          <button type="button" class="why-button" aria-expanded={why.isOpen} onClick={why.toggle}>
            {texts.get('action.why')}
          </button>
        )}
        {end === undefined && (
          <span class="clock" data-second={isTimed === true ? '' : undefined}>
            {isTimedWait(detail) ? texts.get('label.waits', { time }) : time}
          </span>
        )}
        <MoreActions page={page} detail={detail} snapshot={snapshot} />
      </div>
      <div class="banner-line called">
        {hasSeveralAgents(snapshot) && <AgentMark agentName={detail.agentName} />}
        <span class="name" title={title}>
          {shownName(detail)}
        </span>
        <BranchName branch={detail.branch} texts={texts} />
        {detail.foreign === true && <span class="branch-name">{texts.get('label.foreign')}</span>}
      </div>
    </>
  );
}

/** What the person is asked, or what is to be said of the turn. */
function Matter({ page, detail, text }: Omit<BannerProps, 'state'> & { text: string }) {
  const { prompt } = detail;
  const { PromptCard: Prompt } = (prompt && lazyParts()) ?? {};
  if (prompt?.state === 'open' && Prompt !== undefined) {
    return <Prompt key={prompt.id} page={page} detail={detail} prompt={prompt} />;
  }
  if (detail.ask !== undefined && detail.state === 'waiting' && prompt?.state !== 'sent') {
    return <AskedOfPerson ask={detail.ask} texts={page.texts} />;
  }
  return text === '' ? null : (
    <p class="sentence" title={text}>
      {text}
    </p>
  );
}

/** What can be done; while a prompt is open, its own buttons. */
function Choices({ page, state, detail, snooze }: BannerProps & { snooze: Ref<MenuHandle> }) {
  const { prompt } = detail;
  const { PromptOutcome: Outcome } = (prompt && lazyParts()) ?? {};
  return prompt?.state === 'open' ? null : (
    <>
      {prompt !== undefined && Outcome !== undefined && (
        <Outcome page={page} detail={detail} prompt={prompt} />
      )}
      <WayBack page={page} state={state} detail={detail} />
      <ActionButtons page={page} detail={detail} snapshot={state.snapshot} snooze={snooze} />
    </>
  );
}

/** The question with its answers, or the call that wants permission: what the person needs to decide. */
function AskedOfPerson({ ask: { questions, call }, texts }: { ask: Ask; texts: Texts }) {
  return call === undefined ? (
    <div class="asked">
      {questions.map(({ text, options }) => (
        <>
          <p class="sentence">{text}</p>
          {options.length > 0 && (
            <ul class="asked-options">
              {options.map((option) => (
                <li>{oneLine(option, 200)}</li>
              ))}
            </ul>
          )}
        </>
      ))}
    </div>
  ) : (
    <div class="asked">
      <p class="sentence">{texts.get('label.permission', { tool: oneLine(call.tool, 60) })}</p>
      <pre class="asked-call" tabIndex={0}>
        {call.input}
      </pre>
    </div>
  );
}

/** From where the evidence begins: what changed since, and those files brought back. */
function WayBack({ page, state: { snapshot }, detail: { wayBack } }: BannerProps) {
  if (wayBack === undefined || snapshot.playback !== undefined) {
    return null;
  }
  return (
    <div class="way-back">
      <Icon name="diff" />
      {(['changesSince', 'restoreFiles'] as const).map((command) => (
        <button
          type="button"
          class="link-button"
          title={page.texts.get(`action.${command}.text`, { ...wayBack })}
          onClick={() => {
            page.command(command);
          }}
        >
          {page.texts.get(`action.${command}`, { ...wayBack })}
        </button>
      ))}
    </div>
  );
}

/** Whether the reasons of the verdict are open. */
interface WhyToggle {
  isOpen: boolean;
  toggle: () => void;
}

/** The part that scrolls away. */
export function WhyPlace({ page, state, detail }: BannerProps) {
  const { verdict } = detail;
  const Why = lazyParts()?.Why;
  const { look } = stateNow(detail, state, page.texts);
  return (
    verdict !== undefined &&
    Why !== undefined && (
      <div class="banner banner-more" data-tone={state.snapshot.paused ? 'dim' : look.tone}>
        <Why page={page} state={state} detail={detail} verdict={verdict} />
      </div>
    )
  );
}

/** What the newest call of the evidence told, as it stands there: where one call repeats, or what fails. */
function tellingLine({ state, verdict }: SessionDetail, page: Page): string {
  const isShown = state === 'watch' || state === 'stalled' || state === 'escalated';
  const call = isShown ? page.findCall(verdict?.calls.at(-1) ?? -1)?.call : undefined;
  const tells = verdict?.repeated !== undefined || call?.outcome === 'failed';
  return call !== undefined && tells ? shownTelling(call) : '';
}

/** One sentence: what the agent waits for, the requested intervention, or the evidence. */
function sentence(state: ShownState, texts: Texts): string {
  const { detail } = state;
  const gap = detail?.open === true ? openGap(detail.receipts.slice(-1)) : undefined;
  return gap === undefined ? stateSentence(state, texts) : texts.get(`order.gap.${gap}`);
}

function stateSentence(state: ShownState, texts: Texts): string {
  const { detail } = state;
  const say = (message: Message | undefined): string =>
    message === undefined ? '' : texts.say(message);
  switch (detail?.state) {
    case undefined:
      return '';
    case 'idle':
      return limitSentence(detail, state, texts);
    case 'progressing':
      return failureSentence(detail, texts);
    case 'waiting':
      return providerSentence(detail, texts) ?? say(detail.waitingFor);
    case 'snoozed': {
      const { snoozedSteps: count } = detail;
      const left =
        count === undefined
          ? ''
          : texts.get(count === 1 ? 'label.snoozedOne' : 'label.snoozed', { count });
      return `${left} ${evidence(state, texts)}`.trim();
    }
    case 'text-only':
      return texts.get(textOnlySentence(detail, state));
    case 'reminded':
      return texts.get('order.reminded');
    case 'stopping':
      return stoppingSentence(detail, texts);
    case 'stopped':
      return texts.get('order.stopped');
    case 'escalated':
      return (
        ignoredSentence(detail, state, texts) ??
        (detail.verdict === undefined ? say(detail.report?.reason) : evidence(state, texts))
      );
    case 'watch':
    case 'stalled':
      return evidence(state, texts);
  }
}

/** Why nothing comes from the model for a while. */
function failureSentence(
  { failedRequest }: Pick<SessionDetail, 'failedRequest'>,
  texts: Texts,
): string {
  if (failedRequest === undefined) {
    return '';
  }
  const { error = '', attempt, attempts, retryAt } = failedRequest;
  // a provider's sentence has its own full stop
  const words = oneLine(error, 200).replace(/\.$/, '');
  const failed = texts.get('label.modelFailed', { error: words });
  return attempt === undefined || attempts === undefined || retryAt === undefined
    ? failed
    : `${failed} ${texts.get('label.modelRetry', { attempt, attempts, time: texts.clock(retryAt) })}`;
}

/** Why the provider makes the agent wait. When it asks again is told by the state. */
function providerSentence(
  { limit, failedRequest }: SessionDetail,
  texts: Texts,
): string | undefined {
  return limit === undefined || failedRequest === undefined
    ? undefined
    : failureSentence({ failedRequest: { error: failedRequest.error } }, texts);
}

/** What came of the limit that ended the turn. */
function limitSentence(detail: SessionDetail, state: ShownState, texts: Texts): string {
  const isOver = isLimitOver(detail, timeShown(state));
  return detail.limit === undefined
    ? ''
    : texts.say({ id: isOver ? 'verdict.wait.limitOver' : 'verdict.wait.limit' });
}

/** What the verdict stands on, and what repeated since. */
function evidence(state: ShownState, texts: Texts): string {
  const what = verdictNow(state);
  const later = state.detail?.verdict?.repeated?.later;
  return [
    ...(what === undefined ? [] : [texts.say(what)]),
    ...(later === undefined
      ? []
      : [texts.get(later.count === 1 ? 'label.later' : 'label.laterTimes', { ...later })]),
  ].join(' ');
}

/** What becomes of an order that is ignored; undefined where the person is asked for another reason. */
function ignoredSentence(
  detail: SessionDetail,
  state: ShownState,
  texts: Texts,
): string | undefined {
  if (!isIgnored(detail)) {
    return undefined;
  }
  if (detail.receipts.some(({ kind, state }) => kind === 'stop' && state !== 'withdrawn')) {
    return texts.get('order.stopping');
  }
  const seconds = secondsToStop(state);
  if (seconds !== undefined) {
    return texts.get('order.countdown', { seconds });
  }
  const canStop = detail.capabilities.stop || state.snapshot.playback !== undefined;
  return texts.get(canStop ? 'order.ignored' : 'order.ignored.unstoppable');
}

/** What is known of a stop while the turn goes on. */
function stoppingSentence(detail: SessionDetail, texts: Texts): string {
  const isDelivered =
    detail.receipts.findLast(({ kind }) => kind === 'stop')?.state === 'delivered';
  return texts.get(
    isDelivered
      ? 'order.stop.delivered'
      : isIgnored(detail)
        ? 'order.stopping'
        : 'order.stop.requested',
  );
}

/** Nothing is claimed that cannot be carried out while no hook reaches the window, or while the window stands still. */
function textOnlySentence(
  { receipts, capabilities: { textOnly } }: SessionDetail,
  { snapshot: { link, playback }, isHostSilent }: ShownState,
): PageTextId {
  const receipt = receipts.findLast(({ kind }) => kind === 'text-only');
  const order = receipt?.state === 'requested' ? 'order.requested' : 'order.delivered';
  const isByHooks = textOnly === 'deny' || textOnly === 'request';
  const isCutOff = isHostSilent || (isByHooks && link.state === 'not-connected');
  return isCutOff && playback === undefined ? `${order}.unconnected` : order;
}
