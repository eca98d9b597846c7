/** The states of a session that may call the person by a notification: the setting, its texts and its default follow from this. */
import type { VerdictKind } from '../detect/detector.js';
import { isHung } from './advice.js';

/** `hung`: a call or a response gives no sign. `permission`, `input`: the agent waits for the person. */
export const notifiedStates = ['stalled', 'hung', 'permission', 'input'] as const;
export type NotifiedState = (typeof notifiedStates)[number];

/** Waits are shown already, and some people grant every permission where the agent asks: they choose these. */
export const defaultNotifiedStates: readonly NotifiedState[] = ['stalled', 'hung'];

export function stateOfStall(kind: VerdictKind): NotifiedState {
  return isHung(kind) ? 'hung' : 'stalled';
}
