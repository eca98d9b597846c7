/** The workspace's own signals, live: VS Code's triggers and the agents' calls on one side, `workspace` events on the other. */
import * as vscode from 'vscode';
import type { Author, TurnEvent, WorkspaceEvent } from '../../core/events.js';
import { commandOf, pathOf } from '../../core/identity/tool.js';
import { samePath, wholePath } from '../../core/paths.js';
import type { Session } from '../../core/turns/session.js';
import {
  authorOf,
  authorOfGitChange,
  type AgentCall,
  type EditorSave,
} from '../../workspace/authors.js';
import type { GitWatch, TreeChange } from '../../workspace/git-watch.js';
import { Saves } from '../../workspace/saves.js';
import type { WorkspaceSignals } from '../live/feed.js';
import { followGitExtension } from './git-extension.js';
import type { Log } from '../log.js';
import { linksOf, OpenTurns, type Link, type TurnFolder } from './open-turns.js';

export interface WorkspaceOptions {
  now: () => number;
  log: Log;
  folders: () => string[];
  sessions(): Iterable<Session>;
  /** Watching is paused: nothing is looked at. */
  paused(): boolean;
  emit(event: WorkspaceEvent): void;
}

interface SeenCall extends AgentCall {
  id: string;
  session: string;
}

const KEPT_CALLS = 200;
/** Folders in which nothing is a person's or an agent's work. */
const unwatched = new Set(['.git', 'node_modules']);
const reasons: Record<vscode.TextDocumentSaveReason, EditorSave['reason']> = {
  [vscode.TextDocumentSaveReason.Manual]: 'manual',
  [vscode.TextDocumentSaveReason.AfterDelay]: 'after-delay',
  [vscode.TextDocumentSaveReason.FocusOut]: 'focus-out',
};

