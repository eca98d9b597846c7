/** How interventions are delivered to an agent in answers to its hooks, and which have reached it. */
import { answerAt, stepAsked, type AnswerPoint, type HookAnswer } from './answer.js';
import { recorded, type Effect } from './effect.js';
import { inheritable, undelivered } from './intervention-lifecycle.js';
import type { Interventions } from './interventions.js';
import type { RequestAnswer } from './model-directive.js';
import type { Session } from '../turns/session.js';

export class AgentAnswers {
  constructor(
    private readonly interventions: Interventions,
    private readonly sessions: ReadonlyMap<string, Session>,
  ) {}

  /** What to answer the agent here and now. */
  decide(session: Session, point: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const effects = this.inherit(session, at);
    const answer = answerAt(this.interventions, session, point, at);
    for (const intervention of undelivered(this.interventions, session.id, answer.receipts)) {
      intervention.answeredStep = stepAsked(session, point);
    }
    return { ...answer, effects };
  }

  /** What to do at the session's next request to the model. */
  directive(session: Session, at: number): RequestAnswer & { effects: Effect[] } {
    const { decision, receipts, effects } = this.decide(session, { kind: 'after-step' }, at);
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
      intervention.deliveredStep = Math.max(intervention.answeredStep, session.steps - 1);
      intervention.deliveredTurn = session.turn;
      return this.interventions.move(intervention, 'delivered', at);
    });
    return recorded(events);
  }

  /** Sub-agents of a turn under an intervention are under it too. */
  private inherit(session: Session, at: number): Effect[] {
    const above = inheritable(this.interventions, this.sessions, session);
    if (above === undefined) {
      return [];
    }
    const { kind, by, text } = above;
    const inherited = { kind, by, text, from: above.session };
    const event = this.interventions.request(session.id, inherited, at);
    return recorded(event === undefined ? [] : [event]);
  }
}
