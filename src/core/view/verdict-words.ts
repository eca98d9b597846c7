/** The one sentence that tells a verdict, wherever it is shown: what repeats, by name, or else the rule that found it. */
import type { ShownVerdict } from './snapshot.js';
import type { Message } from './wording.js';

export function verdictSentence({
  repeated,
  what,
}: Pick<ShownVerdict, 'repeated' | 'what'>): Message {
  return repeated?.what ?? what;
}
