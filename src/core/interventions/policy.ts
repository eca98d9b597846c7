/** Decides the intervention against a stall: once per episode, by the mode in force, escalated by one step if ignored. */
import { adviceOn, isHung } from './advice.js';
import { AgentAnswers } from './agent-answers.js';
import { justStopped } from './answer.js';
import { COUNTDOWN_MS, Countdowns } from './countdowns.js';
import type { FeedbackAnswer, InterventionEvent } from '../events.js';
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
import {
  Interventions,
  toolsOn,
  type Intervention,
  type RequestedIntervention,
} from './interventions.js';
import { StallState, type Mode } from './stall-state.js';
import type { Capabilities, Receipt } from '../view/snapshot.js';
import type { Verdict } from '../verdict.js';
import { english, fill, modelTexts } from '../view/wording.js';

export interface PolicyOptions {
  mode(session: Session): Mode;
  remindFirst(): boolean;
  capabilities(session: Session): Capabilities;
  sessions: ReadonlyMap<string, Session>;
}

/** Model responses that call tools after a text-only intervention was delivered, by which it counts as ignored: with the one that it met, three. */
const IGNORED_RESPONSES = 2;

/** Open interventions, the strongest first. */
const holdingKinds = ['stop', 'text-only', 'remind'] as const;

export class Policy {
  private readonly states = new Map<string, StallState>();
  private readonly interventions = new Interventions();
  private readonly countdowns = new Countdowns();

  readonly answers: AgentAnswers;

  constructor(private readonly options: PolicyOptions) {
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
    const state = this.states.get(session);
    return { asked: state?.asked ?? false, again: state?.askedAgain ?? false };
  }

  /** When the turn is stopped unless the person says otherwise; undefined if no countdown runs. */
  stopsAt(session: string): number | undefined {
    return this.countdowns.of(session)?.stopsAt;
  }

  nextDeadline(): number | undefined {
    return this.countdowns.next;
  }

  /** Nobody said otherwise in time: these turns are stopped. */
  pass(at: number): Effect[] {
    return this.countdowns.takeDue(at).flatMap((id) => {
      const session = this.options.sessions.get(id);
      return session?.open === true ? this.stopIgnored(session, at) : [];
    });
  }

  /** The turn is not stopped by itself: tools stay off, and the person is not asked again. */
  keepWaiting(session: string, at: number): Effect[] {
    const countdown = this.countdowns.end(session);
    return countdown === undefined
      ? []
      : recorded([escalation(session, countdown.asked, 'withdrawn', at, { by: 'person' })]);
  }

  /** Steps until a snooze ends; undefined if none holds. */
  snoozed(session: Session): number | undefined {
    return this.states.get(session.id)?.snoozed(session);
  }

  /** The person said that this verdict is a false alarm: nothing more is done about it. */
  isFalseAlarm(session: string, verdict: Verdict): boolean {
    return this.states.get(session)?.isFalseAlarm(verdict) ?? false;
  }

