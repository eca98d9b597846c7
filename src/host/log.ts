/** The log channel; secrets are redacted. */
import * as vscode from 'vscode';
import { readErrorMessage, readErrorStack } from '../core/error-words.js';
import type { Logger } from '../core/log.js';

type LogLevel = 'debug' | 'info' | 'warn' | 'error';
type Redact = (text: string) => string;

/** Lines wait for the rules by which secrets are known, which no activation waits for. */
export class Log implements Logger, vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel('Turnwatch', { log: true });
  private redact: Redact | undefined;
  private waiting: { level: LogLevel; text: string }[] = [];

  info(text: string): void {
    this.write('info', text);
  }
  warn(text: string): void {
    this.write('warn', text);
  }
  debug(text: string): void {
    this.write('debug', text);
  }
  /** Logs an unexpected error with its stack. Log each error only once. */
  error(what: string, error: unknown): void {
    this.write('error', `${what}: ${readErrorStack(error)}`);
  }

  private write(level: LogLevel, text: string): void {
    if (this.redact !== undefined) {
      this.channel[level](this.redact(text));
      return;
    }
    this.waiting.push({ level, text });
    if (this.waiting.length === 1) {
      void this.learnSecrets();
    }
  }

  private async learnSecrets(): Promise<void> {
    try {
      const { redact } = await import('../core/redact.js');
      this.redact = redact;
      for (const { level, text } of this.waiting) {
        this.write(level, text);
      }
    } catch (error) {
      // without the rules no line may be shown; the next one tries again
      this.channel.error(`${this.waiting.length} lines not logged: ${readErrorMessage(error)}`);
    }
    this.waiting = [];
  }

  dispose(): void {
    this.channel.dispose();
  }
}
