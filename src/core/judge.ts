/** Events in, verdicts out: the fold, the detectors of the preset in force, the episodes and the clock. The same live and replayed. */
import { detectors } from './detect/index.js';
import type { Counter, Detector, DetectorRun, Finding } from './detect/detector.js';
import { RecentSteps } from './detect/recent-steps.js';
import { StepValues } from './detect/step-value.js';
import type { ConfigEvent, Feedback, TurnEvent, WorkspaceEvent } from './events.js';
import type { Fact, FactKind, FactListener } from './fact.js';
import { withAnswer, type Answer } from './learning.js';
import { noTaskRuns } from './identity/tasks.js';
import { OutsideChanges } from './outside.js';
import { profileOf } from './profiles.js';
import type { Session } from './session.js';
import { PerTask, Task } from './task.js';
import { isOrigin, resolveThresholds } from './threshold-layers.js';
import { defaultPreset, defaultThresholds, isPreset, isThresholdKey, thresholdProblem, type Preset, type Thresholds, type ThresholdSet } from './thresholds.js';
import { TurnFold } from './turn.js';
import { Episodes, type Place, type Verdict } from './verdict.js';

export interface Outcome {
  verdicts: Verdict[];
  /** Verdicts of episodes that this event ended. */
  cleared: Verdict[];
  /** What was odd about the event, for the log. */
  notes: string[];
}

/** What the command line set: it goes before what a recording says. */
export interface Overrides { preset?: Preset; set: ThresholdSet }

/** Newest verdicts of a session that a person's answer may name. */
const KEPT_VERDICTS = 50;

interface Watched {
  session: Session;
  thresholds: Thresholds;
  recorded: { preset?: Preset; set: ThresholdSet; origins: Thresholds['origins'] };
  /** The answers that were known when the thresholds were recorded last: their effect is in those values. */
  answersBefore: readonly Answer[];
  /** The newest, oldest first. */
  given: Verdict[];
  runs: DetectorRun[];
  /** Of the runs those that are told of each kind of fact, those that name deadlines, and those that see the end of a stall. */
  hearers: ReadonlyMap<FactKind, DetectorRun[]>;
  timed: DetectorRun[];
  ending: DetectorRun[];
  perTurn: boolean;
  values: StepValues;
  recent: RecentSteps;
  episodes: Episodes;
}

export class Judge {
  private readonly watched = new Map<string, Watched>();
  private readonly outside = new OutsideChanges();
  private readonly tasks = new PerTask(() => new Task());
  private readonly fold = new TurnFold((session, fact) => this.see(session, fact));
  /** A person's answers to verdicts, from the events seen. */
  private answers: readonly Answer[] = [];
  private outcome: Outcome = { verdicts: [], cleared: [], notes: [] };
  /** The greatest `at` seen: it never goes back. */
  private clock = -Infinity;
  /** No deadline is earlier than this. */
  private soonest = Infinity;

  constructor(private overrides: Overrides = { set: {} }, private readonly onFact: FactListener = () => undefined) {}

  get sessions(): ReadonlyMap<string, Session> { return this.fold.sessions; }

  push(event: TurnEvent): Outcome {
    this.outcome = { verdicts: [], cleared: [], notes: [] };
    if (event.at !== undefined) {
      this.passDeadlines(event.at);
      this.clock = Math.max(this.clock, event.at);
    }
    this.take(event);
    return this.outcome;
  }

  /** The next time (milliseconds since the epoch) at which a `tick` is due, if any. */
  nextDeadline(): number | undefined {
    const due = this.earliest();
    return due?.at;
  }

  /** Whether ending the open step now would give a `stalled` verdict that is not given yet. */
  wouldStall(session: string): boolean {
    const watched = this.watched.get(session);
    const step = watched?.session.openStep;
    if (watched === undefined || step === undefined || watched.episodes.stalled !== undefined) { return false; }
    const values = watched.values.take(step);
    return watched.runs.some((run) => run.wouldStall?.(step, values) ?? false);
  }

  counters(session: string): Counter[] {
    return this.watched.get(session)?.runs.flatMap((run) => run.counters()) ?? [];
  }

  /** The thresholds in force; the defaults for a session that is not known. */
  thresholds(session: string): Thresholds { return this.watched.get(session)?.thresholds ?? defaultThresholds(); }

  task(session: Session): Task { return this.tasks.of(session); }

  /** The verdict that stands: `stalled` before `watch`. */
  standing(session: string): Verdict | undefined { return this.watched.get(session)?.episodes.current; }

  /** The verdict of this id, without one the newest of the session. */
  verdict(session: string, id?: string): Verdict | undefined {
    return this.watched.get(session)?.given.findLast((verdict) => id === undefined || verdict.id === id);
  }

  override(overrides: Overrides): void {
    this.overrides = overrides;
    for (const watched of this.watched.values()) { this.applyThresholds(watched); }
  }

  forget(session: string): void {
    this.watched.delete(session);
    this.fold.sessions.delete(session);
    this.outside.forget(session);
    this.tasks.forget(session);
  }

