/** The folders whose agents belong to this window: those it has open, and the other working trees of their repositories. */
import { realpathSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../core/clock.js';
import { contains, pathKey } from '../../core/paths.js';
import { WatchedFolders } from '../../logs/watched-folders.js';
import { findTrees, type WorkTree } from '../../workspace/worktrees.js';
import type { Logger } from '../../core/log.js';

export interface WindowTreesOptions {
  place: OpenFolders;
  log: Pick<Logger, 'info' | 'error'>;
  clock: Clock;
}

/** The folders that the window has open. */
export interface OpenFolders {
  readonly folders: readonly string[];
}

export interface TreesListener {
  /** Other worktrees than before, or only other branches. */
  treesChanged(isOtherFolders: boolean): void;
}

interface Tree extends WorkTree {
  key: string;
  /** The repository's name. */
  repository: string;
  /** The window has it open, or a folder in it. */
  isOpened: boolean;
  /** When it was last there. */
  seenAt: number;
}

/** Git writes a worktree's files one after the other. */
const SETTLE_MS = 100;
const AGAIN_MS = 1000;
const PATIENCE = 5;
/** Least time between two looks that nothing on disk has asked for. */
const OWN_LOOKS_MS = 5000;
/** An agent whose worktree is removed still has an end to tell. */
const GONE_MS = 10 * 60_000;
const MOST_PLACES = 512;

export class WindowTrees {
  /** The keys of the folders that the window has open. */
  private openedKeys: string[] = [];
  private readonly listeners: TreesListener[] = [];
  private trees: Tree[] = [];
  private elsewhere: ReadonlySet<string> = new Set();
  /** By folder of a session. */
  private readonly places = new Map<string, { real: string; tree: Tree | undefined }>();
  private looking: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  private lookedAt = -Infinity;
  private stopped = false;
  /** More looks at what git has noted but not made yet. */
  private patience = 0;
  private readonly watched = new WatchedFolders({
    onFile: (_file, isRenamed) => {
      if (isRenamed) {
        this.changed();
      }
    },
    onStale: () => this.changed(),
  });

  constructor(private readonly options: WindowTreesOptions) {
    this.takeOpened();
  }

  listen(listener: TreesListener): void {
    this.listeners.push(listener);
  }

  /** Those that the window has open. */
  get opened(): readonly string[] {
    return this.options.place.folders;
  }

  /** Those that the window has open, then the worktrees. */
  get folders(): string[] {
    return [...this.opened, ...this.ours().map(({ top }) => top)];
  }

  /** Working trees outside what the window has open, with links resolved; also those that another window has open. */
  get worktrees(): string[] {
    return this.outside().map(({ top }) => top);
  }

  /** Another window has these worktrees open, by their keys: what happens there is its own. */
  openElsewhere(keys: readonly string[]): void {
    this.elsewhere = new Set(keys);
    this.announce(true);
  }

  /** Whether a folder lies in a worktree that another window has open, and not in what this one has. */
  isElsewhere(folder: string): boolean {
    const { tree, real: path } = this.findPlace(folder);
    return tree !== undefined && this.elsewhere.has(tree.key) && !this.holds(path);
  }

  /** Whether an agent in this folder belongs to the window. Agents resolve links in folder names; VS Code keeps them as opened. */
  holds(folder: string): boolean {
    const isIn = (path: string): boolean => {
      const key = makeFolderKey(path);
      return [...this.openedKeys, ...this.ours().map((tree) => tree.key)].some((each) =>
        contains(each, key),
      );
    };
    return isIn(folder) || isIn(this.findPlace(folder).real);
  }

  /** Top of the known working tree that holds a path. */
  findTop(path: string): string | undefined {
    return innermost(this.trees, makeFolderKey(path))?.top;
  }

  /** The name of the repository that holds a folder, the same in all its worktrees. */
  findRepository(folder: string): string | undefined {
    return this.findPlace(folder).tree?.repository;
  }

  /** Where agents work in several trees, or in one that the window has not open: the branch of each. `inUse`: the folders of all sessions. */
  findBranch(folder: string, inUse: Iterable<string>): string | undefined {
    const tree = this.findPlace(folder).tree;
    if (tree === undefined) {
      return undefined;
    }
    const isAlone =
      tree.isOpened &&
      [...inUse].every((each) => {
        const other = this.findPlace(each).tree;
        return other === undefined || other === tree;
      });
    return isAlone ? undefined : tree.branch;
  }

  /** The window has other folders open. */
  foldersChanged(): Promise<void> {
    this.takeOpened();
    return this.readTrees();
  }

  /** A good time to look for what the system does not report: a branch, a worktree that moved. Cheap to call often. */
  lookNow(): void {
    if (this.options.clock.now() - this.lookedAt >= OWN_LOOKS_MS) {
      void this.readTrees();
    }
  }

  /** Resolves once the trees are known. Never rejects. */
  readTrees(): Promise<void> {
    if (this.stopped) {
      return Promise.resolve();
    }
    if (this.looking !== undefined) {
      this.again = true;
      return this.looking;
    }
    clearTimeout(this.timer);
    this.lookedAt = this.options.clock.now();
    this.looking = this.read()
      .catch((error: unknown) => this.options.log.error('worktrees', error))
      .finally(() => {
        this.looking = undefined;
        if (this.again) {
          this.again = false;
          this.lookIn(SETTLE_MS);
        }
      });
    return this.looking;
  }

  dispose(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.watched.close();
  }

  private announce(isOtherFolders: boolean): void {
    for (const listener of this.listeners) {
      listener.treesChanged(isOtherFolders);
    }
  }

  private changed(): void {
    this.patience = PATIENCE;
    this.lookIn(SETTLE_MS);
  }

  private lookIn(ms: number): void {
    if (this.stopped) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.readTrees(), ms);
    this.timer.unref();
  }

  private async read(): Promise<void> {
    const found = await Promise.all(this.opened.map((folder) => findTrees(folder)));
    const repositories = found.filter((each) => each !== undefined);
    const { again } = await this.watched.set([...new Set(repositories.map(({ admin }) => admin))]);
    const now = this.options.clock.now();
    const trees = new Map<string, Tree>();
    const add = (tree: WorkTree, repository: string, isOpened: boolean): void => {
      const key = makeFolderKey(tree.top);
      if (isOpened || !trees.has(key)) {
        trees.set(key, { ...tree, key, repository, isOpened, seenAt: now });
      }
    };
    for (const { own, others, name } of repositories) {
      if (own !== undefined) {
        add(own, name, true);
      }
      for (const each of others) {
        add(each, name, false);
      }
    }
    for (const tree of this.trees) {
      if (!trees.has(tree.key) && !tree.isOpened && (await isJustGone(tree, now))) {
        trees.set(tree.key, tree);
      }
    }
    this.replaceTrees([...trees.values()]);
    if (again) {
      this.lookIn(SETTLE_MS);
    } else if (this.patience > 0 && repositories.some(({ incomplete }) => incomplete)) {
      this.patience -= 1;
      this.lookIn(AGAIN_MS);
    }
  }

  private replaceTrees(trees: Tree[]): void {
    if (this.stopped) {
      return;
    }
    const before = this.outside();
    const branches = joinNames(this.trees);
    this.trees = trees;
    this.places.clear();
    const after = this.outside();
    if (joinKeys(before) !== joinKeys(after)) {
      this.options.log.info(`worktrees of this window: ${after.length}`);
      this.announce(true);
    } else if (branches !== joinNames(trees)) {
      this.announce(false);
    }
  }

  private takeOpened(): void {
    this.openedKeys = this.opened.flatMap((folder) => [
      makeFolderKey(folder),
      makeFolderKey(real(folder)),
    ]);
    this.places.clear();
  }

  private ours(): Tree[] {
    return this.outside().filter(({ key }) => !this.elsewhere.has(key));
  }

  private outside(): Tree[] {
    return this.trees.filter(
      ({ key, isOpened }) => !isOpened && !this.openedKeys.some((folder) => contains(folder, key)),
    );
  }

  private findPlace(folder: string): { real: string; tree: Tree | undefined } {
    let place = this.places.get(folder);
    if (place === undefined) {
      const path = real(folder);
      place = { real: path, tree: innermost(this.trees, makeFolderKey(path)) };
      if (this.places.size >= MOST_PLACES) {
        this.places.clear();
      }
      this.places.set(folder, place);
    }
    return place;
  }
}

function innermost(trees: readonly Tree[], key: string): Tree | undefined {
  let found: Tree | undefined;
  for (const tree of trees) {
    if (contains(tree.key, key) && tree.key.length > (found?.key.length ?? -1)) {
      found = tree;
    }
  }
  return found;
}

/** Nothing else has taken its place. */
async function isJustGone({ top, seenAt }: Tree, now: number): Promise<boolean> {
  return (
    now - seenAt < GONE_MS &&
    (await lstat(join(top, '.git')).then(
      () => false,
      () => true,
    ))
  );
}

function joinKeys(trees: readonly Tree[]): string {
  return trees.map(({ key }) => key).join('\n');
}

function joinNames(trees: readonly Tree[]): string {
  return trees.map(({ branch }) => branch).join('\n');
}

function makeFolderKey(path: string): string {
  return pathKey(path, process.platform);
}

function real(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}
