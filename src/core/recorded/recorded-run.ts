/**
 * A recorded run that can be played back and forth. Judging only goes forward: going back means judging again from the nearest earlier
 * checkpoint, in small parts, so that the caller can stop in between.
 */
import type { TurnEvent } from '../events.js';
import type { KeptTexts, OlderRows } from '../view/full-text.js';
import { Checkpoints, type Checkpoint } from './checkpoints.js';
import { RecordedReceipts, recordedEnd, recordedState } from './recorded-receipts.js';
import type { TurnFactListener } from '../turns/turn-fact.js';
import { notBegun, summaries, RecordedRest, type PlayedSession } from './recorded-rest.js';
import { RunMap, placeAt, stopAfter } from './run-map.js';
import type { Row } from '../view/timeline/rows.js';
import type { SessionSummary } from '../view/snapshot.js';
import { onlooker, Turnwatch } from '../turnwatch.js';

/** Events judged before the caller may stop. */
const PART = 50;
/** A checkpoint is due where a jump would have to judge more events than these. */
const WIDE = 8000;
/** Going back over fewer events than these is quick, so their views are not kept. */
const QUICK = 2000;
/** Stops before a place that took long to reach whose views are kept, for steps back. */
const KEPT_STOPS = 50;

export class RecordedRun {
  readonly map = new RunMap();
  /** Events up to the place that is shown. */
  private place = 0;
  private chosen: string | undefined;
  private current: Checkpoint;
  /** From where to where it is being judged. */
  private way = { from: 0, to: 0 };
  private readonly checkpoints: Checkpoints;
  private readonly seen = new Map<number, PlayedSession>();
  private shown: PlayedSession = { sessions: [], selected: undefined };
  private readonly receipts = new RecordedReceipts();
  private readonly rest: RecordedRest;
  private readonly folders = new Map<string, string>();
  /** Every session at the end of the run. */
  private atEnd: SessionSummary[] = [];

  constructor(
    readonly events: readonly TurnEvent[],
    private readonly agentName: (agent: string) => string,
    wideGap = WIDE,
  ) {
    this.rest = new RecordedRest(events);
    this.checkpoints = new Checkpoints(events.length, wideGap);
    this.current = this.fresh();
  }

  get played(): number {
    return this.place;
  }
  get session(): string | undefined {
    return this.chosen;
  }
  /** How much of the way to the requested place is done, 0 to 1. */
  get reached(): number {
    const { from, to } = this.way;
    return to <= from ? 1 : Math.min(1, Math.max(0, (this.current.played - from) / (to - from)));
  }

  /** The folder in which the selected session works; empty where the recording does not say it. */
  get cwd(): string {
    return this.folders.get(this.chosen ?? '') ?? '';
  }

  /** Judges the whole run once, from start to end, and maps it. Comes before anything else. */
  *read(): Generator<void, void> {
    let played = 0;
    const watch = this.newWatch(
      (session, fact) => {
        this.map.mapFact(session, fact, played);
      },
      (session, rows) => {
        this.rest.left(session, rows);
      },
    );
    for (const event of this.events) {
      this.rest.indexEvent(event, played, watch.sessions);
      played += 1;
      const call =
        event.type === 'tool.result'
          ? watch.sessions.get(event.session)?.known.get(event.call)?.call
          : undefined;
      this.receipts.readEvent(event, played, call?.step.number);
      for (const verdict of watch.push(event, event.at ?? 0).verdicts) {
        this.map.verdict(verdict, played);
      }
      if (played % PART === 0) {
        yield;
      }
    }
    this.current = { watch, played };
    this.place = played;
    this.atEnd = summaries(watch);
    for (const { id, cwd } of watch.sessions.values()) {
      this.folders.set(id, cwd);
    }
    const stalled = this.map.sessions.find(({ verdicts }) =>
      verdicts.some(({ level }) => level === 'stalled'),
    );
    this.chosen = (stalled ?? this.map.sessions[0])?.session;
  }

  /**
   * Shows another session from here on.
   * @returns the place to go to, if the session has not begun at this one
   */
  select(session: string): number | undefined {
    const first = this.map.findSession(session)?.stops[0];
    if (first === undefined || session === this.chosen) {
      return undefined;
    }
    this.chosen = session;
    this.seen.clear();
    return this.place < first ? first : undefined;
  }

  /** Goes to a place, in parts. The view stays unchanged until the place is reached; an interrupted seek resumes where it stopped. */
  *goTo(played: number): Generator<void, void> {
    const target = Math.min(this.events.length, Math.max(0, Math.floor(played)));
    if (!this.seen.has(target)) {
      yield* this.judgeTo(target);
    }
    this.place = target;
  }

