/** Where Copilot CLI keeps its files, known before any session. Logs: `<home>/session-state/<session>/events.jsonl`. */
import { join } from 'node:path';
import type { InstallPlace, KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';

export const AGENT_ID = 'copilot';

/** Copilot CLI runs all files of its hooks folder, so we add a file of our own. */
const HOOKS_FILE = 'turnwatch.json';

const findHome = (where: Surroundings): string => ownFolder(where, 'COPILOT_HOME', '.copilot');

/** VS Code's own agents run the same files. Our client is a POSIX command: on Windows, a hook that fails to start might deny the call. */
export function hookPlaces(where: Surroundings, folders: readonly string[]): InstallPlace[] {
  if (where.platform === 'win32') {
    return [];
  }
  return [
    { scope: 'user', files: [join(findHome(where), 'hooks', HOOKS_FILE)], offered: true },
    // checked but not offered: it would be committed with the project
    ...folders.map((folder) => ({
      scope: 'project' as const,
      files: [join(folder, '.github', 'hooks', HOOKS_FILE)] as const,
      offered: false,
    })),
  ];
}

export const knownCopilot: KnownAgent = {
  id: AGENT_ID,
  name: 'Copilot CLI',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  logs: {
    kind: 'lines',
    folders: (where) =>
      belowAll(where, 'COPILOT_HOME', [findHome(where)], (home) =>
        foldersBelow(join(home, 'session-state'), [{ usedBy: 'events.jsonl', most: 40 }]),
      ),
    accepts: (file) => named(file, /^events\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: hookPlaces,
  hooksApply: 'next-session',
  hooksPerTurn: true,
};
