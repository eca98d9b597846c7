/** The agents as they are known while none is at work: who they are and where they leave their logs. Their readers are in index.ts. */
import type { KnownAgent } from './agent.js';
import { knownClaudeCode } from './claude-code/known.js';

export const knownAgents: readonly KnownAgent[] = [knownClaudeCode];

/** The id itself for an agent that is not known. */
export function agentName(id: string): string {
  return knownAgents.find((agent) => agent.id === id)?.name ?? id;
}
