/** Shows the live sessions outside the view's page, in badge, status bar and context keys, even while the view plays a recorded run. */
import * as vscode from 'vscode';
import { contextKeys } from '../ids.js';
import { ContextKeys } from './context-keys.js';
import type { WindowSessions } from './live/sessions.js';
import { StatusBar } from './status-bar.js';

export interface IndicatorsOptions {
  sessions: Pick<WindowSessions, 'snapshot' | 'foremost' | 'hasVerdict'>;
  badge: (count: number, tooltip: string) => void;
  /** State that the sessions do not have. */
  state(): Record<'hasLearned' | 'connected' | 'playback' | 'sampleEnded' | 'relay', boolean>;
}

export class Indicators implements vscode.Disposable {
  private readonly statusBar = new StatusBar();
  private readonly keys = new ContextKeys();

  constructor(private readonly options: IndicatorsOptions) {}

  update(): void {
    const { sessions, badge } = this.options;
    const snapshot = sessions.snapshot();
    const needing = snapshot.sessions.filter((session) => session.needsPerson).length;
    badge(
      needing,
      needing === 1
        ? vscode.l10n.t('One session needs you')
        : vscode.l10n.t('{0} sessions need you', needing),
    );
    this.statusBar.update(sessions.foremost(snapshot), snapshot.paused);
    const { hasLearned, connected, playback, sampleEnded, relay } = this.options.state();
    this.keys.set(contextKeys.hasSession, snapshot.sessions.length > 0);
    this.keys.set(contextKeys.needsPerson, needing > 0);
    this.keys.set(
      contextKeys.canUndo,
      snapshot.selected?.receipts.some((receipt) => receipt.canUndo) ?? false,
    );
    this.keys.set(contextKeys.hasVerdict, sessions.hasVerdict(snapshot));
    this.keys.set(contextKeys.hasLearned, hasLearned);
    this.keys.set(contextKeys.paused, snapshot.paused);
    this.keys.set(contextKeys.connected, connected);
    this.keys.set(contextKeys.playback, playback);
    this.keys.set(contextKeys.sampleEnded, sampleEnded);
    this.keys.set(contextKeys.relay, relay);
  }

  dispose(): void {
    this.statusBar.dispose();
  }
}
