/** Where Copilot CLI keeps its files, known before any session. */
import { join } from 'node:path';
import type { InstallPlace, Surroundings } from '../agent.js';
import type { FolderVariable } from '../definition.js';
import { ownFolder } from '../live/log-folders.js';

export const AGENT_ID = 'copilot';
export const folderVariable: FolderVariable = {
  name: 'COPILOT_HOME',
  program: /^(?:copilot|node|MainThread)/,
};

/** Copilot CLI runs all files of its hooks folder, so we add a file of our own. */
const HOOKS_FILE = 'turnwatch.json';

export function findHome(where: Surroundings): string {
  return ownFolder(where, folderVariable.name, '.copilot');
}

/** Our extension, which is there only for who answers prompts in the window. */
export const EXTENSION_FILE = 'extension.mjs';

/** Its hooks file for all projects, and our extension beside it. */
export function places(where: Surroundings, folders: readonly string[]): InstallPlace[] {
  return hookPlaces(where, folders).map((place) =>
    place.scope === 'user'
      ? {
          ...place,
          files: [place.files[0], join(findHome(where), 'extensions', 'turnwatch', EXTENSION_FILE)],
        }
      : place,
  );
}

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
