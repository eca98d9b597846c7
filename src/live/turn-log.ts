/** What is told of turns beyond the view: lines in the log, those of a state once per change, and how often that was today. */
import type { Clock } from '../core/clock.js';
import type { InterventionEvent, TurnEvent } from '../core/events.js';
import { Recent } from '../core/identity/recent.js';
import type { Mode } from '../core/interventions/stall-state.js';
import { progressSummary } from '../core/turns/action-history.js';
import type { Session } from '../core/turns/session.js';
import type { Turnwatch } from '../core/turnwatch.js';
import type { Verdict } from '../core/verdict.js';
import type { Snapshot, ProgressMetrics } from '../core/view/snapshot.js';
import { english, type Message } from '../core/view/words/wording.js';
import type { Logger } from '../core/log.js';

interface TurnLogOptions {
  log: Pick<Logger, 'info' | 'warn'>;
  clock: Clock;
  settings: { mode(agent: string): Mode };
}

export class TurnLog {
  private readonly hopLog = new HopLog();
  private today = { day: '', continued: 0, escalated: 0 };

  constructor(
    private readonly turnwatch: Turnwatch,
    private readonly options: TurnLogOptions,
  ) {}

  /** Turns of this day that went on past their limit because of progress, and stalls that needed the person. */
  get tally(): Snapshot['tally'] {
    const { continued, escalated } = this.counts();
    return { continued, escalated };
  }

  /** Stalls that are only shown, and those that are over. */
  verdicts(given: readonly Verdict[], cleared: readonly Verdict[]): void {
    const { sessions } = this.turnwatch;
    for (const { session: id, level, what } of given) {
      const session = sessions.get(id);
      const isOnlyShown =
        session !== undefined && this.options.settings.mode(session.agent) === 'observe';
      if (isOnlyShown && level === 'stalled') {
        this.options.log.info(`${id} turn appears stalled: ${english(what)}`);
      }
    }
    for (const { session: id, level } of cleared) {
      if (sessions.has(id) && level === 'stalled') {
        this.hopLog.recovered(id);
      }
    }
  }

  /** The person is asked (the preset `stuck-heuristics`). */
  escalated(session: Session, reason: Message): void {
    const { id } = session;
    const { views } = this.turnwatch;
    this.counts().escalated += 1;
    // without what the agent ran, as all of the log
    const what = english(views.stalls.open(id)?.what ?? reason);
    const line = this.hopLog.stuck(id, views.hops(session), what);
    if (line !== undefined) {
      this.options.log.warn(line);
    }
  }

  /** Each state of an intervention. */
  intervened({ session, rung: kind, state, by }: InterventionEvent): void {
    const { log } = this.options;
    // the line of an escalation says why
    if (kind === 'escalate' && state === 'requested') {
      return;
    }
    const stall = this.turnwatch.views.stalls.open(session);
    // the preset `progress-detector` names the reason where it forces an answer
    if (kind === 'text-only' && state === 'requested' && stall !== undefined) {
      log.warn(
        `${session} turn appears stalled; forcing text-only mode (${by}): ${english(stall.what)}`,
      );
    } else {
      log.info(`${session} ${kind} (${by}): ${state}`);
    }
  }

  /** The end of a turn, and a turn at its limit of hops or past it that goes on because it makes progress (the preset `stuck-heuristics`). */
  progress(event: TurnEvent): void {
    if (event.type === 'workspace' || event.type === 'tick') {
      return;
    }
    const session = this.turnwatch.sessions.get(event.session);
    if (session === undefined) {
      return;
    }
    const { views } = this.turnwatch;
    const now = this.options.clock.now();
    if (event.type === 'turn.end') {
      this.options.log.info(
        `${session.id} turn ${session.turn} ended (${session.lastEnd ?? 'completed'}) after ${session.turnCalls} calls. Progress: ${english(progressSummary(views.metrics(session), now))}`,
      );
    }
    const line = views.continues(session, now)
      ? this.hopLog.continuing(session.id, views.hops(session), views.metrics(session), now)
      : undefined;
    if (line !== undefined) {
      this.options.log.info(line);
      this.counts().continued += 1;
    }
  }

  private counts(): { continued: number; escalated: number } {
    const day = new Date(this.options.clock.now()).toDateString();
    if (this.today.day !== day) {
      this.today = { day, continued: 0, escalated: 0 };
    }
    return this.today;
  }
}

/** Sessions whose state is remembered. */
const SESSIONS = 1024;

/** Seed 2's two log lines about a session, each once per change of its state. */
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
