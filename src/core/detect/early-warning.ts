/**
 * A pressure from 0 to 100 that rises with every step that brings nothing and falls with progress: many small signs, none of
 * which is a stall, give an early warning. If further steps bring nothing either, all of them together are one.
 */
import type { CallValue } from '../evidence/evidence.js';
import type { Session, Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import {
  defineDetector,
  type Counter,
  type DetectorRun,
  type Finding,
  type DetectorContext,
} from './detector.js';
import { choosePatience, detectPhase, weighedLess, type Phase } from './phase.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import { rateStep } from '../evidence/step-value.js';
import { pushNewest } from '../push-newest.js';
import { isRealChange } from './real-change.js';

export const earlyWarning = defineDetector({
  id: 'early-warning',
  words: {
    'verdict.early-warning': {
      en: 'Many recent steps repeated something, failed or found nothing.',
      de: 'Viele der letzten Schritte wiederholten etwas, schlugen fehl oder fanden nichts.',
      tell: ['tell.early-warning'],
    },
    'verdict.early-warning.stalled': {
      en: 'Nearly all recent steps repeated something, failed or found nothing, {count} of them after the early warning (limit {threshold}).',
      de: 'Fast alle der letzten Schritte wiederholten etwas, schlugen fehl oder fanden nichts, {count} davon nach der Frühwarnung (Grenze {threshold}).',
      tell: ['tell.early-warning'],
    },
    'counter.early-warning': {
      en: 'Early warning',
      de: 'Frühwarnung',
    },
    'tell.early-warning': {
      en: 'Most of the last steps repeated something, failed or found nothing. Say what you are after, what you tried and what is missing before you go on.',
      de: 'Die meisten der letzten Schritte wiederholten etwas, schlugen fehl oder fanden nichts. Sag, worauf du hinauswillst, was du versucht hast und was fehlt, bevor du weitermachst.',
    },
  },
  thresholds: {
    'balanced.pressedSteps': {
      default: 3,
      min: 1,
      max: 50,
      unit: 'steps',
      group: 'progress',
      title: { en: 'Steps after the early warning', de: 'Schritte nach der Frühwarnung' },
      text: {
        en: 'Repeats, failures and empty results add up to an early warning; progress takes away from it. A turn has stalled after this many steps in a row that leave it full.',
        de: 'Wiederholungen, Fehlschläge und leere Ergebnisse ergeben zusammen eine Frühwarnung; Fortschritt baut sie ab. Ein Turn gilt als festgefahren, wenn sie so viele Schritte in Folge voll bleibt.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new EarlyWarningRun(recent, thresholds),
});

const FULL = 100;
/** Pressure that a step adds. */
const points = { empty: 18, failed: 12, idle: 10 } as const;
/** What remains of it after a step that changed something, and after one that only learned something. */
const afterChange = 0.4;
const afterInformation = 0.6;
const LISTED = 16;

interface WarningState {
  pressure: number;
  /** What it would be if every phase had the same patience. */
  unphased: number;
  /** The newest phase in which a step weighed less, and whether that kept the pressure from being full. */
  phase: Phase | undefined;
  late: boolean;
  /** How many in a row brought nothing under full pressure. */
  steps: number;
}

const relaxed: WarningState = { pressure: 0, unphased: 0, phase: undefined, late: false, steps: 0 };

class EarlyWarningRun implements DetectorRun {
  private state = relaxed;
  private before = relaxed;
  private calls: { step: number; number: number }[] = [];

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.state = this.before = relaxed;
          this.calls = [];
        }
        return undefined;
      case 'outside':
        if (fact.change.progress) {
          const { pressure, unphased } = this.state;
          this.state = {
            ...relaxed,
            pressure: pressure * afterChange,
            unphased: unphased * afterChange,
            phase: this.state.phase,
          };
        }
        return undefined;
      case 'step-end':
        return this.judge(fact.step, fact.again);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [
      {
        id: 'early-warning',
        label: { id: 'counter.early-warning' },
        value: Math.round(this.state.pressure),
        limit: FULL,
      },
    ];
  }

  wouldStall(step: Step, values: readonly CallValue[]): boolean {
    const state = this.next(step.judged ? this.before : this.state, values);
    return state.steps >= this.thresholds.values['balanced.pressedSteps'];
  }

  private next(from: WarningState, values: readonly CallValue[]): WarningState {
    // only a question weighs less
    const now = rateStep(values) === 'idle' ? detectPhase(this.recent) : 'changing';
    const pressure = Math.min(FULL, pressed(from.pressure, values, choosePatience[now]));
    const unphased = Math.min(FULL, pressed(from.unphased, values, choosePatience.changing));
    const phase = choosePatience[now] > choosePatience.changing ? now : from.phase;
    if (pressure < FULL) {
      return { pressure, unphased, phase, late: unphased === FULL, steps: 0 };
    }
    // a failure that says something new may be an honest search for its cause
    const isNothing =
      rateStep(values) !== 'neutral' && !values.some(({ evidence }) => evidence.outcome.isNew);
    return { ...from, pressure, unphased, steps: from.steps + (isNothing ? 1 : 0) };
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    if (again) {
      this.state = this.before;
    } else {
      this.before = this.state;
    }
    this.state = this.next(this.state, step.values);
    if (this.state.pressure > this.before.pressure || this.state.steps > this.before.steps) {
      this.list(step, again);
    }
    if (this.state.pressure < FULL) {
      return undefined;
    }
    const { steps, late, phase } = this.state;
    const later = late && phase !== undefined ? weighedLess(phase) : undefined;
    const limit = this.thresholds.values['balanced.pressedSteps'];
    const isStalled = steps >= limit;
    return {
      detector: 'early-warning',
      kind: 'no-progress',
      level: isStalled ? 'stalled' : 'watch',
      count: steps,
      threshold: limit,
      key: 'balanced.pressedSteps',
      what: isStalled
        ? { id: 'verdict.early-warning.stalled', params: { count: steps, threshold: limit } }
        : { id: 'verdict.early-warning' },
      ...(later !== undefined && !isStalled && { phase: later }),
      calls: this.calls.map(({ number }) => number),
    };
  }

  private list(step: Step, again: boolean): void {
    if (again) {
      this.calls = this.calls.filter((each) => each.step !== step.number);
    }
    const last = step.calls.at(-1);
    if (last !== undefined) {
      pushNewest(this.calls, { step: step.number, number: last.number }, LISTED);
    }
  }
}

/** Distinct questions weigh less in phases that consist of them. */
function pressed(pressure: number, values: readonly CallValue[], patience: number): number {
  switch (rateStep(values)) {
    case 'progress':
      return pressure * (values.some(isRealChange) ? afterChange : afterInformation);
    case 'idle':
      // what it did may have been useful, and is looked at next
      if (values.some(({ evidence }) => evidence.edits.unseen)) {
        return Math.max(0, pressure - points.idle);
      }
      return (
        pressure +
        (values.some(({ evidence }) => evidence.outcome.failed) ? points.failed : points.idle) /
          patience
      );
    case 'empty':
      return pressure + points.empty;
    case 'neutral':
      return pressure;
  }
}
