/** Equal messages with no tool call between: an early warning only, since talking alone is no stall. */
import { hashText } from '../identity/hash.js';
import { withoutNoise } from '../identity/noise/noise.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { defineDetector, type DetectorRun, type Finding } from './detector.js';

export const monologue = defineDetector({
  id: 'monologue',
  words: {
    'verdict.monologue': {
      en: 'The agent said the same thing {count} times without calling a tool.',
      de: 'Der Agent sagte {count}-mal dasselbe, ohne ein Tool aufzurufen.',
      equal: 'equal.text',
    },
    'equal.text': {
      en: 'the message',
      de: 'die Nachricht',
    },
  },

  hears: ['message', 'call', 'turn-start'],
  start: () => new MonologueRun(),
});

const SAME_MESSAGES = 3;

class MonologueRun implements DetectorRun {
  private text = '';
  private count = 0;
  private response: string | undefined;
  /** Text and count before this response, which may come in parts. */
  private before = { text: '', count: 0 };

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'message':
        return this.judge(fact.text, fact.response);
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

  private judge(message: string, response: string | undefined): Finding | undefined {
    const part = hashText(withoutNoise(message).replace(/\s+/g, ' ').trim());
    const isPart = response !== undefined && response === this.response;
    if (!isPart) {
      this.before = { text: this.text, count: this.count };
    }
    this.response = response;
    this.text = isPart ? hashText(`${this.text} ${part}`) : part;
    this.count = this.text === this.before.text ? this.before.count + 1 : 1;
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
