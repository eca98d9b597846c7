/**
 * Tracks the sessions of agents at work. It alone holds the core: events go in by `push`, and whatever the core decides is carried
 * out here, in the same call, so that no caller can forget to. Runs without VS Code.
 */
import { agentName } from '../agents/index.js';
import type { Clock } from '../core/clock.js';
import type { StepEnd, TurnEvent } from '../core/events.js';
import type { Mode } from '../core/interventions/stall-state.js';
import type { Effect, OutcomeOfStall } from '../core/interventions/stall-outcomes.js';
import {
  outcomeAnswers,
  type FeedbackRecord,
  type StallOutcome,
} from '../core/thresholds/learning.js';
import { findRole } from '../core/turns/children.js';
import { isForeign } from '../core/turns/foreign-session.js';
import type { Session } from '../core/turns/session.js';
import type { TurnFact } from '../core/turns/turn-fact.js';
import { Turnwatch, type SessionFact, type TurnwatchHost } from '../core/turnwatch.js';
import type { Verdict } from '../core/verdict.js';
import { keepFullText } from '../core/view/full-text.js';
import { HOLD_MS } from '../core/view/timeline/held-changes.js';
import type { Row } from '../core/view/timeline/rows.js';
import type { Capabilities, ShownResume } from '../core/view/snapshot.js';
import type { Spool } from '../storage/spool.js';
import type { PriceSource } from '../core/money/spending.js';
import type { Prices } from '../core/money/prices.js';
import type { CapWatch } from './cap-watch.js';
import { IdleAgents } from './idle-agents.js';
import { Escalations, FRESH_MS, type Escalation } from './escalations.js';
import { HeldStepEnds, notLater, OldSessions, TickTimer } from './session-times.js';
import type { Logger } from '../core/log.js';
import { ThresholdsInForce, type ThresholdSource } from './thresholds-in-force.js';
import { TurnLog } from './turn-log.js';

/** What the person set, as far as the tracker needs it. */
export interface TrackerSettings {
  mode(agent: string): Mode;
  readonly remindFirst: boolean;
  readonly sendBack: boolean;
}

/** The channels to the agents. */
export interface AgentLinks {
  /** What can be done to a session. */
  capabilities(session: Session): Capabilities;
}

/** The thresholds in force, and what stalls teach about them. */
export interface ThresholdLearning extends ThresholdSource {
  /** What became of a stall. @returns whether that changes a threshold */
  observe(outcome: FeedbackRecord & { outcome: StallOutcome }): boolean;
}

/** Hears of what happens, in order. */
export interface TrackerListener {
  /** Every event: the recording. */
  onEvent?(event: TurnEvent): void;
  /** Every fact, after the judgement. */
  onFact?(session: Session, fact: TurnFact): void;
  /** Verdicts, as they are given and as what they say is over. */
  onVerdicts?(given: readonly Verdict[], cleared: readonly Verdict[]): void;
  /** A stall, a wait or the end of a turn, of which the person may want to be told. */
  onEscalation?(escalation: Escalation): void;
  /** The snapshot changed; called often. */
  onChange?(): void;
}

export interface TrackerOptions {
  clock: Clock;
  log: Logger;
  spool: Pick<Spool, 'rows' | 'text' | 'forget'>;
  /** Read anew each time: the person may change them. */
  settings: TrackerSettings;
  learning: ThresholdLearning;
  links: AgentLinks;
  /** What models cost, and the person's own caps of that. */
  prices?: PriceSource;
  caps?: CapWatch;
  /** The person's switches for what comes after a limit. `takes`: see Resumes. */
  resumes?: {
    show(session: Session): ShownResume | undefined;
    takes(escalation: Escalation, tell: () => void): boolean;
  };
  /** See SessionSummary. */
  trees?: {
    findBranch(folder: string, folders: readonly string[]): string | undefined;
  };
  /** The editor's terminals: whether one of them is known to run the session's agent. */
  terminals?: { has(session: string): boolean };
}

const noFacts: readonly SessionFact[] = [];

export class SessionTracker implements TurnwatchHost {
  readonly turnwatch: Turnwatch;
  readonly escalations: Escalations;
  readonly turns: TurnLog;
  private readonly thresholds: ThresholdsInForce;
  /** A person's order comes after what was already told of the session: released first. */
  readonly stepEnds = new HeldStepEnds(this);
  readonly idle: IdleAgents;
  private readonly ticks: TickTimer;
  private readonly oldSessions = new OldSessions();
  private readonly listeners = new Set<TrackerListener>();
  private changesTimer: NodeJS.Timeout | undefined;
  private isPaused = false;

