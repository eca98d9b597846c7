/** The recorded run that the view shows in place of the live sessions, if any. */
import * as vscode from 'vscode';
import type { RecordedRun } from '../../core/recorded/recorded-run.js';
import type { PlaybackSpeed } from '../../core/view/snapshot.js';
import { commands } from '../../ids.js';
import type { FoundSession } from '../../live/other-folders/other-folder-sessions.js';
import type { Log } from '../log.js';
import { showError, showProgress, showWarning } from '../messages.js';
import type { FollowedLog } from './followed-log.js';
import type { Playback, PlaybackOptions } from './playback.js';

/** Where the run is shown. */
interface RunView {
  readonly isVisible: boolean;
  /** Something else is to be shown. */
  changed(): void;
}

interface RunToOpen {
  file: string;
  /** Played from its start at this speed, long pauses shortened; absent: shown at its end. */
  pace?: PlaybackSpeed | undefined;
  /** See Playback. */
  teaches?: boolean;
  /** A session of another folder, whose log is followed. */
  found?: FoundSession;
  /** Is shown first, in place of the end; `stored`: of a database of many, the session to read. */
  first?: { session: string; call: number; stored?: string | undefined };
}

export class RunPlayer implements vscode.Disposable {
  private playback: Playback | undefined;
  private followed: FollowedLog | undefined;
  private hasEndedSample = false;
  /** Number of the latest request: a run that is slow to read must not replace one opened later. */
  private request = 0;

  constructor(
    private readonly view: RunView,
    private readonly log: Log,
  ) {}

  get current(): Playback | undefined {
    return this.playback;
  }
  get run(): RecordedRun | undefined {
    return this.playback?.run;
  }
  /** The person has ended the sample's stall in this window. */
  get sampleEnded(): boolean {
    return this.hasEndedSample;
  }

  /** @returns whether the order is meant for the sample that is shown */
  forceRespondInSample(session?: string): boolean {
    const isMeant = this.playback?.forceRespond(session) ?? false;
    this.hasEndedSample ||= isMeant;
    return isMeant;
  }

  async open({ file, pace, teaches = false, found, first }: RunToOpen): Promise<void> {
    const request = (this.request += 1);
    const [{ Playback }, { FollowedLog }] = await Promise.all([
      import('./playback.js'),
      import('./followed-log.js'),
    ]);
    const options: PlaybackOptions = {
      log: this.log,
      elsewhere: found?.session,
      ...(found?.isStored === true && { stored: found.session.session }),
      ...(first?.stored !== undefined && { stored: first.stored }),
      call: first,
      changed: () => this.view.changed(),
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
        shown: () => (request === this.request && this.view.isVisible ? this.playback : undefined),
        replace: (playback) => {
          this.playback?.dispose();
          this.playback = playback;
          this.view.changed();
        },
      });
    if (pace !== undefined) {
      this.playback.play(pace);
    }
    this.view.changed();
    if (opened.skipped > 0) {
      void showWarning(
        vscode.l10n.t('{0} lines couldn’t be read and were skipped.', opened.skipped),
      );
    }
    await vscode.commands.executeCommand(commands.showTimeline);
  }

  close(): void {
    this.request += 1;
    this.followed?.dispose();
    if (this.playback !== undefined) {
      this.playback.dispose();
      this.playback = undefined;
      this.view.changed();
    }
  }

  dispose(): void {
    this.request += 1;
    this.followed?.dispose();
    this.playback?.dispose();
  }
}
