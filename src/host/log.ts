/** The log channel; secrets are redacted. */
import * as vscode from 'vscode';
import { readErrorStack } from '../core/error-words.js';
import { redact } from '../core/redact.js';
import type { Logger } from '../core/log.js';

export class Log implements Logger, vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel('Turnwatch', { log: true });

  info(text: string): void {
    this.channel.info(redact(text));
  }
  warn(text: string): void {
    this.channel.warn(redact(text));
  }
  debug(text: string): void {
    this.channel.debug(redact(text));
  }
  /** Logs an unexpected error with its stack. Log each error only once. */
  error(what: string, error: unknown): void {
    this.channel.error(redact(`${what}: ${readErrorStack(error)}`));
  }

  dispose(): void {
    this.channel.dispose();
  }
}
