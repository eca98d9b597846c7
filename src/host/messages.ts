/**
 * The one way to VS Code's messages, lists and input boxes: what agents, tools and files say never becomes a link or an icon there.
 * Lint refuses any other way (test/lint/shown-text.mjs). Labels of buttons are ours alone and stay as they are.
 */
import * as vscode from 'vscode';
import { withoutLinks } from '../core/view/words/inert-text.js';
import { views } from '../ids.js';

/** Resolves with the button pressed; perhaps never, if nobody answers. */
type PressedButton = Thenable<string | undefined>;

export function showInformation(text: string, ...buttons: string[]): PressedButton {
  return vscode.window.showInformationMessage(withoutLinks(text), ...buttons);
}

export function showWarning(text: string, ...buttons: string[]): PressedButton {
  return vscode.window.showWarningMessage(withoutLinks(text), ...buttons);
}

export function showError(text: string, ...buttons: string[]): PressedButton {
  return vscode.window.showErrorMessage(withoutLinks(text), ...buttons);
}

/** Why something cannot be done. */
export function refuse(problem: string): void {
  void showInformation(`Turnwatch: ${problem}`);
}

/** Milliseconds for which the status bar says what was done. */
const BRIEF_MS = 3000;

export function showBriefly(text: string): void {
  vscode.window.setStatusBarMessage(withoutLinks(text), BRIEF_MS);
}

/** Shows in the view that something is going on. */
export function showProgress<T>(act: () => Promise<T>): Thenable<T> {
  return vscode.window.withProgress({ location: { viewId: views.timeline } }, act);
}

export type PickOptions = Pick<
  vscode.QuickPickOptions,
  'title' | 'placeHolder' | 'matchOnDescription' | 'matchOnDetail' | 'ignoreFocusOut'
>;

/** Undefined if the person chooses nothing. */
export function pickOne<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Thenable<T | undefined> {
  return vscode.window.showQuickPick(items.map(itemWithoutLinks), optionsWithoutLinks(options));
}

/** Undefined if the person chooses nothing. */
export function pickSeveral<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Thenable<T[] | undefined> {
  return vscode.window.showQuickPick(items.map(itemWithoutLinks), {
    ...optionsWithoutLinks(options),
    canPickMany: true,
  });
}

/** A list whose items change while it is open: each set of them through `itemWithoutLinks`. */
export function createPick<T extends vscode.QuickPickItem>(title: string): vscode.QuickPick<T> {
  const pick = vscode.window.createQuickPick<T>();
  pick.title = withoutLinks(title);
  return pick;
}

/** An icon goes into `iconPath`. */
export function itemWithoutLinks<T extends vscode.QuickPickItem>(item: T): T {
  return {
    ...item,
    label: withoutLinks(item.label),
    ...(item.description !== undefined && { description: withoutLinks(item.description) }),
    ...(item.detail !== undefined && { detail: withoutLinks(item.detail) }),
  };
}

function optionsWithoutLinks(options: PickOptions): PickOptions {
  return {
    ...options,
    ...(options.title !== undefined && { title: withoutLinks(options.title) }),
    ...(options.placeHolder !== undefined && { placeHolder: withoutLinks(options.placeHolder) }),
  };
}

/** Undefined if the person closes the box. */
export function askText(title: string, prompt: string, value = ''): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: withoutLinks(title),
    prompt: withoutLinks(prompt),
    value,
    ignoreFocusOut: true,
  });
}
