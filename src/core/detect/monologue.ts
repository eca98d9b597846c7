/** Equal messages with no tool call between: an early warning only, since talking alone is no stall. */
import { hashText } from '../identity/hash.js';
import { withoutNoise } from '../identity/noise/noise.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Detector, DetectorRun, Finding } from './detector.js';

export const monologue: Detector = {
  id: 'monologue',
  hears: ['message', 'call', 'turn-start'],
  start: () => new MonologueRun(),
};

const SAME_MESSAGES = 3;

class MonologueRun implements DetectorRun {
  private text = '';
  private count = 0;

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'message':
        return this.judge(fact.text);
      case 'call':
      case 'turn-start':
        this.count = 0;
        return undefined;
      default:
        return undefined;
    }
  }

  counters() {
    return [];
  }

  private judge(message: string): Finding | undefined {
    const text = hashText(withoutNoise(message).replace(/\s+/g, ' ').trim());
    this.count = text === this.text ? this.count + 1 : 1;
    this.text = text;
    if (this.count < SAME_MESSAGES) {
      return undefined;
    }
    return {
      detector: 'monologue',
      kind: 'monologue',
      level: 'watch',
      count: this.count,
      threshold: SAME_MESSAGES,
      what: { id: 'verdict.monologue', params: { count: this.count } },
      calls: [],
    };
  }
}
