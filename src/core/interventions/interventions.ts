/** Orders to an agent and the receipts of what became of them: requested → delivered → obeyed or ignored. */
import type { InterventionEvent, InterventionState, InterventionKind } from '../events.js';
import type { Receipt } from '../view/snapshot.js';

const KEPT_RECEIPTS = 20;
/** Hooks of one call come together: more than the calls of any response is not needed. */
const KEPT_DENIED = 64;

export interface Intervention extends Receipt {
  session: string;
  /** For the model. */
  text: string;
  /** The calls that were denied last, by their ids: two hooks may tell of one. */
  deniedCalls: string[];
  /** Steps that came after it was delivered. */
  laterSteps: Set<number>;
  deliveredStep: number;
  /** The session under whose order a sub-agent came under this one. */
  from?: string;
  /** Its turn is over: kept as a receipt only. */
  ended: boolean;
}

export interface Requested {
  rung: InterventionKind;
  by: 'person' | 'auto';
  text: string;
  from?: string;
}

/** The orders of every session, oldest first. */
export class Interventions {
  private readonly bySession = new Map<string, Intervention[]>();
  private count = 0;

  of(session: string): readonly Intervention[] {
    return this.bySession.get(session) ?? [];
  }

  receipts(session: string): Receipt[] {
    return this.of(session).map(
      ({ id, rung, state, by, requestedAt, deliveredAt, settledAt, denials, canUndo }) => ({
        id,
        rung,
        state,
        by,
        requestedAt,
        deliveredAt,
        settledAt,
        denials,
        canUndo,
      }),
    );
  }

  find(id: string): Intervention | undefined {
    for (const orders of this.bySession.values()) {
      const order = orders.find((each) => each.id === id);
      if (order !== undefined) {
        return order;
      }
    }
    return undefined;
  }

  /** The newest order of this turn. */
  newest(
    session: string,
    rung: InterventionKind,
    ...states: InterventionState[]
  ): Intervention | undefined {
    return this.of(session).findLast(
      (order) =>
        order.rung === rung &&
        !order.ended &&
        (states.length === 0 || states.includes(order.state)),
    );
  }

  /** The order that holds, if any: requested or delivered, and neither answered nor ignored. */
  open(session: string, rung: InterventionKind): Intervention | undefined {
    return this.newest(session, rung, 'requested', 'delivered');
  }

  /** Whether a request to the model may have to be changed for any session. */
  get any(): boolean {
    return [...this.bySession.values()].some((orders) =>
      orders.some(
        ({ ended, state, rung }) =>
          !ended &&
          (rung === 'text-only'
            ? state !== 'withdrawn' && state !== 'obeyed'
            : state === 'requested'),
      ),
    );
  }

  /** Orders that sub-agents are under because this session is. */
  inheritedFrom(session: string): Intervention[] {
    return [...this.bySession.values()].flatMap((orders) =>
      orders.filter((order) => order.from === session && !order.ended),
    );
  }

  /** The event of a new order; undefined if one of this rung already holds. Guidance is never the same twice. */
  request(
    session: string,
    { rung, by, text, from }: Requested,
    at: number,
  ): InterventionEvent | undefined {
    if (rung !== 'guide' && this.open(session, rung) !== undefined) {
      return undefined;
    }
    const order: Intervention = {
      id: this.newId(rung),
      session,
      rung,
      state: 'requested',
      by,
      requestedAt: at,
      denials: 0,
      deniedCalls: [],
      canUndo: true,
      text,
      from,
      laterSteps: new Set(),
      deliveredStep: Infinity,
      ended: false,
    };
    const orders = [...this.of(session), order];
    if (orders.length > KEPT_RECEIPTS) {
      // an order that holds is never forgotten for a note
      const spare = orders.findIndex((each) => each.ended || each.rung === 'guide');
      orders.splice(Math.max(0, spare), 1);
    }
    this.bySession.set(session, orders);
    return eventOf(order, at);
  }

  move(order: Intervention, state: InterventionState, at: number): InterventionEvent {
    order.state = state;
    order.canUndo = state === 'requested';
    if (state === 'delivered') {
      order.deliveredAt = at;
    } else {
      order.settledAt = at;
    }
    return eventOf(order, at);
  }

  newId(rung: InterventionKind): string {
    return `${rung}-${(this.count += 1)}`;
  }

  /** `call`: its id; empty where the agent names none, then each denial counts. */
  countDenial(order: Intervention, call: string): void {
    if (call !== '' && order.deniedCalls.includes(call)) {
      return;
    }
    order.denials += 1;
    order.deniedCalls.push(call);
    if (order.deniedCalls.length > KEPT_DENIED) {
      order.deniedCalls.shift();
    }
  }

  forget(session: string): void {
    this.bySession.delete(session);
  }
}

function eventOf({ session, id, rung, state, by }: Intervention, at: number): InterventionEvent {
  return { v: 1, type: 'intervention', session, at, id, rung, state, by };
}
