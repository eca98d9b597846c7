/** What a step was worth, and what is compared of its calls: the one judgement that the detectors, the timeline and the action records share. */
import type { CommandNature } from '../identity/command/command.js';
import { fileEdits } from '../identity/edits/edit.js';
import { hashText, Recent, SeenSet } from '../identity/hash.js';
import { noiseOf, withoutNoise, type Noise } from '../identity/noise/noise.js';
import { bareOutput, isSiblingError } from '../identity/outcome.js';
import { mayBeTestRun, testRun, type TestRun } from '../identity/test-run/test-run.js';
import { commandKindOf, fromFolder, wholePath, pathOf } from '../identity/tool.js';
import type {
  Call,
  CallError,
  CallResult,
  CallValue,
  Session,
  Step,
  Worth,
} from '../turns/session.js';
import { copied } from '../redact.js';
import type { Message } from '../view/wording.js';
import { errorOf, tellsSuccess, tellsTrouble } from '../identity/call-error.js';
import {
  actsFirst,
  commandNature,
  isLook,
  isMeasure,
  isPending,
  mayAct,
  movesOn,
  movesThroughHistory,
} from '../identity/call-nature.js';
import { FileStates, type EditValue } from '../identity/edits/file-states.js';
import { FileReads } from './readings.js';

/** Characters from which on an answer to an edit is more than an acknowledgement, and of it what is shown. */
const REFUSAL = 200;
const SHOWN = 120;
const COMPARED = 2000;
/** Characters from which on a look tells something: shorter answers may be equal by chance. */
const TELLING = 60;
/** Steps that may run the same failing tests to be shown more of them; further ones repeat themselves, whatever their flags are. */
const SHOWN_MORE = 3;
/** Outcomes of failing tests that are told apart: other runners name the same failures otherwise. */
const FAILED_RUNS = 8;
/** Steps. */
const JUST_BEFORE = 2;

/** The step that last issued an action and what came of it; `before`: the step before that one. */
interface Issued {
  step: number;
  outcome: string;
  before?: Issued;
}

/** Per session: what was issued and learned so far. What was seen stays seen over turns. */
export class StepValues {
  private readonly results = new SeenSet();
  private readonly changes = new SeenSet(4096);
  private readonly actions = new Recent<Issued>(4096);
  private readonly files = new FileStates();
  private readonly readings: FileReads;
  /** Whole results of actions that came to the same twice or more, to tell in what noise they differ. */
  private readonly whole = new Recent<{ step: number; text: string; before?: string }>(64);
  private since = 0;
  /** By outcome: the tests that failed lately, and the steps that came to this. */
  private readonly failed = new Recent<{ since: number; step: number; looks: number }>(FAILED_RUNS);
  /** The newest look was one at something that is waited for, and it failed: there may be nothing there yet. */
  private refused = false;
  /** The newest step that may have had an effect that no one sees. */
  private actedIn = -1;
  /** The newest step in which, or after which, files changed. */
  private changedIn = -1;

  constructor(private readonly session: Session) {
    this.readings = new FileReads(session);
  }

  /** Judges a step and remembers it: judged again, the same step comes to the same result. */
  take(step: Step): CallValue[] {
    return step.calls.map((call) => this.judge(call, call.step.number));
  }

  /** A person's message, or a condensed context: what is known is asked again with reason, once. */
  reasonToAskAgain(): void {
    this.since = this.session.steps;
  }

  /** The workspace changed: what was read of these files, or of any, may hold something else now. */
  outside(paths: readonly string[] | undefined): void {
    this.changedIn = this.session.steps - 1;
    if (paths === undefined || paths.length === 0) {
      this.readings.changedSome();
    }
    for (const path of paths ?? []) {
      this.readings.changed(path, -1);
    }
  }

  private judge(call: Call, step: number): CallValue {
    const { result } = call;
    if (result === undefined || call.unknown) {
      return { worth: 'idle' };
    }
    if (result.deniedBy === 'turnwatch' || result.deniedBy === 'person') {
      return {
        worth: 'neutral',
        note: { id: result.deniedBy === 'turnwatch' ? 'idle.denied' : 'idle.declined' },
      };
    }
    if (call.class === 'ask' || (result.failed && isSiblingError(result.output))) {
      return { worth: 'neutral' };
    }
    if (call.noOp) {
      return this.judgeNoOp(call);
    }
    return this.judgeResult(call, result, step);
  }

