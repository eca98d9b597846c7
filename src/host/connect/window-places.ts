/** Where agents' hooks can be installed, as far as this window is concerned. */
import type { HookStatus } from '../../agents/agent.js';
import type { AgentHomes } from '../../agents/definition.js';
import { listPlaces, type AgentPlace } from '../../agents/install/places.js';
import { listOpenFolders } from '../workspace/window-place.js';

/** `broken`: a file cannot be parsed. */
export type ConnectionStatus = HookStatus | 'broken';

/** What a command's arguments name. */
export interface Chosen {
  agent?: string | undefined;
  file?: string | undefined;
  /** The agent's first place is taken without a question: the change itself is asked about. */
  direct?: boolean | undefined;
  /** Hooks of an earlier version are repaired without a question: the changes themselves are asked about. */
  repair?: boolean | undefined;
}

/** A folder of its own with which an agent works although its hooks are installed in another. */
export interface UnhookedFolder {
  agent: string;
  folder: string;
  /** The folder as the person may call it. */
  name: string;
  /** Where its hooks would be. */
  file: string;
}

/** The places of all known agents for the folders that are open. */
export function agentPlaces(homes: AgentHomes): AgentPlace[] {
  return listPlaces(homes, listOpenFolders());
}
