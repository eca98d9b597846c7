/** A recorded run in the live view, labelled as recorded: played, gone through back and forth; nothing of it touches a live session. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../core/error-words.js';
import { agentName } from '../../agents/known.js';
import { RecordedRun } from '../../core/recorded/recorded-run.js';
import { neighbour, placeIn } from '../../core/recorded/run-map.js';
import type { OlderRows } from '../../core/view/full-text.js';
import type { PlaybackSpeed, Snapshot } from '../../core/view/snapshot.js';
import type { CallTexts, PlayerOrder } from '../../protocol/view.js';
import { shownTexts } from '../view/call-texts.js';
import type { Log } from '../log.js';
import { inSlices } from '../slices.js';

/** Recordings above this size are not opened (bytes). */
const LARGEST_FILE = 256 * 1024 * 1024;
/** Playing never waits longer than this between two events, at the speed of the run (milliseconds). */
const LONGEST_PAUSE = 1200;
/** Between two events of a run that does not tell its times (milliseconds). */
const UNKNOWN_PAUSE = 150;
/** Events that are closer than this are shown together (milliseconds). */
const LEAST_PAUSE = 15;
/** Events that are shown together where it goes as fast as possible. */
const FAST_EVENTS = 200;

/** The way to a place that takes longer than this is told (milliseconds). */
const TELL_MS = 250;
/** What is prepared for later jumps takes a small part of the time (milliseconds of rest after each slice). */
const REST_MS = 60;

export interface PlaybackOptions {
  log: Log;
  changed(): void;
}

export class Playback implements vscode.Disposable {
  private speed: PlaybackSpeed = 1;
  private playing = false;
  private timer: NodeJS.Timeout | undefined;
  /** Where the person wants to be: the rows follow. */
  private wanted: number;
  private going = 0;
  private work: Promise<unknown> = Promise.resolve();
  /** It takes long to get there. */
  private isSlow = false;
  private preparation: Generator<void, true> | undefined;
  private preparing = false;
  private over = false;

  private constructor(
    readonly file: string,
    readonly run: RecordedRun,
    private readonly options: PlaybackOptions,
  ) {
    this.wanted = run.played;
  }

  /** Read whole and shown at its end. @returns a sentence if the file cannot be shown. */
  static async open(
    file: string,
    options: PlaybackOptions,
  ): Promise<{ playback: Playback; skipped: number } | { problem: string }> {
    try {
      if ((await stat(file)).size > LARGEST_FILE) {
        return { problem: vscode.l10n.t('The file is larger than 256 MB.') };
      }
    } catch (error) {
      return { problem: messageOf(error) };
    }
    const { readRecording } = await import('../../agents/reading/recordings.js');
    const recording = await readRecording(file, 'auto');
    if ('problem' in recording) {
      return recording;
    }
    const run = new RecordedRun(recording.events, agentName);
    await inSlices(run.read());
    const playback = new Playback(basename(file), run, options);
    playback.prepare();
    return { playback, skipped: recording.skipped.length };
  }

  /** A recorded run in place of the live sessions. `at`: the clock where the run tells no time. */
  snapshot(at: number, live: Snapshot): Snapshot {
    const { run, wanted, playing, speed } = this;
    const map = run.map.of(run.session ?? '');
    const nowhere = { stop: 0, lastStop: 0, step: -1, lastStep: -1, verdicts: [], progress: [] };
    return {
      // the clock of a recorded run is the time of its newest event
      ...live,
      ...run.look(),
      at: run.events[run.played - 1]?.at ?? at,
      playback: {
        file: this.file,
        played: wanted,
        total: run.events.length,
        playing,
        speed,
        busy: wanted !== run.played,
        ...(this.isSlow && wanted !== run.played ? { reached: run.reached } : {}),
        ...(map === undefined ? nowhere : placeIn(map, wanted)),
      },
    };
  }

  select(session: string): void {
    this.pause();
    const first = this.run.select(session);
    this.goTo(first ?? this.wanted, true);
  }

  folder(session: string): string | undefined {
    return this.run.folder(session);
  }

  older(session: string, before: number): Promise<OlderRows> {
    return this.inTurn(
      async () =>
        (await inSlices(this.run.older(session, before), () => this.over)) ?? { rows: [] },
      { rows: [] },
    );
  }

