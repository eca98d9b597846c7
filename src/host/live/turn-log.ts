/** What the log says of turns: their ends, and the lines of seed 2, each once per change of state. */
import { progressSummary } from '../../core/turns/action-history.js';
import { HopLog } from '../../core/view/hop-log.js';
import type { Session } from '../../core/turns/session.js';
import type { ProgressMetrics } from '../../core/view/snapshot.js';
import { english } from '../../core/view/wording.js';
import type { Log } from '../log.js';

export class TurnLog {
  private readonly hopLog = new HopLog();

  constructor(private readonly log: Pick<Log, 'info' | 'warn'>) {}

  /** At the limit of hops or past it, but working. @returns whether that is news. */
  continuing(session: Session, hops: number, metrics: ProgressMetrics, now: number): boolean {
    const line = this.hopLog.continuing(session.id, hops, metrics, now);
    if (line !== undefined) {
      this.log.info(line);
    }
    return line !== undefined;
  }

  stuck(session: Session, hops: number, reason: string): void {
    const line = this.hopLog.stuck(session.id, hops, reason);
    if (line !== undefined) {
      this.log.warn(line);
    }
  }

  turnOver(session: Session, metrics: ProgressMetrics, now: number): void {
    this.log.info(
      `${session.id} turn ${session.turn} ended (${session.lastEnd ?? 'completed'}) after ${session.turnCalls} calls. Progress: ${english(progressSummary(metrics, now))}`,
    );
  }

  recovered(session: Session): void {
    this.hopLog.recovered(session.id);
  }
}
