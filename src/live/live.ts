/**
 * The live watch. It alone holds the core: events go in by `push`, and whatever the core decides is applied here, in the same call,
 * so that no caller can forget to. Runs without VS Code.
 */
import type { Spool } from '../storage/spool.js';
import type { StepEnd, TurnEvent } from '../core/events.js';
import { HOLD_MS } from '../core/view/held-changes.js';
import { fullTextOf } from '../core/view/full-text.js';
import { roleOf } from '../core/turns/children.js';
import type { Session } from '../core/turns/session.js';
import type { Capabilities, EscalationReport } from '../core/view/snapshot.js';
import type { OutcomeOfStall } from '../core/interventions/stall-outcomes.js';
import {
  outcomeAnswers,
  type FeedbackRecord,
  type StallOutcome,
} from '../core/thresholds/learning.js';
import type { Thresholds } from '../core/thresholds/thresholds.js';
import type { TurnFactListener } from '../core/turns/turn-fact.js';
import type { Verdict } from '../core/verdict.js';
import { Watch, type SessionFact } from '../core/watch.js';
import type { Logger } from './logger.js';
import { HeldStepEnds } from './held-step-ends.js';
import { LiveInterventions, type Escalation } from './live-interventions.js';
import { LiveViewModel, type LiveSettings, type LiveViewOptions } from './live-view.js';
import { OldSessions } from './old-sessions.js';
import { ThresholdsInForce } from './thresholds-in-force.js';
import { TickTimer } from './tick-timer.js';
import { TurnLog } from './turn-log.js';

export interface LiveOptions extends Omit<LiveViewOptions, 'paused' | 'tally'> {
  settings(): LiveSettings;
  log: Pick<Logger, 'info' | 'warn' | 'debug'>;
  spool: Pick<Spool, 'rows' | 'text' | 'olderRows' | 'texts' | 'forget'>;
  /** In force for an agent's sessions. */
  thresholds(agent: string, role?: string): Thresholds;
  agentName(agent: string): string;
  capabilities(session: Session): Capabilities;
  /** See SessionSummary. */
  branch?(session: Session): string | undefined;
  hasTerminal?(session: Session): boolean;
  /** Every event, in order: the recording. */
  onEvent(event: TurnEvent): void;
  /** Hears of every fact, after the judgement. */
  onFact?: TurnFactListener;
  /** Verdicts, as they are given and as what they say is over. */
  onVerdicts?(given: readonly Verdict[], cleared: readonly Verdict[]): void;
  /** See LiveInterventions. */
  onEscalation(escalation: Escalation): void;
  /** What became of a stall teaches something about its threshold. @returns whether that counts. */
  onOutcome(outcome: FeedbackRecord & { outcome: StallOutcome }): boolean;
}

const noFacts: readonly SessionFact[] = [];

export class Live {
  private readonly watch: Watch;
  private readonly turns: TurnLog;
  private readonly thresholds: ThresholdsInForce;
  private readonly stepEnds = new HeldStepEnds((event) => this.push(event));
  readonly view: LiveViewModel;
  readonly interventions: LiveInterventions;
  private readonly ticks: TickTimer;
  private changesTimer: NodeJS.Timeout | undefined;
  private readonly oldSessions = new OldSessions();
  private isPaused = false;

  constructor(private readonly options: LiveOptions) {
    this.watch = new Watch({
      overrides: { set: {} },
      agentName: (agent) => options.agentName(agent),
      capabilities: (session) => options.capabilities(session),
      branch: (session) => options.branch?.(session),
      hasTerminal: (session) => options.hasTerminal?.(session) === true,
      mode: (session) => options.settings().mode(session.agent),
      remindFirst: () => options.settings().remindFirst,
      onFact: options.onFact,
      rowsLeft: (session, first, rows) => {
        options.spool.rows(session, first, rows);
      },
    });
    this.ticks = new TickTimer({
      now: () => options.now(),
      due: () => (this.isPaused ? undefined : this.watch.nextDeadline()),
      tick: (at) => this.push({ v: 1, type: 'tick', at }),
    });
    this.turns = new TurnLog(this.watch, {
      log: options.log,
      now: options.now,
      onlyObserves: (agent) => options.settings().mode(agent) === 'observe',
    });
    this.thresholds = new ThresholdsInForce((agent, role) => options.thresholds(agent, role));
    this.view = new LiveViewModel(this.watch, {
      ...options,
      paused: () => this.isPaused,
      tally: () => this.turns.tally,
    });
    this.interventions = new LiveInterventions(this.watch, {
      now: options.now,
      before: (session) => this.stepEnds.release(session),
      onEvent: (event) => {
        if (event.type === 'intervention') {
          this.turns.intervened(event);
        }
        options.onEvent(event);
      },
      onChange: () => options.onChange(),
      onOutcome: (session, outcome) => this.learn(session, outcome),
      onEscalation: (escalation) => {
        const { session: id, advice, reason } = escalation;
        const session = this.watch.sessions.get(id);
        if (session !== undefined && advice !== undefined) {
          this.turns.escalated(session, reason);
          this.view.yieldTo(id);
        }
        options.onEscalation(escalation);
      },
    });
  }

  get paused(): boolean {
    return this.isPaused;
  }
  get sessions(): ReadonlyMap<string, Session> {
    return this.watch.sessions;
  }

