/** What the view shows: the live sessions, or a recorded run in place of them. */
import * as vscode from 'vscode';
import type { OlderRows } from '../../core/view/full-text.js';
import type { RecordedRun } from '../../core/recorded/recorded-run.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { PlaybackSpeed } from '../../core/view/playback-state.js';
import type { CallTexts, PlayerCommand } from '../../protocol/view.js';
import type { LiveView } from '../../live/live-view.js';
import type { Log } from '../log.js';
import type { FoundSession } from '../../live/elsewhere/elsewhere-sessions.js';
import type { Elsewhere } from '../live/elsewhere.js';
import type { FollowedLog } from '../recorded/followed-log.js';
import type { Playback, PlaybackOptions } from '../recorded/playback.js';
import { showError, showProgress, showWarning } from '../messages.js';

export class Shown implements LiveView, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private playback: Playback | undefined;
  private followed: FollowedLog | undefined;
  private elsewhere: Elsewhere | undefined;
  private loading: Promise<void> | undefined;
  private isVisible = false;
  private hasEndedSample = false;
  /** Number of the latest request: a run that is slow to read must not replace one opened later. */
  private request = 0;
  private readonly subscription: ReturnType<LiveView['onDidChange']>;

  constructor(
    private readonly live: LiveView,
    private readonly now: () => number,
    private readonly log: Log,
    private readonly loadElsewhere: () => Promise<Elsewhere>,
  ) {
    this.subscription = live.onDidChange(() => this.changed.fire());
  }

  /** A recorded run is shown in place of the live sessions. */
  get playing(): boolean {
    return this.playback !== undefined;
  }

  /** The person has ended the sample's stall in this window. */
  get sampleEnded(): boolean {
    return this.hasEndedSample;
  }

  snapshot(): Snapshot {
    const live = this.live.snapshot();
    const snapshot = this.playback?.snapshot(this.now(), live) ?? live;
    const elsewhere = this.elsewhere?.snapshot;
    return elsewhere === undefined ? snapshot : { ...snapshot, elsewhere };
  }

  select(session: string): void {
    if (this.playback === undefined) {
      this.live.select(session);
      return;
    }
    this.playback.select(session);
  }

  older(session: string, before: number): Promise<OlderRows> {
    return this.source.older(session, before);
  }
  details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return this.source.details(session, call, whole);
  }
  folder(session: string): string | undefined {
    return this.source.folder(session);
  }

  private get source(): Pick<LiveView, 'older' | 'details' | 'folder'> {
    return this.playback ?? this.live;
  }

  /** The recorded run shown, if any. */
  get run(): RecordedRun | undefined {
    return this.playback?.run;
  }

  control(command: PlayerCommand): void {
    this.playback?.control(command);
  }

  /** @returns whether the order is meant for the sample that is shown */
  forceRespondInSample(session?: string): boolean {
    const isMeant = this.playback?.forceRespond(session) ?? false;
    this.hasEndedSample ||= isMeant;
    return isMeant;
  }

  /** `teaches`: see Playback. `pace`: played from its start at this speed, long pauses shortened; else shown at its end. */
  open(file: vscode.Uri, pace?: PlaybackSpeed, teaches = false): Promise<void> {
    return this.openRun(file.fsPath, pace, teaches);
  }

  /** Shows the log of a session of another folder, and follows it. */
  async openElsewhere(session: string): Promise<void> {
    const found = this.elsewhere?.find(session);
    if (found !== undefined) {
      await this.openRun(found.file, undefined, false, found);
    }
  }

  async openElsewhereFolder(session: string): Promise<void> {
    await this.elsewhere?.openFolder(session);
  }

  /** The view is shown or hidden, or the window has other folders: says which sessions are elsewhere. */
  updateElsewhere(isVisible = this.isVisible): void {
    this.isVisible = isVisible;
    if (this.elsewhere !== undefined) {
      this.elsewhere.update(isVisible);
    } else if (isVisible) {
      this.loading ??= this.loadElsewhere().then(
        (loaded) => {
          this.elsewhere = loaded;
          loaded.update(this.isVisible);
        },
        (error: unknown) => this.log.error('cannot look for sessions of other folders', error),
      );
    }
  }

  private async openRun(
    file: string,
    pace: PlaybackSpeed | undefined,
    teaches: boolean,
    found?: FoundSession,
  ): Promise<void> {
    const request = (this.request += 1);
    const [{ Playback }, { FollowedLog }] = await Promise.all([
      import('../recorded/playback.js'),
      import('../recorded/followed-log.js'),
    ]);
    const options: PlaybackOptions = {
      log: this.log,
      elsewhere: found?.session,
      ...(found?.isStored === true && { stored: found.session.session }),
      changed: () => this.changed.fire(),
    };
    const opened = await showProgress(() => Playback.open(file, options, teaches));
    if ('problem' in opened) {
      void showError(vscode.l10n.t('Can’t show this run: {0}', opened.problem));
      return;
    }
    if (request !== this.request) {
      opened.playback.dispose();
      return;
    }
    this.playback?.dispose();
    this.playback = opened.playback;
    this.followed?.dispose();
    this.followed =
      found &&
      new FollowedLog(file, {
        ...options,
        shown: () => (request === this.request && this.isVisible ? this.playback : undefined),
        replace: (playback) => {
          this.playback?.dispose();
          this.playback = playback;
          this.changed.fire();
        },
      });
    if (pace !== undefined) {
      this.playback.play(pace);
    }
    this.changed.fire();
    if (opened.skipped > 0) {
      void showWarning(
        vscode.l10n.t('{0} lines couldn’t be read and were skipped.', opened.skipped),
      );
    }
    await vscode.commands.executeCommand('turnwatch.showTimeline');
  }

  close(): void {
    this.request += 1;
    this.followed?.dispose();
    if (this.playback === undefined) {
      return;
    }
    this.playback.dispose();
    this.playback = undefined;
    this.changed.fire();
  }

  dispose(): void {
    this.request += 1;
    this.followed?.dispose();
    this.isVisible = false;
    this.elsewhere?.dispose();
    this.playback?.dispose();
    this.subscription.dispose();
    this.changed.dispose();
  }
}
