/**
 * The working trees of a repository, read from git's files: no process runs, so also in an untrusted workspace. Such a file may have come
 * with an archive and name any folder. A worktree counts only if both sides name each other, without links on git's side: nobody
 * else's folder does.
 */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readText } from '../bounded-files.js';

export interface WorkTree {
  /** Top of the working tree, with links resolved. */
  top: string;
  /** Its branch, or the start of the commit's id; undefined if it cannot be told. */
  branch: string | undefined;
}

export interface RepositoryTrees {
  /** The one that holds the folder; undefined for a bare repository. */
  own: WorkTree | undefined;
  others: WorkTree[];
  /** Where git notes worktrees; it may not exist. */
  admin: string;
  /** The name of the folder in which it was cloned. */
  name: string;
  /** A worktree is noted but not (yet, or no longer) there. */
  incomplete: boolean;
}

/** More are left aside. */
const MOST = 256;
const AT_ONCE = 16;
/** A path and a few words. */
const LARGEST = 8192;
/** A repository's settings, of which one is read. */
const LARGEST_CONFIG = 256 * 1024;

/** Undefined without a repository, and where its git folder lies elsewhere without a sign that the two belong together: a submodule, a separate git folder. */
export async function findTrees(folder: string): Promise<RepositoryTrees | undefined> {
  const place = await findRepository(folder);
  if (place === undefined) {
    return undefined;
  }
  const { top, gitDir, common } = place;
  const admin = join(common, 'worktrees');
  const linked = await linkedTrees(common, admin);
  const main = await mainTree(common);
  const all = [...(main === undefined ? [] : [main]), ...linked.trees];
  return {
    own: top === undefined ? undefined : { top, branch: await readBranch(gitDir) },
    others: all.filter((tree) => tree.top !== top),
    admin,
    name: findName(common),
    incomplete: linked.incomplete,
  };
}

/** `project` of `project/.git`, `project/.bare` and `project.git`. */
function findName(common: string): string {
  const name = basename(common);
  return name.startsWith('.') ? basename(dirname(common)) : name.replace(/\.git$/, '');
}

interface RepositoryPlace {
  /** Undefined for a bare repository. */
  top: string | undefined;
  gitDir: string;
  /** With the list of worktrees. */
  common: string;
}

async function findRepository(folder: string): Promise<RepositoryPlace | undefined> {
  const start = await real(folder);
  for (let top = start; top !== undefined; top = dirname(top)) {
    const git = join(top, '.git');
    const kind = await classifyGitFile(git);
    if (kind === 'folder') {
      return { top, gitDir: git, common: git };
    }
    if (kind === 'file') {
      return behindFile(top, git);
    }
    if (kind === 'other') {
      return undefined;
    }
    if (await isBare(top)) {
      return { top: undefined, gitDir: top, common: top };
    }
    if (dirname(top) === top) {
      return undefined;
    }
  }
  return undefined;
}

async function behindFile(top: string, git: string): Promise<RepositoryPlace | undefined> {
  const gitDir = await namedGitDir(git);
  if (gitDir === undefined) {
    return undefined;
  }
  const common = await findCommonFolder(gitDir);
  if (common !== undefined) {
    const isKnown =
      dirname(gitDir) === join(common, 'worktrees') && (await findTop(gitDir)) === top;
    return isKnown ? { top, gitDir, common } : undefined;
  }
  // as in `project/.bare` with worktrees beside it
  return isIn(top, gitDir) ? { top, gitDir, common: gitDir } : undefined;
}

async function linkedTrees(
  common: string,
  admin: string,
): Promise<{ trees: WorkTree[]; incomplete: boolean }> {
  const trees: WorkTree[] = [];
  if ((await real(admin)) !== admin) {
    return { trees, incomplete: false };
  }
  const entries = await readdir(admin, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (let at = 0; at < Math.min(names.length, MOST); at += AT_ONCE) {
    const found = await Promise.all(
      names
        .slice(at, Math.min(at + AT_ONCE, MOST))
        .map((name) => linked(join(admin, name), common)),
    );
    trees.push(...found.filter((tree) => tree !== undefined));
  }
  return { trees, incomplete: trees.length < Math.min(names.length, MOST) };
}

async function linked(gitDir: string, common: string): Promise<WorkTree | undefined> {
  if ((await findCommonFolder(gitDir)) !== common) {
    return undefined;
  }
  const top = await findTop(gitDir);
  // an archive unpacked among other projects could make their folder its worktree
  return top === undefined || isIn(top, common)
    ? undefined
    : { top, branch: await readBranch(gitDir) };
}

/** Top of the working tree that a worktree's git folder names, if its `.git` file names that git folder. */
async function findTop(gitDir: string): Promise<string | undefined> {
  const named = await line(join(gitDir, 'gitdir'));
  if (named === undefined || basename(named) !== '.git') {
    return undefined;
  }
  const top = await real(dirname(resolve(gitDir, named)));
  return top !== undefined && (await namedGitDir(join(top, '.git'))) === gitDir ? top : undefined;
}

/** The git folder that a `.git` file names, with links resolved. */
async function namedGitDir(git: string): Promise<string | undefined> {
  const text = await line(git);
  const path = text?.startsWith('gitdir: ') === true ? text.slice('gitdir: '.length) : undefined;
  return path === undefined ? undefined : real(resolve(dirname(git), path));
}

async function findCommonFolder(gitDir: string): Promise<string | undefined> {
  const path = await line(join(gitDir, 'commondir'));
  return path === undefined ? undefined : real(resolve(gitDir, path));
}

async function mainTree(common: string): Promise<WorkTree | undefined> {
  if (basename(common) !== '.git' || (await classifyGitFile(common)) !== 'folder') {
    return undefined;
  }
  const config = (await smallText(join(common, 'config'), LARGEST_CONFIG)) ?? '';
  return /^\s*bare\s*=\s*true\s*$/im.test(config)
    ? undefined
    : { top: dirname(common), branch: await readBranch(common) };
}

async function readBranch(gitDir: string): Promise<string | undefined> {
  const head = await line(join(gitDir, 'HEAD'));
  return (
    /^ref: refs\/heads\/(.+)$/.exec(head ?? '')?.[1] ??
    /^([0-9a-f]{7})[0-9a-f]{33,57}$/.exec(head ?? '')?.[1]
  );
}

async function isBare(folder: string): Promise<boolean> {
  const parts = ['HEAD', 'objects', 'refs'].map((name) => classifyGitFile(join(folder, name)));
  return (await Promise.all(parts)).join() === 'file,folder,folder';
}

async function classifyGitFile(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) {
    return undefined;
  }
  if (found.isFile()) {
    return 'file';
  }
  return found.isDirectory() ? 'folder' : 'other';
}

function real(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isIn(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The one line of a file; undefined if it holds more, or nothing. */
async function line(path: string): Promise<string | undefined> {
  const text = (await smallText(path, LARGEST))?.replace(/\r?\n$/, '') ?? '';
  return text === '' || /[\r\n\0]/.test(text) ? undefined : text;
}

/** Undefined unless it is a file of at most so many bytes. */
async function smallText(path: string, most: number): Promise<string | undefined> {
  return readText(path, most).catch(() => undefined);
}
