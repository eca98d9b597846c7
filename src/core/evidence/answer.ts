/** Classifies the answer to a call on its own, before it is compared with earlier ones. */
import { findError, type CallError } from '../identity/errors/call-error.js';
import {
  commandNature,
  isBenchmark,
  isLook,
  isMeasure,
  isPending,
  mayAct,
  showsRecord,
} from '../identity/tool/call-nature.js';
import type { CommandNature } from '../identity/command/command.js';
import { countsIn } from '../identity/counts.js';
import { setsVariable } from '../identity/command/shell.js';
import { collectValues } from '../identity/errors/error-mask.js';
import { fileEdits } from '../identity/edits/edit.js';
import type { FrameLines } from '../identity/frame-lines.js';
import { hashText, hashWithoutNumbers } from '../identity/hash.js';
import { isStopped } from '../lines/error-cues.js';
import { sortLines, withoutPackaging } from '../lines/substance.js';
import { withoutNoise } from '../identity/noise/noise.js';
import { bareOutput } from '../identity/answer/outcome.js';
import { editedIn } from '../identity/reads.js';
import { readSaid, told, type Said } from '../identity/answer/said.js';
import type { SeenSet } from '../identity/seen-set.js';
import { isFailing, mayBeTestRun, testRun, type TestRun } from '../identity/test-run/test-run.js';
import type { SurroundingLines } from '../identity/answer/surrounding-lines.js';
import { withoutTerminalEcho } from '../identity/answer/terminal-echo.js';
import { findCommand } from '../identity/tool/tool.js';
import { baseName } from '../paths.js';
import { copied } from '../redact.js';
import type { Call, CallResult } from '../turns/session.js';
import type { WantedAnswers } from '../turns/wanted-answers.js';

export interface Answer {
  readonly call: Call;
  readonly command: CommandNature | undefined;
  /** Number of the step. */
  readonly step: number;
  /** The output without the wrapper texts of the agent's tool. */
  readonly text: string;
  /** The output without noise: numbers are still in it. */
  readonly normal: string;
  /** The hash of the output without noise. */
  readonly hash: string;
  /** See `OutcomeEvidence`. */
  readonly numberless: string;
  /** Nothing is left of the output without noise. */
  readonly isEmpty: boolean;
  readonly tests: TestRun | undefined;
  readonly error: CallError | undefined;
  readonly failed: boolean;
  /** It shows what others have written, whose words of success or failure are not its own. */
  readonly isRecord: boolean;
  readonly said: Said;
  /** Identity of the outcome: see `OutcomeEvidence.key`. */
  readonly outcome: string;
}

/** What of the session's memory an answer is read with. */
interface Known {
  readonly wanted: WantedAnswers;
  /** Outcomes, whatever the action. */
  readonly results: SeenSet;
  /** Learns how the agent frames its outputs. */
  readonly frames: FrameLines;
  /** Learns what shells and libraries print around every output. */
  readonly surroundings: SurroundingLines;
  /** The newest step in which files changed. */
  readonly changedIn: number;
}

export function readAnswer(call: Call, result: CallResult, known: Known): Answer {
  const { results, frames, wanted } = known;
  const { number: step } = call.step;
  const command = commandNature(call);
  const source = findSource(call, command);
  const whole = frames.unframed(readOutput(call, command, result, known), source);
  const measures = wanted.speed || isBenchmark(call, command);
  const noiseless =
    result.normal === undefined
      ? withoutNoise(whole, measures)
      : frames.unframed(result.normal, source);
  const { text, normal } = measures
    ? { text: whole, normal: noiseless }
    : withoutPackaging(whole, noiseless);
  const tests = readTests(call, command, whole, result.failed);
  const compared =
    sortLines(isMeasure(command) ? withoutNumbers(normal) : normal) + askedIds(call, normal, text);
  const hash = hashText(compared);
  const hasFailed = result.failed || isStoppedBuild(call, command, text);
  const isRecord = !hasFailed && isShownRecord(call, command, normal, known);
  const error =
    tests === undefined && !isRecord
      ? (withCounts(findError(call, hasFailed, command, text, hash), normal) ??
        readRefusal(call, text, hash, results, step))
      : undefined;
  const isContent = isRecord || (!hasFailed && error === undefined && showsContent(call, command));
  const said = withoutContent(readSaid(normal, call, hasFailed), isContent);
  const isTrouble = said.says === 'negative' && said.isMostly && mayAct(call, command);
  const failed =
    (hasFailed || error !== undefined || isTrouble) && !(call.polls && isPending(text));
  return {
    call,
    command,
    step,
    text,
    normal,
    hash,
    numberless: hasDigit.test(normal) ? hashWithoutNumbers(compared) : hash,
    isEmpty: compared === '',
    tests,
    error,
    failed,
    isRecord,
    said,
    outcome: identifyOutcome(tests, failed, hash),
  };
}

