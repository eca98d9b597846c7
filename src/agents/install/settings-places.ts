/** Where agents whose settings are in one JSON file have our hooks: in their own folder, and in that of a project. */
import { join } from 'node:path';
import type { InstallPlace, Surroundings } from '../agent.js';
import { ownFolder } from '../live/log-folders.js';

/** `home`: the agent's own folder. `name`: of that in projects. */
export function settingsPlaces(
  home: string,
  name: string,
  { platform }: Surroundings,
  folders: readonly string[],
  file = 'settings.json',
): InstallPlace[] {
  // PowerShell or cmd would reject our POSIX command
  if (platform === 'win32') {
    return [];
  }
  return [
    { scope: 'user', files: [join(home, file)], offered: true },
    // it belongs to the team: checked but not offered
    ...folders.map((folder) => ({
      scope: 'project' as const,
      files: [join(folder, name, file)] as const,
      offered: false,
    })),
  ];
}

/** The same with `hooks.json`. `name`: of the agent's folder, in the home and in projects. */
export function hooksJsonPlaces(
  name: string,
  where: Surroundings,
  folders: readonly string[],
): InstallPlace[] {
  return settingsPlaces(ownFolder(where, undefined, name), name, where, folders, 'hooks.json');
}
