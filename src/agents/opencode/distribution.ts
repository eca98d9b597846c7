/** opencode and the programs built from its source: one code serves all, and this is what differs. Log: one database for all sessions. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { named } from '../live/log-folders.js';

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
}

export function knownDistribution(distribution: Distribution): KnownAgent {
  const { id, name, app } = distribution;
  return {
    id,
    name,
    capabilities: { textOnly: 'request', stop: true, guide: true },
    home: (where) => dataFolder(app, where),
    logs: {
      kind: 'database',
      folders: (where) => Promise.resolve([dataFolder(app, where)]),
      accepts: (file) => named(file, new RegExp(`^${app}(?:-[\\w.-]+)?\\.db$`)),
    },
    places: (where) => [{ scope: 'user', files: [pluginFile(app, where)], offered: true }],
    hooksApply: 'next-session',
  };
}

function dataFolder(app: string, { env, home, configured }: Surroundings): string {
  return configured ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), app);
}

/** In the person's plugin folder. A repository's own would be committed. */
function pluginFile(app: string, { env, home }: Surroundings): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(home, '.config'), app, 'plugins', 'turnwatch.js');
}
