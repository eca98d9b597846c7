/** The top of the page: state in a word, agent, turn time, one sentence of evidence, and what can be done. */
import type { Message } from '../../src/core/wording.js';
import { Actions } from './actions.js';
import { evidenceChips } from './chips.js';
import { el, setAttribute, setText, show } from './dom.js';
import { Icon } from './icons.js';
import { sessionLook } from './looks.js';
import { turnTime, type Moment, type Page } from './page.js';
import { oneLine } from './plain.js';

export class Banner {
  readonly element = el('header', 'banner');
  /** Below the part that stays in sight. */
  readonly more = el('div', 'banner banner-more');
  readonly #icon = new Icon('circle', 'state-icon');
  readonly #word = el('h1', 'state');
  readonly #agent = el('span', 'agent');
  readonly #clock = el('span', 'clock');
  readonly #sentence = el('p', 'sentence');
  readonly #chips;
  readonly #actions: Actions;

  constructor(private readonly page: Page) {
    this.#chips = evidenceChips(page);
    this.#actions = new Actions(page);
    this.element.append(
      el('div', 'banner-line', this.#icon.element, this.#word, this.#agent, this.#clock, this.#actions.menu.element),
      this.#sentence, this.#actions.element,
    );
    this.more.append(this.#actions.truth, this.#chips.element);
  }

  update(moment: Moment): void {
    const { detail, snapshot } = moment;
    const { texts } = this.page;
    show(this.element, detail !== undefined);
    show(this.more, false);
    if (detail === undefined) { return; }
    const look = sessionLook(detail.state, detail.waitingFor);
    this.#icon.set(look.icon);
    setAttribute(this.element, 'data-tone', look.tone);
    setAttribute(this.more, 'data-tone', look.tone);
    setAttribute(this.element, 'data-state', snapshot.paused ? 'paused' : detail.state);
    setText(this.#word, texts.state(detail.state, detail.waitingFor));
    setText(this.#agent, oneLine(detail.agentName, 60));
    setAttribute(this.#agent, 'title', [detail.agentName, detail.folder].map((part) => oneLine(part, 120)).join(' · '));
    const say = (message: Message | undefined) => (message === undefined ? '' : texts.say(message));
    const snooze = detail.state === 'snoozed' && detail.snoozedSteps !== undefined ? texts.get('label.stepsLeft', { count: detail.snoozedSteps }) : '';
    const why = detail.state === 'waiting' ? say(detail.waitingFor)
      : detail.state === 'progressing' || detail.state === 'idle' ? '' : say(detail.verdict?.what);
    const text = [snooze, why].filter((part) => part !== '').join('. ');
    setText(this.#sentence, text);
    setAttribute(this.#sentence, 'title', text);
    show(this.#sentence, text !== '');
    const shows = detail.state === 'stalled' || detail.state === 'escalated' || detail.state === 'watch';
    this.#chips.update(shows ? detail.verdict?.calls ?? [] : []);
    this.#actions.update(detail, snapshot);
    show(this.more, !this.#chips.element.hidden || !this.#actions.truth.hidden);
    this.tick(moment);
  }

  tick(moment: Moment): void {
    const ms = moment.detail === undefined ? undefined : turnTime(moment.detail, moment);
    setText(this.#clock, ms === undefined ? '' : this.page.texts.elapsed(ms));
  }
}
