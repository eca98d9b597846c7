/**
 * Where Cursor keeps its hooks, by its documentation. It is watched by them alone: the format of its transcripts is not documented, and
 * they lack the calls' results.
 */
import type { KnownAgent } from '../agent.js';
import { hooksJsonPlaces } from '../install/hooks-json.js';
import { ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'cursor';

const HOME = '.cursor';

export const knownCursor: KnownAgent = {
  id: AGENT_ID,
  name: 'Cursor',
  // a hook can deny each call, but end no turn
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  home: (where) => ownFolder(where, undefined, HOME),
  logs: { kind: 'lines', folders: () => Promise.resolve([]), accepts: () => false },
  places: (where, folders) => hooksJsonPlaces(HOME, where, folders),
  hooksApply: 'next-session',
};
