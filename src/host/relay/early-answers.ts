/** Answers of a model in a session that nothing else has told of yet: its agent's log may come after its first request. */
import type { UsageEvent } from '../../core/events.js';

const MOST_SESSIONS = 32;
const MOST_EACH = 8;

export class EarlyAnswers {
  private readonly held = new Map<string, UsageEvent[]>();

  /** The oldest go where there are too many. */
  hold(answer: UsageEvent): void {
    const answers = this.held.get(answer.session) ?? [];
    answers.push(answer);
    this.held.set(answer.session, answers.slice(-MOST_EACH));
    const [oldest] = this.held.keys();
    if (this.held.size > MOST_SESSIONS && oldest !== undefined) {
      this.held.delete(oldest);
    }
  }

  /** Those of a session that is known by now, each once. */
  take(session: string): readonly UsageEvent[] {
    const answers = this.held.get(session) ?? [];
    this.held.delete(session);
    return answers;
  }
}
