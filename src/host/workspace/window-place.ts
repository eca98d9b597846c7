/** The window's state that matters for watching: whether a folder is open, trusted, and in a git repository. */
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { OpenFolders } from '../../live/workspace/window-trees.js';
import type { Snapshot } from '../../core/view/snapshot.js';

/** The folders that are open, on this machine. */
export function listOpenFolders(): string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

export class WindowPlace implements OpenFolders, vscode.Disposable {
  /** Assumed until checked, so that nothing unnecessary is offered. */
  private git = true;
  private looked = false;

  private readonly emitter = new vscode.EventEmitter<void>();
  readonly onDidChange = this.emitter.event;

  get folders(): string[] {
    return listOpenFolders();
  }

  get state(): NonNullable<Snapshot['place']> {
    if (!this.looked) {
      this.findRepositories();
    }
    return {
      folder: (vscode.workspace.workspaceFolders ?? []).length > 0,
      trusted: vscode.workspace.isTrusted,
      git: this.git,
    };
  }

  dispose(): void {
    this.emitter.dispose();
  }

  /** Folders or their contents may have changed. */
  findRepositories(): void {
    this.looked = true;
    const { folders } = this;
    void Promise.all(folders.map(isInRepository)).then((found) => {
      const git = folders.length === 0 || found.includes(true);
      if (git === this.git) {
        return;
      }
      this.git = git;
      this.emitter.fire();
    });
  }
}

/** Whether the folder or one above it has a `.git` folder or file. */
async function isInRepository(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if (
      await stat(join(at, '.git')).then(
        () => true,
        () => false,
      )
    ) {
      return true;
    }
    if (dirname(at) === at) {
      return false;
    }
  }
}