  private take(event: TurnEvent): void {
    if (event.type === 'tick') { return; }
    if (event.type === 'workspace') {
      this.takeWorkspace(event);
      return;
    }
    const session = this.fold.session(event.session);
    if (event.at !== undefined) { session.lastAt = Math.max(session.lastAt ?? -Infinity, event.at); }
    // how long ago an event without its own time was is not known
    if (isSignOfLife(event)) { session.aliveAt = event.at === undefined ? undefined : session.lastAt; }
    this.note(this.foldEvent(session, event));
    this.named(session.id);
    if (session.parent !== undefined) { this.named(session.parent); }
  }

  private takeWorkspace(event: WorkspaceEvent): void {
    for (const { session, change } of this.outside.change(event, this.fold.sessions.values())) {
      this.see(session, { kind: 'outside', change, at: event.at });
      this.named(session.id);
    }
    const owner = event.signal === 'task' && event.session !== undefined ? this.fold.sessions.get(event.session) : undefined;
    if (owner?.poll !== undefined) { owner.poll.goneAfter = noTaskRuns(event.fingerprint) === true ? owner.poll.goneAfter ?? owner.poll.unchanged : undefined; }
    if (owner === undefined || event.at === undefined) { return; }
    owner.aliveAt = Math.max(owner.aliveAt ?? -Infinity, event.at);
    this.named(owner.id);
  }

  private foldEvent(session: Session, event: Exclude<TurnEvent, { type: 'tick' | 'workspace' }>): string | undefined {
    switch (event.type) {
      case 'session.start':
        this.fold.start(session, event);
        this.agentKnown(session);
        return undefined;
      case 'turn.start': this.fold.startTurn(session, event); return undefined;
      case 'message': this.fold.message(session, event); return undefined;
      case 'tool.call': return this.fold.call(session, event);
      case 'tool.result': return this.fold.result(session, event);
      case 'step.end': this.fold.endStep(session, event); return undefined;
      case 'waiting': this.fold.wait(session, event); return undefined;
      case 'resumed': this.fold.resume(session, event); return undefined;
      case 'compaction': this.see(session, { kind: 'compaction' }); return undefined;
      case 'hop':
        session.task = event.task ?? session.task;
        this.see(session, { kind: 'hop', count: event.count });
        return undefined;
      case 'turn.end': this.fold.endTurn(session, event.reason); return undefined;
      case 'session.end': this.fold.endTurn(session, 'interrupted'); return undefined;
      case 'config': return this.configure(session, event);
      case 'feedback': return this.learn(session, event);
      case 'intervention': return undefined;
    }
  }

  private see(session: Session, fact: Fact): void {
    const watched = this.watch(session);
    this.outside.saw(session, fact);
    this.remember(watched, fact);
    if (watched.episodes.current !== undefined) { this.outcome.cleared.push(...watched.episodes.see(session, fact, watched.perTurn)); }
    for (const run of watched.hearers.get(fact.kind) ?? []) { this.found(watched, run.see(fact), fact); }
    if (watched.episodes.current !== undefined) { this.clearEnded(watched); }
    this.onFact(session, fact);
  }

  /** Stalls that their own rule says are over. */
  private clearEnded({ session, ending, episodes }: Watched): void {
    for (const run of ending) {
      const kind = run.ended?.();
      if (kind !== undefined) { this.outcome.cleared.push(...episodes.over(session, kind)); }
    }
  }

