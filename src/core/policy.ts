/** The ladder of interventions: what to do now, once per episode, and the receipt of what became of it. */
import type { InterventionEvent, InterventionState, Rung, ToolClass } from './events.js';
import type { Session } from './session.js';
import type { Capabilities, Receipt } from './snapshot.js';
import type { Fact } from './fact.js';
import type { Verdict } from './verdict.js';
import { english, fill, modelTexts } from './wording.js';

export const modes = ['observe', 'ask', 'auto'] as const;
export type Mode = (typeof modes)[number];

/** A place at which an agent waits for our answer. */
export type Moment =
  | { kind: 'before-tool'; call: string; class: ToolClass }
  | { kind: 'after-step' }
  | { kind: 'prompt' }
  | { kind: 'before-stop' };

/** What to answer there. The reason of a denial is the reminder. */
export type Decision =
  | { kind: 'none' }
  | { kind: 'remind'; text: string }
  | { kind: 'deny'; reason: string }
  | { kind: 'stop'; reason: string };

/** `receipts`: what is delivered once this answer has reached the agent. */
export interface Answer { decision: Decision; receipts: string[] }

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

/** Denials, or model responses with calls, after which a text-only order counts as ignored. */
const IGNORED_DENIALS = 3;
const IGNORED_RESPONSES = 2;
const KEPT_RECEIPTS = 20;

interface Order extends Receipt {
  /** For the model. */
  text: string;
  /** Steps that came after it was delivered. */
  laterSteps: Set<number>;
  deliveredStep: number;
  /** Its turn is over: kept as a receipt only. */
  ended: boolean;
}

interface Ladder {
  orders: Order[];
  stalled?: Verdict;
  /** The person was asked about the stall that stands. */
  asked: boolean;
  askedAgain: boolean;
  snoozedUntil?: number;
}

const nothing: Answer = { decision: { kind: 'none' }, receipts: [] };

export class Policy {
  private readonly ladders = new Map<string, Ladder>();
  private count = 0;

  constructor(private readonly options: PolicyOptions) {}

  receipts(session: string): Receipt[] {
    return (this.ladders.get(session)?.orders ?? []).map(({ id, rung, state, by, requestedAt, deliveredAt, settledAt, denials, canUndo }) =>
      ({ id, rung, state, by, requestedAt, deliveredAt, settledAt, denials, canUndo }));
  }

