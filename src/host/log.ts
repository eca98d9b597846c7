/** The log channel, and the three lines of seed 2, each once per change of state. */
import * as vscode from 'vscode';
import { progressSummary } from '../core/history.js';
import { HopLog } from '../core/hop-log.js';
import { redact } from '../core/redact.js';
import type { Session } from '../core/session.js';
import type { ProgressMetrics } from '../core/snapshot.js';
import { english } from '../core/wording.js';

export class Log implements vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel('Turnwatch', { log: true });
  private readonly hopLog = new HopLog();

  info(text: string): void { this.channel.info(redact(text)); }
  warn(text: string): void { this.channel.warn(redact(text)); }
  debug(text: string): void { this.channel.debug(redact(text)); }
  /** Something unexpected: once, with its stack. */
  error(what: string, error: unknown): void {
    this.channel.error(redact(`${what}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`));
  }

  /** At the limit of hops or past it, but working. @returns whether that is news. */
  continuing(session: Session, hops: number, metrics: ProgressMetrics, now: number): boolean {
    const line = this.hopLog.continuing(session.id, hops, metrics, now);
    if (line !== undefined) { this.info(line); }
    return line !== undefined;
  }

  stuck(session: Session, hops: number, reason: string): void {
    const line = this.hopLog.stuck(session.id, hops, reason);
    if (line !== undefined) { this.warn(line); }
  }

  turnOver(session: Session, metrics: ProgressMetrics, now: number): void {
    this.info(`${session.id} turn ${session.turn} ended (${session.lastEnd ?? 'completed'}) after ${session.turnCalls} calls. Progress: ${english(progressSummary(metrics, now))}`);
  }

  recovered(session: Session): void { this.hopLog.recovered(session.id); }

  dispose(): void { this.channel.dispose(); }
}
