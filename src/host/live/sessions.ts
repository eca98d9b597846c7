/** The window's sessions as the view and the status bar see them. Until the first one, what watches them is not loaded. */
import * as vscode from 'vscode';
import type { OlderRows } from '../../core/view/full-text.js';
import type { Session } from '../../core/turns/session.js';
import type { SessionDetail, Snapshot } from '../../core/view/snapshot.js';
import type { CallTexts } from '../../protocol/view.js';
import type { LiveView } from '../../live/live-view.js';
import type { Log } from '../log.js';
import type { Watched } from './watched.js';

export interface SessionsOptions {
  log: Log;
  /** Called at most once, when something of a session is there to be taken in. */
  load(): Promise<Watched>;
  place(): NonNullable<Snapshot['place']>;
  /** The snapshot while no agent was at work. */
  empty(): Snapshot;
}

const noSessions: ReadonlyMap<string, Session> = new Map();

export class WindowSessions implements LiveView, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private loaded: Watched | undefined;
  private loading: Promise<Watched> | undefined;

  constructor(private readonly options: SessionsOptions) {}

  /**
   * Loads what watches sessions. Whoever takes something in goes on from here every time, so all of it arrives in the order in
   * which it came, also what comes while loading. Rejects if it cannot be loaded, which the log tells once.
   */
  watched(): Promise<Watched> {
    return (this.loading ??= this.load());
  }

  get all(): ReadonlyMap<string, Session> {
    return this.loaded?.live.sessions ?? noSessions;
  }
  snapshot(): Snapshot {
    const snapshot = this.loaded?.live.view.snapshot() ?? this.options.empty();
    return snapshot.selected === undefined
      ? { ...snapshot, place: this.options.place() }
      : snapshot;
  }

  select(session: string): void {
    this.loaded?.live.view.select(session);
  }
  async older(session: string, before: number): Promise<OlderRows> {
    return (await this.loaded?.live.view.older(session, before)) ?? { rows: [] };
  }
  async details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return (await this.loaded?.live.view.details(session, call, whole)) ?? { missing: 'gone' };
  }
  folder(session: string): string | undefined {
    return this.loaded?.live.view.folder(session);
  }
  foremost(snapshot: Snapshot): SessionDetail | undefined {
    return this.loaded?.live.view.foremost(snapshot);
  }
  /** Whether there is a verdict that an answer without a named session would be about. */
  hasVerdict(snapshot: Snapshot): boolean {
    const session = this.loaded?.live.view.inTrouble(snapshot);
    return session !== undefined && this.loaded?.live.verdict(session) !== undefined;
  }

  settingsChanged(): void {
    if (this.loaded === undefined) {
      this.refresh();
    } else {
      this.loaded.live.settingsChanged();
      this.loaded.telemetry.settingsChanged();
    }
  }

  foldersChanged(): void {
    this.loaded?.foldersChanged();
  }

  /** Something outside the sessions changed that the snapshot shows. */
  refresh(): void {
    this.changed.fire();
  }

  /** The window closes: deletes what it keeps on disk for the view and for hooks, and writes and sends what it counted. */
  async stop(): Promise<void> {
    const { servers, spool, ledger, orderFiles, telemetry } = this.loaded ?? {};
    await Promise.all([
      servers?.stop(),
      spool?.close(),
      ledger?.flush(),
      orderFiles?.stop(),
      telemetry?.stop(),
    ]);
  }

  dispose(): void {
    void this.loading?.then(
      (watched) => {
        watched.dispose();
      },
      () => undefined,
    );
    this.changed.dispose();
  }

  private async load(): Promise<Watched> {
    const began = performance.now();
    try {
      const watched = (this.loaded = await this.options.load());
      watched.onDidChange(() => this.refresh());
      this.options.log.info(
        `first session: loaded the watcher in ${(performance.now() - began).toFixed(1)} ms`,
      );
      return watched;
    } catch (error) {
      this.options.log.error('cannot load the watcher; nothing is watched in this window', error);
      throw error;
    }
  }
}
