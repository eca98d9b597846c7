/** Where opencode keeps its files, known before any session. Logs: one database for all sessions. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { named } from '../live/log-folders.js';

export const AGENT_ID = 'opencode';

function homeOf({ env, home, configured }: Surroundings): string {
  return configured ?? join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'opencode');
}

/** opencode's plugin folder. A repository's own plugin folder would be committed. */
function pluginFile({ env, home }: Surroundings): string {
  return join(
    env['XDG_CONFIG_HOME'] ?? join(home, '.config'),
    'opencode',
    'plugins',
    'turnwatch.js',
  );
}

export const knownOpenCode: KnownAgent = {
  id: AGENT_ID,
  name: 'opencode',
  capabilities: { textOnly: 'request', stop: true, guide: true },
  home: homeOf,
  logs: {
    kind: 'database',
    folders: (where) => Promise.resolve([homeOf(where)]),
    accepts: (file) => named(file, /^opencode(?:-[\w.-]+)?\.db$/),
  },
  places: (where) => [{ scope: 'user', files: [pluginFile(where)], offered: true }],
  hooksApply: 'next-session',
};
