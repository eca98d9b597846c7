/**
 * Values that the person saves in an editor of this window, told from those that a program writes into the same file: VS Code does not say
 * who changed a setting. It tells of a save at once and of the changed setting when it has read the file, on a busy machine seconds later:
 * so values are compared, not times.
 */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';

/** A longer file is not read: its changes count as a program's. */
const MOST_CHARACTERS = 1024 * 1024;

/** Of JSON with comments. */
type Parse = (text: string) => unknown;

export class SavedSettings implements vscode.Disposable {
  /** The values of the last save that VS Code has not read yet. */
  private unread = new Map<string, unknown>();
  private readonly subscriptions: readonly vscode.Disposable[];
  /** Loaded with the first save, which waits for it. */
  private parse: Parse | undefined;

  constructor(ids: readonly string[], isFile: (uri: vscode.Uri) => boolean) {
    this.subscriptions = [
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (this.parse === undefined && isFile(event.document.uri)) {
          event.waitUntil(this.load());
        }
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        const { parse } = this;
        if (parse !== undefined && isFile(document.uri) && isInView(document.uri)) {
          const saved = readSettings(document, parse);
          this.unread = new Map(ids.map((id) => [id, saved[id]]));
        }
      }),
    ];
  }

  dispose(): void {
    for (const subscription of this.subscriptions) {
      subscription.dispose();
    }
  }

  /** A setting has changed. Returns whether this is the value that the person saved: a save accounts for one change. */
  take(id: string, value: unknown): boolean {
    const isSaved = this.unread.has(id) && isSame(this.unread.get(id), value);
    this.unread.delete(id);
    return isSaved;
  }

  private async load(): Promise<void> {
    const { parse } = await import('jsonc-parser');
    this.parse = parse;
  }
}

function readSettings(
  document: vscode.TextDocument,
  parse: Parse,
): Readonly<Record<string, unknown>> {
  const text = document.getText();
  const read: unknown = text.length > MOST_CHARACTERS ? undefined : parse(text);
  const found = isObject(read) && isWorkspaceFile(document.uri) ? read['settings'] : read;
  return isObject(found) ? found : {};
}

export function isWorkspaceSettings(uri: vscode.Uri): boolean {
  return uri.path.endsWith('/.vscode/settings.json') || isWorkspaceFile(uri);
}

export function isUserSettings(uri: vscode.Uri): boolean {
  return uri.path.endsWith('/settings.json') && !isWorkspaceSettings(uri);
}

function isWorkspaceFile({ path }: vscode.Uri): boolean {
  return path.endsWith('.code-workspace');
}

/** Two values of a setting. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify([one]) === JSON.stringify([other]);
}

/**
 * Whether the person looks at what was saved: VS Code does not say who changed a setting, but only its own editors save
 * the file as a document. A program that writes to the disk does not, and one that saves by VS Code's API does it behind
 * another editor. The settings editor has no document, and its tab no known input.
 */
function isInView(uri: vscode.Uri): boolean {
  const { activeTextEditor, tabGroups, state } = vscode.window;
  if (!state.focused) {
    return false;
  }
  const tab = tabGroups.activeTabGroup.activeTab;
  return tab?.input instanceof vscode.TabInputText
    ? activeTextEditor?.document.uri.toString() === uri.toString()
    : tab !== undefined && tab.input === undefined;
}
