/** Where Cline CLI keeps its files, known before any session. Logs: `<home>/data/sessions/<session>/<session>.messages.json`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';

export const AGENT_ID = 'cline';

const findHome = (where: Surroundings): string => ownFolder(where, 'CLINE_DIR', '.cline');

/** As few as possible: each makes the agent start a shell and curl. */
const hookFiles = (folder: string): [string, ...string[]] => [
  join(folder, 'TaskStart'),
  join(folder, 'PreToolUse'),
  join(folder, 'PostToolUse'),
  join(folder, 'TaskComplete'),
  join(folder, 'SessionShutdown'),
];

export const knownCline: KnownAgent = {
  id: AGENT_ID,
  name: 'Cline',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  logs: {
    kind: 'document',
    folders: (where) =>
      belowAll(where, 'CLINE_DIR', [findHome(where)], (home) =>
        foldersBelow(join(home, 'data', 'sessions'), [{ most: 40 }]),
      ),
    accepts: (file) => named(file, /\.messages\.json$/),
  },
  // Windows hooks have another form, untested
  places: (where) =>
    where.platform === 'win32'
      ? []
      : [{ scope: 'user', files: hookFiles(join(findHome(where), 'hooks')), offered: true }],
  hooksApply: 'next-session',
};
