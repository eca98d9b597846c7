/** Copilot CLI without any session: its folders. Logs: `<home>/session-state/<session>/events.jsonl`. */
import { join } from 'node:path';
import type { InstallPlace, KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'copilot';

/** All files of the hooks folder are run, so ours is a file of its own. */
const HOOKS_FILE = 'turnwatch.json';

const homeOf = (where: Surroundings): string => ownFolder(where, 'COPILOT_HOME', '.copilot');

/** VS Code's own agents run the same files. The hook client is a POSIX command: on Windows a hook that cannot run might deny. */
export function hookPlaces(where: Surroundings, folders: readonly string[]): InstallPlace[] {
  if (where.platform === 'win32') {
    return [];
  }
  return [
    { scope: 'user', files: [join(homeOf(where), 'hooks', HOOKS_FILE)], offered: true },
    // would be committed with the project: checked, but not offered
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
  home: homeOf,
  logs: {
    kind: 'lines',
    folders: (where) =>
      foldersBelow(join(homeOf(where), 'session-state'), [{ usedBy: 'events.jsonl', most: 40 }]),
    accepts: (file) => named(file, /^events\.jsonl$/),
    folderOf: (head) => fieldIn(head, 'cwd'),
  },
  places: hookPlaces,
  hooksApply: 'next-session',
};
