/** What an intervention asks of the host. */
import type { InterventionEvent } from '../events.js';

export type Effect =
  | { kind: 'record'; event: InterventionEvent }
  /** Ask the person. `again`: what was done was ignored, or cannot be done here. */
  | { kind: 'escalate'; session: string; again: boolean };

export function recorded(events: readonly InterventionEvent[]): Effect[] {
  return events.map((event) => ({ kind: 'record', event }));
}
