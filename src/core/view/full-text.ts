/** What memory does not hold of a session: whole inputs and outputs of its calls, and its older rows. */
import type { JsonObject, TurnEvent } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Row } from './timeline/rows.js';

/** Characters kept of an input or output; head and tail of a longer one. */
export const TEXT_CHARACTERS = 256 * 1024;

/** Why a text is missing. `gone`: no longer kept; `unreadable`: the disk fails. */
export type Missing = 'gone' | 'unreadable';
/** Redacted. `length`: characters as they came. */
export interface KeptText {
  text: string;
  length: number;
}
export interface KeptTexts {
  input?: KeptText;
  output?: KeptText;
  missing?: Missing;
}
/** Newest first. `ended`: why earlier rows are missing. */
export interface OlderRows {
  rows: Row[];
  ended?: Missing;
}

/** The full text of one event. */
export type FullText =
  | { call: number; part: 'input'; input: JsonObject }
  | { call: number; part: 'output'; output: string };

/** Call before the fold processes the event. Undefined for events that are neither a call nor its first result. */
export function keepFullText(event: TurnEvent, session: Session | undefined): FullText | undefined {
  switch (event.type) {
    case 'tool.call': {
      const known = session?.known.get(event.call);
      if (known === undefined) {
        return { call: session?.calls ?? 0, part: 'input', input: event.input };
      }
      // a second event may bring what the first lacked
      return known.call === undefined || Object.keys(known.call.input).length > 0
        ? undefined
        : { call: known.call.number, part: 'input', input: event.input };
    }
    case 'tool.result': {
      const call = session?.known.get(event.call)?.call;
      return call === undefined || call.result !== undefined
        ? undefined
        : { call: call.number, part: 'output', output: event.output };
    }
    default:
      return undefined;
  }
}
