/** Live workspace signals: turns VS Code's triggers and the agents' calls into `workspace` events. */
import * as vscode from 'vscode';
import { messageOf } from '../../core/error-words.js';
import type { TurnEvent, WorkspaceEvent } from '../../core/events.js';
import { wholePath } from '../../core/paths.js';
import type { Session } from '../../core/turns/session.js';
import type { EditorSave } from '../../workspace/authors.js';
import type { GitWatch, TreeChange } from '../../workspace/git-watch.js';
import { Saves } from '../../workspace/saves.js';
import type { WorkspaceSignals } from '../../live/event-intake.js';
import { ChangeAuthors } from '../../live/workspace/change-authors.js';
import { EditorSaves } from './editor-saves.js';
import { EditorTasks, type EditorTasksOptions } from './editor-tasks.js';
import { followGitExtension } from './git-extension.js';
import type { Log } from '../log.js';
import { isDoneWithin } from '../../scheduling.js';
import type { WindowTrees } from '../../live/workspace/window-trees.js';
import { linksOf, OpenTurns, type Link, type TurnFolder } from '../../live/workspace/open-turns.js';

export interface WorkspaceOptions {
  now: () => number;
  log: Log;
  folders: () => string[];
  /** The working trees of the window's repositories. */
  trees: Pick<WindowTrees, 'topOf' | 'lookNow'>;
  sessions(): Iterable<Session>;
  /** What the sessions run in the background. */
  tasks: EditorTasksOptions['tasks'];
  /** Watching is paused: no looks at all. */
  paused(): boolean;
  emit(event: WorkspaceEvent): void;
  /** The script of the thread that runs git. */
  gitThread: URL;
}

/** Folders whose content is neither the person's nor the agent's work. */
const unwatched = new Set(['.git', 'node_modules']);
export class Workspace implements WorkspaceSignals, vscode.Disposable {
  private readonly saves = new Saves();
  private readonly turns = new OpenTurns();
  private links: readonly Link[] = [];
  private readonly authors: ChangeAuthors;
  private readonly tasks: EditorTasks;
  /** Commit and branch of each root as git told them last. */
  private readonly heads = new Map<string, string>();
  private git: Promise<GitWatch | undefined> | undefined;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(private readonly options: WorkspaceOptions) {
    this.authors = new ChangeAuthors(this.turns, options.trees, options.now);
    this.tasks = new EditorTasks({
      ...options,
      folderOf: (session) => this.turns.folderOf(session),
    });
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.subscriptions = [
      this.tasks,
      watcher,
      watcher.onDidChange((uri) => this.onDisk(uri)),
      watcher.onDidCreate((uri) => this.onDisk(uri)),
      watcher.onDidDelete((uri) => this.changed(uri.fsPath)),
      new EditorSaves((path, save) => void this.saved(path, save)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.findLinks()),
    ];
    this.findLinks();
    followGitExtension(() => this.changedEverywhere()).then(
      (subscription) => this.subscriptions.push(subscription),
      (error: unknown) => options.log.debug(`cannot follow the Git extension: ${messageOf(error)}`),
    );
  }

  turnOpened(session: string, cwd: string): void {
    const before = this.turns.open(session, cwd);
    this.tasks.turnOpened(session, cwd);
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
    const written = this.authors.observe(event);
    // reverting an edit must not count as new content
    if (written !== undefined) {
      void this.saves.remember(written);
    }
  }

  dispose(): void {
    for (const each of this.subscriptions) {
      each.dispose();
    }
    void this.git?.then((git) => git?.dispose());
  }

  /** Loads no git code and runs no process before the first turn or in an untrusted workspace. */
  private async withGit<T>(use: (git: GitWatch) => T | Promise<T>): Promise<T | undefined> {
    if (!vscode.workspace.isTrusted) {
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
      const { log, now, folders, trees, gitThread } = this.options;
      // a worktree of an opened repository has its settings
      const opened = (root: string) => (): string[] => [
        ...folders(),
        ...[trees.topOf(root)].filter((top) => top !== undefined),
      ];
      const thread = new GitThread({ script: gitThread, log: (text) => log.warn(text) });
      this.subscriptions.push(thread);
      return new GitWatch({
        tree: (root) => new WorkingTree(root, { opened: opened(root), run: thread.run }),
        now,
        emit: (event) => this.options.emit(this.owned(event)),
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

  /** All of a change lies in worktrees inside this one, in which other agents work: looks of their own tell it. */
  private isElsewhere({ root, paths }: TreeChange): boolean {
    const { trees } = this.options;
    const tree = trees.topOf(root);
    const others = new Set(this.turns.all.map((cwd) => trees.topOf(cwd)));
    return (
      paths.length > 0 &&
      paths.every((path) => {
        const top = trees.topOf(wholePath(path, root));
        return top !== undefined && top !== tree && others.has(top);
      })
    );
  }

  /** An agent's change is attributed to the folder's session if only one is at work there. */
  private owned(event: WorkspaceEvent): WorkspaceEvent {
    if (event.by !== 'agent' || event.session !== undefined) {
      return event;
    }
    const open = [...this.options.sessions()].filter(
      (session) =>
        session.open &&
        session.openChildren.size === 0 &&
        this.turns.folderOf(session.id) === event.root,
    );
    const [only] = open;
    return only !== undefined && open.length === 1 ? { ...event, session: only.id } : event;
  }

  private onDisk(uri: vscode.Uri): void {
    if (uri.scheme !== 'file' || uri.fsPath.split(/[\\/]/).some((part) => unwatched.has(part))) {
      return;
    }
    this.changed(uri.fsPath);
    void this.saved(uri.fsPath, undefined);
  }

  private async saved(file: string, save: EditorSave | undefined): Promise<void> {
    const place = this.placeOf(file);
    if (place === undefined) {
      return;
    }
    const { root, path } = place;
    const at = this.options.now();
    const { by, session } = this.authors.ofSave(path, at, save);
    const event = await this.saves.saved({
      root,
      path,
      at,
      by,
      ...(session !== undefined && { session }),
    });
    if (event === undefined) {
      return;
    }
    this.authors.remember(path, by, at);
    // git covers changes on disk and knows ignored files: a log or a coverage report is not progress
    if (save === undefined && (await this.gitKnows(root))) {
      return;
    }
    this.options.emit(event);
  }

  /** Runs no process for an agent that counts as gone, or while watching is paused. */
  private changed(path: string): void {
    const root = this.placeOf(path)?.root;
    if (root !== undefined && this.watchedRoots().includes(root)) {
      void this.withGit((git) => git.changed(root));
    }
  }

  private changedEverywhere(): void {
    for (const root of this.watchedRoots()) {
      void this.withGit((git) => git.changed(root));
    }
  }

  private watchedRoots(): string[] {
    return this.options.paused()
      ? []
      : this.turns.roots(this.options.sessions(), this.options.now());
  }

  private placeOf(path: string): TurnFolder | undefined {
    return this.turns.placeOf(path, this.links);
  }

  private findLinks(): void {
    void linksOf(this.options.folders()).then((links) => {
      this.links = links;
    });
  }
}
