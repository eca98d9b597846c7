/** Where Droid keeps its hooks, by its documentation. That does not tell the format of its sessions' logs: it is watched by its hooks. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'droid';

const homeOf = (where: Surroundings): string => ownFolder(where, undefined, '.factory');

export const knownDroid: KnownAgent = {
  id: AGENT_ID,
  name: 'Droid',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: homeOf,
  logs: { kind: 'lines', folders: () => Promise.resolve([]), accepts: () => false },
  // the project's file belongs to the team: checked but not offered. On Windows, PowerShell or cmd would reject our POSIX command
  places: (where, folders) =>
    where.platform === 'win32'
      ? []
      : [
          { scope: 'user', files: [join(homeOf(where), 'hooks.json')], offered: true },
          ...folders.map((folder) => ({
            scope: 'project' as const,
            files: [join(folder, '.factory', 'hooks.json')] as const,
            offered: false,
          })),
        ],
  hooksApply: 'next-session',
};
