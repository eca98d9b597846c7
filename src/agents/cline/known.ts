/** Cline CLI as it is known before a session of it is: `<home>/data/sessions/<session>/<session>.messages.json`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { foldersBelow, named, ownFolder } from '../log-folders.js';

export const AGENT_ID = 'cline';

const homeOf = (where: Surroundings): string => ownFolder(where, 'CLINE_DIR', '.cline');

export const knownCline: KnownAgent = {
  id: AGENT_ID,
  name: 'Cline',
  capabilities: { textOnly: 'none', stop: true, guide: true },
  home: homeOf,
  logs: {
    kind: 'document',
    folders: (where) => foldersBelow(join(homeOf(where), 'data', 'sessions'), [{ most: 40 }]),
    accepts: (file) => named(file, /\.messages\.json$/),
  },
};
