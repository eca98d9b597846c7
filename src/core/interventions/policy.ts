/** The ladder of interventions: what to do now, once per episode, and when the next rung follows. */
import { answerAt, type HookAnswer, type Decision, type AnswerPoint } from './answer.js';
import type { FeedbackAnswer, InterventionEvent, InterventionKind } from '../events.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { orderAbove } from './inherited-orders.js';
import type { Mode } from './mode.js';
import { endWithTurn, giveUp, letGo, lift, waiting } from './order-endings.js';
import { Interventions, type Intervention, type Requested } from './interventions.js';
import type { RequestAnswer } from './model-directive.js';
import type { Session } from '../turns/session.js';
import type { Capabilities, Receipt } from '../view/snapshot.js';
import type { Verdict } from '../verdict.js';
import { english, fill, modelTexts } from '../view/wording.js';

export type { HookAnswer, Decision, Mode, AnswerPoint };

export type Effect =
  | { kind: 'record'; event: InterventionEvent }
  /** Ask the person. `again`: what was done was ignored, or cannot be done here. */
  | { kind: 'escalate'; session: string; verdict: Verdict | undefined; again: boolean };

export interface PolicyOptions {
  mode(session: Session): Mode;
  remindFirst(): boolean;
  capabilities(session: Session): Capabilities;
  sessions: ReadonlyMap<string, Session>;
}

/** Denials, or model responses with calls, after which a delivered text-only order counts as ignored. */
const IGNORED_DENIALS = 3;
const IGNORED_RESPONSES = 2;

interface Ladder {
  stalled?: Verdict;
  /** The person was asked about the stall that stands. */
  asked: boolean;
  askedAgain: boolean;
  /** Number of steps of the session at which a snooze ends. */
  snoozedUntil?: number;
  /** What the person said last of a verdict. */
  answered?: { verdict: Verdict; answer: FeedbackAnswer };
}

export class Policy {
  private readonly ladders = new Map<string, Ladder>();
  private readonly orders = new Interventions();

  constructor(private readonly options: PolicyOptions) {}

  /** Whether any session is under an order that its next request to the model may have to carry. */
  get hasOpenInterventions(): boolean {
    return this.orders.any;
  }

  receipts(session: string): Receipt[] {
    return this.orders.receipts(session);
  }

  /** The order that holds now, if any: `stop` before `text-only` before `remind`. */
  holding(session: string): InterventionKind | undefined {
    return (['stop', 'text-only', 'remind'] as const).find(
      (rung) => this.orders.open(session, rung) !== undefined,
    );
  }

  asked(session: string): { asked: boolean; again: boolean } {
    const ladder = this.ladders.get(session);
    return { asked: ladder?.asked ?? false, again: ladder?.askedAgain ?? false };
  }

  /** Steps until a snooze ends; undefined if none holds. */
  snoozed(session: Session): number | undefined {
    const until = this.ladders.get(session.id)?.snoozedUntil;
    return until === undefined || until <= session.steps ? undefined : until - session.steps;
  }

  /** The person said that this verdict is a false alarm: nothing is done about it any more. */
  isLetGo(session: string, verdict: Verdict): boolean {
    const answered = this.ladders.get(session)?.answered;
    return answered?.verdict === verdict && answered.answer === 'false-alarm';
  }

  /** A person's answer to a verdict. The opposite answer takes the first back; "really stuck" alone only teaches. */
  answered(session: Session, verdict: Verdict, answer: FeedbackAnswer, at: number): Effect[] {
    const ladder = this.ladder(session.id);
    const before = ladder.answered?.verdict === verdict ? ladder.answered.answer : undefined;
    if (before === answer) {
      return [];
    }
    ladder.answered = before === undefined ? { verdict, answer } : undefined;
    if (ladder.stalled !== verdict) {
      return [];
    }
    if (before === 'false-alarm') {
      return this.act(session, ladder, at);
    }
    if (ladder.answered?.answer !== 'false-alarm') {
      return [];
    }
    ladder.asked = ladder.askedAgain = false;
    return recorded(letGo(this.orders, session.id, at));
  }

  stalled(session: Session, verdict: Verdict, at: number): Effect[] {
    const ladder = this.ladder(session.id);
    ladder.stalled = verdict;
    ladder.asked = ladder.askedAgain = false;
    return this.act(session, ladder, at);
  }

