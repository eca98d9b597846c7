/** What the agent said when it had to answer: the words that ended a turn with an order to answer, by the order. */
import type { InterventionEvent } from '../events.js';
import { shown } from '../redact.js';
import type { TurnFact } from '../turns/turn-fact.js';

/** Characters of an answer that are kept. */
const ANSWER_LIMIT = 6000;

export class ForcedAnswers {
  /** Said since the last call: of one response, all its parts. */
  private words: { text: string; response: string | undefined } | undefined;
  /** The newest only. */
  private answered: { order: string; text: string | undefined } | undefined;

  see(fact: TurnFact): void {
    switch (fact.kind) {
      case 'turn-start':
      case 'call':
        this.words = undefined;
        return;
      case 'message': {
        const isPart = fact.response !== undefined && fact.response === this.words?.response;
        const before = isPart ? `${this.words?.text ?? ''}\n\n` : '';
        this.words = { text: before + fact.text, response: fact.response };
        // some logs tell the words after the end
        if (this.answered !== undefined && this.answered.text === undefined) {
          this.answered.text = this.cut();
        }
        return;
      }
      default:
        return;
    }
  }

  intervention({ id, rung, state }: InterventionEvent): void {
    if (rung === 'text-only' && state === 'obeyed') {
      this.answered = { order: id, text: this.cut() };
    }
  }

  /** Redacted. Undefined if there is none. */
  of(order: string): string | undefined {
    return this.answered?.order === order ? this.answered.text : undefined;
  }

  private cut(): string | undefined {
    const text = this.words?.text.trim() ?? '';
    return text === '' ? undefined : shown(text, ANSWER_LIMIT);
  }
}
