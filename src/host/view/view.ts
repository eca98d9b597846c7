/** The side bar view: posts full snapshots to the page once it is ready, and checks every message from it. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { commands } from '../../ids.js';
import {
  editorCommands,
  type Lesson,
  type FromPage,
  type RowAction,
  type Teach,
  type ToPage,
} from '../../protocol/view.js';
import type { Log } from '../log.js';
import type { Card } from '../notifications/editor-notifications.js';
import type { WindowView } from '../window-view.js';
import { pageHtml } from './page-html.js';
import { SnapshotMessages } from './snapshot-messages.js';

/** Names of the scripts that main.js imports statically, with spaces between; filled in by the build. */
declare const PAGE_PRELOADS: string;

export class TimelineView implements vscode.WebviewViewProvider, Card, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private readonly messages = new SnapshotMessages();
  /** Waits until the page is ready and visible. */
  private guiding: Extract<ToPage, { type: 'guide' }> | undefined;
  private calling: { value: number; tooltip: string } | undefined;
  private readonly visibility = new vscode.EventEmitter<boolean>();
  readonly onDidChangeVisibility = this.visibility.event;
  /** Duration of the page's latest paint in milliseconds, for the diagnostics. */
  lastPaint: { ms: number; rows: number } | undefined;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly window: WindowView,
    private readonly log: Log,
  ) {}

  /** It is visible, and shows the live sessions. */
  get isVisible(): boolean {
    const { player, past } = this.window;
    return this.visible && player.current === undefined && !past.isOverSessions;
  }

  /** Brings the live sessions into sight. */
  async reveal(): Promise<void> {
    this.window.player.close();
    this.window.past.close();
    await vscode.commands.executeCommand(commands.showTimeline);
  }

  async guide(session: string, draft: string): Promise<void> {
    await this.reveal();
    this.window.select(session);
    this.guiding = { type: 'guide', session, draft };
    this.update();
  }

  get visible(): boolean {
    return this.view?.visible ?? false;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.view = view;
    this.ready = false;
    const { webview } = view;
    const dist = vscode.Uri.joinPath(this.extension.extensionUri, 'dist', 'webview');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    const subscriptions = [
      webview.onDidReceiveMessage((message: unknown) => void this.receive(message)),
      view.onDidChangeVisibility(() => {
        this.visibility.fire(view.visible);
        if (view.visible) {
          this.update();
        }
      }),
    ];
    view.onDidDispose(() => {
      for (const each of subscriptions) {
        each.dispose();
      }
      if (this.view === view) {
        this.view = undefined;
        this.ready = false;
      }
      this.visibility.fire(false);
    });
    const uri = (name: string): string =>
      webview.asWebviewUri(vscode.Uri.joinPath(dist, name)).toString();
    webview.html = pageHtml({
      nonce: randomBytes(16).toString('base64url'),
      cspSource: webview.cspSource,
      locale: vscode.env.language,
      title: 'Turnwatch',
      scriptUri: uri('main.js'),
      preloadUris: PAGE_PRELOADS.split(' ').filter(Boolean).map(uri),
      styleUri: uri('style.css'),
    });
    view.badge = this.calling;
    this.visibility.fire(view.visible);
  }

  /** Posts the snapshot. What is posted to a hidden view is lost, so that waits until it is shown. */
  update(): void {
    if (this.ready && this.visible) {
      this.postSnapshot();
    }
  }

  badge(count: number, tooltip: string): void {
    if ((this.calling?.value ?? 0) === count) {
      return;
    }
    this.calling = count === 0 ? undefined : { value: count, tooltip };
    if (this.view !== undefined) {
      // for undefined, VS Code removed no badge before August 2026
      this.view.badge = this.calling ?? { value: 0, tooltip: '' };
    }
  }

  /** An entry of a row's menu; the page knows the row. */
  rowAction(action: RowAction, key: string | undefined): void {
    if (key !== undefined) {
      this.post({ type: 'row', action, key });
    }
  }

  dispose(): void {
    this.visibility.dispose();
  }

  private postSnapshot(): void {
    this.post(this.messages.makeMessage(this.window.snapshot()));
    if (this.guiding !== undefined) {
      this.post(this.guiding);
      this.guiding = undefined;
    }
  }

  private post(message: ToPage): void {
    void this.view?.webview.postMessage(message);
  }

  /** An answer to a verdict, or a look at what it would teach. */
  private async answer(request: Teach): Promise<Lesson> {
    const { answerFromPage } = await import('../thresholds/feedback.js');
    return answerFromPage(await this.window.loaded(), request);
  }

  private openElsewhere({ show, session }: Extract<FromPage, { type: 'elsewhere' }>): void {
    if (show === 'steps') {
      void this.window.openElsewhere(session);
    } else {
      void this.window.elsewhere?.openFolder(session);
    }
  }

  private async receive(message: unknown): Promise<void> {
    // the window may start with another view
    const [{ readFromPage }, { textsForPage }] = await Promise.all([
      import('./page-messages.js'),
      import('./texts.js'),
    ]);
    const known = readFromPage(message);
    if (known === undefined) {
      this.log.warn('ignored an unknown message from the page');
      return;
    }
    switch (known.type) {
      case 'ready':
        this.ready = true;
        this.post({ type: 'texts', locale: vscode.env.language, texts: textsForPage() });
        this.postSnapshot();
        return;
      case 'alive':
        this.post({ type: 'alive' });
        return;
      case 'select':
        this.window.select(known.session);
        return;
      case 'elsewhere':
        this.openElsewhere(known);
        return;
      case 'past':
        await this.window.past.order(known.order, known.stall);
        return;
      case 'command': {
        const { command, session, intervention, steps, text } = known;
        void vscode.commands.executeCommand(commands[command], {
          session,
          intervention,
          steps,
          text,
        });
        return;
      }
      case 'editor':
        void vscode.commands.executeCommand(editorCommands[known.command]);
        return;
      case 'prompt':
        this.window.tracked?.prompts.reply(known);
        return;
      case 'teach':
        this.answer(known).then(
          (lesson) => this.post(lesson),
          (error: unknown) => this.log.error('could not apply an answer to a verdict', error),
        );
        return;
      case 'older':
        void this.window
          .older(known.session, known.before)
          .then((older) =>
            this.post({ type: 'older', session: known.session, before: known.before, ...older }),
          );
        return;
      case 'details': {
        const { session, call, whole } = known;
        void this.window
          .details(session, call, whole)
          .then((texts) => this.post({ type: 'details', session, call, whole, ...texts }));
        return;
      }
      case 'open': {
        const { path, changes, line, session } = known;
        void import('./open-file.js').then(({ openNamed }) =>
          openNamed({ path, changes, line, folder: this.window.folder(session) }),
        );
        return;
      }
      case 'changes': {
        const { session, paths } = known;
        void import('./open-file.js')
          .then(({ changedLines }) => changedLines(paths, this.window.folder(session)))
          .then((files) => this.post({ type: 'changes', session, files }));
        return;
      }
      case 'copy': {
        const { session, call, what } = known;
        void Promise.all([import('./open-file.js'), this.window.details(session, call, true)]).then(
          ([{ copyCall }, texts]) => copyCall(texts, what),
        );
        return;
      }
      case 'player':
        this.window.player.current?.control(known.order);
        return;
      case 'painted':
        this.lastPaint = { ms: known.ms, rows: known.rows };
        return;
    }
  }
}
