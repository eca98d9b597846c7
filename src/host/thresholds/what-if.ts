/** Tries settings on the newest turn of the session shown, or on the recorded run shown. */
import type { TurnEvent } from '../../core/events.js';
import { setNewest } from '../../core/push-newest.js';
import {
  presets,
  thresholdSpecs,
  type Preset,
  type Thresholds,
  type ThresholdSet,
} from '../../core/thresholds/thresholds.js';
import {
  moved,
  WhatIfRun,
  type WhatIf,
  type WhatIfQuestion,
} from '../../core/thresholds/what-if.js';
import type { Session } from '../../core/turns/session.js';
import type { Snapshot } from '../../core/view/snapshot.js';
import type { Basis, Draft, WhatIfAnswer } from '../../protocol/thresholds.js';
import { inSlices } from '../../scheduling.js';
import { RecordedWindow, type LiveEvents, type WindowRecording } from './what-if-events.js';

export interface WhatIfOptions {
  view: {
    /** With this window's recording, once there is one. */
    readonly tracked: { readonly recorder: WindowRecording } | undefined;
    readonly sessions: ReadonlyMap<string, Session>;
    snapshot(): Snapshot;
    player: {
      /** The recorded run that is shown. */
      readonly run: { readonly events: readonly TurnEvent[] } | undefined;
    };
  };
  /** The values in force for an agent's sessions. */
  thresholds(agent: string): Thresholds;
}

/** What the settings are tried on. */
interface Subject extends LiveEvents {
  basis: Basis;
  agent: string;
  session: string;
  turns: 'newest' | 'all';
  /** The session's counts at the end of the events, if known from elsewhere. */
  end?: { steps: number; calls: number } | undefined;
}

export class WhatIfs {
  private window: RecordedWindow | undefined;
  private readonly runs = new WhatIfRuns();
  private request = 0;

  constructor(private readonly options: WhatIfOptions) {}

  /** Calls `report` repeatedly with the results so far; a newer call cancels this one. */
  async ask(
    draft: Draft | undefined,
    agent: string | undefined,
    report: (answer: WhatIfAnswer | undefined) => void,
  ): Promise<void> {
    this.request += 1;
    const mine = this.request;
    const isOutdated = (): boolean => mine !== this.request;
    const subject = await this.subject();
    if (isOutdated()) {
      return;
    }
    if (subject === undefined) {
      report(undefined);
      return;
    }
    const { values, preset } = this.options.thresholds(agent ?? subject.agent);
    const answer: WhatIfAnswer = { basis: subject.basis, presets: {} };
    /** False once there is a newer request. */
    const work = async (
      by: Preset,
      set: ThresholdSet,
      keep: (result: WhatIf) => void,
    ): Promise<boolean> => {
      const result = await this.answer(subject, by, set, isOutdated, answer);
      if (result === undefined) {
        return false;
      }
      keep(result);
      return true;
    };
    if (
      !(await work(preset, values, (result) => {
        answer.presets[preset] = result;
      }))
    ) {
      return;
    }
    if (draft !== undefined) {
      const by = thresholdSpecs[draft.key].preset;
      if (
        by !== preset &&
        !(await work(by, values, (result) => {
          answer.presets[by] = result;
        }))
      ) {
        return;
      }
      if (
        !(await work(by, { ...values, [draft.key]: draft.value }, (result) => {
          answer.edited = { draft, result };
        }))
      ) {
        return;
      }
    }
    report(structuredClone(answer));
    for (const other of presets) {
      if (other === preset) {
        continue;
      }
      if (
        !(await work(other, values, (result) => {
          answer.presets[other] = result;
        }))
      ) {
        return;
      }
    }
    report(answer);
  }

  /** Drops all cached results; the next request starts afresh. */
  clear(): void {
    this.request += 1;
    this.runs.clear();
    this.window = undefined;
  }

