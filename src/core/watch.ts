/** The whole pure path of a live watch: events → verdicts → what to do, with receipts, counts, rows and the snapshot for the view. */
import type { TurnEvent } from './events.js';
import { escalationReport, type Trouble } from './view/escalation-report.js';
import { shownExplanation } from './view/explanation.js';
import { ActionHistory } from './turns/action-history.js';
import { Judge, type Overrides } from './judge.js';
import {
  Policy,
  type HookAnswer,
  type Effect,
  type Mode,
  type AnswerPoint,
} from './interventions/policy.js';
import { baseName } from './paths.js';
import type { RequestAnswer } from './interventions/model-directive.js';
import { waitsForJob, type Session } from './turns/session.js';
import { PerTask } from './turns/task.js';
import type {
  Capabilities,
  EscalationReport,
  ProgressMetrics,
  Row,
  SessionDetail,
  SessionState,
  SessionSummary,
} from './view/snapshot.js';
import { TimelineRows } from './view/timeline.js';
import type { TurnFact, TurnFactListener } from './turns/turn-fact.js';
import type { Verdict } from './verdict.js';
import type { Message } from './view/wording.js';

export interface WatchOptions {
  overrides: Overrides;
  mode(session: Session): Mode;
  remindFirst(): boolean;
  capabilities(session: Session): Capabilities;
  agentName(agent: string): string;
  /** What else follows the sessions. */
  onFact?: TurnFactListener;
  /** Rows that leave memory, oldest first, and the number of their first. */
  rowsLeft?(session: string, first: number, rows: readonly Row[]): void;
}

export interface SessionFact {
  session: Session;
  fact: TurnFact;
}

export interface WatchChange {
  verdicts: Verdict[];
  cleared: Verdict[];
  notes: string[];
  /** What happened, in order. */
  facts: readonly SessionFact[];
  effects: Effect[];
}

/** The person forced an answer, no verdict stands, and the agent goes on. */
const ignoredOrder: Trouble = {
  what: { id: 'verdict.ignored' },
  kind: 'no-progress',
  count: 3,
  evidence: { calls: [] },
};

export class Watch {
  private readonly judge: Judge;
  private readonly policy: Policy;
  private readonly histories = new PerTask(() => new ActionHistory());
  private readonly timelines = new Map<string, TimelineRows>();
  private facts: SessionFact[] = [];

  constructor(private readonly options: WatchOptions) {
    this.judge = new Judge(options.overrides, (session, fact) => {
      // now: the fold lets go of inputs and outputs as soon as a step is over
      this.histories.of(session).see(session, fact);
      this.timeline(session.id).see(session, fact);
      this.facts.push({ session, fact });
      options.onFact?.(session, fact);
    });
    this.policy = new Policy({ ...options, sessions: this.judge.sessions });
  }

  get sessions(): ReadonlyMap<string, Session> {
    return this.judge.sessions;
  }

  override(overrides: Overrides): void {
    this.judge.override(overrides);
  }

  /** `at`: the host's clock, for receipts; verdicts use the event's own time. */
  push(event: TurnEvent, at: number): WatchChange {
    const facts: SessionFact[] = [];
    this.facts = facts;
    const { verdicts, cleared, notes } = this.judge.push(event);
    const effects: Effect[] = [];
    // before the policy sees the step: one that ended the stall is no step that ignored a reminder
    for (const verdict of cleared) {
      const session = this.sessions.get(verdict.session);
      if (session !== undefined && verdict.level === 'stalled') {
        this.policy.cleared(session);
      }
    }
    for (const { session, fact } of facts) {
      effects.push(...this.policy.see(session, fact, at));
    }
    for (const verdict of verdicts) {
      const session = this.sessions.get(verdict.session);
      if (session === undefined) {
        continue;
      }
      this.timeline(session.id).verdict(verdict);
      // the event that gave it may have ended the turn as well
      if (verdict.level === 'stalled' && verdict.clearedAtCall === undefined) {
        effects.push(...this.policy.stalled(session, verdict, at));
      }
    }
    if (event.type === 'feedback') {
      const [session, verdict] = [
        this.sessions.get(event.session),
        this.judge.verdict(event.session, event.verdict),
      ];
      if (session !== undefined && verdict !== undefined) {
        effects.push(...this.policy.answered(session, verdict, event.answer, at));
      }
    }
    this.show(effects);
    // Only a recording brings these as events: live, they are effects.
    if (event.type === 'intervention') {
      this.timeline(event.session).intervention(event);
    }
    return { verdicts, cleared, notes, facts, effects };
  }

