/** The side bar view: posts whole snapshots to the page once it is ready, and checks every message that comes back. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { isObject } from '../../core/json.js';
import { commands } from '../../ids.js';
import { playbackSpeeds } from '../../core/view/snapshot.js';
import {
  editorCommands,
  GUIDE_LIMIT,
  pageCommands,
  plainPlayerOrders,
  type EditorCommand,
  type FromPage,
  type Lesson,
  type PageCommand,
  type PlayerOrder,
  type Teach,
  type ToPage,
} from '../../protocol/view.js';
import type { Log } from '../log.js';
import type { Shown } from './shown.js';
import { pageHtml } from './page-html.js';
import { localisedTexts } from './texts.js';

/** Names of the scripts that main.js imports by statement: the build fills them in. */
declare const PAGE_PRELOADS: readonly string[];

/** Snapshots are posted at most this often. */
const POST_INTERVAL_MS = 60;

export class TimelineView implements vscode.WebviewViewProvider, vscode.Disposable {
  private view: vscode.WebviewView | undefined;
  private ready = false;
  private timer: NodeJS.Timeout | undefined;
  private calling: { value: number; tooltip: string } | undefined;
  private readonly visibility = new vscode.EventEmitter<boolean>();
  readonly onDidChangeVisibility = this.visibility.event;
  /** Milliseconds that the page took for its newest paint, for the diagnostics. */
  lastPaint: { ms: number; rows: number } | undefined;

  constructor(
    private readonly extension: vscode.ExtensionContext,
    private readonly live: Shown,
    private readonly log: Log,
    private readonly teach: (request: Teach) => Promise<Lesson>,
  ) {}

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
      webview.onDidReceiveMessage((message: unknown) => this.receive(message)),
      view.onDidChangeVisibility(() => {
        this.visibility.fire(view.visible);
        if (view.visible) {
          this.refresh();
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
      preloadUris: PAGE_PRELOADS.map(uri),
      styleUri: uri('style.css'),
    });
    view.badge = this.calling;
    this.visibility.fire(view.visible);
  }

  /** Soon, and at most once per interval: posts to a hidden view would vanish, so they wait until it is shown. */
  refresh(): void {
    if (!this.ready || !this.visible || this.timer !== undefined) {
      return;
    }
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.post({ type: 'snapshot', snapshot: this.live.snapshot() });
    }, POST_INTERVAL_MS);
  }

  badge(count: number, tooltip: string): void {
    if ((this.calling?.value ?? 0) === count) {
      return;
    }
    this.calling = count === 0 ? undefined : { value: count, tooltip };
    if (this.view !== undefined) {
      this.view.badge = this.calling;
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.visibility.dispose();
  }

  private post(message: ToPage): void {
    void this.view?.webview.postMessage(message);
  }

  private receive(message: unknown): void {
    const known = readMessage(message);
    if (known === undefined) {
      this.log.warn('the page sent a message that is not known; ignored');
      return;
    }
    switch (known.type) {
      case 'ready':
        this.ready = true;
        this.post({ type: 'texts', locale: vscode.env.language, texts: localisedTexts() });
        this.post({ type: 'snapshot', snapshot: this.live.snapshot() });
        return;
      case 'select':
        this.live.select(known.session);
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
      case 'teach':
        this.teach(known).then(
          (lesson) => this.post(lesson),
          (error: unknown) => this.log.error('an answer to a verdict', error),
        );
        return;
      case 'older':
        void this.live
          .older(known.session, known.before)
          .then((older) =>
            this.post({ type: 'older', session: known.session, before: known.before, ...older }),
          );
        return;
      case 'details': {
        const { session, call, whole } = known;
        void this.live
          .details(session, call, whole)
          .then((texts) => this.post({ type: 'details', session, call, whole, ...texts }));
        return;
      }
      case 'open': {
        const { path, changes, line, session } = known;
        void import('./open-file.js').then(({ openNamed }) =>
          openNamed({ path, changes, line, folder: this.live.folder(session) }),
        );
        return;
      }
      case 'player':
        this.live.obey(known.order);
        return;
      case 'painted':
        this.lastPaint = { ms: known.ms, rows: known.rows };
        return;
    }
  }
}

function readMessage(message: unknown): FromPage | undefined {
  if (!isObject(message)) {
    return undefined;
  }
  const {
    type,
    session,
    command,
    intervention,
    before,
    ms,
    rows,
    order,
    call,
    whole,
    path,
    changes,
    line,
    verdict,
    answer,
    sure,
    steps,
  } = message;
  const count = (value: unknown): number | undefined =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value.length < 1000 ? value : undefined;
  switch (type) {
    case 'ready':
      return { type };
    case 'select':
      return text(session) === undefined ? undefined : { type, session: text(session) ?? '' };
    case 'command': {
      const known = pageCommands.find((each): each is PageCommand => each === command);
      return (
        known && {
          type,
          command: known,
          session: text(session),
          intervention: text(intervention),
          steps: count(steps),
          text: text(message['text'])?.slice(0, GUIDE_LIMIT),
        }
      );
    }
    case 'editor': {
      const known = Object.keys(editorCommands).find(
        (each): each is EditorCommand => each === command,
      );
      return known && { type, command: known };
    }
    case 'teach': {
      const [of, about] = [text(session), text(verdict)];
      const given = answer === 'false-alarm' || answer === 'really-stuck' ? answer : undefined;
      return of === undefined || about === undefined || given === undefined
        ? undefined
        : { type, session: of, verdict: about, answer: given, sure: sure === true };
    }
    case 'older': {
      const [of, from] = [text(session), count(before)];
      return of === undefined || from === undefined
        ? undefined
        : { type, session: of, before: from };
    }
    case 'details': {
      const [of, number] = [text(session), count(call)];
      return of === undefined || number === undefined
        ? undefined
        : { type, session: of, call: number, whole: whole === true };
    }
    case 'open': {
      const [of, file] = [text(session), text(path)];
      return of === undefined || file === undefined || file === ''
        ? undefined
        : {
            type,
            session: of,
            path: file,
            changes: changes === true,
            line: count(line) || undefined,
          };
    }
    case 'player': {
      const known = readOrder(order);
      return known && { type, order: known };
    }
    case 'painted':
      return typeof ms === 'number' && typeof rows === 'number' ? { type, ms, rows } : undefined;
    default:
      return undefined;
  }
}

function readOrder(order: unknown): PlayerOrder | undefined {
  if (!isObject(order)) {
    return undefined;
  }
  const { to, stop } = order;
  const plain = plainPlayerOrders.find((each) => each === to);
  const speed = playbackSpeeds.find((each) => each === order['speed']);
  if (plain !== undefined) {
    return { to: plain };
  }
  if (to === 'speed') {
    return speed && { to, speed };
  }
  return to === 'stop' && typeof stop === 'number' && Number.isInteger(stop) && stop >= 0
    ? { to, stop }
    : undefined;
}
