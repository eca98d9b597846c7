/** Folders in which agents leave their logs, found level by level with bounded work: only names and times are looked at. */
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Surroundings } from '../agent.js';

/** Folders taken at each level, those changed last. */
const MOST = 24;
/** Folders of a level whose times are looked at: the last by name, which for most agents is the newest. */
const MOST_LOOKED_AT = 1000;

export interface FolderLevel {
  /** Whether a folder of this name is one of the level. Default: all are. */
  is?: (name: string) => boolean;
  /** A file in it whose time tells when it was used last; a folder's own time only tells of new entries. */
  usedBy?: string;
  /** Folders taken. Default 24. */
  most?: number;
  /** Of names that sort by age the last are taken, without a look at times. */
  sorted?: boolean;
}

/** `root`, and the folders below it level by level: all of them may hold logs, or get new folders that do. */
export async function foldersBelow(
  root: string,
  levels: readonly FolderLevel[],
): Promise<string[]> {
  const all = [root];
  let parents = [root];
  for (const level of levels) {
    const found = await Promise.all(parents.map((parent) => newest(parent, level)));
    // the newest parents' first: a level's limit holds for all of them together
    parents = found.flat().slice(0, level.most ?? MOST);
    all.push(...parents);
  }
  return all;
}

async function newest(
  parent: string,
  { is, usedBy, most = MOST, sorted = false }: FolderLevel,
): Promise<string[]> {
  const names = (await folderNames(parent)).filter((name) => is?.(name) ?? true).sort();
  if (sorted) {
    return names
      .slice(-most)
      .reverse()
      .map((name) => join(parent, name));
  }
  const dated = await Promise.all(
    names.slice(-MOST_LOOKED_AT).map(async (name) => {
      const folder = join(parent, name);
      return {
        folder,
        at:
          (await changedAt(usedBy === undefined ? folder : join(folder, usedBy))) ??
          (await changedAt(folder)) ??
          0,
      };
    }),
  );
  return dated
    .sort((a, b) => b.at - a.at)
    .slice(0, most)
    .map(({ folder }) => folder);
}

async function changedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

async function folderNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** The workspace's folders as agents name them: with symbolic links resolved. */
export function realFolders(folders: readonly string[]): Promise<string[]> {
  return Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
}

/** An agent's own folder: the setting, else the variable, else the folder of this name in the person's home. `~/` is the home folder. */
export function ownFolder(
  { env, home, configured }: Surroundings,
  variable: string | undefined,
  name: string,
): string {
  const chosen = [configured, variable === undefined ? undefined : env[variable]]
    .map((each) => each?.trim() ?? '')
    .find((each) => each !== '');
  if (chosen === undefined) {
    return join(home, name);
  }
  return chosen === '~' || chosen.startsWith('~/') ? join(home, chosen.slice(1)) : chosen;
}

export function named(file: string, pattern: RegExp): boolean {
  return pattern.test(basename(file));
}

/** The JSON string of the first field `name` in a text of JSON, which may be cut off behind it. */
export function fieldIn(head: string, name: string): string | undefined {
  const found = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,4096}")`).exec(head)?.[1];
  if (found === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(found);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The first bytes of a file as text; empty if it cannot be read. */
export async function headOf(file: string, bytes: number): Promise<string> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) {
    return '';
  }
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
}