  /** To sleep between two looks at a job is to wait. */
  private judgeNoOp(call: Call): CallValue {
    const note: Message = { id: 'idle.noop' };
    const isWait = commandKindOf(call.class, call.input) === 'wait';
    if (isWait && (this.session.poll !== undefined || this.refused)) {
      return { worth: 'neutral', note };
    }
    // a sleep is no member of a loop: what is slept for is
    return { worth: 'empty', note, pair: isWait ? undefined : call.key, outcome: '' };
  }

  private judgeResult(call: Call, result: CallResult, step: number): CallValue {
    const command = commandNature(call);
    const text = bareOutput(result.output);
    const tests = testsOf(call, command, text);
    const normal = result.normal ?? withoutNoise(text);
    const told = isMeasure(command) ? withoutNumbers(normal) : normal;
    const hash = hashText(told);
    const error =
      tests === undefined
        ? (errorOf(call, result, command, text, hash) ?? this.refusal(call, text, hash, step))
        : undefined;
    const failed = (result.failed || error !== undefined) && !(call.polls && isPending(text));
    const outcome = tests !== undefined ? `t${tests.key}` : failed ? `!${hash}` : hash;
    const earlier = this.issue(call, outcome, step);
    const isNew = told !== '' && this.results.add(tests === undefined ? hash : outcome, step);
    const edits = failed && !actsFirst(command) ? undefined : this.editsOf(call, step);
    // what a command edited before it ran something is edited, however that went
    const edited = edits?.some(({ state }) => state === 'new') === true;
    const polls = call.polls && earlier?.outcome === outcome;
    this.refused = call.polls && failed;
    const value: CallValue = {
      worth: 'idle',
      note: undefined,
      outcome,
      failed,
      error,
      tests,
      edits,
      first: earlier === undefined,
      pair: polls && !failed ? undefined : `${call.key} ${outcome}`,
      masked: earlier?.outcome === outcome ? this.maskedIn(call, text, step) : undefined,
      looks: isLook(call, command),
      polls: call.polls,
      acts: earlier === undefined && !failed && mayAct(call, command),
      flaky: undefined,
      changes: undefined,
      overview: undefined,
      script: undefined,
      troubled: undefined,
      unproven: undefined,
      unmoved: undefined,
      elsewhere: undefined,
    };
    if (command !== undefined) {
      this.describe(value, command, text, tests !== undefined);
    }
    const same: Message | undefined = earlier && {
      id: 'idle.same',
      params: { step: earlier.step },
    };
    // the same question with the same answer says nothing, if it was asked since the person, or a condensation, gave reason to ask again
    // nor if something was done just before that may have had an effect
    const since =
      !failed && step - this.actedIn <= JUST_BEFORE
        ? Math.max(this.since, this.actedIn)
        : this.since;
    const repeat: Worth = earlier?.outcome === outcome && earlier.step >= since ? 'empty' : 'idle';
    if (value.acts === true) {
      this.actedIn = step;
    }
    if (
      actsFirst(command) &&
      (edited || (movesThroughHistory(command) && this.changes.add(call.key, step)))
    ) {
      this.changedIn = step;
      value.changes = true;
      value.elsewhere = movesThroughHistory(command);
    }
    if (tests !== undefined) {
      // progress is that the set of failing tests is another one, or that all pass now
      // with nothing changed between, another outcome of the same test tells about the test
      if (earlier !== undefined && earlier.outcome !== outcome && earlier.step >= this.changedIn) {
        value.flaky = true;
        value.pair = undefined;
      }
      const looks = this.looksAt(tests, outcome, step);
      if (isNew) {
        return worth(value, 'progress', {
          id: 'progress.tests',
          params: { failing: tests.failing.length },
        });
      }
      if (value.changes === true) {
        return worth(value, 'progress', changeNote(call, edits, this.session.cwd));
      }
      return worth(value, looks > SHOWN_MORE ? 'empty' : repeat, same ?? { id: 'idle.tests' });
    }
    if (failed && value.changes === true) {
      return worth(value, 'progress', changeNote(call, edits, this.session.cwd));
    }
    if (failed && !(isNew && movesOn(command))) {
      return worth(value, polls ? 'neutral' : repeat, same ?? { id: 'idle.failed' });
    }
    if (edits?.some(({ state }) => state !== 'same') === true || command?.kind === 'change') {
      this.changedIn = step;
    }
    if (this.changed(call, edits, command, isNew, step)) {
      this.changedIn = step;
      value.changes = true;
      value.elsewhere = movesThroughHistory(command);
      return worth(value, 'progress', changeNote(call, edits, this.session.cwd));
    }
    if (call.class === 'edit' || call.class === 'write') {
      // an earlier content back is no repetition by itself: it may be a change taken back for good
      return worth(
        value,
        edits?.some(({ state }) => state === 'back') ? 'idle' : 'empty',
        same ?? { id: 'idle.seen' },
      );
    }
    // what a to-do list answers is no information about the task; an item is added once
    if (call.class === 'todo') {
      return worth(
        value,
        isNew && earlier === undefined && !isWholePlan(call) ? 'idle' : 'empty',
        same ?? { id: 'idle.seen' },
      );
    }
    const lines = this.readings.see(call, text, step, this.since);
    // lines that were not read before are news even if they look like others
    const isFound =
      isNew &&
      lines === undefined &&
      value.looks === true &&
      this.readings.foundKnown(call, text, step);
    // the very same file after an edit of it: the edit changed nothing
    value.unmoved =
      lines === 'new' &&
      earlier?.outcome === outcome &&
      this.readings.editedSince(call, text, earlier.step);
    if (value.unmoved) {
      return worth(value, 'idle', { id: 'idle.same', params: { step: earlier?.step ?? step } });
    }
    if (lines === 'new' || (isNew && lines === undefined && !isFound)) {
      return worth(value, 'progress', { id: 'progress.new-output' });
    }
    const note: Message = same ?? {
      id:
        text === '' ? 'idle.empty' : lines !== undefined || isFound ? 'idle.covered' : 'idle.seen',
    };
    // a look in other words that brings at length what is known is a repetition too
    const known =
      earlier === undefined &&
      (lines === 'seen-since' ||
        (value.looks === true && lines !== 'seen' && !isNew && text.length >= TELLING));
    return worth(value, polls ? 'neutral' : known ? 'empty' : repeat, note);
  }

