/** The one list of agents with all that reads and answers them: loaded with the first session. */
import type { Agent } from './agent.js';
import { claudeCode } from './claude-code/index.js';

export const agents: readonly Agent[] = [claudeCode];

export function agentById(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}
