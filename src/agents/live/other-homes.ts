/** Agents that run elsewhere, such as in containers, and leave their logs in a folder that is mounted here. */
import { basename, join } from 'node:path';
import type { Surroundings } from '../agent.js';
import type { AgentDefinition } from '../definition.js';

/** `folder`: a home folder, or in it the agent's own by its usual name; it may begin with `~/`. */
export function surroundingsIn(
  agent: AgentDefinition,
  folder: string,
  { home, platform }: Pick<Surroundings, 'home' | 'platform'>,
): Surroundings {
  const path = folder === '~' || folder.startsWith('~/') ? join(home, folder.slice(1)) : folder;
  const there: Surroundings = { env: {}, home: path, platform };
  const isOwn = basename(agent.home(there)) === basename(path);
  return isOwn ? { ...there, configured: path } : there;
}
