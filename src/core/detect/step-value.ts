/** What a step was worth, and what is compared of its calls: the one judgement that the detectors, the timeline and the action records share. */
import { natureOf, type SegmentKind } from '../identity/command.js';
import { Coverage, readsOf } from '../identity/coverage.js';
import { fileEdits } from '../identity/edit.js';
import { errorPrint, mayBeError, type ErrorPrint } from '../identity/error.js';
import { hashText, Recent, SeenSet } from '../identity/hash.js';
import { noiseOf, withoutNoise, type Noise } from '../identity/noise.js';
import { bareOutput, isSiblingError } from '../identity/outcome.js';
import { mayBeTestRun, testRun, type TestRun } from '../identity/test-run.js';
import { commandKindOf, commandOf, fromFolder, isTestRun, pathOf } from '../identity/tool.js';
import type { Call, CallError, CallResult, CallValue, Session, Step, Worth } from '../session.js';
import type { Message } from '../wording.js';
import { FileStates, type EditValue } from './file-states.js';

/** Characters from which on an answer to an edit is more than an acknowledgement, and of it what is shown. */
const REFUSAL = 200;
const SHOWN = 120;
const COMPARED = 2000;

/** The step that last issued an action and what came of it; `before`: the step before that one. */
interface Issued { step: number; outcome: string; before?: Issued }

/** Per session: what was issued and learned so far. What was seen stays seen over turns. */
export class StepValues {
  private readonly results = new SeenSet();
  private readonly changes = new SeenSet(4096);
  private readonly actions = new Recent<Issued>();
  private readonly files = new FileStates();
  private readonly coverage = new Coverage();
  /** Versions of files: raised by every change, so that what is read again after it is new. */
  private readonly versions = new Recent<{ step: number; version: number }>(2048);
  private everyFile = 0;
  /** Whole results of actions that came to the same twice or more, to tell in what noise they differ. */
  private readonly whole = new Recent<{ step: number; text: string; before?: string }>(64);
  /** The newest step in which, or after which, files changed. */
  private changedIn = -1;

  constructor(private readonly session: Session) {}

  /** Judges a step and remembers it: judged again, the same step comes to the same result. */
  take(step: Step): CallValue[] {
    return step.calls.map((call) => this.judge(call, call.step.number));
  }

  /** The workspace changed: what was read of these files, or of any, may hold something else now. */
  outside(paths: readonly string[] | undefined): void {
    this.changedIn = this.session.steps - 1;
    if (paths === undefined || paths.length === 0) { this.everyFile += 1; }
    for (const path of paths ?? []) { this.raise(path, -1); }
  }

  private judge(call: Call, step: number): CallValue {
    const { result } = call;
    if (result === undefined || call.unknown) { return { worth: 'idle' }; }
    if (result.deniedBy === 'turnwatch' || result.deniedBy === 'person') {
      return { worth: 'neutral', note: { id: result.deniedBy === 'turnwatch' ? 'idle.denied' : 'idle.declined' } };
    }
    if (call.class === 'ask' || (result.failed && isSiblingError(result.output))) { return { worth: 'neutral' }; }
    if (call.noOp) { return this.judgeNoOp(call); }
    return this.judgeResult(call, result, step);
  }

  /** To sleep between two looks at a job is to wait. */
  private judgeNoOp(call: Call): CallValue {
    const note: Message = { id: 'idle.noop' };
    const waits = this.session.poll !== undefined && commandKindOf(call.class, call.input) === 'wait';
    return waits ? { worth: 'neutral', note } : { worth: 'empty', note, pair: call.key, outcome: '' };
  }