  /** Sets checkpoints, so that no later jump takes long. In parts: the caller may pause and resume at any time. */
  *prepare(): Generator<void, true> {
    for (let next = this.nextPlace(); next !== undefined; next = this.nextPlace()) {
      const made = this.fresh();
      while (made.played < next) {
        this.judge(made);
        if (made.played % PART === 0) {
          yield;
        }
      }
      this.checkpoints.add(made);
      this.checkpoints.trim(this.current.played);
    }
    return true;
  }

  private nextPlace(): number | undefined {
    return this.checkpoints.middleOfWidest(this.current.played);
  }

  /** Rows before row number `before`, at the place that is shown. */
  *older(session: string, before: number): Generator<void, OlderRows> {
    yield* this.judgeTo(this.place);
    const rows = this.current.watch.views.older(session, before);
    return rows.length > 0 ? { rows } : this.rest.older(session, before);
  }

  /** Input and output of a call, as far as they are known at the current place. */
  texts(session: string, call: number): KeptTexts {
    return this.rest.texts(session, call, this.place);
  }

  /** The place at which the step of a call has ended. */
  findCall(session: string, call: number): number | undefined {
    const index = this.rest.findCall(session, call);
    const map = this.map.findSession(session);
    return index === undefined || map === undefined
      ? undefined
      : map.stops[stopAfter(map, index + 1)];
  }

  folder(session: string): string | undefined {
    return this.folders.get(session);
  }

  /** The view at the current place; until a seek completes, the view before it. */
  viewHere(): PlayedSession {
    const here =
      this.seen.get(this.place) ??
      (this.current.played === this.place ? this.lookAt(this.current) : undefined);
    return (this.shown = here ?? this.shown);
  }

  private *judgeTo(target: number): Generator<void, void> {
    if (
      this.current.played > target ||
      this.checkpoints.hasBetween(this.current.played + QUICK, target)
    ) {
      this.takeNearest(target);
    }
    const isLong = target - this.current.played > QUICK;
    const stops =
      isLong && this.chosen !== undefined ? (this.map.findSession(this.chosen)?.stops ?? []) : [];
    const near = new Set(
      stops.slice(Math.max(0, placeAt(stops, target) - KEPT_STOPS), placeAt(stops, target) + 1),
    );
    if (isLong) {
      this.seen.clear();
    }
    const { current } = this;
    this.way = { from: current.played, to: target };
    while (current.played < target) {
      this.judge(current);
      if (near.has(current.played)) {
        this.seen.set(current.played, this.lookAt(current));
      }
      if (current.played % PART === 0) {
        yield;
      }
    }
  }

  private judge(judged: Checkpoint): void {
    const event = this.events[judged.played];
    if (event !== undefined) {
      judged.watch.push(event, event.at ?? 0);
    }
    judged.played += 1;
  }

  /** Restores the nearest checkpoint before `target`, and keeps the current place as one. */
  private takeNearest(target: number): void {
    this.checkpoints.add(this.current);
    this.current = this.checkpoints.take(target) ?? this.fresh();
    this.checkpoints.trim(this.current.played);
  }

  private lookAt({ watch, played }: Checkpoint): PlayedSession {
    const clock = this.events[played - 1]?.at ?? 0;
    const begun = summaries(watch).map((summary) => ({
      ...summary,
      ...this.asShown(summary, played),
    }));
    const known = new Set(begun.map(({ session }) => session));
    const later = this.atEnd
      .filter(({ session }) => !known.has(session))
      .map((summary) => notBegun(summary));
    const detail =
      this.chosen === undefined || !known.has(this.chosen)
        ? undefined
        : watch.views.detail(this.chosen, clock);
    const stopsAt = detail?.open ? this.receipts.stopsAt(detail.session, played, clock) : undefined;
    const selected = detail && {
      ...detail,
      ...this.asShown(detail, played),
      ...(stopsAt !== undefined && { stopsAt }),
      receipts: watch.views.withAnswer(
        detail.session,
        this.receipts.at(detail.session, played).filter(({ kind }) => kind !== 'escalate'),
      ),
    };
    const report = detail && watch.views.report(detail.session, clock);
    return { sessions: [...begun, ...later], selected, report };
  }

  /** A finished run needs no person. */
  private asShown(
    summary: SessionSummary,
    played: number,
  ): Pick<SessionSummary, 'state' | 'end' | 'needsPerson'> {
    const receipts = this.receipts.at(summary.session, played);
    return {
      state: recordedState(summary, receipts),
      end: recordedEnd(summary, receipts),
      needsPerson: false,
    };
  }

  private fresh(): Checkpoint {
    return { watch: this.newWatch(), played: 0 };
  }

  private newWatch(
    onFact?: TurnFactListener,
    rowsLeft?: (session: string, rows: readonly Row[]) => void,
  ): Turnwatch {
    return new Turnwatch({
      ...onlooker,
      agentName: this.agentName,
      ...(onFact && { onFact }),
      rowsLeft: (session, _first, rows) => rowsLeft?.(session, rows),
    });
  }
}
