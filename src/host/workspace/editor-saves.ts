/** Tracks documents saved by the editor: the reason, and whether a person typed in them. */
import * as vscode from 'vscode';
import type { EditorSave } from '../../workspace/authors.js';

const reasons: Record<vscode.TextDocumentSaveReason, EditorSave['reason']> = {
  [vscode.TextDocumentSaveReason.Manual]: 'manual',
  [vscode.TextDocumentSaveReason.AfterDelay]: 'after-delay',
  [vscode.TextDocumentSaveReason.FocusOut]: 'focus-out',
};

export class EditorSaves {
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
