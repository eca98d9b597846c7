/** What git says of a working tree and of the repositories in it. Only the opened one's settings count. */
import { join } from 'node:path';
import type { GitOutcome, RunGit } from './git-process.js';
import { parseStatus, type Status, type StatusEntry } from './porcelain.js';
import { openView } from './repository-view.js';
import { exists } from './repository.js';

/** A dirty file, or a line of git's about it. */
export interface StatusItem {
  /** From the top, with `/`. */
  path: string;
  line: string;
  /** Its content is not told by the line. */
  look: boolean;
}

export interface TreeStatus {
  status: Status;
  /** With those of repositories in it. */
  items: StatusItem[];
  /** Commit and branch of each repository, by its path from the top; `''` is the top's own. */
  heads: Map<string, string>;
  /** Submodules with changes of their own, which `status` leaves out. */
  modified: Set<string>;
}

/** An expected failure on the way, as an exception so that every depth can end the look. */
export class CannotTell extends Error {
  constructor(
    message: string,
    readonly late: boolean,
  ) {
    super(message);
  }
}

type Git = (args: readonly string[]) => Promise<GitOutcome>;

const NESTING = 2;
const MOST_NESTED = 50;

const quiet = '--no-optional-locks';
// git's own look into a submodule would go by the submodule's settings
const ownChanges = '--ignore-submodules=dirty';
const statusArgs = [
  quiet,
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=all',
  ownChanges,
  '-z',
];
const plainArgs = [quiet, 'status', '--porcelain=v1', ownChanges, '-z'];

/** Output of plain `git status`, without what submodules changed. */
export async function plainStatus(git: Git): Promise<string> {
  return readOutput(await git(plainArgs));
}

/** `isOpened`: the person opened it, so that git runs as theirs would. Otherwise its settings are left aside. */
export async function inRepository<T>(
  folder: string,
  isOpened: boolean,
  run: RunGit,
  use: (git: Git) => Promise<T>,
): Promise<T> {
  if (isOpened) {
    return use((args) => run(folder, args));
  }
  const view = await openView(folder, run);
  if (!view.ok) {
    throw new CannotTell(view.problem, view.late);
  }
  try {
    return await use((args) => run(folder, [...view.args, ...args]));
  } finally {
    await view.close();
  }
}

/** Looks again and again at one tree. Not for two looks at a time. */
export class TreeStatuses {
  /** Paths of the submodules by folder: a process for each new commit, not for each look. */
  private readonly submodules = new Map<string, { head: string; paths: string[] }>();
  private nested = 0;

  constructor(private readonly run: RunGit) {}

  /** @throws CannotTell */
  async read(git: Git, top: string): Promise<TreeStatus> {
    this.nested = 0;
    return this.collect(git, top, '', 0);
  }

  /** `prefix`: of the paths, from the top. */
  private async collect(
    git: Git,
    folder: string,
    prefix: string,
    depth: number,
  ): Promise<TreeStatus> {
    const status = parseStatus(readOutput(await git(statusArgs)));
    const found: TreeStatus = {
      status,
      items: status.entries.map((entry) => ({
        path: prefix + bare(entry),
        line: entry.line,
        look: entry.unrecorded && !isRepository(entry),
      })),
      heads: new Map([[prefix.replace(/\/$/, ''), status.head]]),
      modified: new Set(),
    };
    if (depth >= NESTING) {
      return found;
    }
    const submodules = await this.listSubmodules(git, folder, status);
    for (const path of new Set([...status.entries.filter(isRepository).map(bare), ...submodules])) {
      const inside = await this.lookInto(folder, path, prefix, depth);
      if (inside === undefined) {
        continue;
      }
      found.items.push(...inside.items);
      for (const [at, head] of inside.heads) {
        found.heads.set(at, head);
      }
      const changes = listChanges(inside);
      if (changes !== '' && submodules.includes(path)) {
        found.modified.add(path);
        found.items.push({ path: prefix + path, line: changes, look: false });
      }
    }
    return found;
  }

  private async lookInto(
    folder: string,
    path: string,
    prefix: string,
    depth: number,
  ): Promise<TreeStatus | undefined> {
    const nested = join(folder, path);
    if (this.nested >= MOST_NESTED || !(await exists(join(nested, '.git')))) {
      return undefined;
    }
    this.nested++;
    try {
      return await inRepository(nested, false, this.run, (git) =>
        this.collect(git, nested, `${prefix}${path}/`, depth + 1),
      );
    } catch (error) {
      if (error instanceof CannotTell && !error.late) {
        return undefined;
      }
      throw error;
    }
  }

  /** None in a repository with too many files to list. */
  private async listSubmodules(git: Git, folder: string, { head }: Status): Promise<string[]> {
    const known = this.submodules.get(folder);
    if (known?.head === head) {
      return known.paths;
    }
    const outcome = await git(['ls-files', '--stage', '-z']);
    // mode, object, stage, a tab and the path
    const paths = (outcome.ok ? outcome.out : '')
      .split('\0')
      .filter((line) => line.startsWith('160000 '))
      .map((line) => line.slice(line.indexOf('\t') + 1));
    this.submodules.set(folder, { head, paths: [...new Set(paths)] });
    return paths;
  }
}

function readOutput(outcome: GitOutcome): string {
  if (!outcome.ok) {
    throw new CannotTell(outcome.problem, outcome.late);
  }
  return outcome.out;
}

/** As git marks a submodule: `M` for changes, `U` for untracked files. */
function listChanges({ status, modified }: TreeStatus): string {
  const isModified = modified.size > 0 || status.entries.some((entry) => !entry.untracked);
  return `${isModified ? 'M' : ''}${status.entries.some((entry) => entry.untracked) ? 'U' : ''}`;
}

function isRepository(entry: StatusEntry): boolean {
  return entry.submodule || (entry.untracked && entry.path.endsWith('/'));
}

function bare(entry: StatusEntry): string {
  return entry.path.replace(/\/$/, '');
}