  /** Takes one event in; every source comes through here, and only here. @returns what happened; nothing while paused. */
  push(event: TurnEvent): readonly SessionFact[] {
    if (this.isPaused) {
      return noFacts;
    }
    if (event.type === 'tick') {
      this.stepEnds.releaseAll();
    } else if (event.type !== 'workspace') {
      this.prepare(event);
    }
    const facts = this.record(event);
    this.ticks.set();
    this.options.onChange();
    if (event.type === 'workspace') {
      // what no step claims gets a row of its own then
      clearTimeout(this.changesTimer);
      this.changesTimer = setTimeout(() => this.options.onChange(), HOLD_MS + 1);
    }
    return facts;
  }

  /** Takes the end of a step in once `looked` is settled, or before whatever comes next in its session. */
  pushAfter(event: StepEnd, looked: Promise<unknown>): void {
    // what was ordered counts the steps that end after it was delivered
    if (this.watch.holding(event.session) !== undefined) {
      this.push(event);
    } else if (!this.isPaused) {
      this.stepEnds.hold(event, looked);
    }
  }

  /** The verdict of this id; without one the one that stands, else the session's newest. */
  verdict(session: string, id?: string): Verdict | undefined {
    return this.watch.verdict(session, id);
  }

  report(session: string): EscalationReport | undefined {
    return this.watch.views.report(session, this.options.now());
  }

  /** Whether ending the open step now would give a stall. */
  wouldStall(session: string): boolean {
    return this.watch.wouldStall(session);
  }

  /** Whether one more step could give a stall. */
  nearStall(session: string): boolean {
    return this.watch.nearStall(session);
  }

  /** Whether the agent may have to be answered at one of its next steps. */
  isClose(session: string): boolean {
    return this.watch.isClose(session);
  }

  /** Whether one of the session's next hooks may have to be answered because of an intervention. */
  awaitsHook(session: Session): boolean {
    return this.watch.awaitsHook(session, this.options.now());
  }

  settingsChanged(): void {
    this.stepEnds.releaseAll();
    for (const session of this.thresholds.sessions()) {
      this.configure(session);
    }
    this.ticks.set();
    this.options.onChange();
  }

  /** Another window watches this session from now on. */
  leave(session: string): void {
    this.stepEnds.release(session);
    this.forget(session);
    this.options.onChange();
  }

  /** Something outside the sessions changed that the snapshot shows. */
  refresh(): void {
    this.options.onChange();
  }

  pause(): void {
    this.stepEnds.releaseAll();
    this.isPaused = true;
    this.ticks.clear();
    this.options.onChange();
  }

  resume(): void {
    this.isPaused = false;
    this.ticks.set();
    this.options.onChange();
  }

  /** Takes nothing in any more: what is still under way would set timers again. */
  dispose(): void {
    this.stepEnds.releaseAll();
    this.isPaused = true;
    this.ticks.clear();
    clearTimeout(this.changesTimer);
  }

  /** What must be in place before an event of a session is judged. */
  private prepare(event: Exclude<TurnEvent, { type: 'workspace' | 'tick' }>): void {
    const { session } = event;
    this.stepEnds.release(session);
    if (event.type === 'session.start') {
      this.configure(session, event.agent, roleOf(event, this.watch.sessions));
    } else if (!this.thresholds.has(session)) {
      this.configure(session);
    }
    const now = this.options.now();
    this.oldSessions.takes(session, now);
    this.ticks.takesIn(event.at ?? now);
  }

  private record(event: TurnEvent): readonly SessionFact[] {
    const now = this.options.now();
    this.options.onEvent(event);
    this.keepFullText(event);
    const { verdicts, cleared, notes, effects, facts } = this.watch.push(event, now);
    for (const note of notes) {
      this.options.log.debug(`${event.type}: ${note}`);
    }
    if (verdicts.length > 0 || cleared.length > 0) {
      this.options.onVerdicts?.(verdicts, cleared);
    }
    this.turns.verdicts(verdicts, cleared);
    this.interventions.apply(effects);
    for (const verdict of verdicts) {
      if (verdict.level === 'waiting') {
        this.interventions.waiting(verdict);
      }
    }
    if (event.type === 'turn.end') {
      this.interventions.turnOver(event.session);
    }
    this.turns.progress(event);
    if (event.type === 'turn.start') {
      for (const old of this.oldSessions.among(this.watch.sessions, now)) {
        this.forget(old);
      }
      this.view.yieldTo(event.session);
    }
    return facts;
  }

  /** The fold holds whole inputs and outputs only while it judges them; the view may ask for them later. */
  private keepFullText(event: TurnEvent): void {
    if (event.type !== 'tool.call' && event.type !== 'tool.result') {
      return;
    }
    const full = fullTextOf(event, this.watch.sessions.get(event.session));
    if (full !== undefined) {
      this.options.spool.text(event.session, full);
    }
  }

  private learn(session: string, { verdict, outcome }: OutcomeOfStall): void {
    const agent = this.watch.sessions.get(session)?.agent;
    if (agent === undefined || verdict.key === undefined) {
      return;
    }
    const { id, key } = verdict;
    const answer = outcomeAnswers[outcome];
    const at = this.options.now();
    if (this.options.onOutcome({ agent, session, verdict: id, key, answer, outcome, at })) {
      this.settingsChanged();
    }
  }

  private configure(
    session: string,
    agent = this.watch.sessions.get(session)?.agent ?? '',
    role = this.watch.sessions.get(session)?.role,
  ): void {
    const changed = this.thresholds.changed(session, agent, role);
    if (changed !== undefined) {
      this.record(changed);
    }
  }

  private forget(session: string): void {
    this.oldSessions.forget(session);
    this.watch.forget(session);
    this.options.spool.forget(session);
    this.thresholds.forget(session);
  }
}
