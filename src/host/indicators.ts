/** Shows the live sessions outside the view's page, in badge, status bar and context keys, even while the view plays a recorded run. */
import * as vscode from 'vscode';
import { contextKeys } from '../ids.js';
import { StatusBar } from './status-bar.js';
import type { WindowParts } from './window-parts.js';

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
    this.statusBar.update(view.tracked?.snapshots.foremost(snapshot), snapshot.paused);
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
