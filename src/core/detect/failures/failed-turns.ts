/** Turn after turn ends in an error before anything is done: a rate limit, an overload, a refusal. */
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import { defineDetector, type Counter, type DetectorRun, type Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import { ReportedStall } from '../reported-stall.js';

export const failedTurns = defineDetector({
  id: 'failed-turns',
  words: {
    'verdict.turns.failed': {
      en: '{count} turns in a row ended in an error before any call was answered (limit {threshold}).',
      de: '{count} Turns in Folge endeten mit einem Fehler, bevor ein Aufruf beantwortet wurde (Grenze {threshold}).',
      next: 'next.turns.failed',
      clears: 'clears.turns.failed',
    },
    'clears.turns.failed': {
      en: 'when a call is answered or a turn ends normally',
      de: 'wenn ein Aufruf beantwortet wird oder ein Turn normal endet',
    },
    'counter.failed-turns': {
      en: 'Failed turns',
      de: 'Fehlgeschlagene Turns',
    },
    'next.turns.failed': {
      en: 'Check the agent’s account, limits and connection, then try again.',
      de: 'Prüfen Sie Konto, Limits und Verbindung des Agents, und versuchen Sie es dann erneut.',
    },
  },
  thresholds: {
    'balanced.failedTurns': {
      default: 6,
      min: 2,
      max: 100,
      unit: 'turns',
      group: 'turns',
      name: 'counter.failed-turns',
      text: {
        en: 'This many turns in a row have stalled if each ends in an error before any call is answered.',
        de: 'So viele Turns in Folge gelten als festgefahren, wenn jeder mit einem Fehler endet, bevor ein Aufruf beantwortet wird.',
      },
    },
  },
  hears: ['turn-start', 'result', 'turn-end'],
  start: (_session: Session, thresholds: Thresholds) => new FailedTurnsRun(thresholds),
});

/** Share of the limit at which a row gives an early warning. */
const WARNED = 1 / 2;

class FailedTurnsRun implements DetectorRun {
  private count = 0;
  private answered = false;
  readonly stall = new ReportedStall('turns');

  constructor(private readonly thresholds: Thresholds) {}

  private get limit(): number {
    return this.thresholds.values['balanced.failedTurns'];
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        this.answered = false;
        return undefined;
      case 'result':
        this.answered = true;
        this.restart();
        return undefined;
      case 'turn-end':
        if (fact.reason === 'error' && !this.answered) {
          this.count += 1;
          return this.finding();
        }
        // one that was interrupted says nothing
        if (fact.reason === 'completed') {
          this.restart();
        }
        return undefined;
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return this.count === 0
      ? []
      : [
          {
            id: 'failed-turns',
            label: { id: 'counter.failed-turns' },
            value: this.count,
            limit: this.limit,
          },
        ];
  }

  private restart(): void {
    this.stall.end();
    this.count = 0;
  }

  private finding(): Finding | undefined {
    const { count, limit: threshold } = this;
    const level = chooseLevel(count, threshold, Math.ceil(threshold * WARNED));
    if (level === undefined) {
      return undefined;
    }
    this.stall.report();
    return {
      detector: 'failed-turns',
      kind: 'turns',
      level,
      count,
      threshold,
      key: 'balanced.failedTurns',
      what: { id: 'verdict.turns.failed', params: { count, threshold } },
      calls: [],
    };
  }
}
