/** Seed 2's two log lines about a session, each once per change of its state. */
import { progressSummary } from '../turns/action-history.js';
import { Recent } from '../identity/recent.js';
import type { ProgressMetrics } from './snapshot.js';
import { english } from './wording.js';

/** Sessions whose state is remembered. */
const SESSIONS = 1024;

export class HopLog {
  private readonly states = new Recent<'continuing' | 'stuck' | undefined>(SESSIONS);

  /** At its limit of hops or past it, but working. `now`: milliseconds since the epoch. */
  continuing(
    session: string,
    hops: number,
    metrics: ProgressMetrics,
    now: number,
  ): string | undefined {
    return this.turnsTo(session, 'continuing')
      ? `${session} has ${hops} hops but is making progress, allowing to continue. Progress: ${english(progressSummary(metrics, now))}`
      : undefined;
  }

  stuck(session: string, hops: number, reason: string): string | undefined {
    return this.turnsTo(session, 'stuck')
      ? `WARNING: ${session} is stuck in loop after ${hops} hops, escalating: ${reason}`
      : undefined;
  }

  /** Forgets the state: whatever comes next is a change. */
  recovered(session: string): void {
    this.states.set(session, undefined);
  }

  private turnsTo(session: string, state: 'continuing' | 'stuck'): boolean {
    if (this.states.get(session) === state) {
      return false;
    }
    this.states.set(session, state);
    return true;
  }
}
