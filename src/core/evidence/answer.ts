/** Classifies the answer to a call on its own, before it is compared with earlier ones. */
import { errorOf, type CallError } from '../identity/call-error.js';
import { commandNature, isBenchmark, isMeasure, isPending } from '../identity/call-nature.js';
import type { CommandNature } from '../identity/command/command.js';
import { countsIn } from '../identity/counts.js';
import { programOf } from '../identity/command/segment.js';
import { setsVariable } from '../identity/command/shell.js';
import { fileEdits } from '../identity/edits/edit.js';
import { hashText, hashWithoutNumbers } from '../identity/hash.js';
import { withoutNoise } from '../identity/noise/noise.js';
import { bareOutput } from '../identity/outcome.js';
import { mayBeTestRun, testRun, type TestRun } from '../identity/test-run/test-run.js';
import { withoutTerminalEcho } from '../identity/terminal-echo.js';
import { commandOf } from '../identity/tool.js';
import type { Call, CallResult } from '../turns/session.js';

export interface Answer {
  readonly call: Call;
  readonly command: CommandNature | undefined;
  /** Number of the step. */
  readonly step: number;
  /** The output without the wrapper texts of the agent's tool. */
  readonly text: string;
  /** The output without noise: numbers are still in it. */
  readonly normal: string;
  /** Of the output without noise. */
  readonly hash: string;
  /** See `OutcomeEvidence`. */
  readonly numberless: string;
  /** Nothing is left of the output without noise. */
  readonly isEmpty: boolean;
  readonly tests: TestRun | undefined;
  readonly error: CallError | undefined;
  readonly failed: boolean;
  /** Identity of the outcome: see `OutcomeEvidence.key`. */
  readonly outcome: string;
}

/**
 * @param isKnown whether an earlier step came to an output with this hash
 * @param unframed leaves out the lines that frame this agent's outputs
 */
export function readAnswer(
  call: Call,
  result: CallResult,
  isKnown: (hash: string) => boolean,
  unframed: (text: string, source: string) => string,
): Answer {
  const command = commandNature(call);
  const source = sourceOf(call, command);
  const text = unframed(
    withoutTerminalEcho(
      bareOutput(result.output),
      command === undefined ? undefined : commandOf(call.input),
      result.failed,
    ),
    source,
  );
  const tests = testsOf(call, command, text);
  const normal =
    result.normal === undefined
      ? withoutNoise(text, isBenchmark(call, command))
      : unframed(result.normal, source);
  const compared = isMeasure(command) ? withoutNumbers(normal) : normal;
  const hash = hashText(compared);
  const error =
    tests === undefined
      ? (withCounts(errorOf(call, result.failed, command, text, hash), normal) ??
        refusalOf(call, text, hash, isKnown))
      : undefined;
  const failed = (result.failed || error !== undefined) && !(call.polls && isPending(text));
  return {
    call,
    command,
    step: call.step.number,
    text,
    normal,
    hash,
    numberless: hasDigit.test(normal) ? hashWithoutNumbers(normal) : hash,
    isEmpty: compared === '',
    tests,
    error,
    failed,
    outcome: tests !== undefined ? `t${tests.key}` : failed ? `!${hash}` : hash,
  };
}

/** The same error with other counts beside it is another result. */
function withCounts(error: CallError | undefined, normal: string): CallError | undefined {
  const counts = error === undefined ? '' : countsIn(normal);
  return error === undefined || counts === ''
    ? error
    : { ...error, line: `${error.line} ${hashText(counts)}` };
}

const hasDigit = /\d/;

/** The program or tool that an output is from. */
function sourceOf({ tool }: Call, command: CommandNature | undefined): string {
  const words = command?.segments[0]?.words.filter((word) => !setsVariable(word)) ?? [];
  return words.length === 0 ? tool : programOf(words);
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
function refusalOf(
  call: Call,
  text: string,
  hash: string,
  isKnown: (hash: string) => boolean,
): CallError | undefined {
  if (
    !isEdit(call) ||
    text.length < REFUSAL ||
    !isKnown(hash) ||
    fileEdits(call.class, call.input).length > 0
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
    refused: undefined,
  };
}

export function isEdit({ class: kind }: Pick<Call, 'class'>): boolean {
  return kind === 'edit' || kind === 'write';
}
