/** The state of one working tree, by content: an already dirty file that is edited again changes it, a touched clean file does not. */
import { join } from 'node:path';
import {
  contentMark,
  FOLDER,
  type ContentKeeper,
  type ContentMark,
  type ReadingBudget,
} from './saves.js';
import { runGit, type GitOutcome } from './git-process.js';
import { hashPorcelain, plainHash, hashPlain, tellsPlain } from './porcelain.js';
import {
  exists,
  findRepository,
  fromRoot,
  fromTop,
  holds,
  operationInProgress,
  type Repository,
} from './repository.js';
import {
  CannotTell,
  inRepository,
  plainStatus,
  TreeStatuses,
  type StatusItem,
  type TreeStatus,
} from './tree-status.js';

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

/** What a look has seen of the files: those that differ from the commit, and those that did so at the look before. */
export interface SeenTree {
  /** Top of the working tree, with links resolved. */
  top: string;
  /** Undefined before the first one. */
  commit: string | undefined;
  /** When the look began (milliseconds since the epoch). */
  began: number;
  /** By path from the top, with `/`. None of repositories inside this one. */
  files: ReadonlyMap<string, ContentMark>;
  /** Those that no longer differ from the commit. */
  clean: ReadonlySet<string>;
  /** There are too many for a look into each: `files` has none. */
  limited: boolean;
}

/** Keeps what looks read. */
export interface TreeKeeper extends ContentKeeper {
  /** Whether it wants anything now. */
  readonly isKeeping: boolean;
  seen(tree: SeenTree): void;
}

export interface TreeOptions {
  /** Path of the git executable; without it git is looked up on the PATH. */
  git?: string;
  /** Runs git; by default from this thread. */
  run?: typeof runGit;
  /** Milliseconds for the whole look. */
  limitMs?: number;
  /** Milliseconds, only for differences. */
  now?: () => number;
  /** How many dirty files are looked into. */
  mostFiles?: number;
  /** The folders that the person opened: of a repository that holds none of them, no setting counts. Without it, all count. */
  opened?: () => readonly string[];
  keeper?: TreeKeeper;
}

const OUTPUT_BYTES = 16 * 1024 * 1024;
/** Larger files, and all files once the round's budget is spent, are told by size and time. */
const LARGEST_READ = 1024 * 1024;
const ROUND_READ = 16 * 1024 * 1024;
const AT_ONCE = 32;
/** After a failure that will not go away by itself, and after one that may. */
const REST_MS = 30_000;
const REST_LATE_MS = 5_000;

const GONE = 'the working tree is gone';

/** Keeps what the next look needs: the repository's place, the last contents and state. Not for two reads at a time. */
export class WorkingTree {
  private repository: Repository | undefined;
  private resting: { problem: string; until: number } | undefined;
  private contents = new Map<string, ContentMark>();
  /** What the keeper was told at the last look, but for what is clean. */
  private seen: ReadonlyMap<string, ContentMark> = new Map();
  private marks: Map<string, string> | undefined;
  private heads: Map<string, string> | undefined;
  /** Top of the tree, and whether its git folder or file was there. */
  private place: { top: string; isMarked: boolean } | undefined;
  private plain: { of: string; hash: string } | undefined;
  /** When the look in progress has to be over. */
  private deadline = 0;
  private readonly statuses = new TreeStatuses((folder, args) => this.run(folder, args));
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
      this.deadline = start + this.limitMs;
      const state = await this.readState(named);
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

  private async readState(named: Iterable<string>): Promise<Omit<TreeState, 'ms'>> {
    const began = Date.now();
    const repository = (this.repository ??= await this.discover());
    const { top } = repository;
    if (this.place?.isMarked === true && !(await exists(join(top, '.git')))) {
      throw new CannotTell(GONE, false);
    }
    const folders = this.options.opened?.();
    const isOpened = folders === undefined || (await holds(top, folders));
    const { porcelain, status, items, heads } = await inRepository(
      top,
      isOpened,
      (folder, args) => this.run(folder, args),
      async (git) => {
        const found = await this.statuses.read(git, top);
        return { ...found, porcelain: await this.readPorcelain(found, () => plainStatus(git)) };
      },
    );

    const limited = items.filter((item) => item.look).length > this.mostFiles;
    const only = limited
      ? new Set([...named].map((path) => fromTop(repository, this.root, path)))
      : undefined;
    const marks = await this.markAll(top, items, only);
    if (this.keeper !== undefined) {
      const commit = /^oid ([0-9a-f]+)$/m.exec(status.head)?.[1];
      const seen = limited ? noFiles : await this.seeFiles(top, items, heads);
      this.keeper.seen({ top, commit, began, limited, ...seen });
    }
    const operation = await operationInProgress(repository.gitDir);
    const changed = new Set([
      ...differences(this.marks, marks),
      ...differences(this.heads, heads).filter((path) => path !== ''),
    ]);
    this.marks = marks;
    this.heads = heads;
    const parts = [...marks].map(([path, mark]) => `${path}\0${mark}`);
    const commits = [...heads].map(([path, head]) => `head ${path} ${head}`);
    return {
      fingerprint: hashPorcelain([...parts, ...commits, `operation ${operation}`]),
      porcelain,
      head: status.head,
      paths: [...changed].map((path) => fromRoot(repository, path)),
      limited,
    };
  }

