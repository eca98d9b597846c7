/** Decides the interventions of each session as its turn goes on: against a stall (stall-responses.ts), and how they end. */
import type { FeedbackAnswer } from '../events.js';
import { recorded, type Effect } from './stall-outcomes.js';
import { endedWithCall, type Call, type Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import {
  answerLate,
  endWithTurn,
  forgetResumable,
  mustLift,
  resume,
  withdrawAll,
  type TurnOutcome,
} from './intervention-lifecycle.js';
import { toolsOn, type Intervention, type Interventions } from './interventions.js';
import { followResume } from './resume.js';
import type { StallResponses } from './stall-responses.js';
import type { Verdict } from '../verdict.js';

/** Model responses that call tools after a text-only intervention was delivered, by which it counts as ignored: with the one that it met, three. */
const IGNORED_RESPONSES = 2;

export class Policy {
  constructor(
    private readonly responses: StallResponses,
    private readonly interventions: Interventions,
    private readonly sessions: ReadonlyMap<string, Session>,
  ) {}

  /** A person's answer to a verdict. The opposite answer takes the first back; "really stuck" alone only teaches. */
  answered(session: Session, verdict: Verdict, answer: FeedbackAnswer, at: number): Effect[] {
    const state = this.responses.state(session.id);
    const { before, after } = state.answer(verdict, answer);
    if (before === after || state.stalled !== verdict) {
      return [];
    }
    if (before === 'false-alarm') {
      return this.responses.act(session, at);
    }
    if (after !== 'false-alarm') {
      return [];
    }
    state.forgetAsking();
    return [
      ...this.responses.keepWaiting(session.id, at),
      ...recorded(withdrawAll(this.interventions, session.id, at)),
    ];
  }

  stalled(session: Session, verdict: Verdict, at: number): Effect[] {
    this.responses.state(session.id).set(verdict);
    return this.responses.act(session, at);
  }

  cleared(session: Session): void {
    this.responses.state(session.id).set(undefined);
  }

  respondTo(session: Session, fact: TurnFact, at: number): Effect[] {
    return [
      ...recorded(followResume(this.interventions, session, fact, at)),
      ...this.respondToTurn(session, fact, at),
    ];
  }

  private respondToTurn(session: Session, fact: TurnFact, at: number): Effect[] {
    switch (fact.kind) {
      case 'turn-end':
        return this.endTurn(
          session,
          fact.reason !== 'completed' ? 'forced' : endedWithCall(session) ? 'wordless' : 'answered',
          at,
        );
      case 'message':
        return session.open ? [] : recorded(answerLate(this.interventions, session, at));
      case 'turn-start':
        return [...this.endTurn(session, 'forced', at), ...this.beginTurn(session, at)];
      case 'turn-continued':
        return recorded(resume(this.interventions, session.id, at));
      case 'children':
        return this.workEnded(session.id);
      case 'step-end':
        return this.afterStep(session, at);
      case 'call':
        return this.countLaterCall(session, fact.call, at);
      default:
        return [];
    }
  }

  private afterStep(session: Session, at: number): Effect[] {
    const state = this.responses.known(session.id);
    if (state === undefined) {
      return [];
    }
    const reminded = this.interventions.newest(session.id, 'remind', 'delivered');
    if (reminded !== undefined && reminded.deliveredStep < session.steps - 1) {
      // one step's grace is over
      const settled = this.responses.move(
        reminded,
        state.stalled === undefined ? 'obeyed' : 'ignored',
        at,
      );
      return [settled, ...this.responses.act(session, at)];
    }
    return state.endSnooze(session) ? this.responses.act(session, at) : [];
  }

  /** A call of a response that came after delivery: the model has read the order and still calls tools, other than to ask the person. */
  private countLaterCall(session: Session, call: Call, at: number): Effect[] {
    const textOnly = this.interventions.newest(session.id, 'text-only', 'delivered', 'ignored');
    if (textOnly === undefined || call.class === 'ask' || isBefore(call, textOnly)) {
      return [];
    }
    this.interventions.countIgnored(textOnly, call.step.number);
    return textOnly.state === 'delivered' && textOnly.ignored >= IGNORED_RESPONSES
      ? this.responses.goFurther(session, textOnly, at)
      : [];
  }

  private endTurn(session: Session, outcome: TurnOutcome, at: number): Effect[] {
    const state = this.responses.known(session.id);
    state?.wake();
    this.responses.countdowns.end(session.id);
    if (state?.stalled?.kind !== 'turns' || state.stalled.clearedAtCall !== undefined) {
      state?.set(undefined);
    }
    return recorded(endWithTurn(this.interventions, session.id, outcome, at));
  }

  /** A background task or a sub-agent of a turn that is over changed: if it goes on, that is why. */
  workEnded(session: string): Effect[] {
    forgetResumable(this.interventions, session);
    return [];
  }

  /** What an earlier turn was told is still in the context, and holds no more, unless a turn above is under the same order. */
  private beginTurn(session: Session, at: number): Effect[] {
    forgetResumable(this.interventions, session.id);
    return this.responses.host.capabilities(session).guide &&
      mustLift(this.interventions, this.sessions, session)
      ? this.responses.request(session, toolsOn, at)
      : [];
  }
}

/** The log tells of some calls late: what was called before the delivery did not ignore it. */
function isBefore({ toldAt }: Call, { deliveredAt = 0 }: Intervention): boolean {
  return toldAt !== undefined && toldAt < deliveredAt;
}
