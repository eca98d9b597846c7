/** Finds agents' log folders level by level with bounded work: reads only names and times. */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openToRead } from '../../bounded-files.js';
import { parseJson } from '../../core/json.js';
import type { LogSource, Surroundings } from '../agent.js';

/** Folders kept at each level: the most recently changed. */
const MOST = 24;
/** Folders of a level whose times are read: the last by name, usually the newest. */
const MOST_LOOKED_AT = 1000;

export interface FolderLevel {
  /** Whether a folder of this name belongs to the level. Default: yes. */
  is?: (name: string) => boolean;
  /** A file in it whose time shows the last use, as a folder's own time only changes with new entries. */
  usedBy?: string;
  /** Maximum number of folders. Default 24. */
  most?: number;
  /** Names sort by age: keeps the last ones without reading times. */
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

/** None where it cannot be read. */
export async function folderNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

/** An agent's own folder: from the setting, else the variable, else of this name in the home folder, which `~/` stands for. */
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

/** An agent that is watched by its hooks alone. */
export const noLogs: LogSource = {
  kind: 'lines',
  folders: () => Promise.resolve([]),
  accepts: () => false,
};

export function named(file: string, pattern: RegExp): boolean {
  return pattern.test(basename(file));
}

/** The string value of the first field `name` in a JSON text, which may be cut off after it. */
export function fieldIn(head: string, name: string): string | undefined {
  const found = new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.){1,4096}")`).exec(head)?.[1];
  if (found === undefined) {
    return undefined;
  }
  const value = parseJson(found);
  return typeof value === 'string' ? value : undefined;
}

/** The first bytes of a file as text; empty if it cannot be read. */
export async function readHead(file: string, bytes: number): Promise<string> {
  const handle = await openToRead(file).catch(() => undefined);
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
