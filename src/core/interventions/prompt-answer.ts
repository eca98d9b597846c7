/** Prompts of an agent's own that a person answers in the window. */

/** Which prompts a hook waits for: those for permission, or questions. */
export type PromptKind = 'permission' | 'question';

/** What the person answers to a prompt of the agent's, once. `options`: for each of its questions, which answer it is (0-based). */
export type PromptAnswer =
  | { kind: 'allow' }
  | { kind: 'deny'; reason: string }
  | { kind: 'choose'; options: readonly number[] };
