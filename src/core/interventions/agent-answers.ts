/** How interventions are delivered to an agent in answers to its hooks, and which have reached it. */
import type { Session } from '../turns/session.js';
import type { ShownStalls } from '../view/shown-stalls.js';
import { english } from '../view/words/wording.js';
import type { TurnEnds } from '../view/ends/turn-ends.js';
import { answerAt, stepAsked, type AnswerPoint, type Decision, type HookAnswer } from './answer.js';
import { recorded, type Effect } from './stall-outcomes.js';
import {
  inheritable,
  mustLift,
  undelivered,
  withdrawUndeliverable,
} from './intervention-lifecycle.js';
import { toolsOn } from './interventions.js';
import type { OrderParts } from './person-orders.js';
import { sendBackAtEnd } from './send-back.js';

interface AnswerParts extends OrderParts {
  /** What the person is shown of a stall, relays are told, too. */
  stalls: ShownStalls;
  /** What the ends of turns are held against. */
  ends: TurnEnds;
}

/** `at`: milliseconds since the epoch. */
export class AgentAnswers {
  constructor(private readonly parts: AnswerParts) {}

  /** What to answer an agent that waits here and now. */
  decide(id: string, point: AnswerPoint, at: number): HookAnswer {
    const session = this.parts.sessions.get(id);
    if (session === undefined) {
      return { decision: { kind: 'none' }, receipts: [] };
    }
    const answer = this.answer(session, point, at);
    this.noteContext(session, point, answer.decision);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for an unknown session. */
  directive(id: string, at: number): RequestAnswer | undefined {
    const { sessions, interventions, responses, stalls } = this.parts;
    const session = sessions.get(id);
    if (session === undefined) {
      return undefined;
    }
    const point: AnswerPoint = { kind: 'after-step' };
    const { decision, receipts } = this.answer(session, point, at);
    // what is said by a changed request does not stay in the agent's context
    if (responses.host.capabilities(session).textOnly !== 'relay') {
      this.noteContext(session, point, decision);
    }
    const stall = stalls.open(id);
    const stuck = stall === undefined ? {} : { stuck: true as const, reason: english(stall.what) };
    if (decision.kind === 'stop') {
      return { directive: { decision: 'stop', reminder: decision.reason, ...stuck }, receipts };
    }
    const isTextOnly = interventions.textOnly(id) !== undefined;
    const reminder = decision.kind === 'remind' ? { reminder: decision.text } : {};
    return {
      directive: { decision: isTextOnly ? 'text-only' : 'continue', ...reminder, ...stuck },
      receipts,
    };
  }

  /** The answer with these receipts has reached the agent. */
  delivered(id: string, receipts: readonly string[], at: number): void {
    const { sessions, interventions, outcomes, sink } = this.parts;
    const session = sessions.get(id);
    if (session === undefined) {
      return;
    }
    const arrived = undelivered(interventions, id, receipts);
    const events = arrived.map((intervention) => {
      if (intervention.kind === 'tools-on') {
        interventions.lift(id);
      }
      intervention.deliveredStep = Math.max(intervention.answeredStep, session.steps - 1);
      intervention.deliveredTurn = session.turn;
      return interventions.move(intervention, 'delivered', at);
    });
    if (arrived.some(({ kind }) => kind === 'text-only')) {
      outcomes.forced(id);
    }
    sink.carryOut(recorded(events));
  }

  /** The channel for these is gone: if no other can deliver them, they are withdrawn and the person is asked. */
  undeliverable(id: string, receipts: readonly string[], at: number): void {
    const { sessions, interventions, responses, sink } = this.parts;
    const session = sessions.get(id);
    if (session === undefined || responses.host.capabilities(session).textOnly !== 'none') {
      return;
    }
    const withdrawn = withdrawUndeliverable(interventions, id, receipts, at);
    if (withdrawn.length > 0) {
      sink.carryOut([...recorded(withdrawn), ...responses.ask(session, true, at)]);
    }
  }

  private answer(session: Session, point: AnswerPoint, at: number): HookAnswer {
    const { interventions, sink } = this.parts;
    const effects =
      point.kind === 'prompt' && !session.open
        ? this.liftBefore(session, at)
        : [...this.inherit(session, at), ...this.sendBack(session, point, at)];
    const answer = answerAt(interventions, session, point, at);
    for (const intervention of undelivered(interventions, session.id, answer.receipts)) {
      intervention.answeredStep = stepAsked(session, point);
    }
    sink.carryOut(effects);
    return answer;
  }

  /** The order that is then delivered as any other: the agent goes on. */
  private sendBack(session: Session, point: AnswerPoint, at: number): Effect[] {
    const { interventions, responses, ends } = this.parts;
    if (
      point.kind !== 'before-stop' ||
      !responses.host.sendBack ||
      responses.host.mode(session) !== 'auto' ||
      interventions.newest(session.id, 'guide', 'requested') !== undefined
    ) {
      return [];
    }
    const order = sendBackAtEnd(session, interventions, ends);
    return order === undefined ? [] : responses.request(session, order, at);
  }

  /** A denial's reason and a note stay in the context; what a hook adds to a single request does not. */
  private noteContext(session: Session, point: AnswerPoint, { kind }: Decision): void {
    const isKept = kind === 'deny' || (kind === 'remind' && point.kind !== 'before-model');
    const order = isKept ? this.parts.interventions.textOnly(session.id) : undefined;
    if (order !== undefined) {
      order.inContext = true;
    }
  }

  /** Some agents' hooks tell of a prompt before its turn is known, and of nothing else at which a sentence can be said. */
  private liftBefore(session: Session, at: number): Effect[] {
    return mustLift(this.parts.interventions, this.parts.sessions, session)
      ? this.parts.responses.request(session, toolsOn, at)
      : [];
  }

  /** Sub-agents of a turn under an intervention are under it too. */
  private inherit(session: Session, at: number): Effect[] {
    const above = inheritable(this.parts.interventions, this.parts.sessions, session);
    if (above === undefined) {
      return [];
    }
    const { kind, by, text } = above;
    return this.parts.responses.request(session, { kind, by, text, from: above.session }, at);
  }
}

// What to do at the next request to the model, where that request itself can be changed: by an agent's own loop, or by the relay.

/**
 * `continue`: as before. `text-only`: no tools in the next request, so that the model answers in words. `stop`: end the turn.
 * `reminder`: a sentence for the model; with `stop` the reason. `stuck`: the turn has stalled, and why, for a dispatcher that
 * decides itself (the preset `stuck-heuristics`).
 */
export interface ModelDirective {
  decision: 'continue' | 'text-only' | 'stop';
  reminder?: string;
  stuck?: true;
  reason?: string;
}

/** `receipts`: delivered once the request follows the directive. */
export interface RequestAnswer {
  directive: ModelDirective;
  receipts: string[];
}
