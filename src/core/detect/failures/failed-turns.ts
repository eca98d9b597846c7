/** Turn after turn ends in an error before anything is done: a rate limit, an overload, a refusal. */
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Counter, Detector, DetectorRun, Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import { ReportedStall } from '../reported-stall.js';

export const failedTurns: Detector = {
  id: 'failed-turns',
  hears: ['turn-start', 'result', 'turn-end'],
  start: (_session: Session, thresholds: Thresholds) => new FailedTurnsRun(thresholds),
};

/** Share of the limit at which a row gives an early warning. */
const WARNED = 1 / 2;

class FailedTurnsRun implements DetectorRun {
  private count = 0;
  private answered = false;
  private readonly stall = new ReportedStall('turns');

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

  ended(): 'turns' | undefined {
    return this.stall.takeEnd();
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
