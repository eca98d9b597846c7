/** What the view shows: the live sessions, or a recorded run in place of them. */
import * as vscode from 'vscode';
import type { OlderRows } from '../../core/view/full-text.js';
import type { RecordedRun } from '../../core/recorded/recorded-run.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { PlaybackSpeed } from '../../core/view/playback-state.js';
import type { CallTexts, PlayerCommand } from '../../protocol/view.js';
import type { LiveView } from '../../live/live-view.js';
import type { Log } from '../log.js';
import type { Playback } from '../recorded/playback.js';
import { showError, showProgress, showWarning } from '../messages.js';

export class Shown implements LiveView, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changed.event;
  private playback: Playback | undefined;
  private hasEndedSample = false;
  /** Number of the latest request: a run that is slow to read must not replace one opened later. */
  private request = 0;
  private readonly subscription: ReturnType<LiveView['onDidChange']>;

  constructor(
    private readonly live: LiveView,
    private readonly now: () => number,
    private readonly log: Log,
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
    const snapshot = this.live.snapshot();
    return this.playback?.snapshot(this.now(), snapshot) ?? snapshot;
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
  async open(file: vscode.Uri, pace?: PlaybackSpeed, teaches = false): Promise<void> {
    const request = (this.request += 1);
    const { Playback } = await import('../recorded/playback.js');
    const opened = await showProgress(() =>
      Playback.open(file.fsPath, { log: this.log, changed: () => this.changed.fire() }, teaches),
    );
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
    if (this.playback === undefined) {
      return;
    }
    this.playback.dispose();
    this.playback = undefined;
    this.changed.fire();
  }

  dispose(): void {
    this.request += 1;
    this.playback?.dispose();
    this.subscription.dispose();
    this.changed.dispose();
  }
}
