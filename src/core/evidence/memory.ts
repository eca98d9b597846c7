/** What a session has seen and done so far. Outlives its turns; only `observe` writes what calls brought. */
import { FileStates } from '../identity/edits/file-states.js';
import { SurroundingLines } from '../identity/answer/surrounding-lines.js';
import { FrameLines } from '../identity/frame-lines.js';
import type { WrittenPlan } from '../identity/tool/bookkeeping.js';
import { findSweep, type QuestionWord, type Sweep } from '../identity/tool/question.js';
import { Recent } from '../identity/recent.js';
import { SeenSet } from '../identity/seen-set.js';
import { findNoise, type Noise } from '../identity/noise/noise.js';
import { isFailing, type TestRun } from '../identity/test-run/test-run.js';
import { copied } from '../redact.js';
import type { Session } from '../turns/session.js';
import { askedTimes } from '../turns/asked-times.js';
import { wantedAnswers, wantsNeither } from '../turns/wanted-answers.js';
import { Complaints } from './complaints.js';
import { ActionMemory } from './issued-actions.js';
import { FurthestPlaces } from './furthest-places.js';
import { Narration } from './narration.js';
import { FileReads } from './readings.js';
import { ToldWords } from './told-words.js';
import { NewestAnswers } from './newest-answers.js';
import { Rejections } from './rejections.js';
import { RemovedWords } from './removed-words.js';
import { RunMemory } from './run-memory.js';
import { UnderWay } from './under-way.js';

const CHANGES = 4096;
const NO_STEP = -1;
/** Questions that show a sweep. */
const SWEEP = 4;

/** Steps between two looks that follow one another. */
const IN_ORDER = 2;

interface AskedQuestion {
  step: number;
  words: readonly QuestionWord[];
}

interface SecondLook {
  path: string | undefined;
  step: number;
  /** Step of the first look. */
  earlier: number;
  before: SecondLook | undefined;
}

export class SessionMemory {
  /** Outcomes, whatever the action. */
  readonly results = new SeenSet();
  /** Words of answers that told of a failure. */
  readonly toldWords = new ToldWords();
  readonly complaints = new Complaints();
  /** What orders to helpers and their answers named. */
  readonly named = new SeenSet(CHANGES);
  /** Actions that changed files. */
  readonly changes = new SeenSet(CHANGES);
  readonly actions = new ActionMemory();
  readonly outputs = new OutputMemory();
  readonly failedRuns = new FailedRunMemory();
  readonly files = new FileStates();
  readonly frames = new FrameLines();
  readonly surroundings = new SurroundingLines();
  readonly runs = new RunMemory();
  readonly furthest = new FurthestPlaces();
  readonly removed = new RemovedWords();
  readonly answers = new NewestAnswers();
  readonly rejections = new Rejections();
  readonly underWay = new UnderWay();
  readonly narration = new Narration();
  readonly reads: FileReads;
  /** Any call told an output so far. */
  tellsOutputs = false;
  /** The newest questions that brought no news. */
  private questions: readonly AskedQuestion[] = [];
  /** The newest of them that were one. */
  private sweep: readonly AskedQuestion[] = [];
  /** What the items of the newest to-do list say, and of the one before that step. */
  private plan: { step: number; list: WrittenPlan; before: WrittenPlan | undefined } | undefined;
  /** The newest second look, that at what it looked before, and the second look of the step before. */
  private second: SecondLook | undefined;
  /** How often the person asked to do something in this turn; infinite for "keep doing it". */
  asked = 0;
  /** What the person wants to see in this turn. */
  wanted = wantsNeither;
  /** The step from which on the newest instruction holds. */
  instructedIn = 0;
  /** The newest poll failed: there may be nothing to look at yet. */
  pollFailed = false;
  /** The newest step that may have had an effect that nothing shows. */
  actedIn = NO_STEP;
  /** The newest step in which a call told something new. */
  newsIn = NO_STEP;
  /** The newest step in which, or after which, files changed. */
  changedIn = NO_STEP;
  /** From this step on, known information may be requested again, once. */
  askAgainFrom = 0;
  /** The same for the newest condensation. */
  private condensedFrom = NO_STEP;

  constructor(readonly session: Session) {
    this.reads = new FileReads(session);
  }

  /** Whether a whole to-do list says something else than the one before it, and not only what is left after some work. */
  replans(list: WrittenPlan, step: number): boolean {
    const last = this.plan;
    const before = last?.step === step ? last.before : last?.list;
    this.plan = { step, list, before };
    const hasWorked = last !== undefined && Math.max(this.newsIn, this.changedIn) > last.step;
    return (
      before?.texts !== list.texts && !(hasWorked && before && isRest(list.items, before.items))
    );
  }

