/** What the end of a turn is held against: how the newest tests went, and what is left open. */
import type { Message, PersonTextId } from '../words/wording.js';

export interface EndFact extends Message {
  id: Extract<PersonTextId, `ended.${string}`>;
}
