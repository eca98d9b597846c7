/** Agents of the list by their ids. */
import type { HookInstall } from '../../../src/agents/agent.js';
import type { Agent } from '../../../src/agents/definition.js';
import { installers } from '../../../src/agents/install/installers.js';
import { agentById } from '../../../src/agents/loaded.js';

export function agentNamed(id: string): Agent {
  const agent = agentById(id);
  if (agent === undefined) {
    throw new Error(`no agent ${id}`);
  }
  return agent;
}

export function installerNamed(id: string): HookInstall {
  const installer = installers.get(id);
  if (installer === undefined) {
    throw new Error(`no installer of ${id}`);
  }
  return installer;
}
