/** Sub-agents of a turn under an order are under it too. */
import type { Intervention, Interventions } from './interventions.js';
import type { Session } from '../turns/session.js';

/** Sub-agents of sub-agents, at most so deep. */
const MAX_DEPTH = 16;

/** The order of a session above this one that it is to be under from now on; undefined if none is, or it is under it already. */
export function orderAbove(
  orders: Interventions,
  sessions: ReadonlyMap<string, Session>,
  session: Session,
): Intervention | undefined {
  const parentOf = ({ parent }: Session): Session | undefined =>
    parent === undefined ? undefined : sessions.get(parent);
  for (
    let parent = parentOf(session), depth = 0;
    parent !== undefined && depth < MAX_DEPTH;
    parent = parentOf(parent), depth++
  ) {
    const order =
      orders.open(parent.id, 'stop') ??
      orders.newest(parent.id, 'text-only', 'requested', 'delivered', 'ignored');
    if (order !== undefined) {
      return orders.newest(session.id, order.rung) === undefined ? order : undefined;
    }
  }
  return undefined;
}
