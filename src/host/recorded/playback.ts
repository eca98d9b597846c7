/** Plays a recorded run in the live view, labelled as recorded, or steps through it in both directions. Never touches a live session. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { readErrorMessage } from '../../core/error-words.js';
import { agentName } from '../../agents/index.js';
import { RecordedRun } from '../../core/recorded/recorded-run.js';
import { neighbour, placeIn } from '../../core/recorded/run-map.js';
import type { OlderRows } from '../../core/view/full-text.js';
import type {
  Capabilities,
  Snapshot,
  LessonPart,
  PlaybackSpeed,
  PlaybackState,
} from '../../core/view/snapshot.js';
import type { CallTexts, PlayerCommand } from '../../protocol/view.js';
import { shownTexts } from '../../live/session-snapshots.js';
import type { Log } from '../log.js';
import { inSlices } from '../../scheduling.js';
import { nextPlace } from './playback-pace.js';

/** Recordings above this size are not opened (bytes). */
const LARGEST_FILE = 256 * 1024 * 1024;
/** Milliseconds after which a jump shows its progress, and between updates. */
const SLOW_MS = 250;
/** Milliseconds of rest after each slice, so that preparing later jumps uses little CPU time. */
const REST_MS = 60;

/** What the sample lets the person do. */
const taught: Capabilities = { textOnly: 'deny', stop: false, guide: false };

/** Places in the events. */
interface PlayedLesson {
  /** The stall has just been told. */
  stall: number;
  /** The person of the recording has just forced an answer. */
  order: number;
}

function findLesson({ map, session, events }: RecordedRun): PlayedLesson | undefined {
  const stall = map
    .findSession(session ?? '')
    ?.verdicts.find(({ level }) => level === 'stalled')?.played;
  const order = events.findIndex((event) => event.type === 'intervention' && event.by === 'person');
  return stall === undefined || order < stall ? undefined : { stall, order: order + 1 };
}

export interface PlaybackOptions {
  log: Log;
  /** Whose log it is, if it is that of a session of another folder. */
  elsewhere?: PlaybackState['elsewhere'];
  /** The session to read, if the file is a database of many. */
  stored?: string;
  /** Is shown first, in place of the end. */
  call?: { session: string; call: number } | undefined;
  changed(): void;
}

export class Playback implements vscode.Disposable {
  private speed: PlaybackSpeed = 1;
  private playing = false;
  private timer: NodeJS.Timeout | undefined;
  /** The position that the person chose; the rows follow. */
  private wanted: number;
  private going = 0;
  private work: Promise<unknown> = Promise.resolve();
  /** The jump is slow enough to show its progress. */
  private isSlow = false;
  private preparation: Generator<void, true> | undefined;
  private preparing = false;
  private over = false;
  private readonly lesson: PlayedLesson | undefined;

  private constructor(
    readonly file: string,
    readonly run: RecordedRun,
    private readonly options: PlaybackOptions,
    teaches: boolean,
  ) {
    this.wanted = run.played;
    this.lesson = teaches ? findLesson(run) : undefined;
  }

  /** Reads the whole file and shows its end, or a call. `teaches`: it stops at the stall and lets the person end it. @returns a sentence if the file cannot be shown. */
  static async open(
    file: string,
    options: PlaybackOptions,
    teaches = false,
  ): Promise<{ playback: Playback; skipped: number } | { problem: string }> {
    try {
      const { size } = await stat(file);
      if (size > LARGEST_FILE && options.stored === undefined) {
        return { problem: vscode.l10n.t('The file is larger than 256 MB.') };
      }
    } catch (error) {
      return { problem: readErrorMessage(error) };
    }
    const { readRecording } = await import('../../agents/reading/recordings.js');
    const recording = await readRecording(file, 'auto', options.stored);
    if ('problem' in recording) {
      return recording;
    }
    const run = new RecordedRun(recording.events, agentName);
    await inSlices(run.read());
    if (options.call !== undefined) {
      const { session, call } = options.call;
      run.select(session);
      await inSlices(run.goTo(run.findCall(session, call) ?? run.played));
    }
    const playback = new Playback(basename(file), run, options, teaches);
    playback.prepare();
    return { playback, skipped: recording.skipped.length };
  }

  /** Shows a recorded run in place of the live sessions. `at`: the clock if the run has no times. */
  snapshot(at: number, live: Snapshot): Snapshot {
    const { run, wanted, playing, speed } = this;
    const map = run.map.findSession(run.session ?? '');
    const nowhere = { stop: 0, lastStop: 0, step: 0, lastStep: 0, verdicts: [], progress: [] };
    const { paused, link, mode, tally, place } = live;
    const { sessions, selected } = run.viewHere();
    const lesson = this.lessonPart;
    const { elsewhere } = this.options;
    return {
      // the clock of a recorded run is the time of its newest event
      at: run.events[run.played - 1]?.at ?? at,
      paused,
      link,
      mode,
      tally,
      ...(place !== undefined && { place }),
      sessions,
      ...(selected !== undefined && {
        selected: lesson === undefined ? selected : { ...selected, capabilities: taught },
      }),
      playback: {
        file: this.file,
        played: wanted,
        total: run.events.length,
        playing,
        speed,
        busy: wanted !== run.played,
        ...(this.isSlow && wanted !== run.played ? { reached: run.reached } : {}),
        ...(map === undefined ? nowhere : placeIn(map, wanted)),
        ...(lesson !== undefined && { lesson }),
        ...(elsewhere !== undefined && { elsewhere }),
      },
    };
  }

