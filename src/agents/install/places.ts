/** Where the hooks of all agents can be installed. */
import type { AgentHomes, InstallPlace, KnownAgent } from '../agent.js';
import { knownAgents } from '../known.js';

export interface AgentPlace {
  agent: KnownAgent;
  place: InstallPlace;
}

/** The places of all known agents. `folders`: those of the projects in question, as absolute paths. */
export function listPlaces(homes: AgentHomes, folders: readonly string[]): AgentPlace[] {
  return knownAgents.flatMap((agent) =>
    (agent.places?.(homes.surroundings(agent.id), folders) ?? []).map((place) => ({
      agent,
      place,
    })),
  );
}
