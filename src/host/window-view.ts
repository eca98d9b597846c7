/** What this window shows: its sessions, or a recorded run in place of them. Until the first session, what tracks them is not loaded. */
import * as vscode from 'vscode';
import type { Session } from '../core/turns/session.js';
import type { OlderRows } from '../core/view/full-text.js';
import type { Snapshot } from '../core/view/snapshot.js';
import type { ShownSessions } from '../live/session-snapshots.js';
import type { TreesListener } from '../live/workspace/window-trees.js';
import type { CallTexts } from '../protocol/view.js';
import type { OtherFolders } from './live/other-folders.js';
import type { Links } from './live/links.js';
import type { WindowSessions } from './live/window-sessions.js';
import { PastLogs, type PastLogsOptions } from './past/past-logs.js';
import { RunPlayer } from './recorded/run-player.js';
import type { WindowSettings } from './window-settings.js';
import type { WindowPlace } from './workspace/window-place.js';

export interface WindowViewOptions extends PastLogsOptions {
  settings: WindowSettings;
  links: Links;
  place: WindowPlace;
  /** Called at most once, when something of a session is there to be taken in. */
  load: () => Promise<WindowSessions>;
}

const noSessions: ReadonlyMap<string, Session> = new Map();

export class WindowView implements ShownSessions, TreesListener, vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  /** Something that is shown changed. Fires often: the listener coalesces. */
  readonly onDidChange = this.emitter.event;
  readonly player: RunPlayer;
  /** What the logs of this machine tell. */
  readonly past: PastLogs;
  private sessionsLoaded: WindowSessions | undefined;
  private loading: Promise<WindowSessions> | undefined;
  private found: OtherFolders | undefined;
  private loadingElsewhere: Promise<void> | undefined;
  private visible = false;
  private readonly placeSubscription: vscode.Disposable;

  constructor(private readonly options: WindowViewOptions) {
    this.player = new RunPlayer(this, options.log);
    this.past = new PastLogs(this, options);
    this.placeSubscription = options.place.onDidChange(() => this.changed());
  }

  /**
   * Loads what tracks sessions. Whoever takes something in goes on from here every time, so all of it arrives in the order in which it
   * came, also what comes while loading. Rejects if it cannot be loaded, which the log tells once.
   */
  loaded(): Promise<WindowSessions> {
    return (this.loading ??= this.load());
  }

  get sessions(): ReadonlyMap<string, Session> {
    return this.sessionsLoaded?.tracker.sessions ?? noSessions;
  }

  /** What tracks them, once it is loaded. */
  get tracked(): WindowSessions | undefined {
    return this.sessionsLoaded;
  }

  /** The sessions of other folders, once they are looked for. */
  get elsewhere(): OtherFolders | undefined {
    return this.found;
  }

  get isVisible(): boolean {
    return this.visible;
  }

  /** Something that the snapshot shows changed. */
  changed(): void {
    this.emitter.fire();
  }

  /** What the page shows. */
  snapshot(): Snapshot {
    const live = this.liveSnapshot();
    const snapshot =
      this.player.current?.snapshot(this.options.clock.now(), live) ?? this.withPast(live);
    const elsewhere = this.found?.snapshot;
    return elsewhere === undefined ? snapshot : { ...snapshot, elsewhere };
  }

  /** The live sessions, also while a recorded run is shown. */
  liveSnapshot(): Snapshot {
    const snapshot = this.sessionsLoaded?.snapshots.snapshot() ?? this.emptySnapshot();
    return snapshot.selected === undefined
      ? { ...snapshot, place: this.options.place.state }
      : snapshot;
  }

  /** Whether there is a verdict that an answer without a named session would be about. */
  hasVerdict(snapshot: Snapshot): boolean {
    const session = this.sessionsLoaded?.snapshots.inTrouble(snapshot);
    return (
      session !== undefined &&
      this.sessionsLoaded?.tracker.turnwatch.judge.verdict(session) !== undefined
    );
  }

  select(session: string): void {
    this.past.close();
    (this.player.current ?? this.sessionsLoaded?.snapshots)?.select(session);
  }
  async older(session: string, before: number): Promise<OlderRows> {
    return (await this.source?.older(session, before)) ?? { rows: [] };
  }
  async details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return (await this.source?.details(session, call, whole)) ?? { missing: 'gone' };
  }
  folder(session: string): string | undefined {
    return this.source?.folder(session);
  }

  /** Shows the log of a session of another folder, and follows it. */
  async openElsewhere(session: string): Promise<void> {
    const found = this.found?.find(session);
    if (found !== undefined) {
      await this.player.open({ file: found.file, found });
    }
  }

  /** The page is shown or hidden, or the window has other folders: says which sessions are elsewhere. */
  updateElsewhere(isVisible = this.visible): void {
    this.visible = isVisible;
    if (this.found !== undefined) {
      this.found.update(isVisible);
    } else if (isVisible) {
      this.loadingElsewhere ??= this.loadOtherFolders().catch((error: unknown) =>
        this.options.log.error('cannot look for sessions of other folders', error),
      );
    }
  }

  settingsChanged(): void {
    if (this.sessionsLoaded === undefined) {
      this.changed();
    } else {
      this.sessionsLoaded.settingsChanged();
    }
  }

  treesChanged(isOtherFolders: boolean): void {
    if (isOtherFolders) {
      this.sessionsLoaded?.foldersChanged();
    }
    this.changed();
  }

  dispose(): void {
    this.visible = false;
    this.found?.dispose();
    this.past.dispose();
    this.player.dispose();
    void this.loading?.then(
      (sessions) => {
        sessions.dispose();
      },
      () => undefined,
    );
    this.placeSubscription.dispose();
    this.emitter.dispose();
  }

  /** Where no session is shown, or the person asked for it. */
  private withPast(live: Snapshot): Snapshot {
    const past = this.past.shown(live.selected !== undefined);
    return past === undefined
      ? live
      : { ...live, selected: undefined, place: this.options.place.state, past };
  }

  private get source(): ShownSessions | undefined {
    return this.player.current ?? this.sessionsLoaded?.snapshots;
  }

  /** While no agent was at work. */
  private emptySnapshot(): Snapshot {
    const { clock, links, settings } = this.options;
    return {
      at: clock.now(),
      paused: false,
      link: links.link(),
      mode: settings.mode(''),
      sessions: [],
      tally: { continued: 0, escalated: 0 },
    };
  }

  private async load(): Promise<WindowSessions> {
    const { log } = this.options;
    const began = performance.now();
    try {
      const sessions = await this.options.load();
      this.sessionsLoaded = sessions;
      sessions.tracker.listen({ onChange: () => this.changed() });
      log.info(`first session: loaded the watcher in ${(performance.now() - began).toFixed(1)} ms`);
      return sessions;
    } catch (error) {
      log.error('cannot load the watcher; nothing is watched in this window', error);
      throw error;
    }
  }

  private async loadOtherFolders(): Promise<void> {
    const { OtherFolders } = await import('./live/other-folders.js');
    this.found = new OtherFolders({ ...this.options, view: this });
    this.found.update(this.visible);
  }
}