  constructor(private readonly options: TrackerOptions) {
    const { clock, log, settings, learning } = options;
    this.turnwatch = new Turnwatch(this);
    this.escalations = new Escalations(this.turnwatch);
    this.ticks = new TickTimer(this, clock);
    this.turns = new TurnLog(this.turnwatch, { log, clock, settings });
    this.idle = new IdleAgents(this, clock);
    this.thresholds = new ThresholdsInForce(learning);
  }

  get paused(): boolean {
    return this.isPaused;
  }
  get sessions(): ReadonlyMap<string, Session> {
    return this.turnwatch.sessions;
  }

  listen(listener: TrackerListener): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** Takes one event in; every source comes through here, and only here. @returns what happened; nothing while paused. */
  push(told: TurnEvent): readonly SessionFact[] {
    if (this.isPaused) {
      return noFacts;
    }
    const event = notLater(told, this.options.clock.now());
    if (event.type === 'tick') {
      this.stepEnds.releaseAll();
    } else if (event.type !== 'workspace') {
      this.prepare(event);
    }
    const facts = this.record(event);
    this.ticks.set();
    this.changed();
    if (event.type === 'workspace') {
      // what no step claims gets a row of its own then
      clearTimeout(this.changesTimer);
      this.changesTimer = setTimeout(() => this.changed(), HOLD_MS + 1);
    }
    return facts;
  }

  /** Takes the end of a step in once `looked` is settled, or before whatever comes next in its session. */
  pushAfter(event: StepEnd, looked: Promise<unknown>): void {
    // what was ordered counts the steps that end after it was delivered
    if (this.turnwatch.interventions.holding(event.session) !== undefined) {
      this.push(event);
    } else if (!this.isPaused) {
      this.stepEnds.hold(event, looked);
    }
  }

  settingsChanged(): void {
    this.stepEnds.releaseAll();
    for (const session of this.thresholds.sessions()) {
      this.configure(session);
    }
    this.ticks.set();
    this.changed();
  }

  /** Another window watches this session from now on. */
  leave(session: string): void {
    this.stepEnds.release(session);
    this.forget(session);
    this.changed();
  }

  /** The snapshot changed. */
  changed(): void {
    for (const listener of [...this.listeners]) {
      listener.onChange?.();
    }
  }

  pause(): void {
    this.stepEnds.releaseAll();
    this.isPaused = true;
    this.ticks.clear();
    this.changed();
  }

  resume(): void {
    this.isPaused = false;
    this.ticks.set();
    this.changed();
  }

  /** Takes nothing in any more: what is still under way would set timers again. */
  dispose(): void {
    this.stepEnds.releaseAll();
    this.isPaused = true;
    this.idle.dispose();
    this.ticks.clear();
    clearTimeout(this.changesTimer);
  }

  /** When the core wants a tick. */
  nextDeadline(): number | undefined {
    return this.isPaused ? undefined : this.turnwatch.nextDeadline();
  }

  carryOut(effects: readonly Effect[]): void {
    for (const effect of effects) {
      switch (effect.kind) {
        case 'record':
          this.turns.intervened(effect.event);
          this.recorded(effect.event);
          break;
        case 'escalate':
          this.askPerson(effect);
          break;
        case 'ask-of-cap':
          this.announce(this.escalations.raiseCap(effect.cap));
          break;
        case 'learn':
          this.learn(effect.session, effect);
          break;
      }
    }
    if (effects.length > 0) {
      this.changed();
    }
  }

  // --- what the core asks of its host ---

  mode(session: Session): Mode {
    return this.options.settings.mode(session.agent);
  }
  get remindFirst(): boolean {
    return this.options.settings.remindFirst;
  }
  get sendBack(): boolean {
    return this.options.settings.sendBack;
  }
  get prices(): Prices | undefined {
    return this.options.prices?.prices;
  }
  agentName(agent: string): string {
    return agentName(agent);
  }
  capabilities(session: Session): Capabilities {
    return this.options.links.capabilities(session);
  }
  branch({ cwd }: Session): string | undefined {
    const folders = [...this.sessions.values()].map((session) => session.cwd);
    return this.options.trees?.findBranch(cwd, folders);
  }
  hasTerminal({ id }: Session): boolean {
    return this.options.terminals?.has(id) === true;
  }
  takesPrompt(session: Session): boolean {
    return this.idle.takesPrompt(session);
  }
  resumeSwitch(session: Session): ShownResume | undefined {
    return this.options.resumes?.show(session);
  }
  rowsLeft(session: string, first: number, rows: readonly Row[]): void {
    this.options.spool.rows(session, first, rows);
  }
  onFact(session: Session, fact: TurnFact): void {
    for (const listener of this.listeners) {
      listener.onFact?.(session, fact);
    }
  }