  /** In how many steps the same tests failed with nothing changed between, by whatever command. */
  private looksAt({ failing }: TestRun, outcome: string, step: number): number {
    if (failing.length === 0) {
      return 0;
    }
    const known = this.failed.get(outcome);
    if (known === undefined || known.since <= this.changedIn) {
      this.failed.set(outcome, { since: step, step, looks: 1 });
      return 1;
    }
    if (known.step !== step) {
      known.looks += 1;
    }
    known.step = step;
    return known.looks;
  }

  /**
   * An edit of unknown form is answered at length, and with the very text that another edit got: that is a refusal with
   * instructions, whatever it says. Acknowledgements are short or tell what was edited.
   */
  private refusal(call: Call, text: string, hash: string, step: number): CallError | undefined {
    if (
      (call.class !== 'edit' && call.class !== 'write') ||
      text.length < REFUSAL ||
      this.results.isNew(hash, step) ||
      fileEdits(call.class, call.tool, call.input).length > 0
    ) {
      return undefined;
    }
    return {
      key: hash,
      line: hash,
      exact: hash,
      text: text.slice(0, SHOWN),
      kind: 'error',
      target: call.tool,
      sameness: 'same-text',
    };
  }

  private editsOf(call: Call, step: number): EditValue[] | undefined {
    const edits = fileEdits(call.class, call.tool, call.input);
    if (edits.length === 0) {
      return undefined;
    }
    const values: EditValue[] = [];
    for (const edit of edits) {
      edit.path = wholePath(edit.path, this.session.cwd);
      this.readings.changed(edit.path, step);
      const value = this.files.see(edit, step);
      if (value !== undefined) {
        values.push(value);
      }
    }
    return values.length === 0 ? undefined : values;
  }