  cleared(session: Session): void {
    const ladder = this.ladder(session.id);
    ladder.stalled = undefined;
    ladder.asked = ladder.askedAgain = false;
  }

  see(session: Session, fact: TurnFact, at: number): Effect[] {
    switch (fact.kind) {
      case 'turn-end':
        return this.endTurn(session, fact.reason === 'completed', at);
      case 'turn-start':
        return this.endTurn(session, false, at);
      case 'step-end':
        return this.afterStep(session, at);
      case 'call':
        return this.countLater(session, fact.call.step.number, at);
      default:
        return [];
    }
  }

  /** One click or one command, in any mode, at any time of a turn: sub-agents at work answer in words too. */
  forceRespond(session: Session, at: number, from?: string): Effect[] {
    const ladder = this.ladder(session.id);
    ladder.snoozedUntil = undefined;
    const effects = this.request(
      session,
      { rung: 'text-only', by: 'person', text: textOnly(ladder.stalled), from },
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
    return this.request(session, { rung: 'stop', by: 'person', text: modelTexts.stopByPerson }, at);
  }

  guide(session: Session, text: string, at: number): Effect[] {
    return this.request(
      session,
      { rung: 'guide', by: 'person', text: fill(modelTexts.guide, { text }) },
      at,
    );
  }

  snooze(session: Session, steps: number): void {
    const ladder = this.ladder(session.id);
    ladder.snoozedUntil = session.steps + steps;
    ladder.asked = ladder.askedAgain = false;
  }

  /** Takes an order back that was not delivered, and those of sub-agents that came with it. @returns undefined if it is too late. */
  undo(intervention: string, at: number): Effect[] | undefined {
    const order = this.orders.find(intervention);
    if (order?.state !== 'requested') {
      return undefined;
    }
    return recorded([
      this.orders.move(order, 'withdrawn', at),
      ...lift(this.orders, order.session, order.rung, at),
    ]);
  }

  /** What to answer the agent here and now. Sub-agents of a turn under an order are under it too. */
  decide(session: Session, moment: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const effects = this.inherit(session, at);
    return { ...answerAt(this.orders, session.id, moment), effects };
  }

  /** What to do at the session's next request to the model. */
  directive(session: Session, at: number): RequestAnswer & { effects: Effect[] } {
    const { decision, receipts, effects } = this.decide(session, { kind: 'after-step' }, at);
    if (decision.kind === 'stop') {
      return { directive: { decision: 'stop', reminder: decision.reason }, receipts, effects };
    }
    // one that was ignored still holds
    const textOnly =
      this.orders.newest(session.id, 'text-only', 'requested', 'delivered', 'ignored') !==
      undefined;
    const reminder = decision.kind === 'remind' ? { reminder: decision.text } : {};
    return {
      directive: { decision: textOnly ? 'text-only' : 'continue', ...reminder },
      receipts,
      effects,
    };
  }

  /** The answer with these receipts has reached the agent. */
  delivered(session: Session, receipts: readonly string[], at: number): Effect[] {
    return waiting(this.orders, session.id, receipts).map((order) => {
      order.deliveredStep = session.steps - 1;
      return this.move(order, 'delivered', at);
    });
  }

  /** What was to carry these orders out is gone: where nothing else can, they are taken back and the person is asked. */
  undeliverable(session: Session, receipts: readonly string[], at: number): Effect[] {
    if (this.options.capabilities(session).textOnly !== 'none') {
      return [];
    }
    const withdrawn = giveUp(this.orders, session.id, receipts, at);
    return withdrawn.length === 0 ? [] : [...recorded(withdrawn), ...this.ask(session, true, at)];
  }

  forget(session: string): void {
    this.ladders.delete(session);
    this.orders.forget(session);
  }

  private inherit(session: Session, at: number): Effect[] {
    const order = orderAbove(this.orders, this.options.sessions, session);
    return order === undefined
      ? []
      : this.request(
          session,
          { rung: order.rung, by: order.by, text: order.text, from: order.session },
          at,
        );
  }

  /** What the mode says about the stall that stands. */
  private act(session: Session, ladder: Ladder, at: number): Effect[] {
    const verdict = ladder.stalled;
    if (
      verdict === undefined ||
      this.snoozed(session) !== undefined ||
      this.isLetGo(session.id, verdict)
    ) {
      return [];
    }
    switch (this.options.mode(session)) {
      case 'observe':
        return [];
      case 'ask':
        return this.ask(session, false, at);
      case 'auto': {
        const can = this.options.capabilities(session);
        if (can.textOnly === 'none') {
          return this.ask(session, true, at);
        }
        const remindFirst =
          this.options.remindFirst() &&
          can.guide &&
          this.orders.newest(session.id, 'remind') === undefined;
        return this.request(
          session,
          remindFirst
            ? {
                rung: 'remind',
                by: 'auto',
                text: fill(modelTexts.remind, { evidence: english(verdict.what) }),
              }
            : { rung: 'text-only', by: 'auto', text: textOnly(verdict) },
          at,
        );
      }
    }
  }

  private ask(session: Session, again: boolean, at: number): Effect[] {
    const ladder = this.ladder(session.id);
    if (again ? ladder.askedAgain : ladder.asked) {
      return [];
    }
    ladder.asked = true;
    ladder.askedAgain = again;
    const event: InterventionEvent = {
      v: 1,
      type: 'intervention',
      session: session.id,
      at,
      id: this.orders.newId('escalate'),
      rung: 'escalate',
      state: 'requested',
      by: 'auto',
    };
    return [
      { kind: 'record', event },
      { kind: 'escalate', session: session.id, verdict: ladder.stalled, again },
    ];
  }

  private afterStep(session: Session, at: number): Effect[] {
    const ladder = this.ladders.get(session.id);
    if (ladder === undefined) {
      return [];
    }
    const reminded = this.orders.newest(session.id, 'remind', 'delivered');
    if (reminded !== undefined && reminded.deliveredStep < session.steps - 1) {
      // one step's grace is over
      const settled = this.move(reminded, ladder.stalled === undefined ? 'obeyed' : 'ignored', at);
      return [settled, ...this.act(session, ladder, at)];
    }
    if (ladder.snoozedUntil === undefined || ladder.snoozedUntil > session.steps) {
      return [];
    }
    ladder.snoozedUntil = undefined;
    return this.act(session, ladder, at);
  }

  /** Calls of responses that came after the order was delivered: the model has read the reason and calls on. */
  private countLater(session: Session, step: number, at: number): Effect[] {
    const order = this.orders.newest(session.id, 'text-only', 'delivered');
    if (order === undefined || step <= order.deliveredStep) {
      return [];
    }
    order.laterSteps.add(step);
    return order.denials < IGNORED_DENIALS && order.laterSteps.size < IGNORED_RESPONSES
      ? []
      : this.climb(session, order, at);
  }

  /** The order was ignored: the next rung. */
  private climb(session: Session, order: Intervention, at: number): Effect[] {
    const effects = [this.move(order, 'ignored', at)];
    if (this.options.mode(session) === 'auto' && this.options.capabilities(session).stop) {
      effects.push(
        ...this.request(session, { rung: 'stop', by: 'auto', text: modelTexts.stop }, at),
      );
    }
    return [...effects, ...this.ask(session, true, at)];
  }

  private endTurn(session: Session, answered: boolean, at: number): Effect[] {
    const ladder = this.ladders.get(session.id);
    if (ladder !== undefined) {
      ladder.snoozedUntil = ladder.stalled = undefined;
      ladder.asked = ladder.askedAgain = false;
    }
    return recorded(endWithTurn(this.orders, session.id, answered, at));
  }

  private request(session: Session, requested: Requested, at: number): Effect[] {
    const event = this.orders.request(session.id, requested, at);
    return recorded(event === undefined ? [] : [event]);
  }

  private move(
    order: Intervention,
    state: 'delivered' | 'obeyed' | 'ignored' | 'withdrawn',
    at: number,
  ): Effect {
    return { kind: 'record', event: this.orders.move(order, state, at) };
  }

  private ladder(session: string): Ladder {
    let ladder = this.ladders.get(session);
    if (ladder === undefined) {
      this.ladders.set(session, (ladder = { asked: false, askedAgain: false }));
    }
    return ladder;
  }
}

function recorded(events: readonly InterventionEvent[]): Effect[] {
  return events.map((event) => ({ kind: 'record', event }));
}

function textOnly(verdict: Verdict | undefined): string {
  return fill(modelTexts.textOnly, {
    evidence: verdict === undefined ? modelTexts.askedByPerson : english(verdict.what),
  });
}
