/** Where the backup of a settings file goes: next to it, unless it would be committed there. */
import type * as promises from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, relative, sep } from 'node:path';

type PlaceLookup = Pick<typeof promises, 'lstat' | 'realpath'>;

export interface BackupStorage {
  /** The extension's own folder for backups. */
  folder: string;
  /** The person's home folder, which may itself be a link. */
  home: string;
}

/**
 * The folder in the storage, for a file in a linked folder (dotfiles, most often) or in a Git repository; undefined for one whose
 * backup lies next to it. `target`: the file behind the links.
 */
export async function backupFolder(
  fs: PlaceLookup,
  file: string,
  target: string,
  { folder, home }: BackupStorage,
): Promise<string | undefined> {
  const isLinked = target !== (await withoutLinkedHome(fs, file, home));
  if (!isLinked && !(await inRepository(fs, target))) {
    return undefined;
  }
  // under its own path, so that a person finds it
  const { root } = parse(target);
  return join(folder, root.replace(/[^\w]/g, ''), dirname(target).slice(root.length));
}

/** Only the home folder is replaced by what it links to: that it is a link says nothing about the file. */
async function withoutLinkedHome(fs: PlaceLookup, file: string, home: string): Promise<string> {
  const inHome = relative(home, file);
  const leaves = inHome === '..' || inHome.startsWith(`..${sep}`) || isAbsolute(inHome);
  return leaves ? file : join(await fs.realpath(home).catch(() => home), inHome);
}

async function inRepository(fs: PlaceLookup, file: string): Promise<boolean> {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = await fs.lstat(join(folder, '.git')).then(
      () => true,
      () => false,
    );
    if (found || dirname(folder) === folder) {
      return found;
    }
  }
}