  /** Nothing is left to play: what the log gets from now on belongs here. */
  get isAtEnd(): boolean {
    return !this.playing && this.wanted === this.run.events.length;
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
    return this.enqueue(
      async () =>
        (await inSlices(this.run.older(session, before), () => this.over)) ?? { rows: [] },
      { rows: [] },
    );
  }

  details(session: string, call: number, whole: boolean): Promise<CallTexts> {
    return Promise.resolve(shownTexts(this.run.texts(session, call), whole));
  }

  /** A command of the page's player. */
  control(command: PlayerCommand): void {
    const map = this.run.map.findSession(this.run.session ?? '');
    const [stops, verdicts] = [map?.stops ?? [], map?.verdicts.map(({ played }) => played) ?? []];
    switch (command.to) {
      case 'play':
        this.play();
        return;
      case 'pause':
        this.pause();
        return;
      case 'speed':
        this.speed = command.speed;
        this.restart();
        return;
      case 'stop':
        this.step(stops[Math.min(stops.length - 1, command.stop)]);
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

  /** At the end, starts over. */
  play(speed = this.speed): void {
    this.speed = speed;
    if (this.playing) {
      return;
    }
    this.playing = true;
    const stops = this.run.map.findSession(this.run.session ?? '')?.stops ?? [];
    if (this.wanted >= (stops.at(-1) ?? 0)) {
      this.goTo(stops[0] ?? 0);
    }
    this.restart();
  }

  /** Plays on from the order that the person of the recording gave. @returns whether the order is meant for this run */
  forceRespond(session?: string): boolean {
    const { lesson, lessonPart } = this;
    const isMeant = session === undefined ? lessonPart === 'stalled' : session === this.run.session;
    if (lesson === undefined || !isMeant) {
      return false;
    }
    if (lessonPart === 'stalled') {
      this.goTo(lesson.order);
      this.playing = true;
      this.restart();
    }
    return true;
  }

  private get lessonPart(): LessonPart | undefined {
    const { lesson, wanted } = this;
    if (lesson === undefined) {
      return undefined;
    }
    if (wanted < lesson.stall) {
      return 'start';
    }
    if (wanted < lesson.order) {
      return 'stalled';
    }
    return wanted < this.run.events.length ? 'forced' : 'answered';
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

  /** Shows the position at once; a newer jump replaces an unfinished one. */
  private goTo(played: number, again = false): void {
    if (played === this.wanted && played === this.run.played && !again) {
      this.options.changed();
      return;
    }
    this.wanted = played;
    const going = (this.going += 1);
    const stopped = (): boolean => going !== this.going;
    void this.enqueue(async () => {
      if (stopped()) {
        return;
      }
      const progress = setInterval(() => {
        this.isSlow = true;
        this.options.changed();
      }, SLOW_MS);
      try {
        await inSlices(this.run.goTo(played), stopped);
      } finally {
        clearInterval(progress);
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

  /** Runs while the person looks at a position, to make the next jump fast. */
  private prepare(): void {
    if (this.preparing || this.playing || this.over) {
      return;
    }
    this.preparing = true;
    const isBusy = (): boolean => this.over || this.playing || this.wanted !== this.run.played;
    // continues an interrupted preparation
    void inSlices((this.preparation ??= this.run.prepare()), isBusy, REST_MS)
      .then(
        (done) => done === true,
        (error: unknown) => {
          this.options.log.error('could not index a recorded run', error);
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

  /** Runs jumps one after the other, since they share the run's state. */
  private enqueue<T>(act: () => Promise<T>, otherwise: T): Promise<T> {
    const done = this.work.then(act).catch((error: unknown) => {
      this.options.log.error('could not play a recorded run', error);
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

  /** Plays all events that are due together. */
  private plan(): void {
    clearTimeout(this.timer);
    if (!this.playing || this.over) {
      return;
    }
    const { events } = this.run;
    const { place, pause } = nextPlace(events, this.wanted, this.speed);
    if (place >= events.length && this.wanted >= events.length) {
      this.pause();
      return;
    }
    const { stall } = this.lesson ?? {};
    const isAtStall = stall !== undefined && this.wanted < stall && place >= stall;
    this.timer = setTimeout(() => {
      this.goTo(isAtStall ? stall : place);
      if (isAtStall) {
        this.pause();
        return;
      }
      void this.work.then(() => this.plan());
    }, pause);
  }
}
