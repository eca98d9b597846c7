/** The words of the status bar item, loaded with the first open turn. */
import * as vscode from 'vscode';
import type { Counter } from '../core/detect/detector.js';
import type { SessionDetail, SessionState } from '../core/view/snapshot.js';
import { fullName, verdictSentence } from '../core/view/words/shown-words.js';
import { capMessage, spentMessage } from '../core/money/amounts.js';
import type { Spent } from '../core/money/spending.js';
import { fill } from '../core/view/words/wording.js';
import type { PageTextId } from '../protocol/page-texts.js';
import { withoutLinks } from '../core/view/words/inert-text.js';
import { commands } from '../ids.js';
import { limitWords } from '../protocol/limit-words.js';
import { localisedTexts, say } from './view/texts.js';

export const alarming: ReadonlySet<SessionState> = new Set(['stalled', 'escalated']);

/** A command of ours and its words. */
export type StatusLink = readonly [command: string, words: string];

/** It does not count steps, and at its limit the turn is not stalled. */
const FORECAST = 'early-warning';

/** The counter closest to its limit. */
function nearest(detail: SessionDetail): SessionDetail['counters'][number] | undefined {
  return detail.counters
    .filter(({ id }) => id !== FORECAST)
    .reduce<SessionDetail['counters'][number] | undefined>(
      (best, each) =>
        best === undefined || each.value / each.limit > best.value / best.limit ? each : best,
      undefined,
    );
}

/** `Stalled · 43 steps`, `Progressing`, from half of a limit on `Watch · Steps without progress 5/8`. */
export function describeStatus(detail: SessionDetail): string {
  const { limit, open } = detail;
  if (limit !== undefined) {
    const words = { at: Date.now(), locale: vscode.env.language, texts: localisedTexts() };
    return limitWords({ limit, open }, words).word;
  }
  const word = describeState(detail);
  if (alarming.has(detail.state)) {
    return `${word} · ${
      detail.steps === 1 ? vscode.l10n.t('1 step') : vscode.l10n.t('{0} steps', count(detail.steps))
    }`;
  }
  const counter =
    detail.state === 'progressing' || detail.state === 'watch' ? nearest(detail) : undefined;
  return counter === undefined || counter.value * 2 < counter.limit
    ? word
    : `${word} · ${say(counter.label)} ${describeShare(counter)}`;
}

function describeState({ state, noProgressYet, needsPerson }: SessionDetail): string {
  const isWorking = noProgressYet === true;
  const waits = state === 'waiting' && !needsPerson;
  const id = isWorking ? 'state.working' : waits ? 'state.waiting.job' : `state.${state}`;
  return localisedTexts()[id] ?? state;
}

/** The way to the limit, in the counter's own unit. */
function describeShare({ value, limit, unit }: Counter): string {
  const number = unit === 'tokens' ? compact : count;
  const share = `${number(value)}/${number(limit)}`;
  return unit === 'minutes' ? say({ id: 'amount.minutes', params: { value: share } }) : share;
}

function count(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
function compact(value: number): string {
  return new Intl.NumberFormat(vscode.env.language, { notation: 'compact' }).format(value);
}

/** Without links, as it is also the label for screen readers. */
export function describeCounter(detail: SessionDetail, today: Spent | undefined): string {
  const word = describeState(detail);
  const why = detail.verdict === undefined ? detail.waitingFor : verdictSentence(detail.verdict);
  const { caps = [], spent } = detail;
  const locale = vscode.env.language;
  const sentences = [
    `Turnwatch: ${say(fullName(detail))}, ${word}`,
    ...(why === undefined ? [] : [say(why).replace(/\.$/, '')]),
    ...caps.map((cap) => say(capMessage(cap, locale))),
    ...describeSpent('spent.turn', spent?.turn),
    ...describeSpent('spent.today', today),
  ];
  return withoutLinks(sentences.join('. '));
}

function describeSpent(id: PageTextId, spent: Spent | undefined): string[] {
  const text = localisedTexts()[id] ?? '';
  const amount = spent && say(spentMessage(spent, vscode.env.language));
  return amount === undefined ? [] : [fill(text, { amount })];
}

export function actions(): StatusLink[] {
  const texts = localisedTexts();
  return [
    [commands.forceRespond, texts['action.forceRespond'] ?? 'Force respond'],
    [commands.snooze, texts['action.snooze'] ?? 'Snooze'],
  ];
}