  details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return Promise.resolve(shownTexts(this.run.texts(session, call), whole));
  }

  /** What the page's player asks for. */
  obey(order: PlayerOrder): void {
    const map = this.run.map.of(this.run.session ?? '');
    const [stops, verdicts] = [map?.stops ?? [], map?.verdicts.map(({ played }) => played) ?? []];
    switch (order.to) {
      case 'play':
        this.play();
        return;
      case 'pause':
        this.pause();
        return;
      case 'speed':
        this.speed = order.speed;
        this.restart();
        return;
      case 'stop':
        this.step(stops[Math.min(stops.length - 1, order.stop)]);
        return;
      case 'back':
        this.step(neighbour(stops, this.wanted, 'back'));
        return;
      case 'forward':
        this.step(neighbour(stops, this.wanted, 'forward'));
        return;
      case 'previousVerdict':
        this.step(neighbour(verdicts, this.wanted, 'back'));
        return;
      case 'nextVerdict':
        this.step(neighbour(verdicts, this.wanted, 'forward'));
        return;
    }
  }

  /** At the end: once more from the start. */
  play(speed = this.speed): void {
    this.speed = speed;
    if (this.playing) {
      return;
    }
    this.playing = true;
    const stops = this.run.map.of(this.run.session ?? '')?.stops ?? [];
    if (this.wanted >= (stops.at(-1) ?? 0)) {
      this.goTo(stops[0] ?? 0);
    }
    this.restart();
  }

  pause(): void {
    this.playing = false;
    this.restart();
  }

  dispose(): void {
    this.over = true;
    this.going += 1;
    clearTimeout(this.timer);
  }

  private step(played: number | undefined): void {
    this.playing = false;
    clearTimeout(this.timer);
    if (played === undefined) {
      this.options.changed();
    } else {
      this.goTo(played);
    }
  }

  /** The place is shown at once; the newest wish goes before those that were not reached. */
  private goTo(played: number, again = false): void {
    if (played === this.wanted && played === this.run.played && !again) {
      this.options.changed();
      return;
    }
    this.wanted = played;
    const going = (this.going += 1);
    const stopped = (): boolean => going !== this.going;
    void this.inTurn(async () => {
      if (stopped()) {
        return;
      }
      const told = setInterval(() => {
        this.isSlow = true;
        this.options.changed();
      }, TELL_MS);
      try {
        await inSlices(this.run.goTo(played), stopped);
      } finally {
        clearInterval(told);
        this.isSlow = false;
      }
      if (this.over) {
        return;
      }
      this.options.changed();
      this.prepare();
    }, undefined);
    this.options.changed();
  }

  /** While the person looks at a place: so that the next jump takes no long. */
  private prepare(): void {
    if (this.preparing || this.playing || this.over) {
      return;
    }
    this.preparing = true;
    const isBusy = (): boolean => this.over || this.playing || this.wanted !== this.run.played;
    // what was begun is gone on with
    void inSlices((this.preparation ??= this.run.prepare()), isBusy, REST_MS)
      .then(
        (done) => done === true,
        (error: unknown) => {
          this.options.log.error('places of a recorded run could not be prepared', error);
          return true;
        },
      )
      .then((over) => {
        this.preparing = false;
        if (over) {
          this.preparation = undefined;
        }
      });
  }

  /** One after the other: they share what judges the run. */
  private inTurn<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
    const done = this.work.then(act).catch((error: unknown) => {
      this.options.log.error('a recorded run cannot be gone through', error);
      return otherwise;
    });
    this.work = done;
    return done;
  }

  private restart(): void {
    clearTimeout(this.timer);
    if (this.playing) {
      void this.work.then(() => this.plan());
    } else {
      this.prepare();
    }
    this.options.changed();
  }

  /** All events that are due within one look are played together. */
  private plan(): void {
    clearTimeout(this.timer);
    if (!this.playing || this.over) {
      return;
    }
    const { events } = this.run;
    let [next, pause] = [this.wanted, 0];
    if (this.speed === 'max') {
      [next, pause] = [Math.min(events.length, next + FAST_EVENTS), LEAST_PAUSE];
    } else {
      while (next < events.length && pause < LEAST_PAUSE) {
        pause += pauseBefore(events[next - 1]?.at, events[next]?.at) / this.speed;
        next += 1;
      }
    }
    if (next >= events.length && this.wanted >= events.length) {
      this.pause();
      return;
    }
    this.timer = setTimeout(() => {
      this.goTo(next);
      void this.work.then(() => this.plan());
    }, pause);
  }
}

/** Milliseconds between two events as it happened, long pauses shortened. */
function pauseBefore(before: number | undefined, next: number | undefined): number {
  return before === undefined || next === undefined
    ? UNKNOWN_PAUSE
    : Math.min(LONGEST_PAUSE, Math.max(0, next - before));
}
