/** Where Droid keeps its hooks, by its documentation. That does not tell the format of its sessions' logs: it is watched by its hooks. */
import type { KnownAgent } from '../agent.js';
import { hooksJsonPlaces } from '../install/hooks-json.js';
import { ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'droid';

const HOME = '.factory';

export const knownDroid: KnownAgent = {
  id: AGENT_ID,
  name: 'Droid',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: (where) => ownFolder(where, undefined, HOME),
  logs: { kind: 'lines', folders: () => Promise.resolve([]), accepts: () => false },
  places: (where, folders) => hooksJsonPlaces(HOME, where, folders),
  hooksApply: 'next-session',
};
