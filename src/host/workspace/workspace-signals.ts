/** Live workspace signals of a window: VS Code's triggers, besides what the live watch sees of the workspace itself. */
import * as vscode from 'vscode';
import { messageOf } from '../../core/error-words.js';
import type { TurnEvent } from '../../core/events.js';
import type { WorkspaceSignals } from '../../live/event-intake.js';
import { TurnWorkspace, type TurnWorkspaceOptions } from '../../live/workspace/turn-workspace.js';
import { EditorSaves } from './editor-saves.js';
import { EditorTasks, type EditorTasksOptions } from './editor-tasks.js';
import { followGitExtension } from './git-extension.js';

export interface WorkspaceOptions extends Omit<TurnWorkspaceOptions, 'workspace'> {
  /** What the sessions run in the background. */
  tasks: EditorTasksOptions['tasks'];
}

export class Workspace implements WorkspaceSignals, vscode.Disposable {
  private readonly turns: TurnWorkspace;
  private readonly tasks: EditorTasks;
  private readonly subscriptions: { dispose(): unknown }[];

  constructor(options: WorkspaceOptions) {
    this.turns = new TurnWorkspace({ ...options, workspace: vscode.workspace });
    this.tasks = new EditorTasks({
      ...options,
      turns: this.turns,
    });
    const watcher = vscode.workspace.createFileSystemWatcher('**/*');
    this.subscriptions = [
      this.turns,
      this.tasks,
      watcher,
      watcher.onDidChange((uri) => this.onDisk(uri)),
      watcher.onDidCreate((uri) => this.onDisk(uri)),
      watcher.onDidDelete((uri) => this.turns.changed(uri.fsPath)),
      new EditorSaves((path, save) => void this.turns.saved(path, save)),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.turns.foldersChanged()),
    ];
    followGitExtension(() => this.turns.changedEverywhere()).then(
      (subscription) => this.subscriptions.push(subscription),
      (error: unknown) => options.log.debug(`cannot follow the Git extension: ${messageOf(error)}`),
    );
  }

  turnOpened(session: string, cwd: string): void {
    this.turns.turnOpened(session, cwd);
    this.tasks.turnOpened(session, cwd);
  }

  turnClosed(session: string): void {
    this.turns.turnClosed(session);
  }

  stepEnded(cwd: string, limitMs: number): Promise<void> {
    return this.turns.stepEnded(cwd, limitMs);
  }

  settle(cwd: string, limitMs: number): Promise<boolean> {
    return this.turns.settle(cwd, limitMs);
  }

  observe(event: TurnEvent): void {
    this.turns.observe(event);
  }

  dispose(): void {
    for (const each of this.subscriptions) {
      each.dispose();
    }
  }

  private onDisk({ scheme, fsPath }: vscode.Uri): void {
    if (scheme === 'file') {
      this.turns.onDisk(fsPath);
    }
  }
}
