/** Puts the command or the result of a call on the clipboard: whole as far as it is kept, and redacted like the view. */
import * as vscode from 'vscode';
import { escapeControls } from '../../core/escape-controls.js';
import { commandIn } from '../../core/view/input-text.js';
import type { CallTexts } from '../../protocol/view.js';
import { showBriefly } from '../messages.js';

export async function copyCall(
  { input, output }: CallTexts,
  what: 'command' | 'result',
): Promise<void> {
  const text = what === 'result' ? output?.text : commandIn(input?.text ?? '');
  await vscode.env.clipboard.writeText(escapeControls(text ?? ''));
  showBriefly(
    what === 'result'
      ? vscode.l10n.t('Turnwatch: result copied')
      : vscode.l10n.t('Turnwatch: command copied'),
  );
}
