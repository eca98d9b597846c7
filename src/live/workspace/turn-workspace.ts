/** The workspace while turns run: Git's looks, saved files and the agents' calls become `workspace` events, with who changed what. */
import type { Clock } from '../../core/clock.js';
import type { TurnEvent, WorkspaceEvent } from '../../core/events.js';
import { isForeign } from '../../core/turns/foreign-session.js';
import { wholePath } from '../../core/paths.js';
import { isDoneWithin } from '../../scheduling.js';
import type { EditorSave } from '../../workspace/authors.js';
import type { GitWatch, TreeChange } from '../../workspace/git-watch.js';
import { Saves } from '../../workspace/saves.js';
import type { WorkspaceSignals } from '../event-intake.js';
import type { Logger } from '../../core/log.js';
import type { SessionTracker } from '../session-tracker.js';
import { ChangeAuthors } from './change-authors.js';
import { findLinks, OpenTurns, type Link, type TurnFolder } from './open-turns.js';
import type { WayBack } from './way-back.js';
import type { WindowTrees } from './window-trees.js';

export interface TurnWorkspaceOptions {
  clock: Clock;
  log: Logger;
  /** The window's folders, and the working trees of their repositories. */
  trees: Pick<WindowTrees, 'opened' | 'findTop' | 'lookNow'>;
  tracker: Pick<SessionTracker, 'sessions' | 'paused' | 'push'>;
  /** Whether processes may run in the folders. */
  workspace: { readonly isTrusted: boolean };
  /** The script of the thread that runs git. */
  gitThread: URL;
  /** Keeps what the looks read. */
  wayBack?: Pick<WayBack, 'makeKeeper' | 'personSaved'>;
}

/** Folders whose content is neither the person's nor the agent's work. */
const unwatched = new Set(['.git', 'node_modules']);

export class TurnWorkspace implements WorkspaceSignals {
  private readonly saves = new Saves();
  protected readonly turns = new OpenTurns();
  private links: readonly Link[] = [];
  private readonly authors: ChangeAuthors;
  /** Commit and branch of each root as git told them last. */
  private readonly heads = new Map<string, string>();
  private git: Promise<GitWatch | undefined> | undefined;
  private thread: { dispose(): unknown } | undefined;
  private disposed = false;

  constructor(private readonly options: TurnWorkspaceOptions) {
    this.authors = new ChangeAuthors(this.turns, options.trees, options.clock);
    this.foldersChanged();
  }

  turnOpened(session: string, cwd: string): void {
    const before = this.turns.open(session, cwd);
    this.options.trees.lookNow();
    void this.withGit((git) => {
      void git.turnOpened(cwd);
      if (before !== undefined) {
        git.turnClosed(before);
      }
    });
  }

  turnClosed(session: string): void {
    const cwd = this.turns.close(session);
    if (cwd !== undefined) {
      void this.withGit((git) => git.turnClosed(cwd));
    }
    if (this.turns.size === 0) {
      this.authors.forgetCalls();
    }
  }

