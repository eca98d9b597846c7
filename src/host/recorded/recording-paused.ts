/** Tells the person once that this window's recording cannot be written for now. */
import * as vscode from 'vscode';
import { readErrorCode, readErrorMessage } from '../../core/error-words.js';
import { showWarning } from '../messages.js';

export function tellRecordingPaused(error: unknown): void {
  const isFull = /^(?:ENOSPC|EDQUOT)$/.test(readErrorCode(error) ?? '');
  void showWarning(
    isFull
      ? vscode.l10n.t(
          'The disk is full, so Turnwatch can’t record this window’s sessions for now. It goes on watching, and records again once there is space.',
        )
      : vscode.l10n.t(
          'Turnwatch can’t record this window’s sessions for now ({0}). It goes on watching, and records again as soon as it can.',
          readErrorMessage(error),
        ),
  );
}
