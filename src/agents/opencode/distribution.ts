/** opencode and the programs built from its source: one code serves all, and this is what differs. Log: one database for all sessions. */
import { join } from 'node:path';
import type { Surroundings } from '../agent.js';
import type { ReadmeLines } from '../definition.js';

export interface Distribution {
  /** Agent id as in its sessions. */
  id: string;
  name: string;
  /** Names its folders for data and settings, and its database. */
  app: string;
  /** Its own npm package, which it installs beside any plugin. */
  pluginPackage: string;
  /** A table that only its databases have. Absent for opencode itself. */
  ownTable?: string;
  /** Its program is proven to go on with a session after a limit. */
  resumes?: true;
  /** Where its provider's settings are. */
  config: string;
  readme: ReadmeLines;
}

export function dataFolder(app: string, { env, home, configured }: Surroundings): string {
  return configured ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), app);
}

/** In the person's plugin folder. A repository's own would be committed. */
export function pluginFile(app: string, { env, home }: Surroundings): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), app, 'plugins', 'turnwatch.js');
}
