/** Records each session's events as JSON Lines on disk, for exports and older rows. Bounded per session and in total. */
import type { Clock } from '../core/clock.js';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnEvent } from '../core/events.js';
import { readErrorCode, readErrorMessage, readErrorStack } from '../core/error-words.js';
import type { LogLine } from '../core/log.js';
import { pruneRecordings, gapLine, recordingName, RecordingFile } from './recording-file.js';

export interface RecordingLimits {
  /** A recording stops at this size. */
  sessionBytes: number;
  /** Old recordings are removed to keep the total below this. */
  totalBytes: number;
  /** Limit of what waits to be written. What comes above it is missing: a line of type `gap` tells how many events. */
  waitingBytes: number;
  /** After a failure that passes, such as a full disk, the next attempt to write comes after this time. */
  retryMs: number;
}

const recordingLimits: Readonly<RecordingLimits> = {
  sessionBytes: 64 * 1024 * 1024,
  totalBytes: 256 * 1024 * 1024,
  waitingBytes: 16 * 1024 * 1024,
  retryMs: 5000,
};

export interface RecorderOptions {
  /** Private to the user; created if missing. */
  dir: string;
  log: LogLine;
  /** Nothing can be written for now; called once. */
  onPause?: (error: unknown) => void;
  clock?: Clock;
  limits?: Partial<RecordingLimits>;
}

interface RecordingState {
  session: string;
  file: RecordingFile;
  /** Lines appended so far, written or waiting. */
  lines: number;
  bytes: number;
  waiting: string[];
  waitingBytes: number;
  /** Events that found no room to wait. */
  missed: number;
  ended: boolean;
}

const WRITE_AFTER_MS = 100;
/** Written at once, or taken back where the disk is full. */
const WRITE_CHARACTERS = 256 * 1024;
/** Codes of failures that pass: no space, no file handle, a disk that does not respond or is read-only for now. */
const passing = /^(?:ENOSPC|EDQUOT|EFBIG|EMFILE|ENFILE|ENOMEM|EAGAIN|EBUSY|EIO|EROFS)$/;

function passes(error: unknown): boolean {
  return passing.test(readErrorCode(error) ?? '');
}

export class Recorder {
  private readonly limits: RecordingLimits;
  private readonly clock: Clock;
  private readonly stamp: string;
  private readonly recordings = new Map<string, RecordingState>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();
  private ready: Promise<void> | undefined;
  private complained = false;
  /** Since when nothing can be written (milliseconds since the epoch). */
  private pausedAt: number | undefined;
  private hasToldOfPause = false;
  private sincePruned = 0;

  constructor(private readonly options: RecorderOptions) {
    this.limits = { ...recordingLimits, ...options.limits };
    this.clock = options.clock ?? Date;
    this.stamp = `${new Date(this.clock.now())
      .toISOString()
      .replace(/[^0-9]/g, '')
      .slice(0, 17)}-${process.pid}`;
  }

  /** Queues an event to be written; never throws. @returns its 0-based line in the recording, or undefined once recording has stopped. */
  append(session: string, event: TurnEvent): number | undefined {
    const recording = this.openRecording(session);
    if (recording.ended) {
      return undefined;
    }
    let text: string;
    try {
      text = `${JSON.stringify(event)}\n`;
    } catch (error) {
      this.complain(error);
      return undefined;
    }
    const bytes = Buffer.byteLength(text);
    if (recording.bytes + bytes > this.limits.sessionBytes) {
      this.end(recording, 'has reached its limit');
      return undefined;
    }
    if (recording.missed > 0 || recording.waitingBytes + bytes > this.limits.waitingBytes) {
      // one gap, not one for each event that is too large for what room is left
      recording.missed += 1;
      return undefined;
    }
    this.timer ??= setTimeout(
      () => void this.flush(),
      this.pausedAt === undefined ? WRITE_AFTER_MS : this.limits.retryMs,
    );
    return put(recording, text, bytes);
  }

  /** The file of a session's recording; it may not exist before `flush`. */
  findFile(session: string): string | undefined {
    return this.recordings.get(session)?.file.path;
  }

  /** Lines of a session's recording so far, written or waiting, and whether it has stopped. */
  state(session: string): { lines: number; ended: boolean } {
    const { lines = 0, ended = false } = this.recordings.get(session) ?? {};
    return { lines, ended };
  }

  /** Resolves once everything appended is written or the failure is logged. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  /** Lines `from` to `from + count - 1` of a session's recording (0-based), fewer at its end; none where it cannot be read. */
  async read(session: string, from: number, count: number): Promise<string[]> {
    const recording = this.recordings.get(session);
    if (recording === undefined || count <= 0) {
      return [];
    }
    await this.flush();
    try {
      return await recording.file.read(Math.max(0, from), count);
    } catch (error) {
      this.complain(error);
      return [];
    }
  }

