/** Decides the interventions of each session: against a stall (stall-responses.ts), by the person's word, and as the turn goes on. */
import { AgentAnswers } from './agent-answers.js';
import { justStopped } from './answer.js';
import type { FeedbackAnswer } from '../events.js';
import { recorded, type Effect } from './effect.js';
import type { Call, Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import {
  endWithTurn,
  forgetResumable,
  mustLift,
  resume,
  withdraw,
  withdrawAll,
  withdrawUndeliverable,
} from './intervention-lifecycle.js';
import { Interventions, toolsOn, type Intervention } from './interventions.js';
import { StallResponses, textOnlyReason, type PolicyOptions } from './stall-responses.js';
import type { Receipt } from '../view/snapshot.js';
import type { Verdict } from '../verdict.js';
import { modelTexts } from './model-texts.js';
import { fill } from '../view/wording.js';

/** Model responses that call tools after a text-only intervention was delivered, by which it counts as ignored: with the one that it met, three. */
const IGNORED_RESPONSES = 2;

/** Open interventions, the strongest first. */
const holdingKinds = ['stop', 'text-only', 'remind'] as const;

export class Policy {
  private readonly interventions = new Interventions();
  private readonly responses: StallResponses;

  readonly answers: AgentAnswers;

  constructor(private readonly options: PolicyOptions) {
    this.responses = new StallResponses(options, this.interventions);
    this.answers = new AgentAnswers(
      this.interventions,
      options.sessions,
      (session) => options.capabilities(session).textOnly !== 'relay',
    );
  }

  /** Whether any session's next request to the model may have to be changed. */
  get hasOpenInterventions(): boolean {
    return this.interventions.hasOpen;
  }

  /** Whether one of the session's next hooks may have to be answered because of an intervention. */
  awaitsHook(session: Session, at: number): boolean {
    return (
      this.interventions.awaitsHook(session.id) ||
      justStopped(this.interventions, session, at) !== undefined
    );
  }

  receipts(session: string): Receipt[] {
    return this.interventions.receipts(session);
  }

  /** The strongest intervention that is open. */
  holding(session: string): (typeof holdingKinds)[number] | undefined {
    return holdingKinds.find((kind) => this.interventions.open(session, kind) !== undefined);
  }

  asked(session: string): { asked: boolean; again: boolean } {
    const state = this.responses.known(session);
    return { asked: state?.asked ?? false, again: state?.askedAgain ?? false };
  }

  /** When the turn is stopped unless the person says otherwise; undefined if no countdown runs. */
  stopsAt(session: string): number | undefined {
    return this.responses.countdowns.of(session)?.stopsAt;
  }

  nextDeadline(): number | undefined {
    return this.responses.countdowns.next;
  }

  /** Nobody said otherwise in time: these turns are stopped. */
  pass(at: number): Effect[] {
    return this.responses.pass(at);
  }

  keepWaiting(session: string, at: number): Effect[] {
    return this.responses.keepWaiting(session, at);
  }

  /** Steps until a snooze ends; undefined if none holds. */
  snoozed(session: Session): number | undefined {
    return this.responses.known(session.id)?.snoozed(session);
  }

  /** The person said that this verdict is a false alarm: nothing more is done about it. */
  isFalseAlarm(session: string, verdict: Verdict): boolean {
    return this.responses.known(session)?.isFalseAlarm(verdict) ?? false;
  }

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
      ...this.keepWaiting(session.id, at),
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

  see(session: Session, fact: TurnFact, at: number): Effect[] {
    switch (fact.kind) {
      case 'turn-end':
        return this.endTurn(session, fact.reason === 'completed', at);
      case 'turn-start':
        return [...this.endTurn(session, false, at), ...this.beginTurn(session, at)];
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

  /** One click or one command, in any mode, at any time of a turn: sub-agents at work answer in words too. */
  forceRespond(session: Session, at: number, from?: string): Effect[] {
    const state = this.responses.state(session.id);
    state.wake();
    // the person is there: what becomes of a new order is asked anew
    this.responses.countdowns.end(session.id);
    state.forgetAskingAgain();
    const text = textOnlyReason(state.stalled);
    const effects = this.responses.request(
      session,
      { kind: 'text-only', by: 'person', text, from },
      at,
    );
    for (const id of session.openChildren) {
      const child = this.options.sessions.get(id);
      if (child !== undefined) {
        effects.push(...this.forceRespond(child, at, session.id));
      }
    }
    return effects;
  }

  stop(session: Session, at: number): Effect[] {
    this.responses.countdowns.end(session.id);
    return this.responses.request(
      session,
      { kind: 'stop', by: 'person', text: modelTexts.stopByPerson },
      at,
    );
  }

  guide(session: Session, sentence: string, at: number): Effect[] {
    const text = fill(modelTexts.guide, { text: sentence });
    return this.responses.request(session, { kind: 'guide', by: 'person', text }, at);
  }

  snooze(session: Session, steps: number): void {
    this.responses.countdowns.end(session.id);
    this.responses.state(session.id).snooze(session, steps);
  }

  /** Takes back an intervention that was not delivered. @returns undefined if it is too late. */
  undo(id: string, at: number): Effect[] | undefined {
    const intervention = this.interventions.find(id);
    return intervention?.state === 'requested'
      ? recorded(withdraw(this.interventions, intervention, at))
      : undefined;
  }

  /** The channel for these is gone: if no other can deliver them, they are withdrawn and the person is asked. */
  undeliverable(session: Session, receipts: readonly string[], at: number): Effect[] {
    if (this.options.capabilities(session).textOnly !== 'none') {
      return [];
    }
    const withdrawn = withdrawUndeliverable(this.interventions, session.id, receipts, at);
    return withdrawn.length === 0
      ? []
      : [...recorded(withdrawn), ...this.responses.ask(session, true, at)];
  }

  forget(session: string): void {
    this.responses.forget(session);
    this.interventions.forget(session);
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

  private endTurn(session: Session, answered: boolean, at: number): Effect[] {
    const state = this.responses.known(session.id);
    state?.wake();
    this.responses.countdowns.end(session.id);
    if (state?.stalled?.kind !== 'turns' || state.stalled.clearedAtCall !== undefined) {
      state?.set(undefined);
    }
    return recorded(endWithTurn(this.interventions, session.id, answered, at));
  }

  /** A background task or a sub-agent of a turn that is over changed: if it goes on, that is why. */
  workEnded(session: string): Effect[] {
    forgetResumable(this.interventions, session);
    return [];
  }

  /** What an earlier turn was told is still in the context, and holds no more, unless a turn above is under the same order. */
  private beginTurn(session: Session, at: number): Effect[] {
    forgetResumable(this.interventions, session.id);
    return this.options.capabilities(session).guide &&
      mustLift(this.interventions, this.options.sessions, session)
      ? this.responses.request(session, toolsOn, at)
      : [];
  }
}

/** The log tells of some calls late: what was called before the delivery did not ignore it. */
function isBefore({ toldAt }: Call, { deliveredAt = 0 }: Intervention): boolean {
  return toldAt !== undefined && toldAt < deliveredAt;
}
