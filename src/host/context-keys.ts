/** Context keys, written only when their value changes. */
import * as vscode from 'vscode';
import type { contextKeys } from '../ids.js';

export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

export class ContextKeys {
  private readonly written = new Map<ContextKey, boolean>();

  set(key: ContextKey, value: boolean): void {
    if (this.written.get(key) === value) {
      return;
    }
    this.written.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
