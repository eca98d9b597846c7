/** Hooks that are installed may be switched off by a project's settings, which its agent can write. */
import { dirname } from 'node:path';
import type { HookInstall, InstallPlace } from '../../agents/agent.js';
import type { AgentPlace } from '../../agents/install/places.js';

/** Undefined if a file cannot be read. */
type ReadFile = (file: string) => Promise<string | undefined>;

/** For an agent whose hooks are installed; `all`: the places of every agent. */
export async function findOffFile(
  agent: string,
  all: readonly AgentPlace[],
  read: ReadFile,
): Promise<string | undefined> {
  const { installers } = await import('../../agents/install/installers.js');
  const installer = installers.get(agent);
  const places = all.filter((each) => each.agent.id === agent).map(({ place }) => place);
  return installer && findSwitchedOff(installer, places, read);
}

/**
 * The file by which all open projects switch the hooks of an agent off; undefined if they run in one of them. In each project
 * the first place that says anything about it decides, as with the agents.
 */
export async function findSwitchedOff(
  installer: Pick<HookInstall, 'isOff'>,
  places: readonly InstallPlace[],
  read: ReadFile,
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
