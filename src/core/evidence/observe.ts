/** A call becomes evidence, and the session remembers it. Observed again in the same step, a call gives the same evidence. */
import { namesError, tellsSuccess, tellsTrouble } from '../identity/errors/call-error.js';
import {
  advances,
  asksForTrouble,
  commandNature,
  isLook,
  isMeasure,
  isThought,
  mayAct,
  observes,
  takesPicture,
} from '../identity/tool/call-nature.js';
import type { CommandNature, SegmentKind } from '../identity/command/command.js';
import { isBookkeeping, isWholePlan, writtenPlan } from '../identity/tool/bookkeeping.js';
import { kindOfProgram } from '../identity/command/programs.js';
import { findProgram } from '../identity/command/segment.js';
import { identifyProposal } from '../identity/edits/proposal.js';
import { hashText } from '../identity/hash.js';
import { foundNothing } from '../identity/answer/found-nothing.js';
import { isProse, namesIn } from '../identity/named.js';
import { questionWords, type QuestionWord } from '../identity/tool/question.js';
import { isSiblingError } from '../identity/answer/outcome.js';
import { isFailing, type TestRun } from '../identity/test-run/test-run.js';
import type { Call, CallResult } from '../turns/session.js';
import { readAnswer, type Answer } from './answer.js';
import type { Complaint } from './complaints.js';
import type {
  ActionEvidence,
  Evidence,
  OutcomeEvidence,
  OutcomeState,
  RepeatEvidence,
  TestEvidence,
} from './evidence.js';
import type { IssuedAction } from './issued-actions.js';
import type { SessionMemory } from './memory.js';
import { noEdits, observeEdits, observeReads } from './observe-files.js';
import { noRepeat, observeRepeat } from './observe-repeat.js';
import { movesOn, observeRun, observeWriting } from './observe-run.js';

/** The only writer of what calls leave in `memory`. */
export function observe(call: Call, memory: SessionMemory): Evidence {
  const state = findState(call);
  if (state !== 'answered' || call.result === undefined) {
    return bare(describeAction(call, undefined), outcomes[state], noRepeat);
  }
  return call.noOp ? observeNoOp(call, memory) : observeAnswer(call, call.result, memory);
}

function findState({ class: kind, result, unknown }: Call): OutcomeState {
  if (result === undefined || unknown) {
    return 'unanswered';
  }
  if (result.deniedBy === 'turnwatch') {
    return 'denied';
  }
  if (result.deniedBy === 'person') {
    return 'declined';
  }
  return kind === 'ask' || (result.failed && isSiblingError(result.output)) ? 'void' : 'answered';
}

/** What an agent says of every call where it does not tell what came of it. */
const bareSuccess = /^\s*(?:success(?:ful(?:ly)?)?|ok|done|completed?|finished)?[.!]?\s*$/i;

/** Characters in which an answer says no more than that a picture was taken, and how the mark of one begins. */
const [TAKEN, IMAGE] = [300, '[image '];

/** What is to be seen on it is nowhere in the log. */
function isUntoldPicture(call: Call, command: CommandNature | undefined, output: string): boolean {
  return output.length <= TAKEN && takesPicture(call, command) && !output.includes(IMAGE);
}

/** Nothing is known of what it found: the agent says so, or has not told a single output so far. */
function isUntold(
  { call, command }: Answer,
  { output, untold, exitCode, failed }: CallResult,
  memory: SessionMemory,
): boolean {
  const { class: kind } = call;
  if (kind === 'edit' || kind === 'write' || kind === 'todo') {
    return false;
  }
  if (untold || isUntoldPicture(call, command, output)) {
    return !failed;
  }
  if (memory.tellsOutputs) {
    return false;
  }
  memory.tellsOutputs = failed || exitCode !== undefined || !bareSuccess.test(output);
  return !memory.tellsOutputs;
}

/** A no-op has no outcome that matters. A sleep is not part of a loop: the look that follows it is. */
function observeNoOp(call: Call, { session, pollFailed, narration }: SessionMemory): Evidence {
  const command = commandNature(call);
  const sleeps = command?.kind === 'wait';
  const narrates = narration.isHeading(command, call.step.number);
  return bare(
    {
      ...describeAction(call, undefined),
      narrates: narrates && !sleeps,
      waits: sleeps && (session.poll !== undefined || pollFailed),
    },
    outcomes.answered,
    sleeps ? noRepeat : { ...noRepeat, pair: call.key },
  );
}

