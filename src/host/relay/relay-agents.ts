/** The agents that the model relay can be started for, and where it passes their requests on to. */
import type { RelayRoute } from '../../agents/definition.js';
import { knownAgents } from '../../agents/index.js';

export interface RelayAgent extends RelayRoute {
  /** Agent id as in its sessions; also the first path segment of its relay address. */
  id: string;
  name: string;
}

export const relayAgents: readonly RelayAgent[] = knownAgents.flatMap(({ id, name, relay }) =>
  relay === undefined ? [] : [{ id, name, ...relay }],
);

/** The address that the agent would use without the relay: from the setting (`set`), else the person's environment, else the default. Undefined if there is none. */
export function chooseUpstream(
  agent: RelayAgent,
  set: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const own = agent.variable === undefined ? undefined : env[agent.variable];
  return set ?? (own !== undefined && /^https?:\/\//.test(own) ? own : agent.upstream);
}
