/** What the view shows of each session: its history, timeline, summary, details and report. */
import type { Counter } from '../detect/detector.js';
import type { CapEvent, InterventionEvent } from '../events.js';
import type { Effect } from '../interventions/stall-outcomes.js';
import type { Interventions } from '../interventions/interventions.js';
import type { StallResponses } from '../interventions/stall-responses.js';
import { draftInstruction, filesBackText } from './draft.js';
import { sendBackPrompt } from '../interventions/send-back.js';
import type { Judge } from '../judge.js';
import type { ReachedCap } from '../money/caps.js';
import { Spending, type PriceSource } from '../money/spending.js';
import { baseName } from '../paths.js';
import { pushNewest } from '../push-newest.js';
import { ActionHistory } from '../turns/action-history.js';
import { isForeign } from '../turns/foreign-session.js';
import { isForPerson, type Session } from '../turns/session.js';
import { listCurrentQuotas } from '../turns/quotas.js';
import { countKeptActions, PerTask } from '../turns/task.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Verdict } from '../verdict.js';
import { TurnAchievements } from './achieved.js';
import { readAsk } from './ask.js';
import { escalationReport } from './report/escalation-report.js';
import { RepeatedCalls } from './repeated-call.js';
import { SessionName } from './session-name.js';
import {
  describeEnd,
  describeLimit,
  needsPerson,
  runningSince,
  sessionState,
  shownVerdict,
  describeWait,
  type Steering,
} from './session-state.js';
import type { Row } from './timeline/rows.js';
import type {
  Capabilities,
  EscalationReport,
  ProgressMetrics,
  Receipt,
  SessionDetail,
  ShownEnd,
  SessionSummary,
  ShownResume,
} from './snapshot.js';
import { ForcedAnswers, ShownStalls } from './shown-stalls.js';
import { StallFacts } from './stall-facts.js';
import { TimelineRows } from './timeline/timeline.js';
import { verdictSentence } from './words/shown-words.js';
import { isDoubt, TurnEnds } from './ends/turn-ends.js';

/** Caps that the card names. */
const MOST_CAPS = 6;

/** What of a session is known outside its events. */
export interface SessionViewHost extends PriceSource {
  agentName(agent: string): string;
  capabilities(session: Session): Capabilities;
  /** The branch it works on, where the window's sessions work in several working trees. */
  branch?(session: Session): string | undefined;
  /** Whether one of the editor's terminals is known to run its agent. */
  hasTerminal?(session: Session): boolean;
  /** Whether its agent waits at the end of its turn for a prompt that it is handed. */
  takesPrompt?(session: Session): boolean;
  /** What becomes of the turn that a limit ended, once that is over. */
  resumeSwitch?(session: Session): ShownResume | undefined;
  /** Rows that leave memory, oldest first, and the number of the first of them. */
  rowsLeft?(session: string, first: number, rows: readonly Row[]): void;
}

/** What is shown of a session and follows from its facts alone. */
interface SessionParts {
  timeline: TimelineRows;
  achievements: TurnAchievements;
  name: SessionName;
  answers: ForcedAnswers;
  repeated: RepeatedCalls;
  facts: StallFacts;
  /** Those that were reached in this turn. */
  caps: ReachedCap[];
  /** The run of actions that the newest verdict about hops names. */
  run?: EscalationReport['repeated'];
}

export class SessionViews {
  private readonly histories = new PerTask(() => new ActionHistory());
  private readonly parts = new Map<string, SessionParts>();
  readonly stalls: ShownStalls;
  readonly ends: TurnEnds;
  readonly spending: Spending;

  constructor(
    private readonly judge: Judge,
    private readonly interventions: Interventions,
    private readonly responses: StallResponses,
    private readonly host: SessionViewHost,
  ) {
    this.stalls = new ShownStalls(judge, responses);
    this.ends = new TurnEnds(judge.sessions);
    this.spending = new Spending(judge.sessions, host);
  }

  onFact(session: Session, fact: TurnFact): void {
    const keep = this.isExact(session)
      ? countKeptActions(this.judge.thresholds(session.id))
      : undefined;
    this.histories.findOrMake(session).onFact(session, fact, keep);
    this.ends.onFact(session, fact);
    this.spending.onFact(session, fact);
    const parts = this.findParts(session.id);
    const { timeline, achievements, name, answers, repeated, facts } = parts;
    if (fact.kind === 'turn-start') {
      parts.caps = [];
    }
    timeline.onFact(session, fact);
    facts.onFact(fact);
    achievements.onFact(session, fact);
    answers.readFact(fact);
    if (fact.kind === 'step-end') {
      repeated.countStep(fact.step);
    }
    name.nameBy(session, fact, this.judge.sessions);
  }

