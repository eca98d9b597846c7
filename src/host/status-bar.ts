/** One status bar item: hidden when idle, with a warning background from stalled upwards. */
import * as vscode from 'vscode';
import type { SessionDetail, SessionState } from '../core/view/snapshot.js';
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
  update(detail: SessionDetail | undefined): void {
    if (detail === undefined || !detail.open) {
      this.shown = '';
      this.item.hide();
      return;
    }
    const counter = nearest(detail);
    const text = `$(${icons[detail.state]}) ${counter === undefined ? String(detail.steps) : `${counter.value}/${counter.limit}`}`;
    const tooltip = tooltipOf(detail);
    if (this.shown === text + tooltip) {
      return;
    }
    this.shown = text + tooltip;
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: tooltip, role: 'button' };
    this.item.backgroundColor = alarming.has(detail.state)
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

function tooltipOf(detail: SessionDetail): string {
  const word = localisedTexts()[`state.${detail.state}`] ?? detail.state;
  const why = detail.verdict === undefined ? detail.waitingFor : detail.verdict.what;
  return withoutLinks(
    `Turnwatch: ${fullName(detail)}, ${word}${why === undefined ? '' : `. ${say(why)}`}`,
  );
}