  private async answer(
    { events, session, turns, end }: Subject,
    preset: Preset,
    set: ThresholdSet,
    isOutdated: () => boolean,
    { basis }: WhatIfAnswer,
  ): Promise<WhatIf | undefined> {
    const answered = await this.runs.answer(
      events,
      { overrides: { preset, set }, session, turns },
      isOutdated,
    );
    if (answered === undefined) {
      return undefined;
    }
    const { result, covered } = answered;
    // a recorded run may be shown at a position before its end
    if (basis.kind === 'recorded') {
      basis.steps = result.steps;
    }
    if (covered < events.length) {
      basis.covers = { part: 'first', count: covered };
      return result;
    }
    return end === undefined
      ? result
      : moved(result, { steps: end.steps - result.steps, calls: end.calls - result.calls });
  }

  private async subject(): Promise<Subject | undefined> {
    const { options } = this;
    const { selected, playback } = options.view.snapshot();
    const recorded = options.view.player.run;
    if (selected === undefined || selected.turn < 0) {
      return undefined;
    }
    const shared = { session: selected.session, agent: selected.agent };
    if (recorded !== undefined) {
      const basis = {
        kind: 'recorded' as const,
        agent: selected.agentName,
        file: playback?.file ?? '',
        steps: selected.steps,
      };
      return {
        ...shared,
        basis,
        turns: 'all',
        events: recorded.events,
        isPart: false,
        ended: false,
      };
    }
    // take counts and lines at the same moment
    const { steps = 0, calls = 0 } = options.view.sessions.get(selected.session) ?? {};
    const { recorder } = options.view.tracked ?? {};
    if (recorder === undefined) {
      return undefined;
    }
    const { lines } = recorder.state();
    this.window ??= new RecordedWindow(recorder, options.view);
    const { events, isPart, ended } = await this.window.upTo(lines);
    const covers = isPart
      ? { part: 'newest' as const, count: events.length }
      : ended
        ? { part: 'before-end' as const, count: events.length }
        : undefined;
    return {
      ...shared,
      turns: 'newest',
      events,
      isPart,
      ended,
      end: isPart && !ended ? { steps, calls } : undefined,
      basis: { kind: 'live', agent: selected.agentName, steps, covers },
    };
  }
}

/** Kept runs: one per preset, and the newest drafts. */
const KEPT_RUNS = 8;
/** Limits of one answer, in milliseconds and events; beyond them it covers only the first events. */
const LONGEST_MS = 10_000;
const MOST_EVENTS = 200_000;

interface KeptRun {
  run: WhatIfRun;
  events: readonly TurnEvent[];
  covered: number;
}

interface Answered {
  result: WhatIf;
  /** Number of events covered. */
  covered: number;
}

/** What-if answers for a growing list of events: earlier runs are kept and only fed the new events. */
class WhatIfRuns {
  private readonly runs = new Map<string, KeptRun>();

  /** @returns undefined once `isOutdated` by a newer request. */
  async answer(
    events: readonly TurnEvent[],
    question: WhatIfQuestion,
    isOutdated: () => boolean,
  ): Promise<Answered | undefined> {
    const kept = this.keep(events, question);
    const result = await inSlices(pushEvents(kept), isOutdated);
    return result && { result, covered: kept.covered };
  }

  clear(): void {
    this.runs.clear();
  }

  private keep(events: readonly TurnEvent[], question: WhatIfQuestion): KeptRun {
    const name = JSON.stringify(question);
    const known = this.runs.get(name);
    const kept =
      known?.events === events ? known : { run: new WhatIfRun(question), events, covered: 0 };
    setNewest(this.runs, name, kept, KEPT_RUNS);
    return kept;
  }
}

/** Yields after each event. */
function* pushEvents(kept: KeptRun): Generator<undefined, WhatIf> {
  const end = Math.min(kept.events.length, MOST_EVENTS);
  const latest = performance.now() + LONGEST_MS;
  while (kept.covered < end && performance.now() < latest) {
    const event = kept.events[kept.covered];
    kept.covered += 1;
    if (event !== undefined) {
      kept.run.push(event);
    }
    yield;
  }
  return kept.run.result;
}
