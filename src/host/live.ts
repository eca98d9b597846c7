/** The live watch as the rest of the host sees it. (contract; the class follows) */
import type * as vscode from 'vscode';
import type { EscalationReport, Row, Snapshot } from '../core/snapshot.js';

/** An expected refusal is a sentence that a person can act on. */
export type ActionResult = { ok: true } | { ok: false; problem: string };

export interface Escalation {
  /** One per stall: the same key is never raised twice. */
  episode: string;
  session: string;
  report: EscalationReport;
}

export interface LiveView {
  /** The snapshot changed; may fire often, the listener coalesces. */
  readonly onDidChange: vscode.Event<void>;
  readonly onDidEscalate: vscode.Event<Escalation>;
  snapshot(): Snapshot;
  select(session: string): void;
  older(session: string, before: number): Promise<Row[]>;
  /** Without a session: the one that needs the person most, else the selected one. */
  forceRespond(session?: string): ActionResult;
  guide(text: string, session?: string): ActionResult;
  snooze(steps: number, session?: string): ActionResult;
  stopTurn(session?: string): ActionResult;
  undo(intervention: string): ActionResult;
  report(session?: string): EscalationReport | undefined;
  /** False once the stall that was escalated under this key is over: an old notification re-checks before it acts. */
  isCurrent(episode: string): boolean;
  pause(): void;
  resume(): void;
}