  /** Before anything is done about it: what the agent is told may name what its draft does. */
  verdict(verdict: Verdict): void {
    const { timeline, repeated, facts } = this.findParts(verdict.session);
    if (verdict.level !== 'waiting') {
      repeated.name(verdict, (call) => timeline.findTitle(call));
      const cwd = this.judge.sessions.get(verdict.session)?.cwd ?? '';
      const steps = timeline.stepsSince(Math.min(...verdict.evidence.calls));
      verdict.draft = draftInstruction(verdict.what, facts.collect(verdict, steps, cwd));
    }
    timeline.verdict(verdict, repeated.findRepeated(verdict)?.what);
    if (verdict.kind === 'hops') {
      this.findParts(verdict.session).run = this.findRun(verdict);
    }
  }

  /** What to tell the agent once the person had the files brought back to what they were before a step, as people count. */
  sayFilesBack(session: string, step: number): string | undefined {
    const verdict = this.stalls.standing(session);
    const known = this.judge.sessions.get(session);
    if (verdict === undefined || known === undefined) {
      return undefined;
    }
    const { timeline, repeated, facts } = this.findParts(session);
    const steps = timeline.stepsSince(Math.min(...verdict.evidence.calls));
    const count = repeated.findRepeated(verdict)?.what.params?.['count'];
    return filesBackText(step, {
      ...facts.collect(verdict, steps, known.cwd),
      ...(count !== undefined && { count }),
      evidence: verdict.reason,
    });
  }

  cap({ session, at, of, unit, cap, spent, then, atLeast }: CapEvent): void {
    const { timeline, caps } = this.findParts(session);
    const reached = { of, unit, cap, spent, then, ...(atLeast === true && { atLeast }) };
    timeline.cap(at, reached);
    pushNewest(caps, reached, MOST_CAPS);
  }

  intervention(event: InterventionEvent): void {
    const { timeline, answers } = this.findParts(event.session);
    // the event does not say why: that follows from what is known of the turn at this point
    const session = isSendBack(event) ? this.judge.sessions.get(event.session) : undefined;
    timeline.intervention(event, session && this.ends.doubtsBeforeEnd(session));
    answers.intervention(event);
    this.ends.onIntervention(event);
  }