  /** A person's answer to a verdict. The opposite answer takes the first back; "really stuck" alone only teaches. */
  answered(session: Session, verdict: Verdict, answer: FeedbackAnswer, at: number): Effect[] {
    const state = this.state(session.id);
    const { before, after } = state.answer(verdict, answer);
    if (before === after || state.stalled !== verdict) {
      return [];
    }
    if (before === 'false-alarm') {
      return this.act(session, at);
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
    this.state(session.id).set(verdict);
    return this.act(session, at);
  }

  cleared(session: Session): void {
    this.state(session.id).set(undefined);
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
    const state = this.state(session.id);
    state.wake();
    // the person is there: what becomes of a new order is asked anew
    this.countdowns.end(session.id);
    state.forgetAskingAgain();
    const text = textOnlyReason(state.stalled);
    const effects = this.request(session, { kind: 'text-only', by: 'person', text, from }, at);
    for (const id of session.openChildren) {
      const child = this.options.sessions.get(id);
      if (child !== undefined) {
        effects.push(...this.forceRespond(child, at, session.id));
      }
    }
    return effects;
  }

  stop(session: Session, at: number): Effect[] {
    this.countdowns.end(session.id);
    return this.request(session, { kind: 'stop', by: 'person', text: modelTexts.stopByPerson }, at);
  }

  guide(session: Session, sentence: string, at: number): Effect[] {
    const text = fill(modelTexts.guide, { text: sentence });
    return this.request(session, { kind: 'guide', by: 'person', text }, at);
  }

  snooze(session: Session, steps: number): void {
    this.countdowns.end(session.id);
    this.state(session.id).snooze(session, steps);
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
    return withdrawn.length === 0 ? [] : [...recorded(withdrawn), ...this.ask(session, true, at)];
  }

  forget(session: string): void {
    this.countdowns.end(session);
    this.states.delete(session);
    this.interventions.forget(session);
  }

  /** The mode's response to the open stall. */
  private act(session: Session, at: number): Effect[] {
    const state = this.state(session.id);
    const verdict = state.stalled;
    if (
      verdict === undefined ||
      state.snoozed(session) !== undefined ||
      state.isFalseAlarm(verdict)
    ) {
      return [];
    }
    switch (this.options.mode(session)) {
      case 'observe':
        return [];
      case 'ask':
        return this.ask(session, false, at);
      case 'auto':
        return this.actByItself(session, verdict, at);
    }
  }

  private actByItself(session: Session, verdict: Verdict, at: number): Effect[] {
    if (!session.open) {
      // between turns there is nothing to act on
      return this.ask(session, false, at);
    }
    const can = this.options.capabilities(session);
    if (isHung(verdict.kind)) {
      return this.ask(session, false, at);
    }
    if (adviceOn(verdict.kind) === 'stopTurn') {
      return this.stopByItself(session, verdict, can.stop, at);
    }
    if (can.textOnly === 'none') {
      return this.ask(session, true, at);
    }
    const remindFirst =
      this.options.remindFirst() &&
      can.guide &&
      this.interventions.newest(session.id, 'remind') === undefined;
    if (!remindFirst) {
      const text = textOnlyReason(verdict);
      return this.request(session, { kind: 'text-only', by: 'auto', text }, at);
    }
    const text = fill(modelTexts.remind, { evidence: english(verdict.what) });
    return this.request(session, { kind: 'remind', by: 'auto', text }, at);
  }

  private stopByItself(session: Session, verdict: Verdict, can: boolean, at: number): Effect[] {
    if (!can) {
      return this.ask(session, true, at);
    }
    const text = fill(modelTexts.stopStalled, { evidence: english(verdict.what) });
    return this.request(session, { kind: 'stop', by: 'auto', text }, at);
  }

  /** `stopsAt`: when the turn is stopped unless the person says otherwise. */
  private ask(session: Session, again: boolean, at: number, stopsAt?: number): Effect[] {
    if (!this.state(session.id).ask(again)) {
      return [];
    }
    const id = this.interventions.newId('escalate');
    if (stopsAt !== undefined) {
      this.countdowns.start(session.id, { stopsAt, asked: id });
    }
    return [
      { kind: 'record', event: escalation(session.id, id, 'requested', at, { stopsAt }) },
      { kind: 'escalate', session: session.id, again },
    ];
  }

  private afterStep(session: Session, at: number): Effect[] {
    const state = this.states.get(session.id);
    if (state === undefined) {
      return [];
    }
    const reminded = this.interventions.newest(session.id, 'remind', 'delivered');
    if (reminded !== undefined && reminded.deliveredStep < session.steps - 1) {
      // one step's grace is over
      const settled = this.move(reminded, state.stalled === undefined ? 'obeyed' : 'ignored', at);
      return [settled, ...this.act(session, at)];
    }
    return state.endSnooze(session) ? this.act(session, at) : [];
  }

  /** A call of a response that came after delivery: the model has read the order and still calls tools, other than to ask the person. */
  private countLaterCall(session: Session, call: Call, at: number): Effect[] {
    const textOnly = this.interventions.newest(session.id, 'text-only', 'delivered', 'ignored');
    if (textOnly === undefined || call.class === 'ask' || isBefore(call, textOnly)) {
      return [];
    }
    this.interventions.countIgnored(textOnly, call.step.number);
    return textOnly.state === 'delivered' && textOnly.ignored >= IGNORED_RESPONSES
      ? this.goFurther(session, textOnly, at)
      : [];
  }

  /** Text-only was ignored: the turn is stopped where that may and can be done, at once or after the person was asked. */
  private goFurther(session: Session, textOnly: Intervention, at: number): Effect[] {
    const ignored = this.move(textOnly, 'ignored', at);
    const mode = this.options.capabilities(session).stop ? this.options.mode(session) : 'observe';
    switch (mode) {
      case 'observe':
        return [ignored, ...this.ask(session, true, at)];
      case 'ask':
        return [ignored, ...this.ask(session, true, at, at + COUNTDOWN_MS)];
      case 'auto':
        return [ignored, ...this.stopIgnored(session, at), ...this.ask(session, true, at)];
    }
  }

  private stopIgnored(session: Session, at: number): Effect[] {
    return this.request(session, { kind: 'stop', by: 'auto', text: modelTexts.stop }, at);
  }

  private endTurn(session: Session, answered: boolean, at: number): Effect[] {
    const state = this.states.get(session.id);
    state?.wake();
    this.countdowns.end(session.id);
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
      ? this.request(session, toolsOn, at)
      : [];
  }

  private request(session: Session, requested: RequestedIntervention, at: number): Effect[] {
    const event = this.interventions.request(session.id, requested, at);
    return recorded(event === undefined ? [] : [event]);
  }

  private move(intervention: Intervention, state: 'obeyed' | 'ignored', at: number): Effect {
    return { kind: 'record', event: this.interventions.move(intervention, state, at) };
  }

  private state(session: string): StallState {
    let state = this.states.get(session);
    if (state === undefined) {
      this.states.set(session, (state = new StallState()));
    }
    return state;
  }
}

/** The log tells of some calls late: what was called before the delivery did not ignore it. */
function isBefore({ timed, at }: Call, { deliveredAt = 0 }: Intervention): boolean {
  return timed && at !== undefined && at < deliveredAt;
}

function textOnlyReason(verdict: Verdict | undefined): string {
  return fill(modelTexts.textOnly, {
    evidence: verdict === undefined ? modelTexts.askedByPerson : english(verdict.what),
  });
}

function escalation(
  session: string,
  id: string,
  state: 'requested' | 'withdrawn',
  at: number,
  { by = 'auto', stopsAt }: { by?: 'person' | 'auto'; stopsAt?: number | undefined },
): InterventionEvent {
  return {
    v: 1,
    type: 'intervention',
    session,
    at,
    id,
    rung: 'escalate',
    state,
    by,
    ...(stopsAt !== undefined && { stopsAt }),
  };
}
