/** One status bar item, in words: hidden when idle, with a warning background from stalled upwards. */
import * as vscode from 'vscode';
import type { Spent } from '../core/money/spending.js';
import type { SessionDetail, SessionState } from '../core/view/snapshot.js';
import { escapedLine } from '../core/view/words/inert-text.js';
import { commands, contextKeys } from '../ids.js';
import type * as statusWords from './status-words.js';
import type { WindowParts } from './window-parts.js';

/** Shows the live sessions outside the view's page, in badge, status bar and context keys, even while the view plays a recorded run. */
export class Indicators implements vscode.Disposable {
  private readonly statusBar = new StatusBar();
  private readonly keys = new ContextKeys();

  constructor(
    private readonly parts: Pick<WindowParts, 'view' | 'page' | 'learned' | 'connection' | 'relay'>,
  ) {}

  update(): void {
    const { view, page, learned, connection, relay } = this.parts;
    const { player } = view;
    const snapshot = view.liveSnapshot();
    const needing = snapshot.sessions.filter((session) => session.needsPerson).length;
    page.badge(
      needing,
      needing === 1
        ? vscode.l10n.t('One session needs you')
        : vscode.l10n.t('{0} sessions need you', needing),
    );
    this.statusBar.update(
      view.tracked?.snapshots.foremost(snapshot),
      snapshot.paused,
      snapshot.spentToday,
    );
    this.keys.set(contextKeys.hasSession, snapshot.sessions.length > 0);
    this.keys.set(contextKeys.needsPerson, needing > 0);
    this.keys.set(
      contextKeys.canUndo,
      snapshot.selected?.receipts.some((receipt) => receipt.canUndo) ?? false,
    );
    this.keys.set(contextKeys.hasVerdict, view.hasVerdict(snapshot));
    this.keys.set(contextKeys.hasLearned, learned.hasAny);
    this.keys.set(contextKeys.paused, snapshot.paused);
    this.keys.set(contextKeys.connected, connection.status !== 'absent');
    this.keys.set(contextKeys.playback, player.current !== undefined);
    this.keys.set(contextKeys.sampleEnded, player.sampleEnded);
    this.keys.set(contextKeys.relay, relay.running);
  }

  dispose(): void {
    this.statusBar.dispose();
  }
}

type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** Context keys, written only when their value changes. */
class ContextKeys {
  private readonly written = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.written.get(key) === value) {
      return;
    }
    this.written.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

const icons: Record<SessionState, string> = {
  idle: 'pulse',
  progressing: 'pulse',
  waiting: 'bell',
  watch: 'eye',
  stalled: 'warning',
  reminded: 'comment',
  'text-only': 'comment-discussion',
  escalated: 'warning',
  stopping: 'debug-stop',
  stopped: 'debug-stop',
  snoozed: 'bell-slash',
};

type StatusWords = typeof statusWords;

const SECOND = 1000;

class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'turnwatch.status',
    vscode.StatusBarAlignment.Left,
    40,
  );
  private shown = '';
  private next: NodeJS.Timeout | undefined;
  private words: StatusWords | undefined;
  /** The session to show. */
  private detail: SessionDetail | undefined;
  private today: Spent | undefined;

  constructor() {
    this.item.name = 'Turnwatch';
    this.item.command = commands.showTimeline;
  }

  /** `detail`: the session to show; undefined hides the item. */
  update(detail: SessionDetail | undefined, paused: boolean, today?: Spent): void {
    this.today = today;
    const isShown = detail?.open === true || detail?.limit !== undefined;
    this.detail = !paused && isShown ? detail : undefined;
    clearTimeout(this.next);
    if (paused) {
      const text = vscode.l10n.t('Turnwatch paused');
      this.set(`$(debug-pause) ${text}`, text, [[commands.resume, vscode.l10n.t('Resume')]], false);
      return;
    }
    if (this.detail === undefined) {
      this.shown = '';
      this.item.hide();
    } else if (this.words === undefined) {
      void this.showFirst();
    } else {
      this.show(this.detail, this.words);
    }
  }

  private async showFirst(): Promise<void> {
    this.words = await import('./status-words.js');
    // it may have ended meanwhile
    if (this.detail !== undefined) {
      this.show(this.detail, this.words);
    }
  }

  private show(
    detail: SessionDetail,
    { actions, alarming, describeCounter, describeStatus }: StatusWords,
  ): void {
    const alarms = alarming.has(detail.state);
    if (detail.open && detail.limit !== undefined) {
      // the time that is left
      this.next = setTimeout(() => this.update(this.detail, false, this.today), SECOND);
    }
    this.set(
      `$(${detail.limit === undefined ? icons[detail.state] : 'watch'}) ${describeStatus(detail)}`,
      describeCounter(detail, this.today),
      [...(alarms ? actions() : []), [commands.showTimeline, vscode.l10n.t('Show')]],
      alarms,
      detail.session,
    );
  }

  private set(
    text: string,
    sentence: string,
    links: readonly statusWords.StatusLink[],
    alarms: boolean,
    session?: string,
  ): void {
    const shown = [text, sentence, session, ...links.flat()].join('\n');
    if (this.shown === shown) {
      return;
    }
    this.shown = shown;
    this.item.text = text;
    this.item.tooltip = makeTooltip(sentence, links, session);
    this.item.accessibilityInformation = { label: sentence, role: 'button' };
    this.item.backgroundColor = alarms
      ? new vscode.ThemeColor('statusBarItem.warningBackground')
      : undefined;
    this.item.show();
  }

  dispose(): void {
    clearTimeout(this.next);
    this.detail = undefined;
    this.item.dispose();
  }
}

/** What agents say is text in it; only our own commands are links. */
function makeTooltip(
  sentence: string,
  links: readonly statusWords.StatusLink[],
  session: string | undefined,
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.isTrusted = { enabledCommands: links.map(([command]) => command) };
  tooltip.appendMarkdown(
    `${escapedLine(sentence)}\n\n${links.map(([command, words]) => `[${words}](command:${command}?${argumentsFor(session)})`).join(' · ')}`,
  );
  return tooltip;
}

/** The argument of a command link. A session's id comes from its agent: no character of it may end the link. */
function argumentsFor(session: string | undefined): string {
  return encodeURIComponent(JSON.stringify(session === undefined ? [] : [{ session }])).replace(
    /[!'()*]/g,
    (found) => `%${found.charCodeAt(0).toString(16)}`,
  );
}
