/** What is told of turns beyond the view: lines in the log, those of a state once per change, and how often that was today. */
import { progressSummary } from '../core/turns/action-history.js';
import { HopLog } from '../core/view/hop-log.js';
import type { InterventionEvent } from '../core/events.js';
import type { Session } from '../core/turns/session.js';
import type { ProgressMetrics, Snapshot } from '../core/view/snapshot.js';
import { english } from '../core/view/wording.js';
import type { Logger } from './logger.js';

export class TurnLog {
  private readonly hopLog = new HopLog();
  private today = { day: '', continued: 0, escalated: 0 };

  constructor(
    private readonly log: Pick<Logger, 'info' | 'warn'>,
    private readonly now: () => number,
  ) {}

  /** Turns of this day that went on past their limit because of progress, and stalls that needed the person. */
  get tally(): Snapshot['tally'] {
    const { continued, escalated } = this.counts();
    return { continued, escalated };
  }

  /** The turn is at its limit of hops or past it, and goes on because it makes progress (seed 2). */
  continuing(session: Session, hops: number, metrics: ProgressMetrics): void {
    const line = this.hopLog.continuing(session.id, hops, metrics, this.now());
    if (line !== undefined) {
      this.log.info(line);
      this.counts().continued += 1;
    }
  }

  /** The person is asked (seed 2). */
  escalated(session: string, hops: number, reason: string): void {
    this.counts().escalated += 1;
    const line = this.hopLog.stuck(session, hops, reason);
    if (line !== undefined) {
      this.log.warn(line);
    }
  }

  /** A stall that is only shown. */
  shown(session: string, reason: string): void {
    this.log.info(`${session} turn appears stalled: ${reason}`);
  }

  /** Each state of an intervention. `reason`: that of the open stall, which seed 1 names where it forces an answer. */
  intervened({ session, rung, state, by }: InterventionEvent, reason: string | undefined): void {
    // the line of an escalation says why
    if (rung === 'escalate' && state === 'requested') {
      return;
    }
    if (rung === 'text-only' && state === 'requested' && reason !== undefined) {
      this.log.warn(`${session} turn appears stalled; forcing text-only mode (${by}): ${reason}`);
    } else {
      this.log.info(`${session} ${rung} (${by}): ${state}`);
    }
  }

  turnOver(session: Session, metrics: ProgressMetrics): void {
    this.log.info(
      `${session.id} turn ${session.turn} ended (${session.lastEnd ?? 'completed'}) after ${session.turnCalls} calls. Progress: ${english(progressSummary(metrics, this.now()))}`,
    );
  }

  recovered(session: Session): void {
    this.hopLog.recovered(session.id);
  }

  private counts(): { continued: number; escalated: number } {
    const day = new Date(this.now()).toDateString();
    if (this.today.day !== day) {
      this.today = { day, continued: 0, escalated: 0 };
    }
    return this.today;
  }
}
