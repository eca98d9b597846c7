/** This window's recording: all its sessions in one stream, so that a replay gives the same verdicts. */
import type { Clock } from '../core/clock.js';
import type { TurnEvent } from '../core/events.js';
import type { TrackerListener } from '../live/session-tracker.js';
import { Recorder } from '../storage/recording.js';
import type { Log } from './log.js';
import type { WindowRecording } from './thresholds/what-if-events.js';

const NAME = 'window';

export class WindowRecorder implements TrackerListener, WindowRecording {
  private readonly recorder: Recorder;

  constructor(dir: string, log: Log, clock: Clock) {
    this.recorder = new Recorder({
      dir,
      log: (text) => log.info(text),
      onPause: (error) => {
        void import('./recorded/recording-paused.js').then(({ tellRecordingPaused }) =>
          tellRecordingPaused(error),
        );
      },
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
