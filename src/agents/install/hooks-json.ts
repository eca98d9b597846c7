/** Where agents by their documentation alone have our hooks: `hooks.json` in their own folder, and in that of a project. */
import { join } from 'node:path';
import type { InstallPlace, Surroundings } from '../agent.js';
import { ownFolder } from '../live/log-folders.js';

/** `name`: of the agent's folder, in the home and in projects. */
export function hooksJsonPlaces(
  name: string,
  where: Surroundings,
  folders: readonly string[],
): InstallPlace[] {
  // PowerShell or cmd would reject our POSIX command
  if (where.platform === 'win32') {
    return [];
  }
  return [
    {
      scope: 'user',
      files: [join(ownFolder(where, undefined, name), 'hooks.json')],
      offered: true,
    },
    // it belongs to the team: checked but not offered
    ...folders.map((folder) => ({
      scope: 'project' as const,
      files: [join(folder, name, 'hooks.json')] as const,
      offered: false,
    })),
  ];
}