  /** Writes what is waiting, if possible. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.timer);
  }

  private openRecording(session: string): RecordingState {
    const known = this.recordings.get(session);
    if (known !== undefined) {
      return known;
    }
    const made: RecordingState = {
      session,
      file: new RecordingFile(
        join(this.options.dir, `${this.stamp}-${recordingName(session)}.jsonl`),
      ),
      lines: 0,
      bytes: 0,
      waiting: [],
      waitingBytes: 0,
      missed: 0,
      ended: false,
    };
    this.recordings.set(session, made);
    return made;
  }

  private end(recording: RecordingState, why: string): void {
    recording.ended = true;
    this.options.log(
      `recording: the recording of session ${recording.session} ${why} and has stopped after ${recording.lines} events`,
    );
  }

  private async write(): Promise<void> {
    this.ready ??= mkdir(this.options.dir, { recursive: true, mode: 0o700 }).then(() =>
      this.prune(),
    );
    try {
      await this.ready;
    } catch (error) {
      this.ready = undefined;
      if (passes(error)) {
        this.pause(error);
        return;
      }
      this.complain(error);
    }
    let failure: unknown;
    for (const recording of this.recordings.values()) {
      while (recording.waiting.length > 0 && failure === undefined) {
        failure = await this.writeSome(recording);
      }
    }
    if (failure !== undefined) {
      this.pause(failure);
      return;
    }
    this.resume();
    if (this.sincePruned > this.limits.totalBytes / 8) {
      this.sincePruned = 0;
      await this.prune();
    }
  }

  /** Removes the oldest recordings above the total limit; those in use stay. */
  private prune(): Promise<void> {
    return pruneRecordings({
      dir: this.options.dir,
      totalBytes: this.limits.totalBytes,
      own: new Set([...this.recordings.values()].map(({ file }) => file.path)),
      clock: this.clock,
      onProblem: (error) => this.complain(error),
    });
  }

  /** Writes some of what waits, and then what tells of a gap. @returns a failure that passes: everything goes on waiting then. */
  private async writeSome(recording: RecordingState): Promise<unknown> {
    const lines = takeLines(recording.waiting);
    const text = Buffer.from(lines.join(''));
    try {
      await recording.file.append(text);
    } catch (error) {
      if (passes(error)) {
        recording.waiting = lines.concat(recording.waiting);
        return error;
      }
      recording.waiting = [];
      this.end(recording, `could not be written (${readErrorMessage(error)})`);
      return undefined;
    }
    recording.waitingBytes -= text.length;
    this.sincePruned += text.length;
    if (recording.missed > 0 && recording.waiting.length === 0) {
      this.markGap(recording);
    }
    return undefined;
  }

  private markGap(recording: RecordingState): void {
    const { session, missed } = recording;
    const gap = gapLine(missed, this.clock.now());
    put(recording, gap, Buffer.byteLength(gap));
    recording.missed = 0;
    this.options.log(`recording: ${missed} events of session ${session} are missing`);
  }

  private pause(error: unknown): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), this.limits.retryMs).unref();
    if (this.pausedAt !== undefined) {
      return;
    }
    this.pausedAt = this.clock.now();
    this.options.log(
      `recording: cannot be written for now (${readErrorMessage(error)}); tries again every ${this.limits.retryMs / 1000} s`,
    );
    if (!this.hasToldOfPause) {
      this.hasToldOfPause = true;
      this.options.onPause?.(error);
    }
  }

  private resume(): void {
    if (this.pausedAt !== undefined) {
      const seconds = Math.round((this.clock.now() - this.pausedAt) / 1000);
      this.options.log(`recording: goes on after ${seconds} s`);
      this.pausedAt = undefined;
    }
  }

  private complain(error: unknown): void {
    if (this.complained) {
      return;
    }
    this.complained = true;
    this.options.log(`recording: ${readErrorStack(error)}`);
  }
}

/** Takes out the first ones, at least one. */
function takeLines(waiting: string[]): string[] {
  let count = 0;
  for (let size = 0; size < WRITE_CHARACTERS && count < waiting.length; count += 1) {
    size += waiting[count]?.length ?? 0;
  }
  return waiting.splice(0, count);
}

/** @returns the line's 0-based number. */
function put(recording: RecordingState, text: string, bytes: number): number {
  recording.waiting.push(text);
  recording.waitingBytes += bytes;
  recording.bytes += bytes;
  return recording.lines++;
}