function observeAnswer(call: Call, result: CallResult, memory: SessionMemory): Evidence {
  const { number: step } = call.step;
  const answer = readAnswer(call, result, memory);
  const { command, tests: run, failed, outcome } = answer;
  const issued = memory.actions.issue(call.key, answer, memory.changedIn, memory.instructedIn);
  const { earlier } = issued;
  const identity = run === undefined ? answer.hash : outcome;
  const isNew = !answer.isEmpty && memory.results.add(identity, step);
  const unseen = !failed && (earlier === undefined ? mayAct(call, command) : advances(call));
  if (unseen) {
    memory.actedIn = step;
  }
  memory.pollFailed = call.polls && failed;
  const edits = observeEdits(answer, isNew, unseen, memory);
  const tests = run && observeTests(run, answer, earlier, memory);
  const program = programIn(command, run !== undefined);
  const told = observeOutcome(answer, result, program, { isNew, earlier }, memory);
  const isNews = isNew && !told.fruitless;
  const described = describeAction(call, command, {
    runs: program !== undefined,
    replans: replans(call, memory),
    failed,
    isNews,
  });
  const isDead =
    described.polls &&
    ((told.isAbsent && isDeadWait(memory)) || idles.test(answer.text.slice(-IDLE_END)));
  const staysAsWanted = memory.wanted.same && told.says === 'told';
  const action =
    isDead || staysAsWanted
      ? {
          ...described,
          polls: described.polls && !isDead,
          witnesses: described.witnesses && !staysAsWanted,
        }
      : described;
  const reads = observeReads(answer, isNew, action.looks, edits, earlier, memory);
  const repeat = observeRepeat(answer, { action, told, tests, reads }, issued, memory);
  if (isNews) {
    memory.newsIn = step;
  }
  if (repeat.first) {
    memory.underWay.begin(command, step);
  }
  observeWriting(answer, edits, memory);
  return {
    action,
    outcome: told,
    tests,
    error: answer.error,
    followsHelp: followsHelp(answer, memory),
    proposal: identifyProposal(call.class, call.input),
    run: observeRun(answer, told, program !== undefined || told.troubled, memory),
    edits,
    reads,
    repeat,
  };
}

function observeOutcome(
  answer: Answer,
  result: CallResult,
  program: readonly string[] | undefined,
  { isNew, earlier }: { isNew: boolean; earlier: IssuedAction | undefined },
  memory: SessionMemory,
): OutcomeEvidence {
  const { call, command, text, failed, outcome, numberless, error } = answer;
  const untold = isUntold(answer, result, memory);
  const { said } = answer;
  const { says, core, telling, isWall, isAbsent, tellsWell } = said;
  const isFruitless =
    says !== 'good' &&
    !(isNew && tellsOther(answer, result, memory)) &&
    foundNothing(call, command, result.output, text, failed, error, said);
  const complaint = readComplaint(answer, memory);
  return {
    state: 'answered',
    key: outcome,
    numberless,
    length: text.length,
    failed,
    says,
    core,
    telling: telling && findVerbatim(telling, text),
    complaint,
    movedOn: (goesWrong(answer) || complaint?.ofWarning === true) && movesOn(answer, memory),
    isWall,
    isAbsent,
    untried: error === undefined ? undefined : identifyUntried(answer, memory),
    tellsWell: tellsWell || isClean(answer, earlier, memory),
    tellsSuccess: !answer.isRecord && tellsSuccess(text),
    isOwn:
      command?.segments.some(({ words }) => words.some((word) => memory.files.wrote(word))) ===
      true,
    untold,
    fruitless: !untold && isFruitless,
    restates: restates(answer, memory),
    isNew,
    troubled:
      program === undefined ? mayRunProgram(command) && namesError(text) : tellsTrouble(text),
    unproven:
      program !== undefined &&
      says !== 'good' &&
      !tellsWell &&
      !memory.wanted.same &&
      isUnproven(program, text, memory),
  };
}

/** Nothing went wrong of what was asked for. Where prints were put in since it was asked before, one of them may be missed. */
function isClean(
  { call, command, text, failed }: Answer,
  earlier: IssuedAction | undefined,
  { runs }: SessionMemory,
): boolean {
  return (
    !failed &&
    (earlier === undefined || runs.printedIn <= earlier.step) &&
    text.length <= LONGEST_REPORT &&
    asksForTrouble(call, command) &&
    text.split('\n').every((line) => clean.test(line.trim()))
  );
}

