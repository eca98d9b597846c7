/** Prompts of an agent's own that a person answers in the window. */

/** What of the person's a hook waits for: an answer to a prompt for permission or to a question; or their next prompt, once a turn is over. */
export type PromptKind = 'permission' | 'question' | 'next';

/** What the person answers to a prompt of the agent's, once. `options`: for each of its questions, which answer it is (0-based). */
export type PromptAnswer =
  | { kind: 'allow' }
  | { kind: 'deny'; reason: string }
  | { kind: 'choose'; options: readonly number[] };
