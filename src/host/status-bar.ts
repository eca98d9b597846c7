/** One status bar item, in words: hidden when idle, with a warning background from stalled upwards. */
import * as vscode from 'vscode';
import type { Counter } from '../core/detect/detector.js';
import type { SessionDetail, SessionState } from '../core/view/snapshot.js';
import { escapedLine } from '../core/view/markdown.js';
import { fullName } from '../core/view/shown-name.js';
import { withoutLinks } from '../core/view/without-links.js';
import { commands } from '../ids.js';
import { localisedTexts, say } from './view/texts.js';

const icons: Record<SessionState, string> = {
  idle: 'pulse',
  progressing: 'pulse',
  waiting: 'bell',
  watch: 'eye',
  stalled: 'warning',
  reminded: 'comment',
  'text-only': 'comment-discussion',
  escalated: 'warning',
  stopped: 'debug-stop',
  snoozed: 'bell-slash',
};
const alarming = new Set<SessionState>(['stalled', 'escalated']);

export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'turnwatch.status',
    vscode.StatusBarAlignment.Left,
    40,
  );
  private shown = '';

  constructor() {
    this.item.name = 'Turnwatch';
    this.item.command = commands.showTimeline;
  }

  /** `detail`: the session to show; undefined hides the item. */
  update(detail: SessionDetail | undefined, paused: boolean): void {
    if (paused) {
      const text = vscode.l10n.t('Turnwatch paused');
      this.set(`$(debug-pause) ${text}`, text, [[commands.resume, vscode.l10n.t('Resume')]], false);
      return;
    }
    if (detail?.open !== true) {
      this.shown = '';
      this.item.hide();
      return;
    }
    const alarms = alarming.has(detail.state);
    this.set(
      `$(${icons[detail.state]}) ${textOf(detail)}`,
      sentenceOf(detail),
      [...(alarms ? actions() : []), [commands.showTimeline, vscode.l10n.t('Show')]],
      alarms,
      detail.session,
    );
  }

  private set(
    text: string,
    sentence: string,
    links: readonly Link[],
    alarms: boolean,
    session?: string,
  ): void {
    const shown = [text, sentence, session, ...links.flat()].join('\n');
    if (this.shown === shown) {
      return;
    }
    this.shown = shown;
    this.item.text = text;
    this.item.tooltip = tooltipOf(sentence, links, session);
    this.item.accessibilityInformation = { label: sentence, role: 'button' };
    this.item.backgroundColor = alarms
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

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

/** `Stalled · 43 steps`, `2 of 8`, `Waiting for you`. */
function textOf(detail: SessionDetail): string {
  const word = localisedTexts()[`state.${detail.state}`] ?? detail.state;
  if (alarming.has(detail.state)) {
    return `${word} · ${
      detail.steps === 1 ? vscode.l10n.t('1 step') : vscode.l10n.t('{0} steps', count(detail.steps))
    }`;
  }
  const counter =
    detail.state === 'progressing' || detail.state === 'watch' ? nearest(detail) : undefined;
  return counter === undefined ? word : shareOf(counter);
}

/** The way to the limit, in the counter's own unit. */
function shareOf({ value, limit, unit }: Counter): string {
  const number = unit === 'tokens' ? compact : count;
  const share = vscode.l10n.t('{0} of {1}', number(value), number(limit));
  return unit === 'minutes' ? say({ id: 'amount.minutes', params: { value: share } }) : share;
}

function count(value: number): string {
  return value.toLocaleString(vscode.env.language);
}
function compact(value: number): string {
  return new Intl.NumberFormat(vscode.env.language, { notation: 'compact' }).format(value);
}

/** Without links, as it is also the label for screen readers. */
function sentenceOf(detail: SessionDetail): string {
  const word = localisedTexts()[`state.${detail.state}`] ?? detail.state;
  const why = detail.verdict === undefined ? detail.waitingFor : detail.verdict.what;
  return withoutLinks(
    `Turnwatch: ${fullName(detail)}, ${word}${why === undefined ? '' : `. ${say(why)}`}`,
  );
}

/** A command of ours and its words. */
type Link = readonly [command: string, words: string];

function actions(): Link[] {
  const texts = localisedTexts();
  return [
    [commands.forceRespond, texts['action.forceRespond'] ?? 'Force respond'],
    [commands.snooze, texts['action.snooze'] ?? 'Snooze'],
  ];
}

/** What agents say is text in it; only our own commands are links. */
function tooltipOf(
  sentence: string,
  links: readonly Link[],
  session: string | undefined,
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = { enabledCommands: links.map(([command]) => command) };
  tooltip.appendMarkdown(
    `${escapedLine(sentence)}\n\n${links.map(([command, words]) => `[${words}](command:${command}?${argumentsFor(session)})`).join(' · ')}`,
  );
  return tooltip;
}

/** Of a command link. A session's id comes from its agent: no character of it may end the link. */
function argumentsFor(session: string | undefined): string {
  return encodeURIComponent(JSON.stringify(session === undefined ? [] : [{ session }])).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  );
}
