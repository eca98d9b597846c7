/** Judges one session: its thresholds, what detectors compare, their runs, and the open episode. */
import type { Counter, DetectorRun, EndingStall, Finding } from './detect/detector.js';
import { detectors } from './detect/index.js';
import { RecentSteps } from './evidence/recent-steps.js';
import { SessionMemory } from './evidence/memory.js';
import { judgeCalls } from './evidence/step-value.js';
import type { WorthRule } from './evidence/worth-rules.js';
import type { ConfigEvent } from './events.js';
import { pushNewest } from './push-newest.js';
import type { TurnFact, TurnFactKind } from './turns/turn-fact.js';
import type { FeedbackRecord } from './thresholds/learning.js';
import { chooseProfile } from './thresholds/profiles.js';
import type { Session } from './turns/session.js';
import type { PerTask, Task } from './turns/task.js';
import { isOrigin, resolveThresholds } from './thresholds/layers.js';
import {
  defaultPreset,
  defaultThresholds,
  isPreset,
  isThresholdKey,
  thresholdProblem,
  type Preset,
  type Thresholds,
  type ThresholdSet,
} from './thresholds/thresholds.js';
import { Episodes, type VerdictPlace, type Verdict } from './verdict.js';

export interface Judgement {
  verdicts: Verdict[];
  /** Verdicts of episodes that this event ended. */
  cleared: Verdict[];
  /** An anomaly of the event, for the log. */
  notes: string[];
}

/** What the command line set: overrides what a recording says. */
export interface Overrides {
  preset?: Preset;
  set: ThresholdSet;
}

/** What a measurement leaves out, to see what it is worth. */
export interface LeftOut {
  /** These findings give no verdict. */
  finding?: (finding: Finding) => boolean;
  /** The worth rules that remain. */
  worthRules?: readonly WorthRule[];
}

/** Called with every finding, also with those that give no verdict because a stall is open already. */
export type FindingListener = (session: Session, finding: Finding, place: VerdictPlace) => void;

/** Number of newest verdicts that a person's feedback may name. */
const KEPT_VERDICTS = 50;

export class SessionJudge {
  readonly thresholds: Thresholds = defaultThresholds();
  readonly episodes = new Episodes();
  private readonly memory: SessionMemory;
  /** Runs with deadlines. */
  timed: readonly DetectorRun[] = [];
  private readonly recent = new RecentSteps();
  private readonly recorded: {
    preset?: Preset;
    set: ThresholdSet;
    origins: Thresholds['origins'];
  } = { set: {}, origins: {} };
  /** Feedback known when the thresholds were last recorded: those values reflect it already. */
  private answersBefore: readonly FeedbackRecord[] = [];
  /** The newest verdicts, oldest first. */
  private readonly given: Verdict[] = [];
  private runs: readonly DetectorRun[] = [];
  /** The runs that hear each kind of fact, and those that see a stall end. */
  private hearers: ReadonlyMap<TurnFactKind, readonly DetectorRun[]> = new Map();
  private ending: readonly EndingStall[] = [];
  private perTurn = false;

  constructor(
    readonly session: Session,
    private readonly tasks: PerTask<Task>,
    private readonly onFinding?: FindingListener,
    private readonly leftOut: LeftOut = {},
  ) {
    this.memory = new SessionMemory(session);
  }

  get counters(): Counter[] {
    return this.runs.flatMap((run) => run.counters());
  }

  /** The verdict of this id, without one the newest. */
  verdict(id?: string): Verdict | undefined {
    return this.given.findLast((verdict) => id === undefined || verdict.id === id);
  }

  /** The newest stall of this turn, also once it is over. */
  findStall(turn: number): Verdict | undefined {
    return this.given.findLast((verdict) => verdict.turn === turn && verdict.level === 'stalled');
  }

  /** Whether ending the open step now would give a new `stalled` verdict. */
  get wouldStall(): boolean {
    const step = this.session.openStep;
    if (step === undefined || this.episodes.stalled !== undefined) {
      return false;
    }
    const values = judgeCalls(step, this.memory, this.leftOut.worthRules);
    return this.runs.some((run) => run.wouldStall?.(step, values) ?? false);
  }

  /** Whether one more step could give a `stalled` verdict, whatever its result. */
  get nearStall(): boolean {
    return (
      this.episodes.stalled === undefined &&
      this.counters.some(({ value, limit }) => value >= limit - 1)
    );
  }

  /** Whether the agent may have to be answered at one of its next steps: it is stalled, warned of, or one step before a stall. */
  get isClose(): boolean {
    return this.episodes.current !== undefined || this.nearStall;
  }

  /** Takes the thresholds of a recording, or of the host for a recording. @returns what is wrong with them */
  configure(
    { preset, set = {}, from }: ConfigEvent,
    answers: readonly FeedbackRecord[],
  ): string | undefined {
    const problems: string[] = [];
    if (preset !== undefined) {
      if (isPreset(preset)) {
        this.recorded.preset = preset;
      } else {
        problems.push(`unknown preset "${preset}"`);
      }
    }
    for (const [key, value] of Object.entries(set)) {
      const problem = thresholdProblem(key, value);
      if (problem !== undefined || !isThresholdKey(key)) {
        problems.push(problem ?? key);
        continue;
      }
      const origin = from?.[key] ?? 'default';
      this.recorded.set[key] = value;
      this.recorded.origins[key] = from !== undefined && isOrigin(origin) ? origin : 'recording';
    }
    this.answersBefore = answers;
    return problems.length > 0 ? `config: ${problems.join('; ')}` : undefined;
  }

