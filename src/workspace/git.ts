/** The state of one working tree, by content: an already dirty file that is edited again changes it, a touched clean file does not. */
import { join } from 'node:path';
import { contentMark, type ContentMark, type ReadingBudget } from './content.js';
import { runGit, type GitOutcome } from './git-process.js';
import {
  hashOf,
  parseStatus,
  plainHash,
  plainHashOf,
  tellsPlain,
  type Status,
  type StatusEntry,
} from './porcelain.js';
import {
  exists,
  findRepository,
  fromRoot,
  fromTop,
  operationInProgress,
  type Repository,
} from './repository.js';

export interface TreeState {
  /** Changes with HEAD, the index, an operation in progress and the content of every dirty or untracked file; ignored files never count. */
  fingerprint: string;
  /** Changes exactly when the output of plain `git status --porcelain` changes. */
  porcelain: string;
  /** Commit and branch. */
  head: string;
  /** What differs from this tree's previous known state: relative to the root with `/`, absolute outside it. Empty at first. */
  paths: string[];
  /** Too many dirty files to look into each: only HEAD, the index, which files are dirty and the named files count. */
  limited: boolean;
  /** How long it took. */
  ms: number;
}

/** `unknown`: why the state could not be told; neither progress nor none. */
interface UnknownTree {
  unknown: string;
  ms: number;
}
export type TreeReading = TreeState | UnknownTree;

export interface TreeOptions {
  /** Path of the git executable; without it git is looked up on the PATH. */
  git?: string;
  /** Milliseconds for the whole look. */
  limitMs?: number;
  /** Milliseconds, only for differences. */
  now?: () => number;
  /** How many dirty files are looked into. */
  mostFiles?: number;
}

const OUTPUT_BYTES = 16 * 1024 * 1024;
/** Larger files, and all files once the round's budget is spent, are told by size and time. */
const LARGEST_READ = 1024 * 1024;
const ROUND_READ = 16 * 1024 * 1024;
const NESTING = 2;
const MOST_NESTED = 20;
const AT_ONCE = 32;
/** After a failure that will not go away by itself, and after one that may. */
const REST_MS = 30_000;
const REST_LATE_MS = 5_000;

const quiet = '--no-optional-locks';
const statusArgs = [
  quiet,
  'status',
  '--porcelain=v2',
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=all',
  '-z',
];
const plainArgs = [quiet, 'status', '--porcelain=v1', '-z'];

/** A dirty file, or a line of git's about it. */
interface Item {
  path: string;
  line: string;
  look: boolean;
}
interface Round {
  deadline: number;
  nested: number;
  items: Item[];
  heads: string[];
}
/** An expected failure on the way, as an exception so that every depth can end the round. */
class CannotTell extends Error {
  constructor(
    message: string,
    readonly late: boolean,
  ) {
    super(message);
  }
}

/** Keeps what the next look needs: the repository's place, the last contents and state. Not for two reads at a time. */
export class WorkingTree {
  private repository: Repository | undefined;
  private resting: { problem: string; until: number } | undefined;
  private contents = new Map<string, ContentMark>();
  private marks: Map<string, string> | undefined;
  private plain: { of: string; hash: string } | undefined;
  private readonly limitMs: number;
  private readonly now: () => number;
  private readonly mostFiles: number;

  constructor(
    readonly root: string,
    private readonly options: TreeOptions = {},
  ) {
    this.limitMs = options.limitMs ?? 2_000;
    this.now = options.now ?? (() => performance.now());
    this.mostFiles = options.mostFiles ?? 2_000;
  }

  /** `named`: files that calls name, absolute; looked into even where there are too many. `retry`: do not rely on a remembered failure. */
  async read(named: Iterable<string> = [], retry = false): Promise<TreeReading> {
    const start = this.now();
    if (this.resting !== undefined && !retry && start < this.resting.until) {
      return { unknown: this.resting.problem, ms: 0 };
    }
    this.resting = undefined;
    try {
      const state = await this.look(start + this.limitMs, named);
      return { ...state, ms: this.now() - start };
    } catch (error) {
      if (!(error instanceof CannotTell)) {
        throw error;
      }
      this.resting = {
        problem: error.message,
        until: this.now() + (error.late ? REST_LATE_MS : REST_MS),
      };
      if (!error.late) {
        this.repository = undefined;
      }
      return { unknown: error.message, ms: this.now() - start };
    }
  }

