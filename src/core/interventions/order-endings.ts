/** How orders end: with their turn, with the person's word, with the order above them. Each gives the events that record it, in order. */
import type { InterventionEvent, InterventionKind } from '../events.js';
import type { Intervention, Interventions } from './interventions.js';

/** Every order ends with the turn; a new message takes back what was not answered. `answered`: the turn ended in words. */
export function endWithTurn(
  orders: Interventions,
  session: string,
  answered: boolean,
  at: number,
): InterventionEvent[] {
  return orders
    .of(session)
    .filter(({ ended }) => !ended)
    .flatMap((order) => {
      const settled =
        order.state === 'delivered' && order.rung !== 'guide'
          ? [orders.move(order, answered || order.rung === 'stop' ? 'obeyed' : 'withdrawn', at)]
          : withdraw(orders, order, at);
      return [...settled, ...end(orders, order, at)];
    });
}

/** The turn may go on: its own orders hold no longer, nor those that its sub-agents are under because of them. */
export function letGo(orders: Interventions, session: string, at: number): InterventionEvent[] {
  const own = orders
    .of(session)
    .filter(
      ({ ended, from, rung, state }) =>
        !ended &&
        from === undefined &&
        rung !== 'guide' &&
        (state === 'requested' || state === 'delivered'),
    );
  return own.flatMap((order) => [orders.move(order, 'withdrawn', at), ...end(orders, order, at)]);
}

/** The order of a turn is over: its sub-agents are free of it as well. */
export function lift(
  orders: Interventions,
  session: string,
  rung: InterventionKind,
  at: number,
): InterventionEvent[] {
  return orders
    .inheritedFrom(session)
    .filter((order) => order.rung === rung)
    .flatMap((order) => [...withdraw(orders, order, at), ...end(orders, order, at)]);
}

/** What was to carry these orders out is gone, and nothing else can. */
export function giveUp(
  orders: Interventions,
  session: string,
  receipts: readonly string[],
  at: number,
): InterventionEvent[] {
  return waiting(orders, session, receipts).map((order) => {
    order.ended = true;
    return orders.move(order, 'withdrawn', at);
  });
}

/** The orders of these receipts that no agent has been told yet. */
export function waiting(
  orders: Interventions,
  session: string,
  receipts: readonly string[],
): Intervention[] {
  return orders
    .of(session)
    .filter(({ id, state }) => receipts.includes(id) && state === 'requested');
}

function end(orders: Interventions, order: Intervention, at: number): InterventionEvent[] {
  order.ended = true;
  return lift(orders, order.session, order.rung, at);
}

function withdraw(orders: Interventions, order: Intervention, at: number): InterventionEvent[] {
  return order.state === 'requested' ? [orders.move(order, 'withdrawn', at)] : [];
}
