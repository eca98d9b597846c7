/** Copilot CLI as it is known before a session of it is: `<home>/session-state/<session>/events.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../log-folders.js';

export const AGENT_ID = 'copilot';

const homeOf = (where: Surroundings): string => ownFolder(where, 'COPILOT_HOME', '.copilot');

export const knownCopilot: KnownAgent = {
  id: AGENT_ID,
  name: 'Copilot CLI',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: homeOf,
  logs: {
    kind: 'lines',
    folders: (where) => foldersBelow(join(homeOf(where), 'session-state'), [{ usedBy: 'events.jsonl', most: 40 }]),
    accepts: (file) => named(file, /^events\.jsonl$/),
    folderOf: (head) => fieldIn(head, 'cwd'),
  },
};
