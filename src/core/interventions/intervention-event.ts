/** What a recording keeps of an intervention each time it changes. */
import type { InterventionEvent, InterventionKind, InterventionState } from '../events.js';

interface Changed {
  session: string;
  id: string;
  kind: InterventionKind;
  state: InterventionState;
  by: 'person' | 'auto';
  denials?: number;
  ignored?: number;
  stopsAt?: number | undefined;
}

/** @param at milliseconds since the epoch */
export function interventionEvent(
  { session, id, kind, state, by, denials = 0, ignored = 0, stopsAt }: Changed,
  at: number,
): InterventionEvent {
  return {
    v: 1,
    type: 'intervention',
    session,
    at,
    id,
    rung: kind,
    state,
    by,
    ...(denials > 0 && { denials }),
    ...(ignored > 0 && { ignored }),
    ...(stopsAt !== undefined && { stopsAt }),
  };
}
