/**
 * Seed 1, exactly (a turn's progress detector with forced text-only recovery). After each step: progress if plain porcelain
 * or the background tasks differ from the last look, or an edit or write succeeded, or a successful result of at least
 * `minLength` characters is new in this turn. Of the new results of one step only the first is remembered. Errors never
 * count. State is per turn.
 */
import { hashText } from '../../identity/hash.js';
import { SeenSet } from '../../identity/recent.js';
import { pathOf } from '../../identity/tool.js';
import type { Session, Step } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Message } from '../../view/wording.js';
import type { Counter, Detector, DetectorRun, Finding } from '../detector.js';
import { membersOf, Streak } from '../streak.js';

export const progressDetector: Detector = {
  id: 'progress-detector',
  perTurn: true,
  hears: ['turn-start', 'outside', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new ProgressDetectorRun(thresholds),
};

class ProgressDetectorRun implements DetectorRun {
  private readonly streak = new Streak();
  private readonly seen = new SeenSet();
  private outside: Message | undefined;
  private outsideBefore: Message | undefined;

  constructor(private readonly thresholds: Thresholds) {}

  private get steps(): number {
    return this.thresholds.values['progressDetector.steps'];
  }
  private get minLength(): number {
    return this.thresholds.values['progressDetector.minLength'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.streak.reset();
        this.seen.clear();
        this.outside = this.outsideBefore = undefined;
        return undefined;
      case 'outside':
        if (fact.change.plain) {
          this.outside = fact.change.what;
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
        id: 'no-progress',
        label: { id: 'counter.no-progress' },
        value: this.streak.count,
        limit: this.steps,
        ...this.streak.lastResetIfAny,
      },
    ];
  }

  wouldStall(step: Step): boolean {
    return this.streak.with(step) >= this.steps && this.progressOf(step).why === undefined;
  }

  private judge(step: Step, again: boolean): Finding | undefined {
    this.streak.begin(again);
    if (again) {
      this.outside ??= this.outsideBefore;
    }
    const { why, hash } = this.progressOf(step);
    if (hash !== undefined) {
      this.seen.add(hash, step.number);
    }
    this.outsideBefore = this.outside;
    this.outside = undefined;
    if (why !== undefined) {
      this.streak.reset(why);
      return undefined;
    }
    this.streak.add(membersOf(step));
    const count = this.streak.count;
    return count < this.steps
      ? undefined
      : {
          detector: 'progress-detector',
          kind: 'no-progress',
          level: 'stalled',
          count,
          threshold: this.steps,
          key: 'progressDetector.steps',
          what: { id: 'verdict.no-progress.seed', params: { count, threshold: this.steps } },
          ...this.streak.evidence,
        };
  }

  private progressOf(step: Step): { why: Message | undefined; hash: string | undefined } {
    let why = this.outside;
    let hash: string | undefined;
    for (const call of step.calls) {
      const result = call.result;
      if (result === undefined || call.unknown || result.failed) {
        continue;
      }
      if (call.class === 'edit' || call.class === 'write') {
        const path = pathOf(call.input);
        why ??=
          path === undefined
            ? { id: 'progress.edit.unnamed' }
            : { id: 'progress.edit', params: { path } };
      }
      if (hash !== undefined || result.output.length < this.minLength) {
        continue;
      }
      const candidate = hashText(result.output);
      if (this.seen.isNew(candidate, step.number)) {
        hash = candidate;
        why ??= { id: 'progress.new-output' };
      }
    }
    return { why, hash };
  }
}
