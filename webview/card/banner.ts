/** The top of the page: the state in a word, the agent, the turn's time, one sentence of evidence, and the action buttons. */
import type { SessionDetail } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { el, setAttribute, setText, show } from '../ui/dom.js';
import { AgentMark } from '../ui/agent-mark.js';
import { BranchName } from '../ui/branch-name.js';
import { Icon } from '../ui/icons.js';
import { lazyParts, whenLazyPartsLoaded } from '../page/lazy-loader.js';
import type { Page } from '../page/page.js';
import { stateNow } from '../page/state-now.js';
import { secondsToStop, turnTime, verdictNow, type ShownState } from '../page/shown-state.js';
import { stepChips } from '../page/step-chips.js';
import { oneLine } from '../../src/core/escape-controls.js';
import { shownName } from '../../src/core/view/shown-name.js';
import type { Texts } from '../ui/texts.js';
import { ActionButtons } from './action-buttons.js';
import { isIgnored } from './possible-actions.js';
import type { Why } from './why.js';

export class Banner {
  readonly element = el('header', 'banner');
  /** The part that scrolls away: why, evidence, and what Force respond does. */
  readonly more = el('div', 'banner banner-more');
  private readonly icon = new Icon('circle', 'state-icon');
  private readonly word = el('h1', 'state');
  private readonly agent = new AgentMark();
  private readonly name = el('span', 'name');
  private readonly branch = new BranchName();
  private readonly clock = el('span', 'clock');
  private readonly sentence = el('p', 'sentence');
  private readonly chips;
  readonly actions: ActionButtons;
  private readonly whyButton = el('button', 'why-button');
  private readonly whyRow = el('div', 'why-row');
  private why: Why | undefined;
  private isWhyOpen = false;
  private verdict: string | undefined;

  constructor(private readonly page: Page) {
    this.chips = stepChips(page);
    this.actions = new ActionButtons(page);
    this.whyButton.type = 'button';
    this.whyButton.addEventListener('click', () => {
      this.isWhyOpen = !this.isWhyOpen;
      whenLazyPartsLoaded(() => {
        page.redraw();
      });
    });
    this.whyRow.append(this.whyButton, this.chips.element);
    this.element.append(
      el('div', 'banner-line', this.icon.element, this.word, this.clock, this.actions.menu),
      el('div', 'banner-line called', this.agent.element, this.name, this.branch.element),
      this.sentence,
      this.actions.element,
    );
    this.more.append(this.whyRow, this.actions.forceText);
  }

  update(state: ShownState): void {
    const { detail, snapshot } = state;
    const { texts } = this.page;
    show(this.element, detail !== undefined);
    show(this.more, false);
    if (detail === undefined) {
      return;
    }
    setAttribute(this.element, 'data-state', snapshot.paused ? 'paused' : detail.state);
    this.agent.set(detail.agentName);
    setText(this.name, shownName(detail));
    setAttribute(
      this.name,
      'title',
      [shownName(detail), detail.agentName, detail.folder]
        .map((part) => oneLine(part, 120))
        .join(' · '),
    );
    this.branch.update(detail, texts);
    const { verdict } = detail;
    if (verdict?.id !== this.verdict) {
      this.isWhyOpen = false;
    }
    this.verdict = verdict?.id;
    this.chips.update(verdict?.calls ?? []);
    this.updateWhy(detail);
    this.actions.update(detail, snapshot);
    show(this.more, verdict !== undefined || !this.actions.forceText.hidden);
    this.tick(state);
  }

  tick(state: ShownState): void {
    const text = sentence(state, this.page.texts);
    setText(this.sentence, text);
    setAttribute(this.sentence, 'title', text);
    show(this.sentence, text !== '');
    const { detail } = state;
    if (detail === undefined) {
      return;
    }
    const { texts } = this.page;
    const { word, look, isTimed } = stateNow(detail, detail.waitingFor, state, texts);
    const ms = turnTime(detail, state);
    const time = ms === undefined ? '' : texts.elapsed(ms);
    const { end } = detail;
    const tone = state.snapshot.paused ? 'dim' : look.tone;
    this.icon.set(look.icon);
    setAttribute(this.element, 'data-tone', tone);
    setAttribute(this.more, 'data-tone', tone);
    // the turn that ended is told in one line
    setText(
      this.word,
      end === undefined
        ? word
        : [word, texts.endSteps(end), time].filter((part) => part !== '').join(' · '),
    );
    setText(this.clock, time);
    setAttribute(this.clock, 'data-second', isTimed === true ? '' : undefined);
    show(this.clock, end === undefined);
  }

  private updateWhy({ verdict }: SessionDetail): void {
    show(this.whyRow, verdict !== undefined);
    setText(this.whyButton, this.page.texts.get('action.why'));
    setAttribute(this.whyButton, 'aria-expanded', String(this.isWhyOpen));
    const parts = this.isWhyOpen ? lazyParts() : undefined;
    if (this.why === undefined && parts !== undefined) {
      this.why = new parts.Why(this.page);
      this.whyRow.after(this.why.element);
    }
    if (this.why === undefined) {
      return;
    }
    show(this.why.element, this.isWhyOpen && verdict !== undefined);
    if (verdict !== undefined) {
      this.why.update(verdict);
    }
  }
}

/** One sentence: what the agent waits for, the requested intervention, or the evidence. */
function sentence(state: ShownState, texts: Texts): string {
  const { detail } = state;
  const say = (message: Message | undefined): string =>
    message === undefined ? '' : texts.say(message);
  switch (detail?.state) {
    case undefined:
    case 'idle':
    case 'progressing':
      return '';
    case 'waiting':
      return say(detail.waitingFor);
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
  if (detail.receipts.some(({ rung, state }) => rung === 'stop' && state !== 'withdrawn')) {
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
    detail.receipts.findLast(({ rung }) => rung === 'stop')?.state === 'delivered';
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
  const receipt = receipts.findLast(({ rung }) => rung === 'text-only');
  const order = receipt?.state === 'requested' ? 'order.requested' : 'order.delivered';
  const isByHooks = textOnly === 'deny' || textOnly === 'request';
  const isCutOff = isHostSilent || (isByHooks && link.state === 'not-connected');
  return isCutOff && playback === undefined ? `${order}.unconnected` : order;
}
