/** What of a session is not held in memory: whole inputs and outputs of its calls, and its older rows. */
import type { JsonObject, TurnEvent } from '../events.js';
import type { Session } from '../turns/session.js';
import type { Row } from './snapshot.js';

/** Of one input or output, in characters; of a longer one head and tail are kept. */
export const TEXT_CHARACTERS = 256 * 1024;

/** Why something is not there. `gone`: no longer kept; `unreadable`: the disk does not give it. */
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
/** Newest first. `ended`: why nothing comes before them, though there was something. */
export interface OlderRows {
  rows: Row[];
  ended?: Missing;
}

/** Of one event. */
export type FullText =
  | { call: number; part: 'input'; input: JsonObject }
  | { call: number; part: 'output'; output: string };

/** To be asked before the fold takes the event in: what it does not take as a call or as its first result gives nothing. */
export function fullTextOf(event: TurnEvent, session: Session | undefined): FullText | undefined {
  switch (event.type) {
    case 'tool.call': {
      const known = session?.known.get(event.call);
      if (known === undefined) {
        return { call: session?.calls ?? 0, part: 'input', input: event.input };
      }
      // a second sighting may bring what the first had not
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