  /**
   * Whether the look before this one was a second one, too, at another file, which had been looked at just before.
   * @param earlier step of the first look
   */
  replays(path: string | undefined, earlier: number, step: number): boolean {
    const before = this.second?.step === step ? this.second.before : this.second;
    this.second = { path, step, earlier, before: before && { ...before, before: undefined } };
    if (before?.path === undefined || path === undefined || path === before.path) {
      return false;
    }
    return earlier - before.earlier === step - before.step && step - before.step <= IN_ORDER;
  }

  /** Whether the newest questions that brought no news are one, or this one belongs to those that were. @param words none for a question with news */
  findSweep(words: readonly QuestionWord[], step: number): Sweep | undefined {
    if (words.length === 0) {
      return undefined;
    }
    const asked = { step, words };
    const before = this.questions.filter((each) => each.step !== step);
    this.questions = [...before, asked].slice(-SWEEP);
    // one that was interrupted, by a place that did not answer, goes on
    const interrupted = this.sweep.filter((each) => each.step !== step);
    for (const row of [this.questions, [...interrupted, asked].slice(-SWEEP)]) {
      const sweep = row.length === SWEEP ? findSweep(row.map((each) => each.words)) : undefined;
      if (sweep !== undefined) {
        this.sweep = row;
        return sweep;
      }
    }
    return undefined;
  }

  /** @param prompt undefined if it is not known */
  instructed(prompt: string | undefined): void {
    this.instructedIn = this.session.steps;
    this.asked = askedTimes(prompt ?? '').times;
    this.wanted = wantedAnswers(prompt ?? '');
    this.surroundings.notePrompt(prompt ?? '');
  }

  /** After a person's message or a condensed context there is reason to request known information again. */
  reasonToAskAgain(): void {
    this.askAgainFrom = this.session.steps;
  }

  /** What was read before is gone from the agent's context. */
  condensed(): void {
    this.reasonToAskAgain();
    this.condensedFrom = this.session.steps;
  }

  /** Whether the context was condensed after this step. */
  isCondensedSince(step: number): boolean {
    return step < this.condensedFrom;
  }
  /** No reason to ask again is newer than the newest condensation. */
  get isCondensed(): boolean {
    return this.condensedFrom === this.askAgainFrom;
  }

  /** The workspace changed by other means than a call. @param paths undefined or empty: any file */
  workspaceChanged(paths: readonly string[] = []): void {
    this.changedIn = this.session.steps - 1;
    if (paths.length === 0) {
      this.reads.changedSome();
    }
    for (const path of paths) {
      this.reads.changed(path, NO_STEP);
    }
  }
}

/** @param items what is left of `before`, in its order, with nothing new among it */
function isRest(items: readonly string[], before: readonly string[]): boolean {
  let at = 0;
  for (const item of before) {
    at += item === items[at] ? 1 : 0;
  }
  return at === items.length && items.length < before.length;
}

const OUTPUTS = 64;
/** Characters of an output that are compared. */
const COMPARED = 2000;

/** By action: the newest output, kept once an outcome came again, to tell which noise differs. */
class OutputMemory {
  private readonly outputs = new Recent<{
    step: number;
    text: string;
    before: string | undefined;
  }>(OUTPUTS);

  /** Kinds of noise by which the output differs from the last one of another step. */
  noiseIn(action: string, output: string, step: number): Noise[] | undefined {
    const text = copied(output.slice(0, COMPARED));
    const known = this.outputs.get(action);
    const before = known?.step === step ? known.before : known?.text;
    this.outputs.set(action, { step, text, before });
    return before === undefined || before === text ? undefined : findNoise(before, text);
  }
}

/** How many outcomes of failing tests are kept apart: different runners name the same failures differently. */
const FAILED_RUNS = 8;

/** By outcome: how often the same tests failed. */
class FailedRunMemory {
  private readonly runs = new Recent<{ since: number; step: number; looks: number }>(FAILED_RUNS);

  /** In how many steps the same tests failed since files last changed, by whatever command. */
  looks(run: TestRun, outcome: string, step: number, changedIn: number): number {
    if (!isFailing(run)) {
      return 0;
    }
    const known = this.runs.get(outcome);
    if (known === undefined || known.since <= changedIn) {
      this.runs.set(outcome, { since: step, step, looks: 1 });
      return 1;
    }
    if (known.step !== step) {
      known.looks += 1;
    }
    known.step = step;
    return known.looks;
  }
}
