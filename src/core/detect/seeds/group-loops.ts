/**
 * Seed 3, exactly: the latest groups (all calls of one model response) have the same non-empty set of actions and results in
 * each of them, and hold more calls than there are groups. Errors need fewer groups than other results. Judged from a number
 * of events (messages, calls and results) since the person's last message on.
 */
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Session } from '../../turns/session.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import { defineDetector, type DetectorRun, type Finding } from '../detector.js';
import { listEvidence, RawSteps, type RawCall } from './raw-steps.js';

const ID = 'group-loops';

export const groupLoops = defineDetector({
  id: ID,
  perTurn: true,
  words: {
    'verdict.group-loop.errors': {
      en: 'The last {count} steps ({calls} calls) all made the same calls with the same errors (limit {threshold}).',
      de: 'Die letzten {count} Schritte ({calls} Aufrufe) bestanden aus denselben Aufrufen mit denselben Fehlern (Grenze {threshold}).',
      tell: ['tell.failed-again'],
    },
    'verdict.group-loop.results': {
      en: 'The last {count} steps ({calls} calls) all made the same calls with the same results (limit {threshold}).',
      de: 'Die letzten {count} Schritte ({calls} Aufrufe) bestanden aus denselben Aufrufen mit denselben Ergebnissen (Grenze {threshold}).',
      tell: ['tell.repeated'],
    },
    'counter.group-errors': {
      en: 'Steps with the same errors',
      de: 'Schritte mit gleichen Fehlern',
    },
    'counter.group-results': {
      en: 'Steps with the same results',
      de: 'Schritte mit gleichem Ergebnis',
    },
  },
  thresholds: {
    'groupLoops.minEvents': {
      default: 12,
      min: 1,
      max: 1000,
      unit: 'events',
      title: { en: 'Events before judging', de: 'Ereignisse vor einem Urteil' },
      text: {
        en: 'Nothing is judged until there are this many messages, calls and results since your last message.',
        de: 'Beurteilt wird erst nach so vielen Nachrichten, Aufrufen und Ergebnissen seit Ihrer letzten Nachricht.',
      },
    },
    'groupLoops.errorGroups': {
      default: 3,
      min: 2,
      max: 50,
      unit: 'steps',
      name: 'counter.group-errors',
      text: {
        en: 'This many steps in a row with the same calls and the same errors are an error loop, provided they contain more calls than steps.',
        de: 'So viele Schritte in Folge mit denselben Aufrufen und denselben Fehlern sind eine Fehlerschleife, sofern sie mehr Aufrufe als Schritte enthalten.',
      },
    },
    'groupLoops.observationGroups': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'steps',
      name: 'counter.group-results',
      text: {
        en: 'This many steps in a row with the same calls and the same results are a loop, provided they contain more calls than steps.',
        de: 'So viele Schritte in Folge mit denselben Aufrufen und denselben Ergebnissen sind eine Schleife, sofern sie mehr Aufrufe als Schritte enthalten.',
      },
    },
  },
  hears: ['turn-start', 'message', 'call', 'result', 'step-dropped', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new GroupLoopsRun(thresholds),
});

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
