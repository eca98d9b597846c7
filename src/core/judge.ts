/** Events in, verdicts out, the same live and replayed: the fold, the detectors of the preset in force, episodes and deadlines. */
import { Deadlines, type Deadline } from './deadlines.js';
import type { Counter } from './detect/detector.js';
import type { Feedback, TurnEvent, WorkspaceEvent } from './events.js';
import type { TurnFact, TurnFactListener } from './turns/turn-fact.js';
import { isJobGone, listRunning } from './identity/tasks.js';
import { withAnswer, type FeedbackRecord } from './thresholds/learning.js';
import { WorkspaceAttribution } from './turns/workspace-attribution.js';
import type { Session } from './turns/session.js';
import { noteQuota } from './turns/quotas.js';
import { PerTask, Task } from './turns/task.js';
import { noteSignOfLife, showsAnswer } from './signs-of-life.js';
import { defaultThresholds, type Thresholds } from './thresholds/thresholds.js';
import { TurnFold } from './turns/turn-fold.js';
import type { Verdict } from './verdict.js';
import {
  SessionJudge,
  type FindingListener,
  type Judgement,
  type LeftOut,
  type Overrides,
} from './session-judge.js';

export type { Judgement, LeftOut, Overrides } from './session-judge.js';

function emptyOutcome(): Judgement {
  return { verdicts: [], cleared: [], notes: [] };
}

/** Shared by all events that bring nothing, and frozen. */
const nothing = emptyOutcome();
Object.values(nothing).forEach(Object.freeze);

export class Judge {
  private readonly watched = new Map<string, SessionJudge>();
  private readonly outside = new WorkspaceAttribution();
  readonly tasks = new PerTask(() => new Task());
  private readonly fold = new TurnFold((session, fact) => this.takeFact(session, fact));
  /** A person's feedback on verdicts, from the events seen. */
  private answers: readonly FeedbackRecord[] = [];
  private outcome = emptyOutcome();
  private readonly deadlines = new Deadlines(this.watched, (due) => this.passDeadline(due));

  constructor(
    private overrides: Overrides = { set: {} },
    private readonly onFact: TurnFactListener = () => undefined,
    private readonly onFinding?: FindingListener,
    private readonly leftOut?: LeftOut,
  ) {}

  get sessions(): ReadonlyMap<string, Session> {
    return this.fold.sessions;
  }

  push(event: TurnEvent): Judgement {
    if (event.at !== undefined) {
      this.deadlines.passUntil(event.at);
    }
    this.foldOne(event);
    const { outcome } = this;
    // nearly every event yields nothing
    if (
      outcome.verdicts.length === 0 &&
      outcome.cleared.length === 0 &&
      outcome.notes.length === 0
    ) {
      return nothing;
    }
    this.outcome = emptyOutcome();
    return outcome;
  }

  /** The next time (milliseconds since the epoch) at which a `tick` is due, if any. */
  nextDeadline(): number | undefined {
    return this.deadlines.next;
  }

  /** Whether ending the open step now would give a new `stalled` verdict. */
  wouldStall(session: string): boolean {
    return this.watched.get(session)?.wouldStall ?? false;
  }
  nearStall(session: string): boolean {
    return this.watched.get(session)?.nearStall ?? false;
  }

  /** Whether the agent may have to be answered at one of its next steps. */
  isClose(session: string): boolean {
    return this.watched.get(session)?.isClose ?? false;
  }

  counters(session: string): Counter[] {
    return this.watched.get(session)?.counters ?? [];
  }

  /** The thresholds in force; the defaults for an unknown session. */
  thresholds(session: string): Thresholds {
    return this.watched.get(session)?.thresholds ?? defaultThresholds();
  }

  /** The open verdict: `stalled` takes precedence over `watch`. */
  standing(session: string): Verdict | undefined {
    return this.watched.get(session)?.episodes.current;
  }

  /** The verdict with this id; without an id the open one, else the newest of the session. */
  verdict(session: string, id?: string): Verdict | undefined {
    const watched = this.watched.get(session);
    return (id === undefined ? watched?.episodes.current : undefined) ?? watched?.verdict(id);
  }

  /** The newest stall of the session's turn, also once it is over. */
  stallOfTurn(session: Session): Verdict | undefined {
    return this.watched.get(session.id)?.findStall(session.turn);
  }

  override(overrides: Overrides): void {
    this.overrides = overrides;
    for (const watched of this.watched.values()) {
      this.apply(watched);
    }
  }

  forget(session: string): void {
    this.watched.delete(session);
    this.fold.sessions.delete(session);
    this.outside.forget(session);
    this.tasks.forget(session);
  }