  /** Files got a content that they did not have, or a command altered them as it did not before. */
  private changed(
    call: Call,
    edits: EditValue[] | undefined,
    command: CommandNature | undefined,
    isNew: boolean,
    step: number,
  ): boolean {
    if (edits !== undefined) {
      return edits.some(({ state }) => state === 'new');
    }
    const changes = command?.kind === 'change';
    if (!changes && call.class !== 'edit' && call.class !== 'write') {
      return false;
    }
    if (changes) {
      this.readings.changedSome();
    }
    // `git rebase --continue` goes on each time it says something else
    return this.changes.add(call.key, step) || (changes && isNew);
  }

  private describe(
    value: CallValue,
    { segments }: CommandNature,
    text: string,
    isTested: boolean,
  ): void {
    value.overview = segments.length > 0 && segments.every(({ kind }) => kind === 'git-overview');
    // a script that is named like a test is a script if no runner speaks
    const run = segments.find(({ kind }) => kind === 'run' || (kind === 'test' && !isTested));
    value.script = run !== undefined;
    if (run === undefined) {
      return;
    }
    value.troubled = tellsTrouble(text);
    value.unproven =
      text !== '' && !tellsSuccess(text) && run.words.some((word) => this.files.wrote(word));
  }

  private maskedIn(call: Call, whole: string, step: number): Noise[] | undefined {
    const text = copied(whole.slice(0, COMPARED));
    const known = this.whole.get(call.key);
    const before = known?.step === step ? known.before : known?.text;
    this.whole.set(call.key, { step, text, before });
    return before === undefined || before === text ? undefined : noiseOf(before, text);
  }

  /** The last time that another step issued the same action. */
  private issue(call: Call, outcome: string, step: number): Issued | undefined {
    const known = this.actions.get(call.key);
    const earlier = known?.step === step ? known.before : known;
    // of what came before, only the last is asked for
    if (earlier !== undefined) {
      earlier.before = undefined;
    }
    this.actions.set(call.key, { step, outcome, before: earlier });
    return earlier;
  }
}

/** A value that is nothing but numbers stays: there they are what was asked for. */
function withoutNumbers(text: string): string {
  return /[a-z]/i.test(text)
    ? text.replace(/\d+(?:[.,:]\d+)*/g, '#').replace(/[ \t]+/g, ' ')
    : text;
}

/** A call that rewrites the whole list, not one of its items. */
function isWholePlan({ input }: Call): boolean {
  return Object.entries(input).some(
    ([name, value]) =>
      Array.isArray(value) || /^(?:todos|todo_list|plan|items|list|tasks|checklist)$/i.test(name),
  );
}

function worth(value: CallValue, is: Worth, note: Message): CallValue {
  value.worth = is;
  value.note = note;
  return value;
}

function testsOf(
  { class: kind }: Call,
  command: CommandNature | undefined,
  text: string,
): TestRun | undefined {
  return kind === 'test' ||
    command?.kind === 'test' ||
    ((kind === 'shell' || kind === 'other') && mayBeTestRun(text))
    ? testRun(text)
    : undefined;
}

function changeNote(call: Call, edits: EditValue[] | undefined, cwd: string): Message {
  const path = edits?.[0]?.path ?? pathOf(call.input);
  if (call.class !== 'edit' && call.class !== 'write' && edits === undefined) {
    return { id: 'progress.command' };
  }
  return path === undefined
    ? { id: 'progress.edit.unnamed' }
    : { id: 'progress.edit', params: { path: fromFolder(path, cwd) } };
}

/** A step is worth what its best call is worth; neutral calls beside others do not count. */
export function worthOf(values: readonly CallValue[]): Worth {
  let best: Worth = 'neutral';
  for (const { worth } of values) {
    if (worth === 'progress') {
      return worth;
    }
    if (worth === 'idle' || best === 'neutral') {
      best = worth;
    }
  }
  return best;
}
