/** What helps against a stall. */
import type { VerdictKind } from '../detect/detector.js';

/** The command that the card and the notification offer first. */
export type Advice = 'forceRespond' | 'stopTurn';

/** Switching off tools does not end a text that repeats itself, nor a call or a response that hangs. */
export function adviceOn(kind: VerdictKind): Advice {
  return kind === 'degenerate' || isHung(kind) ? 'stopTurn' : 'forceRespond';
}

/** Nothing reaches the agent: what is requested comes when the call or the response is over, and must not meet honest work then. */
export function isHung(kind: VerdictKind): boolean {
  return kind === 'hung-call' || kind === 'silence';
}
