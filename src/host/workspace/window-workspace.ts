/** Live workspace signals of a window: VS Code's triggers, besides what the live watch sees of the workspace itself. */
import * as vscode from 'vscode';
import type { BackgroundTasks } from '../../agents/reading/background-tasks.js';
import type { Clock } from '../../core/clock.js';
import { readErrorMessage } from '../../core/error-words.js';
import { areNested } from '../../core/paths.js';
import type { SessionTracker } from '../../live/session-tracker.js';
import { TurnWorkspace, type TurnWorkspaceOptions } from '../../live/workspace/turn-workspace.js';
import type { EditorSave } from '../../workspace/authors.js';
import { followGitExtension } from './git-extension.js';

interface WindowWorkspaceOptions extends Omit<TurnWorkspaceOptions, 'workspace'> {
  /** What the sessions run in the background. */
  tasks: EditorTasksOptions['tasks'];
}

export class WindowWorkspace extends TurnWorkspace {
  private readonly tasks: EditorTasks;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(options: WindowWorkspaceOptions) {
    super({ ...options, workspace: vscode.workspace });
    this.tasks = new EditorTasks({ ...options, turns: this.turns });
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.subscriptions = [
      this.tasks,
      watcher,
      watcher.onDidChange((uri) => this.fileWritten(uri)),
      watcher.onDidCreate((uri) => this.fileWritten(uri)),
      watcher.onDidDelete((uri) => this.changed(uri.fsPath)),
      new EditorSaves((path, save) => void this.saved(path, save)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.foldersChanged()),
    ];
    followGitExtension(() => this.changedEverywhere()).then(
      (subscription) => this.subscriptions.push(subscription),
      (error: unknown) =>
        options.log.debug(`cannot follow the Git extension: ${readErrorMessage(error)}`),
    );
  }

  override turnOpened(session: string, cwd: string): void {
    super.turnOpened(session, cwd);
    this.tasks.turnOpened(session, cwd);
  }

  override dispose(): void {
    super.dispose();
    for (const each of this.subscriptions) {
      each.dispose();
    }
  }

  private fileWritten({ scheme, fsPath }: vscode.Uri): void {
    if (scheme === 'file') {
      this.onDisk(fsPath);
    }
  }
}

const reasons: Record<vscode.TextDocumentSaveReason, EditorSave['reason']> = {
  [vscode.TextDocumentSaveReason.Manual]: 'manual',
  [vscode.TextDocumentSaveReason.AfterDelay]: 'after-delay',
  [vscode.TextDocumentSaveReason.FocusOut]: 'focus-out',
};

/** Tracks documents saved by the editor: the reason, and whether a person typed in them. */
class EditorSaves {
  private readonly reasons = new Map<string, EditorSave['reason']>();
  private readonly typed = new Set<string>();
  private readonly subscription: vscode.Disposable;

  constructor(private readonly saved: (path: string, save: EditorSave) => void) {
    // created with the first session: unsaved changes are older, most likely typed by the person
    for (const document of vscode.workspace.textDocuments) {
      if (document.isDirty) {
        this.typed.add(document.uri.fsPath);
      }
    }
    this.subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const isByHand =
          contentChanges.length > 0 &&
          vscode.window.state.focused &&
          vscode.window.activeTextEditor?.document === document;
        if (isByHand && document.isDirty) {
          this.typed.add(document.uri.fsPath);
        }
      }),
      vscode.workspace.onWillSaveTextDocument(({ document, reason }) => {
        this.reasons.set(document.uri.fsPath, reasons[reason]);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.onSaved(uri)),
    );
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private onSaved(uri: vscode.Uri): void {
    if (uri.scheme !== 'file') {
      return;
    }
    const path = uri.fsPath;
    const save = { reason: this.reasons.get(path) ?? 'manual', typed: this.typed.has(path) };
    this.reasons.delete(path);
    this.typed.delete(path);
    this.saved(path, save);
  }
}

interface EditorTasksOptions {
  clock: Clock;
  tracker: Pick<SessionTracker, 'sessions' | 'push'>;
  turns: {
    /** The folder of the session's open turn. */
    findFolder(session: string): string | undefined;
  };
  tasks: Pick<BackgroundTasks, 'tell' | 'remember'>;
}

interface RunningTask {
  id: string;
  /** Undefined if it concerns the whole window. */
  folder: string | undefined;
  /** The only session at work in the folder when it began: nobody says who starts a task. */
  owner: string | undefined;
}

/** VS Code's own tasks: background tasks of the sessions that are at work in their folder. */
class EditorTasks implements vscode.Disposable {
  private readonly running = new Map<vscode.TaskExecution, RunningTask>();
  private readonly subscriptions: vscode.Disposable[];
  private count = 0;

  constructor(private readonly options: EditorTasksOptions) {
    for (const execution of vscode.tasks.taskExecutions) {
      this.running.set(execution, this.describe(execution.task, undefined));
    }
    this.subscriptions = [
      vscode.tasks.onDidStartTask(({ execution }) => this.started(execution)),
      vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) =>
        this.ended(execution, exitCode === undefined ? 'ended' : `exit ${exitCode}`),
      ),
      // also for tasks that run no process of their own
      vscode.tasks.onDidEndTask(({ execution }) => this.ended(execution, 'ended')),
    ];
  }

  /** What runs already is no change of the turn. */
  turnOpened(session: string, cwd: string): void {
    const before = [...this.running.values()].filter(
      ({ folder }) => folder === undefined || areNested(folder, cwd),
    );
    if (before.length > 0) {
      this.options.tasks.remember(
        session,
        before.map(({ id }) => ({ id, status: 'running' })),
      );
    }
  }

  dispose(): void {
    for (const each of this.subscriptions) {
      each.dispose();
    }
  }

  private started(execution: vscode.TaskExecution): void {
    if (this.running.has(execution)) {
      return;
    }
    const [only, ...others] = this.atWork(findTaskFolder(execution.task));
    const task = this.describe(execution.task, others.length === 0 ? only : undefined);
    this.running.set(execution, task);
    this.reportTask(task, 'running');
  }

  private ended(execution: vscode.TaskExecution, status: string): void {
    const task = this.running.get(execution);
    if (task !== undefined) {
      this.running.delete(execution);
      this.reportTask(task, status);
    }
  }

  private reportTask({ id, folder, owner }: RunningTask, status: string): void {
    for (const session of this.atWork(folder)) {
      const root = this.options.turns.findFolder(session);
      const events = this.options.tasks.tell({
        session,
        at: this.options.clock.now(),
        tasks: [{ id, status }],
        ...(root !== undefined && { root }),
        ...(owner !== session && { by: 'person' }),
      });
      for (const event of events) {
        this.options.tracker.push(event);
      }
    }
  }

  /** The sessions with an open turn in the folder. A parent waits while its sub-agents work. */
  private atWork(folder: string | undefined): string[] {
    return [...this.options.tracker.sessions.values()].flatMap(({ id, open, openChildren }) => {
      const cwd = this.options.turns.findFolder(id);
      const isNear = cwd !== undefined && (folder === undefined || areNested(folder, cwd));
      return open && isNear && openChildren.size === 0 ? [id] : [];
    });
  }

  private describe(task: vscode.Task, owner: string | undefined): RunningTask {
    this.count += 1;
    return {
      id: `${task.source}: ${task.name} #${this.count}`,
      folder: findTaskFolder(task),
      owner,
    };
  }
}

function findTaskFolder({ scope }: vscode.Task): string | undefined {
  return typeof scope === 'object' ? scope.uri.fsPath : undefined;
}