  private async discover(): Promise<Repository> {
    const found = await findRepository(this.root, (folder, args) => this.run(folder, args));
    if (!found.ok) {
      throw new CannotTell(found.problem, found.late);
    }
    const { top } = found.repository;
    // in a worktree that was removed, git finds the repository around it
    if (
      this.place !== undefined &&
      top !== this.place.top &&
      (await holds(top, [this.place.top]))
    ) {
      throw new CannotTell(GONE, false);
    }
    this.place = { top, isMarked: await exists(join(top, '.git')) };
    return found.repository;
  }

  private run(folder: string, args: readonly string[]): Promise<GitOutcome> {
    const { run = runGit } = this.options;
    return run(
      folder,
      args,
      { ms: this.deadline - this.now(), bytes: OUTPUT_BYTES },
      this.options.git,
    );
  }

  /** A second status only where the first cannot tell, and only when the first has changed: the plain one follows from it. */
  private async readPorcelain(
    { status, modified }: TreeStatus,
    plain: () => Promise<string>,
  ): Promise<string> {
    const of = hashPorcelain([
      status.head,
      ...status.entries.map((entry) => entry.line),
      ...[...modified].map((path) => `modified ${path}`),
    ]);
    if (this.plain?.of !== of) {
      const hash = tellsPlain(status)
        ? plainHash(status, modified)
        : hashPlain(await plain(), modified);
      this.plain = { of, hash };
    }
    return this.plain.hash;
  }

  /** `only`: the files to look into, from the top; without it, all that need it. */
  private async markAll(
    top: string,
    items: readonly StatusItem[],
    only: Set<string> | undefined,
  ): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    const files: StatusItem[] = [];
    for (const item of items) {
      // A path may have two lines: removed from the index, and untracked.
      marks.set(item.path, `${marks.get(item.path) ?? ''}${item.line}\0`);
      if (item.look && (only === undefined || only.has(item.path))) {
        files.push(item);
      }
    }
    this.contents = await this.readAll(
      top,
      files.map(({ path }) => path),
      this.contents,
    );
    for (const { path } of files) {
      marks.set(path, `${marks.get(path) ?? ''}${this.contents.get(path)?.mark ?? ''}`);
    }
    return marks;
  }

  private async readAll(
    top: string,
    paths: readonly string[],
    known: ReadonlyMap<string, ContentMark>,
  ): Promise<Map<string, ContentMark>> {
    const contents = new Map<string, ContentMark>();
    const budget: ReadingBudget = { bytes: ROUND_READ };
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      if (this.now() > this.deadline) {
        throw new CannotTell('reading the changed files took too long', true);
      }
      await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const file = join(top, path);
          const content = await contentMark(
            file,
            budget,
            LARGEST_READ,
            known.get(path),
            this.keeper,
          );
          contents.set(path, content);
        }),
      );
    }
    return contents;
  }

  /** Besides what the state needs: files whose content git's line tells, those that were renamed, and those that are clean again. */
  private async seeFiles(
    top: string,
    items: readonly StatusItem[],
    heads: ReadonlyMap<string, string>,
  ): Promise<Pick<SeenTree, 'files' | 'clean'>> {
    const nested = [...heads.keys()].filter((path) => path !== '');
    const isNested = (path: string): boolean =>
      nested.some((repository) => path === repository || path.startsWith(`${repository}/`));
    const differing = new Set(
      items
        .filter(({ line }) => line.startsWith('?') || line.charAt(5) !== 'S')
        .flatMap(({ path, line }) => [path, ...line.split('\0').slice(1)])
        .filter((path) => !isNested(path)),
    );
    const clean = new Set([...this.seen.keys()].filter((path) => !differing.has(path)));
    const others = [...differing, ...clean].filter((path) => !this.contents.has(path));
    const read = await this.readAll(top, others.slice(0, this.mostFiles), this.seen);
    const files = new Map(
      [...this.contents, ...read].filter(([path, { mark }]) => mark !== FOLDER && !isNested(path)),
    );
    this.seen = new Map([...files].filter(([path]) => !clean.has(path)));
    return { files, clean };
  }

  private get keeper(): TreeKeeper | undefined {
    const { keeper } = this.options;
    return keeper?.isKeeping === true ? keeper : undefined;
  }
}

const noFiles: Pick<SeenTree, 'files' | 'clean'> = { files: new Map(), clean: new Set() };

/** Paths whose value is another than before; none without a before. */
function differences(
  before: ReadonlyMap<string, string> | undefined,
  now: ReadonlyMap<string, string>,
): string[] {
  if (before === undefined) {
    return [];
  }
  const changed = [...now].filter(([path, value]) => before.get(path) !== value);
  return [...changed.map(([path]) => path), ...[...before.keys()].filter((path) => !now.has(path))];
}