  /** Waits until the hook that reported it is answered: starting a process takes milliseconds. */
  async stepEnded(cwd: string, limitMs: number): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    await this.settle(cwd, limitMs);
  }

  settle(cwd: string, limitMs: number): Promise<boolean> {
    return isDoneWithin(
      limitMs,
      this.withGit((git) => git.refresh(cwd)),
    );
  }

  observe(event: TurnEvent): void {
    if ('session' in event && isForeign(event.session)) {
      return;
    }
    const written = this.authors.observe(event);
    // reverting an edit must not count as new content
    if (written !== undefined) {
      void this.saves.remember(written);
    }
  }

  /** Other folders are watched than before, some perhaps through links. */
  foldersChanged(): void {
    void findLinks(this.options.trees.opened).then((links) => {
      this.links = links;
    });
  }

  /** A file was written, whoever did it. */
  onDisk(path: string): void {
    if (!isUnwatched(path)) {
      this.changed(path);
      void this.saved(path, undefined);
    }
  }

  /** `save`: the editor's own, if it was one. */
  async saved(file: string, save: EditorSave | undefined): Promise<void> {
    const place = this.findPlace(file);
    if (place === undefined) {
      return;
    }
    const { root, path } = place;
    const at = this.options.clock.now();
    const { by, session } = this.authors.ofSave(path, at, save);
    if (by === 'person') {
      this.options.wayBack?.personSaved(path);
    }
    const event = await this.saves.saved({
      root,
      path,
      at,
      by,
      ...(session !== undefined && { session }),
    });
    if (event === undefined) {
      // what an agent's call has just written may have been read when the call was told
      if (save !== undefined || by === 'agent') {
        this.authors.rememberKnown(path, by, at);
      }
      return;
    }
    this.authors.remember(path, by, at);
    // git covers changes on disk and knows ignored files: a log or a coverage report is not progress
    if (save === undefined && (await this.gitKnows(root))) {
      return;
    }
    this.options.tracker.push(event);
  }

  /** The person asks how the files are, also after the turn. */
  async lookFor(root: string): Promise<void> {
    await this.withGit((git) => git.lookFor(root));
  }

  /** The person had files written or removed: that is no progress of an agent. */
  async wroteForPerson(path: string): Promise<void> {
    this.authors.remember(path, 'person', this.options.clock.now());
    await this.saves.remember(path);
  }

  /** Runs no process for an agent that counts as gone, or while watching is paused. */
  changed(path: string): void {
    const root = this.findPlace(path)?.root;
    if (root !== undefined && this.watchedRoots().includes(root)) {
      void this.withGit((git) => git.changed(root));
    }
  }

  /** Something in one of the repositories may have changed. */
  changedEverywhere(): void {
    for (const root of this.watchedRoots()) {
      void this.withGit((git) => git.changed(root));
    }
  }

  dispose(): void {
    this.disposed = true;
    this.thread?.dispose();
    void this.git?.then((git) => git?.dispose());
  }

  /** Loads no git code and runs no process before the first turn or in an untrusted workspace. */
  private async withGit<T>(use: (git: GitWatch) => T | Promise<T>): Promise<T | undefined> {
    if (!this.options.workspace.isTrusted || this.disposed) {
      return undefined;
    }
    this.git ??= this.loadGit();
    const git = await this.git;
    return git === undefined ? undefined : use(git);
  }

  private async gitKnows(root: string): Promise<boolean> {
    const last = await this.withGit((git) => git.last(root));
    return last !== undefined && !('unknown' in last);
  }

  private async loadGit(): Promise<GitWatch | undefined> {
    try {
      const [{ GitWatch }, { WorkingTree }, { GitThread }] = await Promise.all([
        import('../../workspace/git-watch.js'),
        import('../../workspace/git.js'),
        import('../../workspace/git-thread.js'),
      ]);
      const { log, clock, trees, tracker, gitThread, wayBack } = this.options;
      // a worktree of an opened repository has its settings
      const opened = (root: string) => (): string[] => [
        ...trees.opened,
        ...[trees.findTop(root)].filter((top) => top !== undefined),
      ];
      const thread = new GitThread({ script: gitThread, log: (text) => log.warn(text) });
      this.thread = thread;
      return new GitWatch({
        tree: (root) =>
          new WorkingTree(root, {
            opened: opened(root),
            run: thread.run,
            ...(wayBack !== undefined && { keeper: wayBack.makeKeeper(root) }),
          }),
        clock,
        emit: (event) => tracker.push(this.owned(event)),
        author: (change) => this.authors.ofGitChange(change),
        elsewhere: (change) => this.isElsewhere(change),
        named: (root) => this.authors.pathsIn(root),
        looked: (root, reason, reading) => {
          if (!('unknown' in reading) && this.heads.get(root) !== reading.head) {
            this.heads.set(root, reading.head);
            trees.lookNow();
          }
          const outcome =
            'unknown' in reading ? `unknown: ${reading.unknown}` : reading.fingerprint.slice(0, 12);
          log.debug(`git ${root} (${reason}): ${outcome}, ${Math.round(reading.ms)} ms`);
        },
        failed: (error) => log.error('git', error),
      });
    } catch (error) {
      this.options.log.error('could not load git; watching only saves', error);
      return undefined;
    }
  }

  /** All of a change lies in worktrees inside this one, in which other agents work: these have their own looks. */
  private isElsewhere({ root, paths }: TreeChange): boolean {
    const { trees } = this.options;
    const tree = trees.findTop(root);
    const others = new Set(this.turns.all.map((cwd) => trees.findTop(cwd)));
    return (
      paths.length > 0 &&
      paths.every((path) => {
        const top = trees.findTop(wholePath(path, root));
        return top !== undefined && top !== tree && others.has(top);
      })
    );
  }

  /** An agent's change is attributed to the folder's session if only one is at work there. */
  private owned(event: WorkspaceEvent): WorkspaceEvent {
    if (event.by !== 'agent' || event.session !== undefined) {
      return event;
    }
    const open = [...this.options.tracker.sessions.values()].filter(
      (session) =>
        session.open &&
        session.openChildren.size === 0 &&
        this.turns.findFolder(session.id) === event.root,
    );
    const own = open.filter(({ id }) => !isForeign(id));
    const [only, another] = own.length > 0 ? own : open;
    return only !== undefined && another === undefined ? { ...event, session: only.id } : event;
  }

  private watchedRoots(): string[] {
    return this.options.tracker.paused
      ? []
      : this.turns.roots(this.options.tracker.sessions.values(), this.options.clock.now());
  }

  private findPlace(path: string): TurnFolder | undefined {
    return this.turns.findPlace(path, this.links);
  }
}

function isUnwatched(path: string): boolean {
  return path.split(/[\\/]/).some((part) => unwatched.has(part));
}
