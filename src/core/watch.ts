/** The pure path of a live watch: events → verdicts → what to do, with receipts, counts, rows and what the view shows. */
import type { TurnEvent } from './events.js';
import { escalationReport, type Trouble } from './view/escalation-report.js';
import { ActionHistory } from './turns/action-history.js';
import { Judge, type Overrides } from './judge.js';
import { baseName } from './paths.js';
import type { AnswerPoint, HookAnswer } from './interventions/answer.js';
import type { RequestAnswer } from './interventions/model-directive.js';
import type { Effect } from './interventions/effect.js';
import { Policy, type PolicyOptions } from './interventions/policy.js';
import type { Session } from './turns/session.js';
import { PerTask } from './turns/task.js';
import {
  needsPerson,
  sessionState,
  shownVerdict,
  waitingFor,
  type Steering,
} from './view/session-state.js';
import type {
  EscalationReport,
  ProgressMetrics,
  Row,
  SessionDetail,
  SessionSummary,
} from './view/snapshot.js';
import { TimelineRows } from './view/timeline.js';
import type { TurnFact, TurnFactListener } from './turns/turn-fact.js';
import type { Verdict } from './verdict.js';

export interface WatchOptions extends Omit<PolicyOptions, 'sessions'> {
  overrides: Overrides;
  agentName(agent: string): string;
  /** Hears of every fact, after the judgement. */
  onFact?: TurnFactListener | undefined;
  /** Rows that leave memory, oldest first, and the number of the first of them. */
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
const ignoredForceRespond: Trouble = {
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
      // at once: the fold drops inputs and outputs as soon as a step is over
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
    // before the policy sees the step: one that ended the stall did not ignore a reminder
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
      // the event that gave it may also have ended the turn
      if (verdict.level === 'stalled' && verdict.clearedAtCall === undefined) {
        effects.push(...this.policy.stalled(session, verdict, at));
      }
    }
    if (event.type === 'feedback') {
      const session = this.sessions.get(event.session);
      const verdict = this.judge.verdict(event.session, event.verdict);
      if (session !== undefined && verdict !== undefined) {
        effects.push(...this.policy.answered(session, verdict, event.answer, at));
      }
    }
    this.show(effects);
    // only in a recording are these events: live, they are effects
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

  /** What to answer an agent that waits at this point. */
  decide(session: string, point: AnswerPoint, at: number): HookAnswer & { effects: Effect[] } {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return { decision: { kind: 'none' }, receipts: [], effects: [] };
    }
    const answer = this.policy.answers.decide(known, point, at);
    this.show(answer.effects);
    return answer;
  }

  /** What to do at the session's next request to the model; undefined for an unknown session. */
  directive(session: string, at: number): (RequestAnswer & { effects: Effect[] }) | undefined {
    const known = this.sessions.get(session);
    if (known === undefined) {
      return undefined;
    }
    const answer = this.policy.answers.directive(known, at);
    this.show(answer.effects);
    return answer;
  }

  delivered(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.shown(session, (known) => this.policy.answers.delivered(known, receipts, at));
  }

  /** As `Policy.undeliverable`. */
  undeliverable(session: string, receipts: readonly string[], at: number): Effect[] {
    return this.shown(session, (known) => this.policy.undeliverable(known, receipts, at));
  }

  forceRespond(session: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.forceRespond(known, at));
  }

  stop(session: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.stop(known, at));
  }

  guide(session: string, text: string, at: number): Effect[] {
    return this.shown(session, (known) => this.policy.guide(known, text, at));
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
    this.show(effects ?? []);
    return effects;
  }

  /** Of the session's task, over all sessions that work on it. */
  history(session: string): ActionHistory {
    return this.histories.of(this.sessions.get(session) ?? { id: session, task: undefined });
  }
  hops(session: Session): number {
    return this.judge.task(session).hops;
  }

  /** The preset that is exact to seed 2 has its own measure of progress. */
  metrics(session: Session): ProgressMetrics {
    const { metrics } = this.histories.of(session);
    const exact = this.judge.thresholds(session.id).preset === 'stuck-heuristics';
    if (!exact) {
      return metrics;
    }
    const { filesRead, filesModified, testsRun, commandsExecuted, tokens } = metrics;
    const { last } = this.judge.task(session).account;
    return {
      filesRead,
      filesModified,
      testsRun,
      commandsExecuted,
      ...(tokens !== undefined && { tokens }),
      ...(last !== undefined && { lastProgress: last }),
    };
  }

  /** Seed 2: at or past its limit of hops, and allowed to go on because there was progress lately. `now`: milliseconds since the epoch. */
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
    const trouble =
      this.standing(id) ?? (this.policy.asked(id).again ? ignoredForceRespond : undefined);
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

  /** The unique key of a session's open stall, or of its ignored intervention. */
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
    return this.summaryOf(session, this.steering(session));
  }

  detail(id: string, now: number): SessionDetail | undefined {
    const session = this.sessions.get(id);
    if (session === undefined) {
      return undefined;
    }
    const steering = this.steering(session);
    const { standing, snoozedSteps } = steering;
    const timeline = this.timeline(id);
    const waiting = waitingFor(session);
    const report = this.episode(id) === undefined ? undefined : this.report(id, now);
    return {
      ...this.summaryOf(session, steering),
      turn: session.turn,
      ...(waiting !== undefined && { waitingFor: waiting }),
      ...(snoozedSteps !== undefined && { snoozedSteps }),
      ...(standing !== undefined && { verdict: shownVerdict(standing) }),
      counters: this.judge.counters(id),
      metrics: structuredClone(this.metrics(session)),
      rows: timeline.newest(),
      olderRows: timeline.older,
      receipts: this.policy.receipts(id),
      capabilities: this.options.capabilities(session),
      ...(report !== undefined && { report }),
    };
  }

  private summaryOf(session: Session, steering: Steering): SessionSummary {
    const { id, agent, cwd, parent, parentCall, turnStartedAt, lastAt, steps, open } = session;
    const state = sessionState(session, steering);
    return {
      session: id,
      agent,
      agentName: this.options.agentName(agent),
      folder: baseName(cwd),
      ...(parent !== undefined && { parent }),
      ...(parentCall !== undefined && { parentCall }),
      state,
      ...(turnStartedAt !== undefined && { turnStartedAt }),
      ...(lastAt !== undefined && { lastEventAt: lastAt }),
      steps,
      open,
      needsPerson: needsPerson(session, state, steering),
    };
  }

  private steering(session: Session): Steering {
    const { id } = session;
    return {
      standing: this.standing(id),
      holding: this.policy.holding(id),
      asked: this.policy.asked(id),
      snoozedSteps: this.policy.snoozed(session),
    };
  }

  /** The verdict that stands for the person: a false alarm stays in the record only. */
  private standing(id: string): Verdict | undefined {
    const verdict = this.judge.standing(id);
    return verdict === undefined || this.policy.isFalseAlarm(id, verdict) ? undefined : verdict;
  }

  /** Does something about a known session, and shows what came of it. */
  private shown(id: string, act: (session: Session) => Effect[]): Effect[] {
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

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    map.set(key, (value = make()));
  }
  return value;
}
