/** A session's stall as the person is shown it: a false alarm stays in the record only. */
import type { InterventionEvent } from '../events.js';
import type { StallResponses } from '../interventions/stall-responses.js';
import type { Judge } from '../judge.js';
import { shown } from '../redact.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';
import type { Trouble } from './report/escalation-report.js';

/** The person forced an answer, no verdict is open, and the agent goes on. */
const ignoredForceRespond: Trouble = {
  what: { id: 'verdict.ignored' },
  kind: 'no-progress',
  count: 3,
  evidence: { calls: [] },
};

export class ShownStalls {
  constructor(
    private readonly judge: Judge,
    private readonly responses: StallResponses,
  ) {}

  /** The open verdict, of any level. */
  standing(session: string): Verdict | undefined {
    return this.shown(this.judge.standing(session));
  }

  /** The open stall. */
  open(session: string): Verdict | undefined {
    const verdict = this.standing(session);
    return verdict?.level === 'stalled' ? verdict : undefined;
  }

  /** How the last turn stalled, once it is over. */
  ofEndedTurn(session: Session | undefined): Verdict | undefined {
    return session === undefined || session.open
      ? undefined
      : this.shown(this.judge.stallOfTurn(session));
  }

  /** What a report is about: what stands or, once the turn is over, how it stalled. */
  trouble(id: string): Trouble | undefined {
    return (
      this.standing(id) ??
      (this.responses.asked(id).again ? ignoredForceRespond : undefined) ??
      this.ofEndedTurn(this.judge.sessions.get(id))
    );
  }

  /** The unique key of a session's open stall, or of its ignored intervention. */
  episode(id: string): string | undefined {
    const stall = this.open(id);
    if (stall !== undefined) {
      return `${id} ${stall.turn} ${stall.call} ${stall.kind}`;
    }
    return this.responses.asked(id).again
      ? `${id} ${this.judge.sessions.get(id)?.turn ?? -1} ignored`
      : undefined;
  }

  private shown(verdict: Verdict | undefined): Verdict | undefined {
    return verdict === undefined ||
      this.responses.known(verdict.session)?.isFalseAlarm(verdict) === true
      ? undefined
      : verdict;
  }
}

/** Characters of an answer that are kept. */
const ANSWER_LIMIT = 6000;

/** What the agent said when it had to answer: the words that ended a turn with an order to answer, by the order. */
export class ForcedAnswers {
  /** Said since the last call: of one response, all its parts. */
  private words: { text: string; response: string | undefined } | undefined;
  /** The newest only. */
  private answered: { order: string; text: string | undefined } | undefined;

  readFact(fact: TurnFact): void {
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

  intervention({ id, rung: kind, state }: InterventionEvent): void {
    if (kind === 'text-only' && state === 'obeyed') {
      this.answered = { order: id, text: this.cut() };
    }
  }

  /** Redacted. Undefined if there is none. */
  findAnswer(order: string): string | undefined {
    return this.answered?.order === order ? this.answered.text : undefined;
  }

  private cut(): string | undefined {
    const text = this.words?.text.trim() ?? '';
    return text === '' ? undefined : shown(text, ANSWER_LIMIT);
  }
}