  /** The order that holds now, if any: `stop` before `text-only` before `remind`. */
  holding(session: string): Rung | undefined {
    for (const rung of ['stop', 'text-only', 'remind'] as const) {
      const order = this.newest(session, rung);
      if (order !== undefined && isOpen(order.state)) { return rung; }
    }
    return undefined;
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

  see(session: Session, fact: Fact, at: number): Effect[] {
    const ladder = this.ladders.get(session.id);
    if (ladder === undefined) { return []; }
    switch (fact.kind) {
      case 'turn-end':
        ladder.snoozedUntil = undefined;
        return this.settleAll(session, ladder, fact.reason === 'completed', at);
      case 'turn-start': return this.settleAll(session, ladder, false, at);
      case 'step-end': return this.afterStep(session, ladder, at);
      case 'call': return this.countLater(session, ladder, fact.call.step.number, at);
      case 'message': case 'result': case 'step-dropped': case 'outside': case 'waiting': case 'resumed': case 'children': case 'compaction':
      case 'hop': case 'deadline':
        return [];
    }
  }

  /** One click or one command, in any mode, at any time of a turn. */
  forceRespond(session: Session, at: number): Effect[] {
    const ladder = this.ladder(session.id);
    ladder.snoozedUntil = undefined;
    const effects = this.order(session, 'text-only', 'person', this.textOnly(ladder.stalled), at);
    for (const child of session.openChildren) {
      const other = this.options.sessions.get(child);
      if (other !== undefined) { effects.push(...this.forceRespond(other, at)); }
    }
    return effects;
  }

  stop(session: Session, at: number): Effect[] {
    return this.order(session, 'stop', 'person', modelTexts.stopByPerson, at);
  }

  guide(session: Session, text: string, at: number): Effect[] {
    return this.order(session, 'guide', 'person', fill(modelTexts.guide, { text }), at);
  }

  snooze(session: Session, steps: number): void {
    const ladder = this.ladder(session.id);
    ladder.snoozedUntil = session.steps + steps;
    ladder.asked = ladder.askedAgain = false;
  }

  /** Takes an order back that was not delivered. @returns undefined if it is too late. */
  undo(intervention: string, at: number): Effect[] | undefined {
    for (const [id, ladder] of this.ladders) {
      const order = ladder.orders.find((each) => each.id === intervention);
      const session = this.options.sessions.get(id);
      if (order !== undefined && session !== undefined) {
        return order.state === 'requested' ? [this.move(session, order, 'withdrawn', at)] : undefined;
      }
    }
    return undefined;
  }

  /** What to answer the agent here and now. Sub-agents of a turn under an order are under it too. */
  decide(session: Session, moment: Moment, at: number): Answer & { effects: Effect[] } {
    const effects = this.inherit(session, at);
    return { ...this.answer(session, moment), effects };
  }

  /** The answer with these receipts has reached the agent. */
  delivered(session: Session, receipts: readonly string[], at: number): Effect[] {
    const orders = (this.ladders.get(session.id)?.orders ?? []).filter((order) => receipts.includes(order.id) && order.state === 'requested');
    return orders.map((order) => {
      order.deliveredStep = session.steps - 1;
      return this.move(session, order, 'delivered', at);
    });
  }

  private answer(session: Session, moment: Moment): Answer {
    if (moment.kind === 'prompt') { return nothing; }
    const [stop, textOnly] = [this.newest(session.id, 'stop'), this.newest(session.id, 'text-only')];
    if (stop !== undefined && isOpen(stop.state)) {
      return moment.kind === 'before-stop' ? nothing : { decision: { kind: 'stop', reason: stop.text }, receipts: [stop.id] };
    }
    if (textOnly !== undefined && (isOpen(textOnly.state) || textOnly.state === 'ignored')) { return this.textOnlyAnswer(textOnly, moment); }
    const note = this.newest(session.id, 'guide', 'requested') ?? this.newest(session.id, 'remind', 'requested');
    if (note === undefined || (moment.kind === 'before-stop' && note.rung === 'remind')) { return nothing; }
    return { decision: { kind: 'remind', text: note.text }, receipts: [note.id] };
  }

  private textOnlyAnswer(order: Order, moment: Moment): Answer {
    switch (moment.kind) {
      case 'before-tool':
        // a tool by which the agent asks the person stays allowed
        if (moment.class === 'ask') { return nothing; }
        order.denials += 1;
        return { decision: { kind: 'deny', reason: order.text }, receipts: [order.id] };
      case 'after-step':
        return order.state === 'requested' ? { decision: { kind: 'remind', text: order.text }, receipts: [order.id] } : nothing;
      case 'before-stop': case 'prompt':
        return nothing;
    }
  }

  private inherit(session: Session, at: number): Effect[] {
    const parent = session.parent === undefined ? undefined : this.options.sessions.get(session.parent);
    if (parent === undefined) { return []; }
    const order = this.newest(parent.id, 'text-only') ?? this.newest(parent.id, 'stop');
    if (order === undefined || !isOpen(order.state) || this.holding(session.id) === order.rung) { return []; }
    return this.order(session, order.rung, order.by, order.text, at);
  }

  /** What the mode says about the stall that stands. */
  private act(session: Session, ladder: Ladder, at: number): Effect[] {
    const verdict = ladder.stalled;
    if (verdict === undefined || this.snoozed(session) !== undefined) { return []; }
    switch (this.options.mode(session)) {
      case 'observe': return [];
      case 'ask': return this.ask(session, ladder, false, at);
      case 'auto': {
        if (this.options.capabilities(session).textOnly === 'none') { return this.ask(session, ladder, true, at); }
        const reminded = this.newest(session.id, 'remind');
        if (this.options.remindFirst() && reminded === undefined) {
          return this.order(session, 'remind', 'auto', fill(modelTexts.remind, { evidence: english(verdict.what) }), at);
        }
        return this.order(session, 'text-only', 'auto', this.textOnly(verdict), at);
      }
    }
  }

  private ask(session: Session, ladder: Ladder, again: boolean, at: number): Effect[] {
    if (again ? ladder.askedAgain : ladder.asked) { return []; }
    ladder.asked = true;
    ladder.askedAgain = again;
    const event = this.event(session, `ask-${(this.count += 1)}`, 'escalate', 'requested', 'auto', at);
    return [event, { kind: 'escalate', session: session.id, verdict: ladder.stalled, again }];
  }

  private afterStep(session: Session, ladder: Ladder, at: number): Effect[] {
    const reminded = this.newest(session.id, 'remind', 'delivered');
    if (reminded !== undefined && reminded.deliveredStep < session.steps - 1) {
      // one step's grace is over
      const effects = [this.move(session, reminded, ladder.stalled === undefined ? 'obeyed' : 'ignored', at)];
      return ladder.stalled === undefined ? effects : [...effects, ...this.act(session, ladder, at)];
    }
    const over = ladder.snoozedUntil !== undefined && ladder.snoozedUntil <= session.steps;
    if (!over) { return []; }
    ladder.snoozedUntil = undefined;
    return this.act(session, ladder, at);
  }

  /** Calls after a delivered order: after enough of them it is ignored, and the next rung follows. */
  private countLater(session: Session, ladder: Ladder, step: number, at: number): Effect[] {
    const order = this.newest(session.id, 'text-only', 'delivered');
    if (order === undefined || step <= order.deliveredStep) { return []; }
    order.laterSteps.add(step);
    if (order.denials < IGNORED_DENIALS && order.laterSteps.size < IGNORED_RESPONSES) { return []; }
    const effects: Effect[] = [this.move(session, order, 'ignored', at)];
    if (this.options.mode(session) === 'auto' && this.options.capabilities(session).stop) {
      effects.push(...this.order(session, 'stop', 'auto', modelTexts.stop, at));
    }
    return [...effects, ...this.ask(session, ladder, true, at)];
  }

  private settleAll(session: Session, ladder: Ladder, answered: boolean, at: number): Effect[] {
    const effects: Effect[] = [];
    for (const order of ladder.orders) {
      if (order.state === 'delivered' && order.rung !== 'guide') {
        effects.push(this.move(session, order, answered || order.rung === 'stop' ? 'obeyed' : 'withdrawn', at));
      } else if (order.state === 'requested') {
        effects.push(this.move(session, order, 'withdrawn', at));
      }
    }
    ladder.stalled = undefined;
    ladder.asked = ladder.askedAgain = false;
    // the order ends with the turn
    for (const order of ladder.orders) { order.ended = true; }
    return effects;
  }

  private order(session: Session, rung: Rung, by: 'person' | 'auto', text: string, at: number): Effect[] {
    const standing = this.newest(session.id, rung);
    if (standing !== undefined && isOpen(standing.state) && rung !== 'guide') { return []; }
    const ladder = this.ladder(session.id);
    const order: Order = {
      id: `${rung}-${(this.count += 1)}`, rung, state: 'requested', by, requestedAt: at, denials: 0, canUndo: true, text,
      laterSteps: new Set(), deliveredStep: Infinity, ended: false,
    };
    ladder.orders.push(order);
    if (ladder.orders.length > KEPT_RECEIPTS) { ladder.orders.shift(); }
    return [this.event(session, order.id, rung, 'requested', by, at)];
  }

  private move(session: Session, order: Order, state: InterventionState, at: number): Effect {
    order.state = state;
    order.canUndo = state === 'requested';
    if (state === 'delivered') { order.deliveredAt = at; } else { order.settledAt = at; }
    return this.event(session, order.id, order.rung, state, order.by, at);
  }

  private event(session: Session, id: string, rung: Rung, state: InterventionState, by: 'person' | 'auto', at: number): Effect {
    return { kind: 'record', event: { v: 1, type: 'intervention', session: session.id, at, id, rung, state, by } };
  }

  private textOnly(verdict: Verdict | undefined): string {
    return fill(modelTexts.textOnly, { evidence: verdict === undefined ? modelTexts.askedByPerson : english(verdict.what) });
  }

  private newest(session: string, rung: Rung, state?: InterventionState): Order | undefined {
    return this.ladders.get(session)?.orders.findLast((order) => order.rung === rung && !order.ended && (state === undefined || order.state === state));
  }

  private ladder(session: string): Ladder {
    let ladder = this.ladders.get(session);
    if (ladder === undefined) { this.ladders.set(session, ladder = { orders: [], asked: false, askedAgain: false }); }
    return ladder;
  }
}

function isOpen(state: InterventionState): boolean {
  return state === 'requested' || state === 'delivered';
}
