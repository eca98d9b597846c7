/**
 * The folder by which hooks find who answers them. An editor's windows share one, which its hooks name: a terminal joins them there.
 * Without an editor that has Turnwatch, the folder is our own.
 */
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HookClient, HookInstall, InstallPlace, Surroundings } from '../agents/agent.js';
import { planChange, type Disk } from '../agents/install/config-file.js';
import { diskWith } from '../agents/install/settings-changes.js';
import { installers } from '../agents/install/installers.js';
import type { AgentPlace } from '../agents/install/places.js';

/** Publisher and name of the extension, as editors name its folder. */
const EXTENSION = 'turnwatch.turnwatch';

/** All that may be in use: those of editors, the one used last first, then our own. */
export async function sharedFolders(where: Surroundings): Promise<[string, ...string[]]> {
  const found: { folder: string; usedAt: number }[] = [];
  for (const editor of await editorFolders(where)) {
    const folder = join(editor, 'User', 'globalStorage', EXTENSION, 'bridge');
    const usedAt = await changedAt(folder);
    if (usedAt !== undefined) {
      found.push({ folder, usedAt });
    }
  }
  found.sort((one, other) => other.usedAt - one.usedAt);
  const [first, ...more] = found.map(({ folder }) => folder);
  const own = join(stateFolder(where), 'turnwatch', 'bridge');
  return first === undefined ? [own] : [first, ...more, own];
}

/** Backups lie beside the shared folder. */
export function diskFor(sharedFolder: string, { home }: Surroundings): Disk {
  return diskWith({ folder: join(dirname(sharedFolder), 'backups'), home });
}

/** The folder that the hooks in a place name; undefined if there are none, or others than ours of today. */
export async function folderOfHooks(
  disk: Disk,
  installer: HookInstall,
  { files: [file] }: InstallPlace,
  folders: readonly string[],
): Promise<string | undefined> {
  const unchanged = await planChange(disk, file, (text) => ({ text }));
  return folders.find((dir) => {
    const client: HookClient = { dir };
    return (
      'before' in unchanged && installer.status(file, unchanged.before, client) === 'installed'
    );
  });
}

/** Those that the hooks installed here name. */
export async function foldersOfHooks(
  disk: Disk,
  places: readonly AgentPlace[],
  folders: readonly string[],
): Promise<string[]> {
  const found = await Promise.all(
    places.map(async ({ agent, place }) => {
      const installer = installers.get(agent.id);
      return installer && (await folderOfHooks(disk, installer, place, folders));
    }),
  );
  return [...new Set(found.filter((folder) => folder !== undefined))];
}

/** Data folders of VS Code and its kin, here and as servers, whatever they are called. */
async function editorFolders({ env, home, platform }: Surroundings): Promise<string[]> {
  const settings =
    platform === 'win32'
      ? (env['APPDATA'] ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env['XDG_CONFIG_HOME'] ?? join(home, '.config'));
  const data = env['XDG_DATA_HOME'] ?? join(home, '.local', 'share');
  const [apps, servers, webServers] = await Promise.all([
    foldersIn(settings),
    foldersIn(home),
    foldersIn(data),
  ]);
  return [
    ...apps,
    ...servers.filter((name) => /[\\/]\.[^\\/]+$/.test(name)).map((name) => join(name, 'data')),
    ...webServers,
  ];
}

function stateFolder({ env, home, platform }: Surroundings): string {
  return platform === 'win32'
    ? (env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'))
    : (env['XDG_STATE_HOME'] ?? join(home, '.local', 'state'));
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}

async function changedAt(folder: string): Promise<number | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true ? found.mtimeMs : undefined;
}