  /** What must be in place before an event of a session is judged. */
  private prepare(event: Exclude<TurnEvent, { type: 'workspace' | 'tick' }>): void {
    const { session } = event;
    this.stepEnds.release(session);
    if (event.type === 'session.start') {
      this.configure(session, event.agent, findRole(event, this.sessions));
    } else if (!this.thresholds.has(session)) {
      this.configure(session);
    }
    const now = this.options.clock.now();
    this.oldSessions.takes(session, now);
    this.ticks.takesIn(event.at ?? now);
  }

  private record(event: TurnEvent): readonly SessionFact[] {
    const now = this.options.clock.now();
    this.recorded(event);
    this.keepFullText(event);
    const { verdicts, cleared, notes, effects, facts } = this.turnwatch.push(event, now);
    for (const note of notes) {
      this.options.log.debug(`${event.type}: ${note}`);
    }
    if (verdicts.length > 0 || cleared.length > 0) {
      for (const listener of this.listeners) {
        listener.onVerdicts?.(verdicts, cleared);
      }
    }
    this.turns.verdicts(verdicts, cleared);
    this.carryOut(effects);
    for (const verdict of verdicts) {
      if (verdict.level === 'waiting') {
        this.announce(this.escalations.raiseWait(verdict, now));
      }
    }
    if (event.type === 'turn.end') {
      this.announce(this.escalations.raiseEnd(event.session, now));
    }
    this.turns.progress(event);
    const { spending } = this.turnwatch.views;
    for (const cap of this.options.caps?.reached(facts, this.sessions, spending, now) ?? []) {
      this.record(cap);
    }
    for (const old of this.listOld(event, now)) {
      this.forget(old);
    }
    return facts;
  }

  /** One session more: others may have to make room. */
  private listOld(event: TurnEvent, now: number): string[] {
    switch (event.type) {
      case 'turn.start':
        return this.oldSessions.among(this.sessions, now);
      case 'session.start':
        return isForeign(event.session) ? this.oldSessions.foreignAmong(this.sessions) : [];
      default:
        return [];
    }
  }

  private recorded(event: TurnEvent): void {
    for (const listener of this.listeners) {
      listener.onEvent?.(event);
    }
  }

  /** The fold holds whole inputs and outputs only while it judges them; the view may ask for them later. */
  private keepFullText(event: TurnEvent): void {
    if (event.type !== 'tool.call' && event.type !== 'tool.result') {
      return;
    }
    const full = keepFullText(event, this.sessions.get(event.session));
    if (full !== undefined) {
      this.options.spool.text(event.session, full);
    }
  }

  private askPerson({ session: id, again }: Extract<Effect, { kind: 'escalate' }>): void {
    const escalation = this.escalations.raiseStall(id, again, this.options.clock.now());
    const session = this.sessions.get(id);
    if (escalation?.advice !== undefined && session !== undefined) {
      this.turns.escalated(session, escalation.reason);
    }
    this.announce(escalation);
  }

  private announce(escalation: Escalation | undefined): void {
    const tell = (): void => this.tell(escalation);
    if (escalation !== undefined && this.options.resumes?.takes(escalation, tell) !== true) {
      tell();
    }
  }

  private tell(escalation: Escalation | undefined): void {
    if (escalation !== undefined) {
      for (const listener of this.listeners) {
        listener.onEscalation?.(escalation);
      }
    }
  }

  /** Not from history: the same turn would teach again in every window. */
  private learn(id: string, { verdict, outcome }: OutcomeOfStall): void {
    const session = this.sessions.get(id);
    const at = this.options.clock.now();
    const { id: given, key } = verdict;
    if (session === undefined || key === undefined || at - (session.lastAt ?? 0) > FRESH_MS) {
      return;
    }
    const { agent } = session;
    const answer = outcomeAnswers[outcome];
    const teaches = { agent, session: id, verdict: given, key, answer, outcome, at };
    if (this.options.learning.observe(teaches)) {
      this.settingsChanged();
    }
  }

  private configure(
    session: string,
    agent = this.sessions.get(session)?.agent ?? '',
    role = this.sessions.get(session)?.role,
  ): void {
    const changed = this.thresholds.recordChange(session, agent, role);
    if (changed !== undefined) {
      this.record(changed);
    }
  }

  private forget(session: string): void {
    this.oldSessions.forget(session);
    this.turnwatch.forget(session);
    this.options.spool.forget(session);
    this.thresholds.forget(session);
  }
}
