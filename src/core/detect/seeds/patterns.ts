/**
 * Five simple patterns, from the system that `group-loops` is from, in the window since the person's last message: the same action with the same
 * result, the same action failing (texts may differ), the same message without a tool call between, two steps taking turns,
 * and condensations with nothing between. A step is one attempt, however many calls it holds: its set of actions is compared.
 */
import { hashText } from '../../identity/hash.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Session, Step } from '../../turns/session.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import type { PersonTextId } from '../../view/wording.js';
import type { Detector, DetectorRun, Finding, VerdictKind } from '../detector.js';
import { listEvidence, RawSteps } from './raw-steps.js';

const ID = 'patterns';

export const patterns: Detector = {
  id: ID,
  perTurn: true,
  hears: ['turn-start', 'call', 'result', 'message', 'compaction', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new PatternsRun(thresholds),
};

class PatternsRun implements DetectorRun {
  private readonly steps = new RawSteps();
  /** The newest message, and how many times in a row it came. */
  private said = { text: '', times: 0 };
  private condensed = 0;

  constructor(private readonly thresholds: Thresholds) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.steps.clear();
        this.said.times = this.condensed = 0;
        return undefined;
      case 'call':
        this.said.times = this.condensed = 0;
        return undefined;
      case 'result':
        this.condensed = 0;
        return undefined;
      case 'message': {
        this.condensed = 0;
        const text = hashText(fact.text.trim());
        this.said = { text, times: this.said.text === text ? this.said.times + 1 : 1 };
        return this.found(
          'monologue',
          'patterns.monologue',
          this.said.times,
          'verdict.monologue',
          0,
        );
      }
      case 'compaction':
        this.condensed += 1;
        return this.found(
          'condensation',
          'patterns.condensations',
          this.condensed,
          'verdict.condensation',
          0,
        );
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters() {
    const { values } = this.thresholds;
    return [
      {
        id: 'loop',
        label: { id: 'counter.loop' as const },
        value: this.sameResult,
        limit: values['patterns.sameResult'],
      },
      {
        id: 'error-loop',
        label: { id: 'counter.same-failure' as const },
        value: this.sameError,
        limit: values['patterns.sameError'],
      },
      {
        id: 'alternating',
        label: { id: 'counter.alternating' as const },
        value: this.alternating,
        limit: values['patterns.alternating'],
      },
    ];
  }

  private get sameResult(): number {
    return this.steps.inARow('results');
  }
  private get sameError(): number {
    return this.steps.inARow('failures');
  }

  /** Number of newest steps that alternate between two outcomes. */
  private get alternating(): number {
    const results = this.steps
      .latest(Infinity)
      .map((step) => step.results)
      .reverse();
    const [a, b] = results;
    if (a === undefined || b === undefined || a === b) {
      return 0;
    }
    const end = results.findIndex((each, i) => each !== (i % 2 === 0 ? a : b));
    return end < 0 ? results.length : end;
  }

  private judge(step: Step): Finding | undefined {
    if (!this.steps.add(step)) {
      return undefined;
    }
    const [failed, same, turns] = [this.sameError, this.sameResult, this.alternating];
    return (
      this.found('error-loop', 'patterns.sameError', failed, 'verdict.error-loop.call', failed) ??
      this.found('loop', 'patterns.sameResult', same, 'verdict.loop.same', same) ??
      this.found('loop', 'patterns.alternating', turns, 'verdict.loop.alternating', turns)
    );
  }

  /** @param steps number of newest steps that are the evidence */
  private found(
    kind: VerdictKind,
    key: ThresholdKey,
    count: number,
    id: PersonTextId,
    steps: number,
  ): Finding | undefined {
    const threshold = this.thresholds.values[key];
    if (count < threshold) {
      return undefined;
    }
    const calls = steps === 0 ? [] : this.steps.latest(steps).flatMap((step) => step.calls);
    return {
      detector: ID,
      kind,
      level: 'stalled',
      count,
      threshold,
      key,
      what: { id, params: { count, threshold } },
      ...listEvidence(calls),
    };
  }
}
