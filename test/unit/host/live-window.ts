/** A window's tracker without VS Code: what it records, and who hears of a change. */
import type { Clock } from '../../../src/core/clock.js';
import type { TurnEvent } from '../../../src/core/events.js';
import type { RequestAnswer } from '../../../src/core/interventions/agent-answers.js';
import type { Mode } from '../../../src/core/interventions/stall-state.js';
import { defaultThresholds, type Thresholds } from '../../../src/core/thresholds/thresholds.js';
import type { Session } from '../../../src/core/turns/session.js';
import type { Verdict } from '../../../src/core/verdict.js';
import type { Capabilities } from '../../../src/core/view/snapshot.js';
import type { Escalation } from '../../../src/live/escalations.js';
import type { Logger } from '../../../src/core/log.js';
import { SessionSnapshots } from '../../../src/live/session-snapshots.js';
import { SessionTracker, type TrackerOptions } from '../../../src/live/session-tracker.js';

const spool = {
  rows: () => undefined,
  text: () => undefined,
  olderRows: () => Promise.resolve({ rows: [] }),
  texts: () => Promise.resolve({ missing: 'gone' as const }),
  forget: () => undefined,
};

/** Orders go by the names of the sessions, as a person's do. */
export class DrivenTracker extends SessionTracker {
  readonly view: SessionSnapshots;

  constructor(private readonly given: TrackerOptions) {
    super(given);
    const { clock, settings } = given;
    const links = { link: () => ({ state: 'connected' as const }) };
    this.view = new SessionSnapshots(this, { clock, settings, spool, links });
  }

  verdict(session: string, id?: string): Verdict | undefined {
    return this.turnwatch.judge.verdict(session, id);
  }

  readonly interventions = {
    isCurrent: (episode: string): boolean => this.escalations.isCurrent(episode),
    directive: (session: string): RequestAnswer | undefined =>
      this.turnwatch.answers.directive(session, this.given.clock.now()),
    delivered: (session: string, receipts: readonly string[]): void =>
      this.turnwatch.answers.delivered(session, receipts, this.given.clock.now()),
    forceRespond: (session: string): void =>
      this.order(session, (known, at) => this.turnwatch.orders.forceRespond(known, at)),
    stop: (session: string): void =>
      this.order(session, (known, at) => this.turnwatch.orders.stop(known, at)),
    guide: (session: string, text: string): void =>
      this.order(session, (known, at) => this.turnwatch.orders.guide(known, text, at)),
    keepWaiting: (session: string): boolean => {
      const known = this.sessions.get(session);
      return (
        known !== undefined && this.turnwatch.orders.keepWaiting(known, this.given.clock.now())
      );
    },
    undo: (id: string): boolean => this.turnwatch.orders.undo(id, this.given.clock.now()),
  };

  private order(id: string, act: (session: Session, at: number) => void): void {
    const session = this.sessions.get(id);
    this.stepEnds.release(id);
    if (session !== undefined) {
      act(session, this.given.clock.now());
    }
  }
}

export interface LiveWindow {
  live: DrivenTracker;
  /** Every recorded event, in order. */
  recorded: TurnEvent[];
  escalations: Escalation[];
  /** What became of stalls. */
  outcomes: string[];
  /** Lines of the log, from `info` on. */
  logged: string[];
  log: Logger;
  clock: Clock;
  now: () => number;
  /** Lets the clock go on by so many milliseconds. */
  pass: (ms: number) => void;
  /** What is recorded of each intervention, as `session kind: state, state`. */
  interventions: () => string[];
}

export function openLive({
  mode = 'ask',
  capabilities = { textOnly: 'loop', stop: true, guide: true },
  thresholds = defaultThresholds(),
  begins = 1_000_000,
  ...more
}: {
  /** Milliseconds since the epoch. */
  begins?: number;
  mode?: Mode;
  capabilities?: Capabilities;
  thresholds?: Thresholds | ((agent: string, role?: string) => Thresholds);
} & Pick<TrackerOptions, 'prices' | 'caps' | 'resumes'> = {}): LiveWindow {
  let now = begins;
  const recorded: TurnEvent[] = [];
  const escalations: Escalation[] = [];
  const logged: string[] = [];
  const outcomes: string[] = [];
  const log: Logger = {
    info: (line) => logged.push(line),
    warn: (line) => logged.push(line),
    debug: () => undefined,
    error: (what) => logged.push(what),
  };
  const clock: Clock = { now: () => now };
  const live = new DrivenTracker({
    clock,
    settings: { mode: () => mode, remindFirst: false, sendBack: false },
    log,
    spool,
    learning: {
      thresholds: (agent, role) =>
        typeof thresholds === 'function' ? thresholds(agent, role) : thresholds,
      observe: ({ session, key, answer, outcome }) =>
        outcomes.push(`${session} ${key}: ${outcome}, ${answer}`) > 0,
    },
    links: { capabilities: () => capabilities },
    ...more,
  });
  live.listen({
    onEvent: (event) => recorded.push(event),
    onEscalation: (escalation) => escalations.push(escalation),
  });
  return {
    live,
    recorded,
    escalations,
    logged,
    outcomes,
    log,
    clock,
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
    interventions: () => {
      const byId = new Map<string, string>();
      for (const event of recorded) {
        if (event.type === 'intervention') {
          const { id, session, rung, state } = event;
          const before = byId.get(id);
          byId.set(
            id,
            before === undefined ? `${session} ${rung}: ${state}` : `${before}, ${state}`,
          );
        }
      }
      return [...byId.values()];
    },
  };
}
