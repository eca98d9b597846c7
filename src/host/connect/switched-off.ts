/** Hooks that are installed may be switched off by a project's settings, which its agent can write. */
import { dirname } from 'node:path';
import type { HookInstall, InstallPlace } from '../../agents/agent.js';

/**
 * The file by which all open projects switch the hooks of an agent off; undefined if they run in one of them. In each project
 * the first place that says anything about it decides, as with the agents. `read`: undefined if a file cannot be read.
 */
export async function findSwitchedOff(
  installer: Pick<HookInstall, 'isOff'>,
  places: readonly InstallPlace[],
  read: (file: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  /** By folder of a project's settings; undefined while nothing is said. */
  const projects = new Map<string, { file: string; off: boolean } | undefined>();
  for (const { scope, files } of places) {
    const [file] = files;
    const folder = dirname(file);
    if (scope === 'project' && projects.get(folder) === undefined) {
      const text = await read(file);
      const off = text === undefined ? undefined : installer.isOff?.(text);
      projects.set(folder, off === undefined ? undefined : { file, off });
    }
  }
  const all = [...projects.values()];
  return all.every((each) => each?.off === true) ? all[0]?.file : undefined;
}
