/**
 * Looks at a repository without its settings. Whoever set it up (a clone, an archive, an agent in its sandbox) can name commands in
 * them that `git status` runs: `core.fsmonitor`, filters, the program that hands out a partial clone's missing objects. So git gets a
 * git folder of ours, with the repository's commit, index and objects, and the person's own settings.
 */
import { lstat, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readBytes, readText, writeWhole } from '../bounded-files.js';
import type { GitOutcome, RunGit } from './git-process.js';

/** Arguments that come before git's command. */
export type ViewOutcome = { ok: true; args: string[]; close(): Promise<void> } | GitFailure;
type GitFailure = Extract<GitOutcome, { ok: false }>;

interface ViewedRepository {
  gitDir: string;
  /** With the objects: another folder in a linked worktree. */
  commonDir: string;
  format: 'sha1' | 'sha256';
  /** The commit, and the branch that leads to it; absent before the first one. */
  head?: { commit: string; branch: string | undefined };
}

/** An index is some megabytes at most. */
const LARGEST_COPY = 64 * 1024 * 1024;
/** The name of a branch. */
const LARGEST_HEAD = 8192;

/** `folder`: top of its working tree. Close it after use. */
export async function openView(folder: string, run: RunGit): Promise<ViewOutcome> {
  const found = await find(folder, run);
  if ('problem' in found) {
    return found;
  }
  const view = await mkdtemp(join(tmpdir(), 'turnwatch-git-'));
  const close = (): Promise<void> => rm(view, { recursive: true, force: true });
  try {
    await fill(view, found);
  } catch {
    await close();
    return no('its git folder cannot be read');
  }
  return { ok: true, args: [`--git-dir=${view}`, `--work-tree=${folder}`], close };
}

/** Reads names only: nothing of the settings is run for that. */
async function find(folder: string, run: RunGit): Promise<ViewedRepository | GitFailure> {
  const outcome = await run(folder, [
    'rev-parse',
    '--show-cdup',
    '--absolute-git-dir',
    '--git-common-dir',
    '--show-object-format',
    '--revs-only',
    'HEAD',
    '--symbolic-full-name',
    'HEAD',
  ]);
  if (!outcome.ok) {
    return outcome;
  }
  const [up, gitDir = '', commonDir = '', format, commit = '', ref = ''] = outcome.out.split('\n');
  // a folder above it, or a name with a line break
  if (up !== '' || (format !== 'sha1' && format !== 'sha256')) {
    return no('no repository of its own');
  }
  const found: ViewedRepository = { gitDir, commonDir: resolve(folder, commonDir), format };
  return commit === ''
    ? found
    : { ...found, head: { commit, branch: ref.startsWith('refs/') ? ref : undefined } };
}

function no(problem: string): GitFailure {
  return { ok: false, problem, late: false };
}

async function fill(
  view: string,
  { gitDir, commonDir, format, head }: ViewedRepository,
): Promise<void> {
  await mkdir(join(view, 'refs'));
  await mkdir(join(view, 'info'));
  await mkdir(join(view, 'objects/info'), { recursive: true });
  const branch = head === undefined ? await branchToBe(gitDir) : head.branch;
  await writeWhole(
    join(view, 'HEAD'),
    `${branch === undefined ? head?.commit : `ref: ${branch}`}\n`,
  );
  if (head?.branch !== undefined) {
    await writeWhole(join(view, 'packed-refs'), `${head.commit} ${head.branch}\n`);
  }
  await writeWhole(join(view, 'objects/info/alternates'), `${join(commonDir, 'objects')}\n`);
  await writeWhole(join(view, 'config'), settings(format));
  await copy(join(commonDir, 'info/exclude'), join(view, 'info/exclude'));
  // a split index has a second file
  const names = await readdir(gitDir);
  for (const name of names.filter((each) => each === 'index' || each.startsWith('sharedindex.'))) {
    await copy(join(gitDir, name), join(view, name));
  }
}

/** The branch of the first commit, once there is one. */
async function branchToBe(gitDir: string): Promise<string> {
  const text = await readText(join(gitDir, 'HEAD'), LARGEST_HEAD).catch(() => '');
  return /^ref: (refs\/heads\/[\w./-]+)$/m.exec(text)?.[1] ?? 'refs/heads/none';
}

/** What git would find out itself in a new repository on this platform. */
function settings(format: ViewedRepository['format']): string {
  const { platform } = process;
  const core = {
    repositoryFormatVersion: 1,
    bare: false,
    fileMode: platform !== 'win32',
    symlinks: platform !== 'win32',
    ignoreCase: platform === 'win32' || platform === 'darwin',
    precomposeUnicode: platform === 'darwin',
    // it would watch for the sake of one look
    fsmonitor: false,
  };
  const lines = Object.entries(core).map(([name, value]) => `\t${name} = ${value}`);
  return ['[core]', ...lines, '[extensions]', `\tobjectFormat = ${format}`, ''].join('\n');
}

/** Only a file: anything else could keep us waiting. */
async function copy(from: string, to: string): Promise<void> {
  const stats = await lstat(from).catch(() => undefined);
  if (stats?.isFile() !== true) {
    return;
  }
  if (stats.size > LARGEST_COPY) {
    throw new Error(`${from} is too large`);
  }
  await mkdir(dirname(to), { recursive: true });
  await writeWhole(to, await readBytes(from, LARGEST_COPY));
  // git reads files that are not older than the index: a copy must not seem newer
  const seconds = Math.floor(stats.mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}