  /** New limits hold from the next step on; a new preset restarts the detectors. */
  apply(overrides: Overrides, answers: readonly FeedbackRecord[]): void {
    const { agent, role } = this.session;
    const preset = overrides.preset ?? this.recorded.preset ?? defaultPreset;
    const restart = this.runs.length === 0 || preset !== this.thresholds.preset;
    const isNews = (answer: FeedbackRecord): boolean =>
      this.recorded.set[answer.key] === undefined || !this.answersBefore.includes(answer);
    Object.assign(
      this.thresholds,
      resolveThresholds({
        preset,
        recorded: this.recorded,
        profile: chooseProfile(agent, role),
        option: overrides.set,
        learned: answers.filter((answer) => answer.agent === agent && isNews(answer)),
      }),
    );
    if (restart) {
      this.start(preset);
    }
  }

  /** Remembers a fact; adds the verdicts it clears and the detectors' findings to the outcome. */
  judgeFact(fact: TurnFact, outcome: Judgement): void {
    this.remember(fact);
    if (this.episodes.current !== undefined) {
      add(this.episodes.clearBy(this.session, fact, this.perTurn), outcome.cleared);
    }
    for (const run of this.hearers.get(fact.kind) ?? []) {
      const finding = run.see(fact);
      if (finding !== undefined) {
        this.give(finding, fact, outcome);
      }
    }
    if (this.episodes.current !== undefined) {
      this.end(outcome.cleared);
    }
  }

  /** Adds the verdict of a finding, if it is the first of its level in the episode. */
  give(finding: Finding | undefined, fact: TurnFact, outcome: Judgement): void {
    if (finding === undefined || this.leftOut.finding?.(finding) === true) {
      return;
    }
    this.onFinding?.(this.session, finding, findPlace(this.session, fact));
    if (!this.episodes.find(finding)) {
      return;
    }
    const verdict = this.episodes.give(this.session, finding, findPlace(this.session, fact));
    if (verdict.key !== undefined) {
      verdict.thresholdFrom = this.thresholds.origins[verdict.key] ?? 'default';
      const setting = this.thresholds.values[verdict.key];
      if (setting !== verdict.threshold) {
        verdict.setting = setting;
      }
    }
    pushNewest(this.given, verdict, KEPT_VERDICTS);
    outcome.verdicts.push(verdict);
  }

  private start(preset: Preset): void {
    const hearers = new Map<TurnFactKind, DetectorRun[]>();
    const started = detectors[preset];
    this.runs = started.map((detector) => {
      const run = detector.start(this.session, this.thresholds, {
        tasks: this.tasks,
        recent: this.recent,
      });
      for (const kind of detector.hears) {
        hearers.set(kind, [...(hearers.get(kind) ?? []), run]);
      }
      return run;
    });
    this.hearers = hearers;
    this.timed = this.runs.filter((run) => run.deadline !== undefined);
    this.ending = this.runs.flatMap(({ stall }) => stall ?? []);
    this.perTurn = started.some((detector) => detector.perTurn);
  }

  private notePrompt(prompt: string | undefined): void {
    this.memory.instructed(prompt);
    this.recent.instructed(prompt);
  }

  /** Updates what detectors compare before they see the fact. */
  private remember(fact: TurnFact): void {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.recent.restart();
          this.notePrompt(fact.prompt);
        }
        this.memory.reasonToAskAgain();
        return;
      case 'prompt-told':
        this.notePrompt(fact.prompt);
        return;
      case 'compaction':
        this.memory.condensed();
        return;
      case 'outside':
        // what runs in the background changes no file: a call repeated meanwhile is repeated
        if (fact.change.signal === 'task') {
          return;
        }
        this.memory.workspaceChanged(fact.change.paths);
        if (fact.change.progress) {
          this.recent.workspaceChanged();
        }
        return;
      case 'step-end':
        fact.step.values = judgeCalls(fact.step, this.memory, this.leftOut.worthRules);
        this.recent.add(fact.step, fact.again);
        this.tasks.findOrMake(this.session).count(fact);
        return;
      case 'hop':
        this.tasks.findOrMake(this.session).count(fact);
        return;
      default:
    }
  }

  /** Adds the stalls that are over by their own rule. */
  private end(cleared: Verdict[]): void {
    for (const stall of this.ending) {
      const kind = stall.takeEnd();
      if (kind !== undefined) {
        add(this.episodes.over(this.session, kind), cleared);
      }
    }
  }
}

function add(verdicts: readonly Verdict[], to: Verdict[]): void {
  for (const verdict of verdicts) {
    to.push(verdict);
  }
}

/** The verdict of a step names the last call of the step, any other the newest call of the session. */
function findPlace(session: Session, fact: TurnFact): VerdictPlace {
  const at = fact.kind === 'deadline' ? fact.at : (session.lastAt ?? null);
  const last = fact.kind === 'step-end' ? fact.step.calls.at(-1) : undefined;
  return last === undefined
    ? { step: session.steps - 1, call: session.calls - 1, callId: session.lastCall ?? null, at }
    : { step: last.step.number, call: last.number, callId: last.id, at };
}