  private judgeResult(call: Call, result: CallResult, step: number): CallValue {
    const text = bareOutput(result.output);
    const tests = testsOf(call, text);
    // of a status, elapsed time is news
    const told = isStatus(call) ? text : result.normal ?? withoutNoise(text);
    const hash = hashText(told);
    const error = tests === undefined ? errorOf(call, result, text) ?? this.refusal(call, text, hash, step) : undefined;
    const failed = result.failed || error !== undefined;
    const outcome = tests !== undefined ? `t${tests.key}` : failed ? `!${hash}` : hash;
    const earlier = this.issue(call, outcome, step);
    const isNew = told !== '' && this.results.add(tests === undefined ? hash : outcome, step);
    const edits = failed ? undefined : this.editsOf(call, step);
    const polls = call.polls && earlier?.outcome === outcome;
    const value: CallValue = {
      worth: 'idle', note: undefined, outcome, failed, error, tests, edits, first: earlier === undefined, pair: polls ? undefined : `${call.key} ${outcome}`,
      masked: earlier?.outcome === outcome ? this.maskedIn(call, text, step) : undefined, looks: call.class === 'read' || call.class === 'search' || call.class === 'web',
    };
    const same: Message | undefined = earlier && { id: 'idle.same', params: { step: earlier.step } };
    // the same question with the same answer says nothing; with another known answer it may be honest
    const repeat: Worth = earlier?.outcome === outcome ? 'empty' : 'idle';
    if (call.class === 'shell') {
      const { segments } = natureOf(commandOf(call.input) ?? '');
      value.overview = segments.length > 0 && segments.every(({ kind }) => kind === 'git-overview');
      value.script = segments.some(({ kind }) => kind === 'run');
      value.troubled = value.script && tellsTrouble(text);
      value.looks = segments.every(({ kind }) => asking.includes(kind));
    }
    if (tests !== undefined) {
      // progress is that the set of failing tests is another one, or that all pass now
      // with nothing changed between, another outcome of the same test tells about the test
      if (earlier !== undefined && earlier.outcome !== outcome && earlier.step >= this.changedIn) { value.flaky = true; value.pair = undefined; }
      return isNew ? worth(value, 'progress', { id: 'progress.tests', params: { failing: tests.failing.length } }) : worth(value, repeat, same ?? { id: 'idle.tests' });
    }
    if (failed) { return worth(value, repeat, same ?? { id: 'idle.failed' }); }
    if (this.changed(call, edits, step)) {
      this.changedIn = step;
      value.changes = true;
      return worth(value, 'progress', changeNote(call, edits, this.session.cwd));
    }
    if (call.class === 'edit' || call.class === 'write') {
      // an earlier content back is no repetition by itself: it may be a change taken back for good
      return worth(value, edits?.some(({ state }) => state === 'back') ? 'idle' : 'empty', same ?? { id: 'idle.seen' });
    }
    // what a to-do list answers is no information about the task
    if (call.class === 'todo') { return worth(value, 'empty', same ?? { id: 'idle.seen' }); }
    const lines = this.linesOf(call, text, step);
    // lines that were not read before are news even if they look like others
    if (lines === 'new' || (isNew && lines === undefined)) { return worth(value, 'progress', { id: 'progress.new-output' }); }
    const note: Message = same ?? { id: text === '' ? 'idle.empty' : lines === 'seen' ? 'idle.covered' : 'idle.seen' };
    return worth(value, polls ? 'neutral' : repeat, note);
  }

  /**
   * An edit of unknown form is answered at length, and with the very text that another edit got: that is a refusal with
   * instructions, whatever it says. Acknowledgements are short or tell what was edited.
   */
  private refusal(call: Call, text: string, hash: string, step: number): CallError | undefined {
    if ((call.class !== 'edit' && call.class !== 'write') || text.length < REFUSAL || this.results.isNew(hash, step) || fileEdits(call.class, call.tool, call.input).length > 0) { return undefined; }
    return { key: hash, exact: hash, text: text.slice(0, SHOWN), kind: 'error', target: call.tool, sameness: 'same-text' };
  }

  private editsOf(call: Call, step: number): EditValue[] | undefined {
    const edits = fileEdits(call.class, call.tool, call.input);
    if (edits.length === 0) { return undefined; }
    for (const { path } of edits) { this.raise(path, step); }
    const values = edits.map((edit) => this.files.see(edit, step)).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : values;
  }

  /** Files got a content that they did not have, or a command altered them as it did not before. */
  private changed(call: Call, edits: EditValue[] | undefined, step: number): boolean {
    if (edits !== undefined) { return edits.some(({ state }) => state === 'new'); }
    const command = commandKindOf(call.class, call.input) === 'change';
    if (!command && call.class !== 'edit' && call.class !== 'write') { return false; }
    if (command) { this.everyFile += 1; }
    return this.changes.add(call.key, step);
  }

  /** Whether a read brought lines that were not seen of that version of the file; undefined for what reads no file. */
  private linesOf(call: Call, output: string, step: number): 'new' | 'seen' | undefined {
    const reads = readsOf(call.class, call.tool, call.input);
    if (reads.length === 0) { return undefined; }
    let lines: 'new' | 'seen' = 'seen';
    for (const read of reads) {
      const version = `${this.everyFile}.${this.versions.get(read.path)?.version ?? 0}`;
      if (this.coverage.see({ path: read.path, from: read.from, to: read.to, shared: read.shared, version, output, step })) { lines = 'new'; }
    }
    return lines;
  }

  private raise(path: string, step: number): void {
    const known = this.versions.get(path);
    if (known !== undefined && step >= 0 && known.step === step) { return; }
    this.versions.set(path, { step, version: (known?.version ?? 0) + 1 });
  }

