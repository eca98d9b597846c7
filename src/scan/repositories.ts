/** The repositories of the folders that logs name, by git's files alone. */
import { basename, dirname, isAbsolute } from 'node:path';
import { findTrees } from '../workspace/worktrees.js';

/** Folders that are looked at. */
const MOST = 500;

export class Repositories {
  private readonly known = new Map<string, Promise<string>>();

  /** The folder in which the repository was cloned, the same for all its worktrees; without one, the folder itself. */
  find(folder: string): Promise<string> {
    const known = this.known.get(folder);
    if (known !== undefined) {
      return known;
    }
    const found = this.known.size < MOST ? lookUp(folder) : Promise.resolve(folder);
    this.known.set(folder, found);
    return found;
  }
}

/** A log may name any folder: one of another machine is not asked for. */
async function lookUp(folder: string): Promise<string> {
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) {
    return folder;
  }
  const trees = await findTrees(folder).catch(() => undefined);
  if (trees === undefined) {
    return folder;
  }
  const common = dirname(trees.admin);
  return basename(common).startsWith('.') ? dirname(common) : common;
}
