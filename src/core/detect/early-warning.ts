/**
 * A pressure from 0 to 100 that rises with every step that brings nothing and falls with progress: many small signs, none of
 * which is a stall, give an early warning and never more.
 */
import type { Session, Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Counter, Detector, DetectorRun, Finding, DetectorContext } from './detector.js';
import { patienceOf, phaseOf } from './phase.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import { worthOf } from '../evidence/step-value.js';

export const earlyWarning: Detector = {
  id: 'early-warning',
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, _thresholds: Thresholds, { recent }: DetectorContext) =>
    new EarlyWarningRun(recent),
};

const FULL = 100;
/** Pressure that a step adds. */
const points = { empty: 18, failed: 12, idle: 10 } as const;
/** What remains of it after a step that changed something, and after one that only learned something. */
const afterChange = 0.4;
const afterInformation = 0.75;
const LISTED = 16;

class EarlyWarningRun implements DetectorRun {
  private pressure = 0;
  private before = 0;
  private calls: { step: number; number: number }[] = [];

  constructor(private readonly recent: RecentSteps) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.pressure = this.before = 0;
          this.calls = [];
        }
        return undefined;
      case 'outside':
        if (fact.change.progress) {
          this.pressure *= afterChange;
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
        value: Math.round(this.pressure),
        limit: FULL,
      },
    ];
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    if (again) {
      this.pressure = this.before;
    } else {
      this.before = this.pressure;
    }
    this.pressure = Math.min(FULL, pressed(this.pressure, step, this.recent));
    if (this.pressure > this.before) {
      if (again) {
        this.calls = this.calls.filter((each) => each.step !== step.number);
      }
      const last = step.calls.at(-1);
      if (last !== undefined) {
        this.calls.push({ step: step.number, number: last.number });
      }
      if (this.calls.length > LISTED) {
        this.calls.shift();
      }
    }
    if (this.pressure < FULL) {
      return undefined;
    }
    return {
      detector: 'early-warning',
      kind: 'no-progress',
      level: 'watch',
      count: FULL,
      threshold: FULL,
      what: { id: 'verdict.early-warning' },
      calls: this.calls.map(({ number }) => number),
    };
  }
}

/** Distinct questions weigh less in phases that consist of them. */
function pressed(pressure: number, { values }: Step, recent: RecentSteps): number {
  switch (worthOf(values)) {
    case 'progress': {
      const real = values.some(
        ({ evidence: { edits, tests }, worth }) =>
          edits.changes || (tests !== undefined && worth === 'progress'),
      );
      return pressure * (real ? afterChange : afterInformation);
    }
    case 'idle':
      return (
        pressure +
        (values.some(({ evidence }) => evidence.outcome.failed) ? points.failed : points.idle) /
          patienceOf[phaseOf(recent)]
      );
    case 'empty':
      return pressure + points.empty;
    case 'neutral':
      return pressure;
  }
}
