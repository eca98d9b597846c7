/** All agents with their readers and answers. Loaded with the first session. */
import type { Agent } from './definition.js';
import { knownAgents } from './index.js';

export const agents: readonly Agent[] = await Promise.all(
  knownAgents.map(async (agent) => ({ ...agent, ...(await agent.load()) })),
);

export function agentById(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}

/**
 * The agent that ran a hook: the one it was installed for, unless the payload shows that another program ran it, as VS Code's own
 * agent runs Claude Code's.
 */
export function findSender(
  installedFor: string,
  payload: Readonly<Record<string, unknown>>,
): Agent | undefined {
  const installed = agentById(installedFor);
  if (installed?.hooks === undefined || installed.hooks.isOwn(payload)) {
    return installed;
  }
  return agents.find((agent) => agent.hooks?.isOwn(payload) === true) ?? installed;
}
