/** How interventions are delivered to an agent in answers to its hooks, and which have reached it. */
import { answerAt, stepAsked, type AnswerPoint, type Decision, type HookAnswer } from './answer.js';
import { recorded, type Effect } from './effect.js';
import { inheritable, mustLift, undelivered } from './intervention-lifecycle.js';
import { toolsOn, type Interventions, type RequestedIntervention } from './interventions.js';
import type { RequestAnswer } from './model-directive.js';
import type { Session } from '../turns/session.js';

export class AgentAnswers {
  constructor(
    private readonly interventions: Interventions,
    private readonly sessions: ReadonlyMap<string, Session>,
    /** Whether what is said by a changed request stays in the agent's context. */
    private readonly keepsRequests: (session: Session) => boolean,
  ) {}

  /** What to answer the agent here and now. */
  decide(session: Session, point: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const answer = this.answer(session, point, at);
    this.noteContext(session, point, answer.decision);
    return answer;
  }

  /** What to do at the session's next request to the model. */
  directive(session: Session, at: number): RequestAnswer & { effects: Effect[] } {
    const point: AnswerPoint = { kind: 'after-step' };
    const { decision, receipts, effects } = this.answer(session, point, at);
    if (this.keepsRequests(session)) {
      this.noteContext(session, point, decision);
    }
    if (decision.kind === 'stop') {
      return { directive: { decision: 'stop', reminder: decision.reason }, receipts, effects };
    }
    const isTextOnly = this.interventions.textOnly(session.id) !== undefined;
    const reminder = decision.kind === 'remind' ? { reminder: decision.text } : {};
    return {
      directive: { decision: isTextOnly ? 'text-only' : 'continue', ...reminder },
      receipts,
      effects,
    };
  }

  /** The answer with these receipts has reached the agent. */
  delivered(session: Session, receipts: readonly string[], at: number): Effect[] {
    const events = undelivered(this.interventions, session.id, receipts).map((intervention) => {
      if (intervention.kind === 'tools-on') {
        this.interventions.lift(session.id);
      }
      intervention.deliveredStep = Math.max(intervention.answeredStep, session.steps - 1);
      intervention.deliveredTurn = session.turn;
      return this.interventions.move(intervention, 'delivered', at);
    });
    return recorded(events);
  }

  private answer(
    session: Session,
    point: AnswerPoint,
    at: number,
  ): HookAnswer & { effects: Effect[] } {
    const effects =
      point.kind === 'prompt' && !session.open
        ? this.liftBefore(session, at)
        : this.inherit(session, at);
    const answer = answerAt(this.interventions, session, point, at);
    for (const intervention of undelivered(this.interventions, session.id, answer.receipts)) {
      intervention.answeredStep = stepAsked(session, point);
    }
    return { ...answer, effects };
  }

  /** A denial's reason and a note stay in the context; what a hook adds to a single request does not. */
  private noteContext(session: Session, point: AnswerPoint, { kind }: Decision): void {
    const isKept = kind === 'deny' || (kind === 'remind' && point.kind !== 'before-model');
    const order = isKept ? this.interventions.textOnly(session.id) : undefined;
    if (order !== undefined) {
      order.inContext = true;
    }
  }

  /** Some agents' hooks tell of a prompt before its turn is known, and of nothing else at which a sentence can be said. */
  private liftBefore(session: Session, at: number): Effect[] {
    return mustLift(this.interventions, this.sessions, session)
      ? this.request(session, toolsOn, at)
      : [];
  }

  /** Sub-agents of a turn under an intervention are under it too. */
  private inherit(session: Session, at: number): Effect[] {
    const above = inheritable(this.interventions, this.sessions, session);
    if (above === undefined) {
      return [];
    }
    const { kind, by, text } = above;
    return this.request(session, { kind, by, text, from: above.session }, at);
  }

  private request(session: Session, requested: RequestedIntervention, at: number): Effect[] {
    const event = this.interventions.request(session.id, requested, at);
    return recorded(event === undefined ? [] : [event]);
  }
}