function identifyOutcome(tests: TestRun | undefined, failed: boolean, hash: string): string {
  return tests !== undefined ? `t${tests.key}` : failed ? `!${hash}` : hash;
}

function readOutput(
  { input }: Call,
  command: CommandNature | undefined,
  { output, failed }: CallResult,
  { surroundings, changedIn }: Known,
): string {
  const line = command === undefined ? undefined : findCommand(input);
  const text = withoutTerminalEcho(bareOutput(output), line, failed);
  return command === undefined || line === undefined
    ? text
    : surroundings.without(text, { text: line, nature: command, failed, changedIn });
}

/** Steps after a change in which a log tells what came of it. */
const OWN = 4;

function isShownRecord(
  call: Call,
  command: CommandNature | undefined,
  text: string,
  { changedIn }: Known,
): boolean {
  const isOwn = changedIn >= 0 && call.step.number - changedIn <= OWN;
  return !isOwn && showsRecord(call, command) && !ownError.test(text);
}

/** What a program says of itself, where it could not show what was asked for. */
const ownError =
  /^(?:\W{0,3}"?(?:error|errors|message)"?\s?[:=]|(?:error|fatal|failed|failure|unable|could not|cannot|no)\b)[^\n]*$/i;

/** A pipe may hide its exit code. */
function isStoppedBuild(call: Call, command: CommandNature | undefined, text: string): boolean {
  return (
    command !== undefined &&
    isStopped(text.slice(text.lastIndexOf('\n') + 1)) &&
    !showsContent(call, command)
  );
}

function showsContent(call: Call, command: CommandNature | undefined): boolean {
  return (command !== undefined || call.class === 'read') && isLook(call, command);
}

/** What a file holds, such as the failures in a log, is no answer of the program that shows it. */
function withoutContent(said: Said, isContent: boolean): Said {
  return isContent && said.says === 'negative' && !said.isWall ? told : said;
}

/** The same error with other counts beside it is another result. */
function withCounts(error: CallError | undefined, normal: string): CallError | undefined {
  const counts = error === undefined ? '' : countsIn(normal);
  if (error === undefined || counts === '') {
    return error;
  }
  const beside = hashText(counts);
  return { ...error, line: `${error.line} ${beside}`, anyId: `${error.anyId} ${beside}` };
}

const hasDigit = /\d/;

/** Ids that were asked for by name and that a look shows: noise elsewhere, here they tell what it is about. */
function askedIds(call: Call, normal: string, text: string): string {
  if (!normal.includes(ID) || !isLook(call, commandNature(call))) {
    return '';
  }
  const asked = [...collectValues(call.input)].filter(
    (value) => hasDigit.test(value) && !normal.includes(value) && text.includes(value),
  );
  return asked.length === 0 ? '' : `\n${asked.join(' ')}`;
}

const ID = '<id>';

/** The program or tool that an output is from. */
function findSource({ tool }: Call, command: CommandNature | undefined): string {
  const program = command?.segments[0]?.words.find((word) => !setsVariable(word));
  return program === undefined ? tool : baseName(program);
}

/** A run that failed and names neither a failure nor a count is read as any other command: by its error. */
function readTests(
  { class: kind }: Call,
  command: CommandNature | undefined,
  text: string,
  failed: boolean,
): TestRun | undefined {
  const mayBe =
    kind === 'test' ||
    command?.kind === 'test' ||
    ((kind === 'shell' || kind === 'other') && mayBeTestRun(text));
  const run = mayBe ? testRun(text) : undefined;
  const isMute = run !== undefined && !isFailing(run) && run.passed === undefined;
  return failed && isMute ? undefined : run;
}

/** Keeps a text that is nothing but numbers: there they are the answer. */
function withoutNumbers(text: string): string {
  return /[a-z]/i.test(text)
    ? text.replace(/\d+(?:[.,:]\d+)*/g, '#').replace(/[ \t]+/g, ' ')
    : text;
}

/** Characters from which on the answer to an edit is more than an acknowledgement, and how many of them are shown. */
const REFUSAL = 200;
const SHOWN = 120;

/**
 * An edit of unknown form that is answered at length with the very text that another edit got was refused, with
 * instructions. Acknowledgements are short or name what was edited.
 */
function readRefusal(
  call: Call,
  text: string,
  hash: string,
  results: SeenSet,
  step: number,
): CallError | undefined {
  if (
    !isEdit(call) ||
    text.length < REFUSAL ||
    results.isNew(hash, step) ||
    fileEdits(call.class, call.input, editedIn(text)).length > 0
  ) {
    return undefined;
  }
  return {
    key: hash,
    line: hash,
    anyId: hash,
    exact: hash,
    text: text.slice(0, SHOWN),
    verbatim: copied(text.slice(0, SHOWN)),
    kind: 'error',
    target: call.tool,
    sameness: 'same-text',
    refused: undefined,
    missing: undefined,
  };
}

export function isEdit({ class: kind }: Pick<Call, 'class'>): boolean {
  return kind === 'edit' || kind === 'write';
}
