/**
 * Seed 3, exactly: the latest groups (all calls of one model response) have the same non-empty set of actions and results in
 * each of them, and hold more calls than there are groups. Errors need fewer groups than other results. Judged from a number
 * of events (messages, calls and results) since the person's last message on.
 */
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Session } from '../../turns/session.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import type { Detector, DetectorRun, Finding } from '../detector.js';
import { listEvidence, RawSteps, type RawCall } from './raw-steps.js';

const ID = 'group-loops';

export const groupLoops: Detector = {
  id: ID,
  perTurn: true,
  hears: ['turn-start', 'message', 'call', 'result', 'step-dropped', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new GroupLoopsRun(thresholds),
};

const errors = {
  key: 'groupLoops.errorGroups',
  kind: 'error-loop',
  text: 'verdict.group-loop.errors',
  counter: 'counter.group-errors',
  pair: (call: RawCall): string | undefined => (call.failed ? call.pair : undefined),
} as const;
const observations = {
  key: 'groupLoops.observationGroups',
  kind: 'loop',
  text: 'verdict.group-loop.results',
  counter: 'counter.group-results',
  pair: (call: RawCall): string | undefined => call.pair,
} as const;
type Rule = typeof errors | typeof observations;

class GroupLoopsRun implements DetectorRun {
  private events = 0;
  private readonly steps = new RawSteps();

  constructor(private readonly thresholds: Thresholds) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.events = 0;
        this.steps.clear();
        return undefined;
      case 'message':
      case 'call':
      case 'result':
        this.events += 1;
        return undefined;
      case 'step-dropped':
        this.events -= fact.step.calls.length;
        return undefined;
      case 'step-end':
        return this.steps.add(fact.step) && this.events >= this.limit('groupLoops.minEvents')
          ? (this.judge(errors) ?? this.judge(observations))
          : undefined;
      default:
        return undefined;
    }
  }

  counters() {
    return [errors, observations].map((rule) => ({
      id: rule.counter,
      label: { id: rule.counter },
      value: this.alike(rule, 50).count,
      limit: this.limit(rule.key),
    }));
  }

  private limit(key: ThresholdKey): number {
    return this.thresholds.values[key];
  }

  private judge(rule: Rule): Finding | undefined {
    const threshold = this.limit(rule.key);
    const { count, pairs } = this.alike(rule, threshold);
    const calls = this.steps.latest(threshold).flatMap((step) => step.calls);
    if (count < threshold || calls.length <= threshold) {
      return undefined;
    }
    return {
      detector: ID,
      kind: rule.kind,
      level: 'stalled',
      count,
      threshold,
      key: rule.key,
      what: { id: rule.text, params: { count, calls: calls.length, threshold } },
      ...listEvidence(calls.filter((call) => pairs.has(rule.pair(call) ?? ''))),
    };
  }

  /** Number of latest groups, at most `most`, that have pairs in common, and these pairs. */
  private alike({ pair }: Rule, most: number): { count: number; pairs: ReadonlySet<string> } {
    let common: { count: number; pairs: ReadonlySet<string> } = { count: 0, pairs: new Set() };
    for (const step of this.steps.latest(most).toReversed()) {
      const own = new Set(step.calls.map(pair).filter((each) => each !== undefined));
      const pairs =
        common.count === 0 ? own : new Set([...own].filter((each) => common.pairs.has(each)));
      if (pairs.size === 0) {
        break;
      }
      common = { count: common.count + 1, pairs };
    }
    return common;
  }
}
