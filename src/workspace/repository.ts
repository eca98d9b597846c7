/** Locates a folder's repository, names paths in it, and reads which git operation is in progress. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readText } from '../bounded-files.js';
import type { GitOutcome } from './git-process.js';

export interface Repository {
  /** Top of the working tree, with links resolved. */
  top: string;
  /** This working tree's git folder; a linked worktree has its own. */
  gitDir: string;
  /** The watched folder, with links resolved. */
  root: string;
}

export type Discovery =
  | { ok: true; repository: Repository }
  | { ok: false; problem: string; late: boolean };

/** Checks the file system first, so that a folder without a repository costs no process. `run` runs git in the given folder. */
export async function findRepository(
  folder: string,
  run: (folder: string, args: string[]) => Promise<GitOutcome>,
): Promise<Discovery> {
  let root: string;
  try {
    root = await realpath(folder);
  } catch {
    return no(`the folder ${folder} does not exist`);
  }
  if (!(await repositoryAbove(root))) {
    return no('no repository');
  }
  // The folder comes last, since it alone may contain a line break.
  const outcome = await run(root, [
    'rev-parse',
    '--is-inside-work-tree',
    '--is-bare-repository',
    '--show-cdup',
    '--absolute-git-dir',
  ]);
  if (!outcome.ok) {
    return outcome;
  }
  const [inside, bare, ...rest] = outcome.out.split('\n');
  if (inside === 'true') {
    const [up = '', ...gitDir] = rest;
    return {
      ok: true,
      repository: { top: resolve(root, up), gitDir: gitDir.join('\n').replace(/\n$/, ''), root },
    };
  }
  return no(
    bare === 'true'
      ? 'bare repository: it has no working tree'
      : 'a git folder, not a working tree',
  );
}

function no(problem: string): Discovery {
  return { ok: false, problem, late: false };
}

async function repositoryAbove(root: string): Promise<boolean> {
  for (let folder = root; ; folder = dirname(folder)) {
    if (
      (await exists(join(folder, '.git'))) ||
      ((await exists(join(folder, 'HEAD'))) &&
        (await exists(join(folder, 'objects'))) &&
        (await exists(join(folder, 'refs'))))
    ) {
      return true;
    }
    if (dirname(folder) === folder) {
      return false;
    }
  }
}

export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Whether one of the folders is the top of this working tree or lies in it. */
export async function holds(top: string, folders: readonly string[]): Promise<boolean> {
  const places = await Promise.all(
    folders.map((folder) => realpath(folder).catch(() => undefined)),
  );
  return places.some((place) => place !== undefined && !leaves(relative(top, place)));
}

/** A path in `folder`, the watched folder as it was named, relative to the top of the working tree, with `/`. */
export function fromTop(repository: Repository, folder: string, path: string): string {
  const inRoot = relative(resolve(folder), resolve(path));
  const real = leaves(inRoot) ? path : join(repository.root, inRoot);
  return slashes(relative(repository.top, real));
}

/** A path from the top of the working tree, relative to the watched folder with `/`; absolute outside it. */
export function fromRoot(repository: Repository, path: string): string {
  const whole = join(repository.top, path);
  const inRoot = relative(repository.root, whole);
  return slashes(leaves(inRoot) ? whole : inRoot);
}

function leaves(path: string): boolean {
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path);
}

function slashes(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}

const operationFiles = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'BISECT_LOG'];
const rebaseFolders = ['rebase-merge', 'rebase-apply', 'sequencer'];
/** Progress of a rebase: current and total steps. */
const rebaseSteps = ['msgnum', 'end', 'next', 'last'];
/** The log of a bisection has a few lines for each step (bytes). */
const LARGEST = 1024 * 1024;

/** The merge, cherry-pick, revert, bisect or rebase in progress, with its progress; empty if there is none. */
export async function operationInProgress(gitDir: string): Promise<string> {
  const names = new Set(await readdir(gitDir).catch(() => []));
  const parts: string[] = [];
  for (const name of operationFiles) {
    if (names.has(name)) {
      parts.push(`${name} ${await text(join(gitDir, name))}`);
    }
  }
  for (const name of rebaseFolders) {
    if (!names.has(name)) {
      continue;
    }
    const steps = await Promise.all(rebaseSteps.map((step) => text(join(gitDir, name, step))));
    parts.push(`${name} ${steps.join(' ')}`);
  }
  return parts.join('\n');
}

async function text(path: string): Promise<string> {
  return readText(path, LARGEST).then(
    (content) => content.trim().slice(0, 16_384),
    () => '',
  );
}
