/** What an intervention requires of the host. */
import type { InterventionEvent } from '../events.js';
import type { OutcomeOfStall } from './stall-outcomes.js';

export type Effect =
  | { kind: 'record'; event: InterventionEvent }
  /** Ask the person. `again`: the intervention was ignored, or cannot be carried out here. */
  | { kind: 'escalate'; session: string; again: boolean }
  /** Learn from what became of a stall. */
  | ({ kind: 'learn'; session: string } & OutcomeOfStall);

/** Carries out what was decided. */
export interface EffectSink {
  carryOut(effects: readonly Effect[]): void;
}

export function recorded(events: readonly InterventionEvent[]): Effect[] {
  return events.map((event) => ({ kind: 'record', event }));
}