/** In characters. */
const LONGEST_REPORT = 2000;
/** A heading, an empty list, that there is none, or what a page tells of itself. */
const clean =
  /^(?:|#.*|\[\]|\{\}|<?no\b[^:]*|none\.?|\[(?:log|info|debug|verbose)\].*|.*\b0 (?:errors|problems|messages).*)$/i;

/** What somebody else has written down tells of failures, too: of other things each time. */
function tellsOther(
  { call, normal, said, step }: Answer,
  result: CallResult,
  { toldWords }: SessionMemory,
): boolean {
  return (
    said.says === 'negative' && !result.failed && toldWords.tellsOther(normal, call.input, step)
  );
}

function goesWrong({ tests, failed, said }: Answer): boolean {
  return tests === undefined ? failed || said.says === 'negative' : isFailing(tests);
}

function readComplaint(answer: Answer, memory: SessionMemory): Complaint | undefined {
  const { call, command, said, failed, isEmpty, step } = answer;
  const { complaints, wanted } = memory;
  // a search that finds nothing may be what is wanted
  const isSearch = command?.segments.some(({ kind }) => kind === 'search') === true;
  const complains = said.says === 'nothing' ? !isSearch : failed || said.says === 'negative';
  if (said.says === 'silent' || isEmpty || !tellsOutput(call) || bareFailure.test(answer.text)) {
    return undefined;
  }
  if (complains) {
    return complaints.read(answer, said.telling, call.input, step);
  }
  return wanted.noWarnings ? complaints.readWarnings(answer, call.input, step) : undefined;
}

/** What an agent says of every failure where it does not tell what went wrong. */
const bareFailure = /^\s*(?:error|failed|failure|(?:exit|return) ?code:? -?\d+)[.!]?\s*$/i;

/** An edit that is refused changes nothing that could be looked at, and what a thought is answered with is no answer. */
function tellsOutput(call: Call): boolean {
  const { class: kind } = call;
  return (
    kind === 'shell' || kind === 'test' || kind === 'web' || (kind === 'other' && !isThought(call))
  );
}

/** Whether a helper, or somebody else who is told something in sentences, answers in sentences that name nothing that is new. */
function restates({ call, command, text, step }: Answer, { named }: SessionMemory): boolean {
  const order = Object.values(call.input).find(
    (value): value is string => typeof value === 'string' && isOrder(value),
  );
  const isHelper =
    command === undefined && (call.class === 'task' || call.class === 'other') && isProse(text);
  if (!isHelper || order === undefined) {
    return false;
  }
  const [asked, told] = [namesIn(order), namesIn(text)];
  // another number, in an order, is another thing
  const numbers = order.match(/\d{2,}/g) ?? [];
  const fresh = [...asked, ...numbers, ...told].filter((name) => named.add(name, step));
  return told.size > 0 && fresh.length === 0;
}

const ORDER = 24;

function isOrder(text: string): boolean {
  return text.length >= ORDER && text.trim().includes(' ');
}

const mask = /<\w+>/;

/** The line as it is told: where noise was taken out of it, its longest part. */
function findVerbatim(line: string, text: string): string {
  return text.includes(line)
    ? line
    : line
        .split(mask)
        .reduce((one, other) => (other.length > one.length ? other : one), '')
        .trim();
}

function identifyUntried({ normal }: Answer, { runs }: SessionMemory): string | undefined {
  const text = runs.withoutTried(normal);
  return text === undefined ? undefined : hashText(text);
}

/** Whether the call puts the to-do list into other words. */
function replans({ class: kind, input, step }: Call, memory: SessionMemory): boolean {
  return kind === 'todo' && isWholePlan(input) && memory.replans(writtenPlan(input), step.number);
}

/** Whether a call is rejected although it took up what the rejection before had said. */
function followsHelp({ call, error, text, step }: Answer, { rejections }: SessionMemory): boolean {
  return error?.sameness === 'any-arguments' && rejections.see(call, error, text, step);
}

/** At its end: the program has done what it had to do, and waits for somebody to edit a file or to press a key. */
const idles =
  /\b(?:waiting|watching) for (?:file )?changes\b|\bpress [`'"]?(?:q|ctrl[-+]c)[`'"]? to (?:quit|stop|exit)\b/i;
const IDLE_END = 300;

/** Nothing that this session did could bring what is waited for, and no person said that something will. */
function isDeadWait({ actedIn, changedIn, wanted }: SessionMemory): boolean {
  return actedIn < 0 && changedIn < 0 && !wanted.wait;
}

function observeTests(
  run: TestRun,
  { outcome, step }: Answer,
  earlier: IssuedAction | undefined,
  { changedIn, failedRuns }: SessionMemory,
): TestEvidence {
  return {
    run,
    looks: failedRuns.looks(run, outcome, step, changedIn),
    // with nothing changed between, another outcome of the same test says something about the test
    flaky: earlier !== undefined && earlier.outcome !== outcome && earlier.step >= changedIn,
  };
}

/** The words of the project's program that a command runs. A script named like a test is a program if no test runner spoke. */
function programIn(
  command: CommandNature | undefined,
  isTested: boolean,
): readonly string[] | undefined {
  return command?.segments.find(({ kind }) => kind === 'run' || (kind === 'test' && !isTested))
    ?.words;
}

/** A program that is not known may run the project's: in a container, on another machine, or by another name. */
function mayRunProgram(command: CommandNature | undefined): boolean {
  return command?.segments.some(({ kind }) => kind === 'other') === true;
}

/** Output of a program that this session wrote, and that does not say that all is well. */
function isUnproven(program: readonly string[], text: string, { files }: SessionMemory): boolean {
  return text !== '' && !tellsSuccess(text) && program.some((word) => files.wrote(word));
}

const witnessing: ReadonlySet<SegmentKind> = new Set(['run', 'test', 'other']);
const noWords: readonly QuestionWord[] = [];

/** Programs that print only what differs. */
const comparing: ReadonlySet<string> = new Set(['diff', 'cmp', 'colordiff']);
const fileName = /[\\/]|\w\.[a-z]\w{0,4}$/i;

/** What of the action shows only in its answer. */
interface AnsweredAction extends Pick<ActionEvidence, 'runs' | 'replans'> {
  readonly failed: boolean;
  /** It told something new. */
  readonly isNews: boolean;
}
const notAnswered: AnsweredAction = { runs: false, replans: false, failed: false, isNews: true };

function describeAction(
  call: Call,
  command: CommandNature | undefined,
  { runs, replans: isReplan, failed, isNews }: AnsweredAction = notAnswered,
): ActionEvidence {
  const segments = command?.segments ?? [];
  const checks = segments.some(({ kind }) => kind === 'test' || kind === 'build');
  return {
    key: call.key,
    class: call.class,
    noOp: call.noOp,
    narrates: false,
    waits: false,
    polls: call.polls && !call.noOp,
    looks: !call.noOp && isLook(call, command),
    overview: segments.length > 0 && segments.every(({ kind }) => kind === 'git-overview'),
    witnesses: !isMeasure(command) && segments.some(({ kind }) => witnessing.has(kind)),
    observes: !call.noOp && observes(call, command),
    runs,
    question: isNews && !(failed && checks) ? noWords : questionWords(call, command),
    rewrites: segments.some(
      ({ kind, words }) => kind === 'change' && kindOfProgram.get(findProgram(words)) === 'run',
    ),
    namesFiles: segments.some(({ words }) => words.some((word, i) => i > 0 && fileName.test(word))),
    keepsBooks: isBookkeeping(call),
    checks,
    compares: segments.some(({ words: [program = ''] }) => comparing.has(program)),
    replans: isReplan,
  };
}

function bare(action: ActionEvidence, outcome: OutcomeEvidence, repeat: RepeatEvidence): Evidence {
  return {
    action,
    outcome,
    tests: undefined,
    error: undefined,
    followsHelp: false,
    proposal: undefined,
    run: undefined,
    edits: noEdits,
    reads: undefined,
    repeat,
  };
}

function noOutcome(state: OutcomeState): OutcomeEvidence {
  return {
    state,
    key: undefined,
    numberless: undefined,
    length: 0,
    failed: false,
    says: 'silent',
    core: undefined,
    telling: undefined,
    complaint: undefined,
    movedOn: false,
    isWall: false,
    isAbsent: false,
    untried: undefined,
    tellsWell: false,
    tellsSuccess: false,
    isOwn: false,
    untold: false,
    fruitless: false,
    restates: false,
    isNew: false,
    troubled: false,
    unproven: false,
  };
}

/** Shared by all calls whose answer is not examined. */
const outcomes: Record<OutcomeState, OutcomeEvidence> = {
  unanswered: noOutcome('unanswered'),
  denied: noOutcome('denied'),
  declined: noOutcome('declined'),
  void: noOutcome('void'),
  answered: { ...noOutcome('answered'), key: '', numberless: '' },
};
