/** This window's recording: all its sessions in one stream, so that a replay gives the same verdicts. */
import * as vscode from 'vscode';
import type { Clock } from '../core/clock.js';
import { readErrorCode, readErrorMessage } from '../core/error-words.js';
import type { TurnEvent } from '../core/events.js';
import type { TrackerListener } from '../live/session-tracker.js';
import { Recorder } from '../storage/recording.js';
import type { Log } from './log.js';
import { showWarning } from './messages.js';
import type { WindowRecording } from './thresholds/what-if-events.js';

const NAME = 'window';

export class WindowRecorder implements TrackerListener, WindowRecording {
  private readonly recorder: Recorder;

  constructor(dir: string, log: Log, clock: Clock) {
    this.recorder = new Recorder({
      dir,
      log: (text) => log.info(text),
      onPause: tellRecordingPaused,
      clock,
    });
  }

  onEvent(event: TurnEvent): void {
    this.recorder.append(NAME, event);
  }

  /** Its file, flushed; undefined before the first event. */
  async file(): Promise<string | undefined> {
    await this.recorder.flush();
    return this.recorder.findFile(NAME);
  }

  /** How much there is to read. */
  state(): ReturnType<Recorder['state']> {
    return this.recorder.state(NAME);
  }
  read(from: number, count: number): ReturnType<Recorder['read']> {
    return this.recorder.read(NAME, from, count);
  }
}

/** Tells the person once that this window's recording cannot be written for now. */
function tellRecordingPaused(error: unknown): void {
  const isFull = /^(?:ENOSPC|EDQUOT)$/.test(readErrorCode(error) ?? '');
  void showWarning(
    isFull
      ? vscode.l10n.t(
          'The disk is full, so Turnwatch can’t record this window’s sessions for now. It goes on watching, and records again once there is space.',
        )
      : vscode.l10n.t(
          'Turnwatch can’t record this window’s sessions for now ({0}). It goes on watching, and records again as soon as it can.',
          readErrorMessage(error),
        ),
  );
}