  /** The verdict of this id; without one the one that stands, else the newest of the session. */
  verdict(session: string, id?: string): Verdict | undefined {
    return (
      (id === undefined ? this.judge.standing(session) : undefined) ??
      this.judge.verdict(session, id)
    );
  }

  wouldStall(session: string): boolean {
    return this.judge.wouldStall(session);
  }
  /** Whether one more step could give a stall. */
  nearStall(session: string): boolean {
    return this.judge.nearStall(session);
  }
  nextDeadline(): number | undefined {
    return this.judge.nextDeadline();
  }
  get hasOpenInterventions(): boolean {
    return this.policy.hasOpenInterventions;
  }
  holding(session: string) {
    return this.policy.holding(session);
  }

  decide(session: string, moment: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return { decision: { kind: 'none' }, receipts: [], effects: [] };
    }
    const answer = this.policy.decide(known, moment, at);
    this.show(answer.effects);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for a session that is not known. */
  directive(session: string, at: number): (RequestAnswer & { effects: Effect[] }) | undefined {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return undefined;
    }
    const answer = this.policy.directive(known, at);
    this.show(answer.effects);
    return answer;
  }

  delivered(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.withSession(session, (known) => this.policy.delivered(known, receipts, at));
  }

  /** As `Policy.undeliverable`. */
  undeliverable(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.withSession(session, (known) => this.policy.undeliverable(known, receipts, at));
  }

  forceRespond(session: string, at: number): Effect[] {
    return this.withSession(session, (known) => this.policy.forceRespond(known, at));
  }
  stop(session: string, at: number): Effect[] {
    return this.withSession(session, (known) => this.policy.stop(known, at));
  }
  guide(session: string, text: string, at: number): Effect[] {
    return this.withSession(session, (known) => this.policy.guide(known, text, at));
  }
  snooze(session: string, steps: number): void {
    const known = this.sessions.get(session);
    if (known !== undefined) {
      this.policy.snooze(known, steps);
    }
  }

  /** Undefined if it is too late to take it back. */
  undo(intervention: string, at: number): Effect[] | undefined {
    const effects = this.policy.undo(intervention, at);
    if (effects !== undefined) {
      this.show(effects);
    }
    return effects;
  }

  /** Of the session's task, over all sessions that work on it. */
  history(session: string): ActionHistory {
    return this.histories.of(this.sessions.get(session) ?? { id: session });
  }
  hops(session: Session): number {
    return this.judge.task(session).hops;
  }

  /** The preset that is exact to seed 2 has its own measure of progress. */
  metrics(session: Session): ProgressMetrics {
    const { metrics } = this.histories.of(session);
    const exact = this.judge.thresholds(session.id).preset === 'stuck-heuristics';
    return exact ? { ...metrics, lastProgress: this.judge.task(session).account.last } : metrics;
  }

  /** Seed 2: at its limit of hops or past it, and allowed to go on because there was progress lately. `now`: milliseconds since the epoch. */
  continues(session: Session, now: number): boolean {
    const { 'stuckHeuristics.maxHops': maxHops, 'stuckHeuristics.windowSeconds': window } =
      this.judge.thresholds(session.id).values;
    if (!session.open || this.hops(session) < maxHops || this.episode(session.id) !== undefined) {
      return false;
    }
    const at = this.metrics(session).lastProgress?.at;
    return at !== undefined && now - at < window * 1000;
  }

  /** Rows in memory before row number `before`, newest first. */
  older(session: string, before: number): Row[] {
    return this.timeline(session).before(before);
  }

  forget(session: string): void {
    this.judge.forget(session);
    this.policy.forget(session);
    this.histories.forget(session);
    this.timelines.delete(session);
  }

  report(id: string, now: number): EscalationReport | undefined {
    const session = this.sessions.get(id);
    const trouble = this.standing(id) ?? (this.policy.asked(id).again ? ignoredOrder : undefined);
    if (session === undefined || trouble === undefined) {
      return undefined;
    }
    return escalationReport({
      session,
      agentName: this.options.agentName(session.agent),
      records: this.history(id).records,
      metrics: this.metrics(session),
      task: this.judge.task(session),
      trouble,
      now,
    });
  }

  /** The open stall of a session, or its ignored order, under a key that no other has. */
  episode(id: string): string | undefined {
    const verdict = this.standing(id);
    if (verdict?.level === 'stalled') {
      return `${id} ${verdict.turn} ${verdict.call} ${verdict.kind}`;
    }
    return this.policy.asked(id).again
      ? `${id} ${this.sessions.get(id)?.turn ?? -1} ignored`
      : undefined;
  }

  summary(session: Session): SessionSummary {
    const state = this.state(session);
    return {
      session: session.id,
      agent: session.agent,
      agentName: this.options.agentName(session.agent),
      folder: baseName(session.cwd),
      parent: session.parent,
      parentCall: session.parentCall,
      state,
      turnStartedAt: session.turnStartedAt,
      lastEventAt: session.lastAt,
      steps: session.steps,
      open: session.open,
      needsPerson:
        state === 'escalated' ||
        (state === 'stalled' && this.policy.asked(session.id).asked) ||
        (state === 'waiting' && session.wait !== undefined && session.wait.for !== 'job'),
    };
  }

  detail(id: string, now: number): SessionDetail | undefined {
    const session = this.sessions.get(id);
    if (session === undefined) {
      return undefined;
    }
    const verdict = this.standing(id);
    const timeline = this.timeline(id);
    return {
      ...this.summary(session),
      turn: session.turn,
      waitingFor: waitingFor(session),
      snoozedSteps: this.policy.snoozed(session),
      verdict: verdict && {
        id: verdict.id,
        level: verdict.level,
        kind: verdict.kind,
        detector: verdict.detector,
        count: verdict.count,
        threshold: verdict.threshold,
        key: verdict.key,
        thresholdFrom: verdict.thresholdFrom,
        what: verdict.what,
        calls: verdict.evidence.calls,
        at: verdict.at ?? undefined,
        why: shownExplanation(verdict),
      },
      counters: this.judge.counters(id),
      metrics: structuredClone(this.metrics(session)),
      rows: timeline.newest(),
      olderRows: timeline.older,
      receipts: this.policy.receipts(id),
      capabilities: this.options.capabilities(session),
      report: this.episode(id) === undefined ? undefined : this.report(id, now),
    };
  }

  /** The verdict that stands for the person: a false alarm stays in the record only. */
  private standing(id: string): Verdict | undefined {
    const verdict = this.judge.standing(id);
    return verdict === undefined || this.policy.isLetGo(id, verdict) ? undefined : verdict;
  }

  private state(session: Session): SessionState {
    const standing = this.standing(session.id);
    const holding = this.policy.holding(session.id);
    if (!session.open) {
      return session.lastEnd === 'stopped' ? 'stopped' : 'idle';
    }
    if (this.policy.asked(session.id).again) {
      return 'escalated';
    }
    if (holding === 'stop') {
      return 'stopped';
    }
    if (holding === 'text-only') {
      return 'text-only';
    }
    if (holding === 'remind') {
      return 'reminded';
    }
    if (this.policy.snoozed(session) !== undefined) {
      return 'snoozed';
    }
    if (standing?.level === 'stalled') {
      return 'stalled';
    }
    if (waitingFor(session) !== undefined) {
      return 'waiting';
    }
    return standing?.level === 'watch' ? 'watch' : 'progressing';
  }

  private withSession(id: string, act: (session: Session) => Effect[]): Effect[] {
    const session = this.sessions.get(id);
    const effects = session === undefined ? [] : act(session);
    this.show(effects);
    return effects;
  }

  private show(effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'record') {
        this.timeline(effect.event.session).intervention(effect.event);
      }
    }
  }

  private timeline(session: string): TimelineRows {
    return entry(
      this.timelines,
      session,
      () => new TimelineRows((first, rows) => this.options.rowsLeft?.(session, first, rows)),
    );
  }
}

function waitingFor(session: Session): Message | undefined {
  if (session.wait !== undefined) {
    switch (session.wait.for) {
      case 'permission':
        return { id: 'verdict.wait.permission' };
      case 'input':
        return { id: 'verdict.wait.input' };
      case 'job':
        return { id: 'verdict.wait.job' };
    }
  }
  if (session.openChildren.size > 0) {
    return { id: 'verdict.wait.child' };
  }
  return waitsForJob(session) ? { id: 'verdict.wait.job' } : undefined;
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    map.set(key, (value = make()));
  }
  return value;
}
