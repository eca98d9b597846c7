/** Live workspace signals of a window: VS Code's triggers, besides what the live watch sees of the workspace itself. */
import * as vscode from 'vscode';
import { readErrorMessage } from '../../core/error-words.js';
import { TurnWorkspace, type TurnWorkspaceOptions } from '../../live/workspace/turn-workspace.js';
import { EditorSaves } from './editor-saves.js';
import { EditorTasks, type EditorTasksOptions } from './editor-tasks.js';
import { followGitExtension } from './git-extension.js';

export interface WindowWorkspaceOptions extends Omit<TurnWorkspaceOptions, 'workspace'> {
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
