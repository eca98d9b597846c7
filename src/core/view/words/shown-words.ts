/** A session's name, the sentence of its verdict and the draft to its agent, where they are shown. Apart from how they are found, so that the page loads these few lines only. */
import { oneLine } from '../../escape-controls.js';
import type { ShownVerdict } from '../snapshot.js';
import type { DirectiveDraft, Message } from './wording.js';

interface NamedAgent {
  agentName: string;
  name?: string | undefined;
}

/** Next to an icon of its agent. */
export function shownName({ name, agentName }: NamedAgent): string {
  return oneLine(name ?? agentName, 100);
}

/** In a sentence: `“Fix the failing test” (Claude Code)`. */
export function fullName({ name, agentName }: NamedAgent): Message {
  const agent = oneLine(agentName, 60);
  return name === undefined
    ? { id: 'session.unnamed', params: { agent } }
    : { id: 'session.named', params: { agent, name: oneLine(name, 60) } };
}

/**
 * Two letters for an agent whose icon they are. The first and the third: the first two are the same for Claude Code and Cline, and for
 * Codex and Copilot.
 */
export function agentMark(agentName: string): string {
  const letters = Array.from(agentName.replace(/[^\p{L}\p{N}]/gu, ''));
  return `${(letters[0] ?? '?').toUpperCase()}${letters[2] ?? letters[1] ?? ''}`;
}

/** The one sentence that tells a verdict, wherever it is shown: what repeats, by name, or else the rule that found it. */
export function verdictSentence({
  repeated,
  what,
}: Pick<ShownVerdict, 'repeated' | 'what'>): Message {
  return repeated?.what ?? what;
}

/** What to tell the agent: the cause, and what to do about it. */
export function sayDraft(
  { cause, tell }: DirectiveDraft,
  say: (message: Message) => string,
): string {
  return [cause, tell].flatMap((part) => (part === undefined ? [] : say(part))).join(' ');
}
