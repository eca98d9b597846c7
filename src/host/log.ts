/** The log channel, and the three lines of seed 2, each once per change of state. */
import * as vscode from 'vscode';
import { progressSummary } from '../core/history.js';
import { redact } from '../core/redact.js';
import type { Session } from '../core/session.js';
import type { ProgressMetrics } from '../core/snapshot.js';
import { english } from '../core/wording.js';
import { MAX_HOPS } from '../core/watch.js';

export class Log implements vscode.Disposable {
  readonly channel = vscode.window.createOutputChannel('Turnwatch', { log: true });
  /** What was said last of a session. */
  private readonly said = new Map<string, 'continuing' | 'stuck'>();

  info(text: string): void { this.channel.info(redact(text)); }
  warn(text: string): void { this.channel.warn(redact(text)); }
  debug(text: string): void { this.channel.debug(redact(text)); }
  /** Something unexpected: once, with its stack. */
  error(what: string, error: unknown): void {
    this.channel.error(redact(`${what}: ${error instanceof Error ? error.stack ?? error.message : String(error)}`));
  }

  /** Past the hop limit, but working: said once until the session gets stuck. */
  continuing(session: Session, metrics: ProgressMetrics, now: number): boolean {
    const hops = hopsOf(session);
    if (hops < MAX_HOPS || this.said.has(session.id)) { return false; }
    this.said.set(session.id, 'continuing');
    this.info(`${session.id} has ${hops} hops but is making progress, allowing to continue. Progress: ${english(progressSummary(metrics, now))}`);
    return true;
  }

  stuck(session: Session, reason: string): void {
    if (this.said.get(session.id) === 'stuck') { return; }
    this.said.set(session.id, 'stuck');
    this.warn(`WARNING: ${session.id} is stuck in loop after ${hopsOf(session)} hops, escalating: ${reason}`);
  }

  turnOver(session: Session, metrics: ProgressMetrics, now: number): void {
    this.said.delete(session.id);
    this.info(`${session.id} turn ${session.turn} ended (${session.lastEnd ?? 'completed'}) after ${session.turnCalls} calls. Progress: ${english(progressSummary(metrics, now))}`);
  }

  recovered(session: Session): void { this.said.delete(session.id); }

  dispose(): void { this.channel.dispose(); }
}

function hopsOf(session: Session): number {
  return session.hops > 0 ? session.hops : session.steps;
}
