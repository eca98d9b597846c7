/** The agent condenses its context again and again and does nothing between. */
import type { Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

export const condensation: Detector = {
  id: 'condensation',
  hears: ['compaction', 'message', 'call', 'result', 'turn-start', 'turn-end'],
  start: (_session: Session, thresholds: Thresholds) => new CondensationRun(thresholds),
};

class CondensationRun implements DetectorRun {
  private count = 0;

  constructor(private readonly thresholds: Thresholds) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'compaction': {
        this.count += 1;
        const limit = this.thresholds.values['balanced.condensations'];
        if (this.count < Math.ceil(limit / 2)) {
          return undefined;
        }
        return {
          detector: 'condensation',
          kind: 'condensation',
          level: this.count >= limit ? 'stalled' : 'watch',
          count: this.count,
          threshold: limit,
          key: 'balanced.condensations',
          what: { id: 'verdict.condensation', params: { count: this.count, threshold: limit } },
          calls: [],
        };
      }
      case 'message':
      case 'call':
      case 'result':
      case 'turn-start':
      case 'turn-end':
        this.count = 0;
        return undefined;
      default:
        return undefined;
    }
  }

  counters() {
    return [];
  }
}
