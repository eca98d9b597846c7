/** Where the hooks of all agents can be installed. */
import type { InstallPlace } from '../agent.js';
import type { AgentDefinition, AgentHomes } from '../definition.js';
import { knownAgents } from '../index.js';

export interface AgentPlace {
  agent: AgentDefinition;
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