  /** What detectors compare, before they see the fact. */
  private remember({ session, values, recent }: Watched, fact: Fact): void {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) { recent.restart(); }
        values.reasonToAskAgain();
        return;
      case 'compaction':
        values.reasonToAskAgain();
        return;
      case 'outside':
        if (fact.change.signal !== 'task') { values.outside(fact.change.paths); }
        if (fact.change.progress) { recent.outside(); }
        return;
      case 'step-end':
        fact.step.values = values.take(fact.step);
        recent.take(fact.step, fact.again);
        this.tasks.of(session).count(fact);
        return;
      case 'hop':
        this.tasks.of(session).count(fact);
        return;
      default:
    }
  }

  private found(watched: Watched, finding: Finding | undefined, fact: Fact): void {
    if (finding === undefined || !watched.episodes.find(finding)) { return; }
    const verdict = watched.episodes.give(watched.session, finding, placeOf(watched.session, fact));
    if (verdict.key !== undefined) { verdict.thresholdFrom = watched.thresholds.origins[verdict.key] ?? 'default'; }
    watched.given.push(verdict);
    if (watched.given.length > KEPT_VERDICTS) { watched.given.shift(); }
    this.outcome.verdicts.push(verdict);
  }

  private watch(session: Session): Watched {
    let watched = this.watched.get(session.id);
    if (watched === undefined) {
      watched = { session, thresholds: defaultThresholds(), recorded: { set: {}, origins: {} }, answersBefore: [], given: [], runs: [], hearers: new Map(), timed: [], ending: [], perTurn: false, values: new StepValues(session), recent: new RecentSteps(), episodes: new Episodes() };
      this.watched.set(session.id, watched);
      this.applyThresholds(watched);
    }
    return watched;
  }

  private configure(session: Session, { preset, set = {}, from }: ConfigEvent): string | undefined {
    const watched = this.watch(session);
    const problems: string[] = [];
    if (preset !== undefined) {
      if (isPreset(preset)) { watched.recorded.preset = preset; } else { problems.push(`unknown preset "${preset}"`); }
    }
    for (const [key, value] of Object.entries(set)) {
      const problem = thresholdProblem(key, value);
      if (problem !== undefined || !isThresholdKey(key)) { problems.push(problem ?? key); continue; }
      const origin = from?.[key] ?? 'default';
      watched.recorded.set[key] = value;
      watched.recorded.origins[key] = from !== undefined && isOrigin(origin) ? origin : 'recording';
    }
    watched.answersBefore = this.answers;
    this.applyThresholds(watched);
    return problems.length > 0 ? `config: ${problems.join('; ')}` : undefined;
  }

  /** A person's answer holds from here on, for every session of this agent. */
  private learn(session: Session, { verdict, answer, at }: Feedback): string | undefined {
    const key = this.verdict(session.id, verdict)?.key;
    if (key === undefined) { return `feedback: ${verdict} is no verdict of this session that a threshold gave`; }
    this.answers = withAnswer(this.answers, { agent: session.agent, session: session.id, verdict, key, answer, at });
    for (const watched of this.watched.values()) {
      if (watched.session.agent === session.agent) { this.applyThresholds(watched); }
    }
    return undefined;
  }

  private agentKnown(session: Session): void {
    const watched = this.watched.get(session.id);
    if (watched !== undefined) { this.applyThresholds(watched); }
  }

  /** New limits hold from the next step on; a new preset starts its detectors afresh. */
  private applyThresholds(watched: Watched): void {
    const { session, recorded, answersBefore } = watched;
    const preset = this.overrides.preset ?? recorded.preset ?? defaultPreset;
    const restart = watched.runs.length === 0 || preset !== watched.thresholds.preset;
    const isNews = (answer: Answer): boolean => recorded.set[answer.key] === undefined || !answersBefore.includes(answer);
    Object.assign(watched.thresholds, resolveThresholds({
      preset, recorded, profile: profileOf(session.agent), option: this.overrides.set,
      learned: this.answers.filter((answer) => answer.agent === session.agent && isNews(answer)),
    }));
    if (restart) { this.startDetectors(watched, detectors[preset]); }
    this.soonest = -Infinity;
  }

  private startDetectors(watched: Watched, started: readonly Detector[]): void {
    const hearers = new Map<FactKind, DetectorRun[]>();
    watched.runs = started.map((detector) => {
      const run = detector.start(watched.session, watched.thresholds, { tasks: this.tasks, recent: watched.recent });
      for (const kind of detector.hears) { hearers.set(kind, [...hearers.get(kind) ?? [], run]); }
      return run;
    });
    watched.hearers = hearers;
    watched.timed = watched.runs.filter((run) => run.deadline !== undefined);
    watched.ending = watched.runs.filter((run) => run.ended !== undefined);
    watched.perTurn = started.some((detector) => detector.perTurn);
  }

  private note(note: string | undefined): void {
    if (note !== undefined) { this.outcome.notes.push(note); }
  }

  /** After an event of this session its deadlines may be earlier than before. */
  private named(session: string): void {
    for (const run of this.watched.get(session)?.timed ?? []) {
      const at = run.deadline?.();
      if (at !== undefined && at < this.soonest) { this.soonest = at; }
    }
  }

  private earliest(): { at: number; watched: Watched; run: DetectorRun } | undefined {
    let first: { at: number; watched: Watched; run: DetectorRun } | undefined;
    for (const watched of this.watched.values()) {
      for (const run of watched.timed) {
        const at = run.deadline?.();
        if (at !== undefined && (first === undefined || at < first.at)) { first = { at, watched, run }; }
      }
    }
    return first;
  }

  /** Through every deadline up to `at`, in order. Each run moves its own deadline on when it is told of it. */
  private passDeadlines(at: number): void {
    while (this.soonest <= at) {
      const due = this.earliest();
      this.soonest = due?.at ?? Infinity;
      if (due === undefined || due.at > at) { return; }
      this.clock = Math.max(this.clock, due.at);
      const fact: Fact = { kind: 'deadline', at: due.at };
      this.found(due.watched, due.run.see(fact), fact);
      this.onFact(due.watched.session, fact);
    }
  }
}

/** What we did and what a person set says nothing about the agent. */
function isSignOfLife(event: TurnEvent): boolean {
  return event.type !== 'config' && event.type !== 'feedback' && event.type !== 'intervention';
}

/** A step verdict names the highest call of its step; any other the newest call. */
function placeOf(session: Session, fact: Fact): Place {
  const at = fact.kind === 'deadline' ? fact.at : session.lastAt ?? null;
  const last = fact.kind === 'step-end' ? fact.step.calls.at(-1) : undefined;
  return last === undefined
    ? { step: session.steps - 1, call: session.calls - 1, callId: session.lastCall ?? null, at }
    : { step: last.step.number, call: last.number, callId: last.id, at };
}