  private maskedIn(call: Call, whole: string, step: number): Noise[] | undefined {
    const text = whole.slice(0, COMPARED);
    const known = this.whole.get(call.key);
    const before = known?.step === step ? known.before : known?.text;
    this.whole.set(call.key, { step, text, before });
    return before === undefined || before === text ? undefined : noiseOf(before, text);
  }

  /** The last time that another step issued the same action. */
  private issue(call: Call, outcome: string, step: number): Issued | undefined {
    const known = this.actions.get(call.key);
    const earlier = known?.step === step ? known.before : known;
    this.actions.set(call.key, { step, outcome, before: earlier && { step: earlier.step, outcome: earlier.outcome } });
    return earlier;
  }
}

function worth(value: CallValue, is: Worth, note: Message): CallValue {
  value.worth = is;
  value.note = note;
  return value;
}

function testsOf(call: Call, text: string): TestRun | undefined {
  return isTestRun(call.class, call.input) || ((call.class === 'shell' || call.class === 'other') && mayBeTestRun(text)) ? testRun(text) : undefined;
}

function errorOf(call: Call, result: CallResult, text: string): CallError | undefined {
  if (!result.failed && !mayBeError(text)) { return undefined; }
  const print = errorPrint(text, call.input, result.failed);
  return print && { key: print.key, text: print.text, kind: print.kind, target: targetOf(call), exact: `!${hashText(text)}`, sameness: samenessOf(call, print) };
}

const statusPrograms = /^(?:kubectl|oc|helm|nomad|docker|podman|gh|glab|systemctl|service|squeue|qstat|aws|gcloud|az|fly|heroku|vercel)$/;

/** A look at something that runs elsewhere and may change by itself. */
function isStatus({ class: kind, input }: Call): boolean {
  if (kind === 'poll') { return true; }
  const command = kind === 'shell' ? commandOf(input) : undefined;
  return command !== undefined && natureOf(command).segments.some(({ words: [program = '', ...words] }) =>
    statusPrograms.test(program) || (program !== 'git' && words.some((word) => /^(?:status|health|progress)$/.test(word))));
}

const asking: readonly SegmentKind[] = ['read', 'search', 'list', 'git-overview', 'no-op', 'wait'];

/** Of these it is to be expected that they work; any other program may be asking whether something is there. */
const running: readonly SegmentKind[] = ['run', 'test', 'build', 'change'];

const noTrouble = /\b(?:no|0|zero|without(?: any)?) (?:errors?|failures?|failed|warnings?|exceptions?|issues?|problems?)\b/gi;
const trouble = /\b(?:error|errors|fail|fails|failed|failing|failure|exception|traceback|not found|missing|wrong|incorrect|mismatch|unexpected|invalid|cannot|could not|unable)\b|❌|✗|✘/i;

function tellsTrouble(text: string): boolean {
  return trouble.test(text.replace(noTrouble, ''));
}

/** That a command failed, and nothing of why. */
const bareExit = /^\W*(?:error:? *)?(?:the )?(?:command|process|tool)?\b[^\d\n]{0,40}\bcode:? *\d+\W*$/i;

function samenessOf({ class: kind, input }: Call, print: ErrorPrint): CallError['sameness'] {
  if (print.kind === 'validation') { return 'any-arguments'; }
  if (bareExit.test(print.text)) { return 'probe'; }
  switch (kind) {
    case 'edit': case 'write': return 'any-arguments';
    case 'read': case 'search': case 'web': case 'poll': return 'probe';
    case 'shell': {
      const { segments } = natureOf(commandOf(input) ?? '');
      return segments.some((segment) => running.includes(segment.kind)) ? 'command' : 'probe';
    }
    case 'test': case 'todo': case 'task': case 'ask': case 'other': return 'same-text';
  }
}

function targetOf(call: Call): string {
  const command = call.class === 'shell' ? commandOf(call.input) : undefined;
  const program = command === undefined ? undefined : natureOf(command).segments.find(({ kind }) => kind !== 'no-op')?.words[0];
  return `${call.tool} ${program ?? pathOf(call.input) ?? ''}`;
}

function changeNote(call: Call, edits: EditValue[] | undefined, cwd: string): Message {
  const path = edits?.[0]?.path ?? pathOf(call.input);
  if (call.class !== 'edit' && call.class !== 'write' && edits === undefined) { return { id: 'progress.command' }; }
  return path === undefined ? { id: 'progress.edit.unnamed' } : { id: 'progress.edit', params: { path: fromFolder(path, cwd) } };
}

/** A step is worth what its best call is worth; neutral calls beside others do not count. */
export function worthOf(values: readonly CallValue[]): Worth {
  let best: Worth = 'neutral';
  for (const { worth } of values) {
    if (worth === 'progress') { return worth; }
    if (worth === 'idle' || best === 'neutral') { best = worth; }
  }
  return best;
}