  private async look(deadline: number, named: Iterable<string>): Promise<Omit<TreeState, 'ms'>> {
    const repository = (this.repository ??= await this.discover(deadline));
    const round: Round = { deadline, nested: 0, items: [], heads: [] };
    const status = await this.status(repository.top, round);
    const porcelain = await this.porcelainOf(repository.top, status, deadline);
    await this.collect(repository.top, '', status, round, 0);

    const limited = round.items.filter((item) => item.look).length > this.mostFiles;
    const only = limited
      ? new Set([...named].map((path) => fromTop(repository, this.root, path)))
      : undefined;
    const marks = await this.markAll(repository.top, round, only);
    const operation = await operationInProgress(repository.gitDir);
    const paths = this.differences(marks).map((path) => fromRoot(repository, path));
    this.marks = marks;
    const parts = [...marks].map(([path, mark]) => `${path}\0${mark}`);
    return {
      fingerprint: hashOf([...parts, ...round.heads, `operation ${operation}`]),
      porcelain,
      head: status.head,
      paths,
      limited,
    };
  }

  private async discover(deadline: number): Promise<Repository> {
    const found = await findRepository(this.root, (folder, args) =>
      this.run(folder, args, deadline),
    );
    if (!found.ok) {
      throw new CannotTell(found.problem, found.late);
    }
    return found.repository;
  }

  private run(folder: string, args: string[], deadline: number): Promise<GitOutcome> {
    return runGit(
      folder,
      args,
      { ms: deadline - this.now(), bytes: OUTPUT_BYTES },
      this.options.git,
    );
  }

  private async status(folder: string, round: Round): Promise<Status> {
    const outcome = await this.run(folder, statusArgs, round.deadline);
    if (!outcome.ok) {
      throw new CannotTell(outcome.problem, outcome.late);
    }
    return parseStatus(outcome.out);
  }

  /** A second status only where the first cannot tell, and only when the first has changed: the plain one follows from it. */
  private async porcelainOf(top: string, status: Status, deadline: number): Promise<string> {
    const of = hashOf([status.head, ...status.entries.map((entry) => entry.line)]);
    if (this.plain?.of === of) {
      return this.plain.hash;
    }
    let hash: string;
    if (tellsPlain(status)) {
      hash = plainHash(status);
    } else {
      const outcome = await this.run(top, plainArgs, deadline);
      if (!outcome.ok) {
        throw new CannotTell(outcome.problem, outcome.late);
      }
      hash = plainHashOf(outcome.out);
    }
    this.plain = { of, hash };
    return hash;
  }

  /** All entries of a repository; those of dirty submodules and nested repositories with the folder's path before them. */
  private async collect(
    top: string,
    prefix: string,
    status: Status,
    round: Round,
    depth: number,
  ): Promise<void> {
    round.heads.push(`head ${prefix} ${status.head}`);
    for (const entry of status.entries) {
      const nested = isRepository(entry);
      const path = prefix + entry.path.replace(/\/$/, '');
      round.items.push({ path, line: entry.line, look: entry.unrecorded && !nested });
      if (!nested || depth >= NESTING || round.nested >= MOST_NESTED) {
        continue;
      }
      const folder = join(top, entry.path);
      if (!(await exists(join(folder, '.git')))) {
        continue;
      }
      round.nested++;
      const outcome = await this.run(folder, statusArgs, round.deadline);
      if (outcome.ok) {
        await this.collect(folder, `${path}/`, parseStatus(outcome.out), round, depth + 1);
      } else if (outcome.late) {
        throw new CannotTell(outcome.problem, true);
      }
    }
  }

  /** `only`: the files to look into, from the top; without it, all that need it. */
  private async markAll(
    top: string,
    round: Round,
    only: Set<string> | undefined,
  ): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    const contents = new Map<string, ContentMark>();
    const budget: ReadingBudget = { bytes: ROUND_READ };
    const files: Item[] = [];
    for (const item of round.items) {
      // A path may have two lines: removed from the index, and untracked.
      marks.set(item.path, `${marks.get(item.path) ?? ''}${item.line}\0`);
      if (item.look && (only === undefined || only.has(item.path))) {
        files.push(item);
      }
    }
    for (let at = 0; at < files.length; at += AT_ONCE) {
      if (this.now() > round.deadline) {
        throw new CannotTell('reading the changed files took too long', true);
      }
      await Promise.all(
        files.slice(at, at + AT_ONCE).map(async ({ path }) => {
          const content = await contentMark(
            join(top, path),
            budget,
            LARGEST_READ,
            this.contents.get(path),
          );
          contents.set(path, content);
          marks.set(path, `${marks.get(path) ?? ''}${content.mark}`);
        }),
      );
    }
    this.contents = contents;
    return marks;
  }

  private differences(marks: Map<string, string>): string[] {
    const before = this.marks;
    if (before === undefined) {
      return [];
    }
    const changed = [...marks]
      .filter(([path, mark]) => before.get(path) !== mark)
      .map(([path]) => path);
    return [...changed, ...[...before.keys()].filter((path) => !marks.has(path))];
  }
}

function isRepository(entry: StatusEntry): boolean {
  return entry.submodule || (entry.untracked && entry.path.endsWith('/'));
}
