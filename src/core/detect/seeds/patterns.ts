/**
 * Five simple patterns, from the system that `group-loops` is from, in the window since the person's last message: the same action with the same
 * result, the same action failing (texts may differ), the same message without a tool call between, two steps taking turns,
 * and condensations with nothing between. A step is one attempt, however many calls it holds: its set of actions is compared.
 */
import { hashText } from '../../identity/hash.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Session, Step } from '../../turns/session.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import type { PersonTextId } from '../../view/words/wording.js';
import { defineDetector, type DetectorRun, type Finding, type VerdictKind } from '../detector.js';
import { listEvidence, RawSteps } from './raw-steps.js';

const ID = 'patterns';

export const patterns = defineDetector({
  id: ID,
  perTurn: true,
  words: {
    'verdict.condensation': {
      en: 'The agent compacted its context {count} times with nothing in between (limit {threshold}).',
      de: 'Der Agent komprimierte seinen Kontext {count}-mal, ohne dass dazwischen etwas geschah (Grenze {threshold}).',
      tell: ['tell.condensation'],
    },
    'verdict.loop.alternating': {
      en: 'Two steps alternated with the same results for {count} steps (limit {threshold}).',
      de: 'Zwei Schritte wechselten sich {count} Schritte lang mit denselben Ergebnissen ab (Grenze {threshold}).',
      tell: ['tell.rounds'],
    },
    'counter.same-failure': {
      en: 'Same action failing',
      de: 'Gleiche Aktion schlägt fehl',
    },
    'counter.alternating': {
      en: 'Two alternating steps',
      de: 'Zwei Schritte im Wechsel',
    },
  },
  thresholds: {
    'patterns.sameResult': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'steps',
      name: 'counter.loop',
      title: { en: 'Same action, same result', de: 'Gleiche Aktion, gleicher Ausgang' },
      text: {
        en: 'The same action with the same result in this many steps in a row is a loop.',
        de: 'Dieselbe Aktion mit demselben Ergebnis in so vielen Schritten in Folge ist eine Schleife.',
      },
    },
    'patterns.sameError': {
      default: 3,
      min: 2,
      max: 50,
      unit: 'steps',
      name: 'counter.same-failure',
      text: {
        en: 'The same action failing in this many steps in a row, whatever the error, is an error loop.',
        de: 'Dieselbe Aktion, die in so vielen Schritten in Folge fehlschlägt, ist eine Fehlerschleife, unabhängig vom Fehler.',
      },
    },
    'patterns.monologue': {
      default: 3,
      min: 2,
      max: 50,
      unit: 'messages',
      title: { en: 'Same message', de: 'Gleiche Nachricht' },
      text: {
        en: 'A turn has stalled when the agent sends the same message this many times in a row without a tool call.',
        de: 'Ein Turn gilt als festgefahren, wenn der Agent so oft in Folge dieselbe Nachricht ohne Toolaufruf sendet.',
      },
    },
    'patterns.alternating': {
      default: 6,
      min: 4,
      max: 50,
      unit: 'steps',
      name: 'counter.alternating',
      text: {
        en: 'Two steps that alternate with the same results for this many steps are a loop.',
        de: 'Zwei Schritte, die sich so viele Schritte lang mit denselben Ergebnissen abwechseln, sind eine Schleife.',
      },
    },
    'patterns.condensations': {
      default: 10,
      min: 2,
      max: 100,
      unit: 'times',
      title: { en: 'Repeated compaction', de: 'Wiederholtes Komprimieren' },
      text: {
        en: 'A turn has stalled when the agent compacts its context this many times with nothing in between.',
        de: 'Ein Turn gilt als festgefahren, wenn der Agent seinen Kontext so oft komprimiert, ohne dass dazwischen etwas geschieht.',
      },
    },
  },
  hears: ['turn-start', 'call', 'result', 'message', 'compaction', 'step-end'],
  start: (_session: Session, thresholds: Thresholds) => new PatternsRun(thresholds),
});

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