  private foldOne(event: TurnEvent): void {
    if (event.type === 'tick') {
      return;
    }
    if (event.type === 'workspace') {
      this.takeWorkspace(event);
      return;
    }
    const session = this.fold.session(event.session);
    if (event.at !== undefined) {
      session.lastAt = Math.max(session.lastAt ?? -Infinity, event.at);
    }
    noteSignOfLife(event, session, this.fold.sessions);
    if (showsAnswer(event)) {
      session.failedRequest = undefined;
    }
    this.note(this.foldEvent(session, event));
    this.deadlines.note(session.id);
    if (session.parent !== undefined) {
      this.deadlines.note(session.parent);
    }
  }

  private takeWorkspace(event: WorkspaceEvent): void {
    for (const { session, change } of this.outside.change(event, this.fold.sessions.values())) {
      this.takeFact(session, {
        kind: 'outside',
        change,
        at: event.at,
      });
      this.deadlines.note(session.id);
    }
    const owner =
      event.signal === 'task' && event.session !== undefined
        ? this.fold.sessions.get(event.session)
        : undefined;
    if (owner !== undefined) {
      owner.jobs = listRunning(event.fingerprint);
    }
    if (owner?.poll !== undefined) {
      owner.poll.goneAfter = isJobGone(event.fingerprint, owner.poll.input)
        ? (owner.poll.goneAfter ?? owner.poll.unchanged)
        : undefined;
    }
    if (owner === undefined || event.at === undefined) {
      return;
    }
    owner.aliveAt = Math.max(owner.aliveAt ?? -Infinity, event.at);
    this.deadlines.note(owner.id);
  }

  private hop(session: Session, { task, count }: Extract<TurnEvent, { type: 'hop' }>): void {
    session.task = task ?? session.task;
    this.takeFact(session, { kind: 'hop', count });
  }

  private foldEvent(
    session: Session,
    event: Exclude<TurnEvent, { type: 'tick' | 'workspace' }>,
  ): string | undefined {
    switch (event.type) {
      case 'session.start':
        this.fold.start(session, event);
        this.agentKnown(session);
        return undefined;
      case 'turn.start':
        this.fold.startTurn(session, event);
        return undefined;
      case 'message':
        this.fold.message(session, event);
        return undefined;
      case 'tool.call':
        return this.fold.call(session, event);
      case 'tool.result':
        return this.fold.result(session, event);
      case 'step.end':
        this.fold.endStep(session, event);
        return undefined;
      case 'waiting':
        this.fold.wait(session, event);
        return undefined;
      case 'resumed':
        this.fold.resume(session, event);
        return undefined;
      case 'compaction':
        this.takeFact(session, { kind: 'compaction' });
        return undefined;
      case 'hop':
        this.hop(session, event);
        return undefined;
      case 'turn.end':
        this.fold.endTurn(session, event.reason);
        return undefined;
      case 'session.end':
        this.fold.endTurn(session, 'interrupted');
        return undefined;
      case 'config': {
        const watched = this.watch(session);
        const problem = watched.configure(event, this.answers);
        this.apply(watched);
        return problem;
      }
      case 'feedback':
        return this.learn(session, event);
      case 'intervention':
      case 'cap':
        return undefined;
      case 'usage':
        this.fold.usage(session, event);
        return undefined;
      case 'quota':
        noteQuota(session.quotas, event);
        return undefined;
      case 'request':
        this.fold.request(session, event);
        return undefined;
    }
  }

  private takeFact(session: Session, fact: TurnFact): void {
    this.outside.onFact(session, fact);
    this.watch(session).judgeFact(fact, this.outcome);
    this.onFact(session, fact);
  }

  private watch(session: Session): SessionJudge {
    let watched = this.watched.get(session.id);
    if (watched === undefined) {
      watched = new SessionJudge(session, this.tasks, this.onFinding, this.leftOut);
      this.watched.set(session.id, watched);
      this.apply(watched);
    }
    return watched;
  }

  private apply(watched: SessionJudge): void {
    watched.apply(this.overrides, this.answers);
    this.deadlines.changed();
  }

  /** Feedback applies from here on, to every session of this agent. */
  private learn(session: Session, { verdict, answer, at }: Feedback): string | undefined {
    const key = this.verdict(session.id, verdict)?.key;
    if (key === undefined) {
      return `feedback: ${verdict} is not a verdict of this session with a threshold`;
    }
    this.answers = withAnswer(this.answers, {
      agent: session.agent,
      session: session.id,
      verdict,
      key,
      answer,
      ...(at !== undefined && { at }),
    });
    for (const watched of this.watched.values()) {
      if (watched.session.agent === session.agent) {
        this.apply(watched);
      }
    }
    return undefined;
  }

  private agentKnown(session: Session): void {
    const watched = this.watched.get(session.id);
    if (watched !== undefined) {
      this.apply(watched);
    }
  }

  private note(note: string | undefined): void {
    if (note !== undefined) {
      this.outcome.notes.push(note);
    }
  }

  private passDeadline({ at, watched, run }: Deadline): void {
    const fact: TurnFact = { kind: 'deadline', at };
    watched.give(run.see(fact), fact, this.outcome);
    this.onFact(watched.session, fact);
  }
}