export class Workspace implements WorkspaceSignals, vscode.Disposable {
  private readonly saves = new Saves();
  private readonly turns = new OpenTurns();
  private links: readonly Link[] = [];
  private calls: SeenCall[] = [];
  private readonly saveReasons = new Map<string, EditorSave['reason']>();
  private readonly typed = new Set<string>();
  /** By the key of a path: who saved it last, and when. */
  private readonly savedBy = new Map<string, { by: Author | undefined; at: number }>();
  private lastKnown: { at: number; by: Author } | undefined;
  private git: Promise<GitWatch | undefined> | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly options: WorkspaceOptions) {
    // built with the first session: what is not saved yet was typed before, most likely by the person
    for (const document of vscode.workspace.textDocuments) {
      if (document.isDirty) {
        this.typed.add(document.uri.fsPath);
      }
    }
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.subscriptions = [
      watcher,
      watcher.onDidChange((uri) => this.onDisk(uri)),
      watcher.onDidCreate((uri) => this.onDisk(uri)),
      watcher.onDidDelete((uri) => this.changed(uri.fsPath)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const byHand =
          contentChanges.length > 0 &&
          vscode.window.state.focused &&
          vscode.window.activeTextEditor?.document === document;
        if (byHand && document.isDirty) {
          this.typed.add(document.uri.fsPath);
        }
      }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        this.saveReasons.set(document.uri.fsPath, reasons[reason]);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.onSaved(document.uri)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.findLinks()),
    ];
    this.findLinks();
    followGitExtension(() => this.changedEverywhere()).then(
      (subscription) => this.subscriptions.push(subscription),
      (error: unknown) =>
        options.log.debug(`the git extension cannot be followed: ${String(error)}`),
    );
  }

  turnOpened(session: string, cwd: string): void {
    const before = this.turns.open(session, cwd);
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
      this.calls = [];
    }
  }

  /** Not before the hook that told of it is answered: to start a process takes milliseconds. */
  stepEnded(cwd: string): void {
    setImmediate(() => {
      void this.withGit((git) => void git.refresh(cwd));
    });
  }

  async settle(cwd: string, limitMs: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), limitMs);
    });
    const known = this.withGit((git) => git.refresh(cwd)).then(() => true);
    const settled = await Promise.race([known, late]);
    clearTimeout(timer);
    return settled;
  }

  /** The agents' calls tell who changed what. */
  observe(event: TurnEvent): void {
    if (event.type === 'tool.call' && !this.calls.some((call) => call.id === event.call)) {
      const path = pathOf(event.input);
      const named = path === undefined ? undefined : this.turns.named(event.session, path);
      this.calls.push({
        id: event.call,
        session: event.session,
        class: event.class ?? 'other',
        path: named,
        command: commandOf(event.input),
        startedAt: this.options.now(),
      });
      if (this.calls.length > KEPT_CALLS) {
        this.calls.shift();
      }
      // its content of before the edit is not new when it comes back
      if ((event.class === 'edit' || event.class === 'write') && named !== undefined) {
        void this.saves.remember(named);
      }
    } else if (event.type === 'tool.result') {
      const call = this.calls.find((each) => each.id === event.call);
      if (call !== undefined && call.endedAt === undefined) {
        call.endedAt = this.options.now();
      }
    }
  }

  dispose(): void {
    for (const each of this.subscriptions) {
      each.dispose();
    }
    void this.git?.then((git) => git?.dispose());
  }

  /** Nothing of git is loaded, and no process runs, before the first turn or in a workspace that is not trusted. */
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
      const [{ GitWatch }, { WorkingTree }] = await Promise.all([
        import('../../workspace/git-watch.js'),
        import('../../workspace/git.js'),
      ]);
      const { log, now } = this.options;
      return new GitWatch({
        tree: (root) => new WorkingTree(root),
        now,
        emit: (event) => this.options.emit(this.owned(event)),
        author: (change) => this.gitAuthor(change),
        named: (root) =>
          this.calls.flatMap((call) => (call.path?.startsWith(root) === true ? [call.path] : [])),
        looked: (root, reason, reading) => {
          const outcome =
            'unknown' in reading ? `unknown: ${reading.unknown}` : reading.fingerprint.slice(0, 12);
          log.debug(`git ${root} (${reason}): ${outcome}, ${Math.round(reading.ms)} ms`);
        },
        failed: (error) => log.error('git', error),
      });
    } catch (error) {
      this.options.log.error('git could not be loaded; saves are watched only', error);
      return undefined;
    }
  }

  private gitAuthor(change: TreeChange): Author | undefined {
    const paths = change.paths.map((path) => wholePath(path, change.root));
    return authorOfGitChange(
      {
        since: change.since,
        at: change.at,
        headMoved: change.headMoved,
        paths,
        calls: this.calls,
        savedBy: (path) => {
          const save = this.savedBy.get(this.turns.key(path));
          return save !== undefined && save.at >= change.since ? save.by : undefined;
        },
      },
      process.platform,
    );
  }

  /** What an agent did belongs to the session whose call did it, where only one can have. */
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

  private onSaved(uri: vscode.Uri): void {
    if (uri.scheme !== 'file') {
      return;
    }
    const path = uri.fsPath;
    const save: EditorSave = {
      reason: this.saveReasons.get(path) ?? 'manual',
      typed: this.typed.has(path),
    };
    this.saveReasons.delete(path);
    this.typed.delete(path);
    void this.saved(path, save);
  }

  private async saved(file: string, save: EditorSave | undefined): Promise<void> {
    const place = this.placeOf(file);
    if (place === undefined) {
      return;
    }
    const { root, path } = place;
    const at = this.options.now();
    const by = authorOf(
      { path, at, save, calls: this.calls, before: this.lastKnown },
      process.platform,
    );
    const session =
      by === 'agent'
        ? this.calls.findLast(
            (call) => call.path !== undefined && samePath(call.path, path, process.platform),
          )?.session
        : undefined;
    const event = await this.saves.saved({ root, path, at, by, session });
    if (event === undefined) {
      return;
    }
    this.savedBy.set(this.turns.key(path), { by, at });
    if (this.savedBy.size > 2000) {
      this.savedBy.clear();
    }
    if (by !== undefined) {
      this.lastKnown = { at, by };
    }
    // Git tells of changes on disk, and knows what is ignored: a log or a coverage report is no progress.
    if (save === undefined && (await this.gitKnows(root))) {
      return;
    }
    this.options.emit(event);
  }

  /** No process for an agent that is given up, nor while watching is paused. */
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