  show(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.kind === 'record') {
        this.intervention(effect.event);
      }
    }
  }

  /** The history of the session's task, over all sessions that work on it. */
  history(session: string): ActionHistory {
    return this.histories.findOrMake(
      this.judge.sessions.get(session) ?? { id: session, task: undefined },
    );
  }
  hops(session: Session): number {
    return this.judge.tasks.findOrMake(session).hops;
  }

  /** The preset `stuck-heuristics` has its own measure of progress, whose clock stands still while the agent waits. */
  metrics(session: Session): ProgressMetrics {
    const { metrics } = this.histories.findOrMake(session);
    if (!this.isExact(session)) {
      return metrics;
    }
    const { filesRead, filesModified, testsRun, commandsExecuted, tokens } = metrics;
    const { last, quietSince } = this.judge.tasks.findOrMake(session).account;
    return {
      filesRead,
      filesModified,
      testsRun,
      commandsExecuted,
      ...(tokens !== undefined && { tokens }),
      ...(last !== undefined && { lastProgress: { ...last, at: quietSince } }),
    };
  }

  /**
   * At or past the limit of hops of `stuck-heuristics`, and allowed to go on: by that preset because it is not stuck, by others
   * because there was progress lately. `now`: milliseconds since the epoch.
   */
  continues(session: Session, now: number): boolean {
    const { 'stuckHeuristics.maxHops': maxHops, 'stuckHeuristics.windowSeconds': window } =
      this.judge.thresholds(session.id).values;
    const { hops, isDispatched, account } = this.judge.tasks.findOrMake(session);
    const isUnderWay = session.open || isDispatched;
    if (!isUnderWay || hops < maxHops || this.stalls.episode(session.id) !== undefined) {
      return false;
    }
    if (this.isExact(session)) {
      return account.stuck === undefined;
    }
    const at = this.metrics(session).lastProgress?.at;
    return at !== undefined && now - at < window * 1000;
  }

  private isExact(session: Session): boolean {
    return this.judge.thresholds(session.id).preset === 'stuck-heuristics';
  }

  /** The run that was found when the task was, by its newest action. */
  private findRun({ session, what }: Verdict): EscalationReport['repeated'] {
    const known = this.judge.sessions.get(session);
    const newest = known && this.judge.tasks.findOrMake(known).account.stuck?.run.at(-1);
    const record = this.history(session).records.find(
      (each) => each.session === newest?.session && each.call === newest.call,
    );
    return (
      record && {
        type: record.actionType,
        title: record.actionData,
        times: Number(what.params?.['count']),
      }
    );
  }

  /** Rows in memory before row number `before`, newest first. */
  older(session: string, before: number): Row[] {
    return this.findParts(session).timeline.before(before);
  }

  forget(session: string): void {
    this.histories.forget(session);
    this.spending.forget(session);
    this.parts.delete(session);
  }

  /** The report of the open trouble or, once the turn is over, of how it stalled. */
  report(id: string, now: number): EscalationReport | undefined {
    const session = this.judge.sessions.get(id);
    const trouble = this.stalls.trouble(id);
    if (session === undefined || trouble === undefined) {
      return undefined;
    }
    const { run } = this.findParts(id);
    return escalationReport({
      session,
      agentName: this.host.agentName(session.agent),
      reason: verdictSentence({
        what: trouble.what,
        repeated: this.findParts(id).repeated.findRepeated(trouble),
      }),
      records: this.history(id).records,
      metrics: this.metrics(session),
      task: this.judge.tasks.findOrMake(session),
      trouble,
      ...(trouble.kind === 'hops' && run && { run }),
      now: Math.min(now, endOwnTime(session) ?? now),
    });
  }

  /** Whether the person was asked about a cap of their own, and has said nothing yet. */
  asksOfCap(id: string): boolean {
    return this.responses.asked(id).ofCap;
  }

  /** What follows an order that was ignored; undefined if none was in this turn. */
  ignored(id: string): { stopsAt: number | undefined; canStop: boolean } | undefined {
    const session = this.judge.sessions.get(id);
    const order = this.interventions.receipts(id).findLast(({ kind }) => kind === 'text-only');
    return session?.open !== true || order?.state !== 'ignored'
      ? undefined
      : {
          stopsAt: this.responses.countdowns.findRunning(id)?.stopsAt,
          canStop: this.host.capabilities(session).stop,
        };
  }

  summary(session: Session): SessionSummary {
    return this.summarize(session, this.steering(session));
  }

  detail(id: string, now: number): SessionDetail | undefined {
    const session = this.judge.sessions.get(id);
    if (session === undefined) {
      return undefined;
    }
    const steering = this.steering(session);
    const { standing, snoozedSteps } = steering;
    const { timeline, achievements, repeated, caps } = this.findParts(id);
    const { turn: turnCost, session: sessionCost } = this.spending.find(id) ?? {};
    const achieved = achievements.show(session);
    const ask = readAsk(session);
    const stopsAt = this.responses.countdowns.findRunning(id)?.stopsAt;
    const quotas = listCurrentQuotas(session.quotas, now);
    const resume = this.host.resumeSwitch?.(session);
    const report = this.stalls.episode(id) === undefined ? undefined : this.report(id, now);
    return {
      ...this.summarize(session, steering),
      turn: session.turn,
      ...(ask !== undefined && { ask }),
      ...(snoozedSteps !== undefined && { snoozedSteps }),
      ...(stopsAt !== undefined && { stopsAt }),
      ...(standing !== undefined && {
        verdict: shownVerdict(standing, session, repeated.findRepeated(standing)),
      }),
      counters: this.judge.counters(id).map((counter) => counted(counter, now)),
      metrics: structuredClone(this.metrics(session)),
      ...(achieved !== undefined && { achieved }),
      ...(sessionCost !== undefined && { spent: { turn: turnCost, session: sessionCost } }),
      ...(caps.length > 0 && { caps: [...caps] }),
      ...(quotas.length > 0 && { quotas }),
      ...(resume !== undefined && { resume }),
      rows: timeline.newest(now),
      olderRows: timeline.older,
      receipts: this.withAnswer(id, this.interventions.receipts(id)),
      capabilities: this.host.capabilities(session),
      ...(report !== undefined && { report }),
    };
  }

  private summarize(session: Session, steering: Steering): SessionSummary {
    const { id, agent, cwd, parent, parentCall, turnStartedAt, lastAt, aliveAt, steps, open } =
      session;
    const state = sessionState(session, steering);
    const branch = this.host.branch?.(session);
    const name = this.findParts(id).name.text;
    const end = this.findEnd(session);
    const limit = describeLimit(session, state);
    const callSince = open ? runningSince(session) : undefined;
    return {
      session: id,
      agent,
      agentName: this.host.agentName(agent),
      ...(name !== undefined && { name }),
      folder: baseName(cwd),
      ...(branch !== undefined && { branch }),
      ...(isForeign(id) && { foreign: true }),
      ...(this.host.hasTerminal?.(session) === true && { terminal: true }),
      ...(parent !== undefined && { parent }),
      ...(parentCall !== undefined && { parentCall }),
      state,
      ...(turnStartedAt !== undefined && { turnStartedAt }),
      ...(lastAt !== undefined && { lastEventAt: lastAt }),
      ...(aliveAt !== undefined && { signAt: aliveAt }),
      ...(callSince !== undefined && { callSince }),
      steps,
      open,
      ...(end !== undefined && { end }),
      needsPerson: needsPerson(session, state, steering),
      ...(state === 'progressing' &&
        this.metrics(session).lastProgress === undefined && { noProgressYet: true }),
      ...(open && session.failedRequest !== undefined && { failedRequest: session.failedRequest }),
      ...describeWait(session),
      ...(limit !== undefined && { limit }),
    };
  }

  private steering(session: Session): Steering {
    const { id } = session;
    const holding = this.interventions.holding(id);
    return {
      standing: this.stalls.standing(id),
      holding,
      stoppedByPerson:
        holding === 'stop' &&
        this.interventions.receipts(id).findLast(({ kind }) => kind === 'stop')?.by === 'person',
      asked: this.responses.asked(id),
      snoozedSteps: this.responses.known(id)?.snoozed(session),
    };
  }

  private findEnd(session: Session): ShownEnd | undefined {
    const { id, steps, stepsBefore, turnStartedAt = -Infinity } = session;
    const stall = this.stalls.ofEndedTurn(session);
    const order = this.interventions
      .receipts(id)
      .findLast(({ kind, requestedAt }) => kind === 'text-only' && requestedAt >= turnStartedAt);
    const how = describeEnd(session, {
      isAnswered: order?.state === 'obeyed',
      isStalled: stall?.outlastedTurn === true,
    });
    if (how === undefined) {
      return undefined;
    }
    const isOwn = how === 'answered' || how === 'unanswered';
    const facts = isOwn ? this.ends.facts(session) : [];
    const doubts = facts.filter(isDoubt);
    const claim = doubts.some(({ id: fact }) => !fact.startsWith('ended.tasks'))
      ? this.ends.claim(session)
      : undefined;
    const sendBack =
      isOwn && !isForeign(id) && !this.ends.hasAsked(session)
        ? sendBackPrompt(how, doubts)
        : undefined;
    const first = stall && this.findParts(id).timeline.findStep(stall.evidence.calls[0]);
    return {
      how,
      steps: steps - stepsBefore,
      ...(how === 'stalled' && first !== undefined && { stalledSteps: steps - first + 1 }),
      ...(facts.length > 0 && { facts }),
      ...(claim !== undefined && { claim }),
      ...(sendBack !== undefined && { sendBack }),
      ...(sendBack !== undefined && this.host.takesPrompt?.(session) === true && { isHeld: true }),
    };
  }

  /** The receipts, with what the agent answered. */
  withAnswer(session: string, receipts: readonly Receipt[]): Receipt[] {
    return receipts.map((receipt) => {
      const answer = this.findParts(session).answers.findAnswer(receipt.id);
      return answer === undefined ? receipt : { ...receipt, answer };
    });
  }

  private findParts(session: string): SessionParts {
    let parts = this.parts.get(session);
    if (parts === undefined) {
      const achievements = new TurnAchievements();
      parts = {
        timeline: new TimelineRows(achievements.tasks, (first, rows) =>
          this.host.rowsLeft?.(session, first, rows),
        ),
        achievements,
        name: new SessionName(),
        answers: new ForcedAnswers(),
        repeated: new RepeatedCalls(),
        facts: new StallFacts(),
        caps: [],
      };
      this.parts.set(session, parts);
    }
    return parts;
  }
}

/** When the time ended that is the agent's own: its turn is over, or it waits for the person. */
function endOwnTime({ open, wait, lastAt }: Session): number | undefined {
  if (!open) {
    return lastAt;
  }
  return isForPerson(wait) ? wait?.since : undefined;
}

/** A counter of minutes, as it stands at `now`. */
function counted(counter: Counter, now: number): Counter {
  const { minutesSince } = counter;
  return minutesSince === undefined
    ? counter
    : { ...counter, value: Math.max(0, Math.floor((now - minutesSince) / 60_000)) };
}

function isSendBack({ rung, by, sendsBack, state }: InterventionEvent): boolean {
  return rung === 'guide' && (by === 'auto' || sendsBack === true) && state === 'requested';
}
