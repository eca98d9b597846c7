/** A call as its row shows it: texts redacted and cut. */
import { oneLine } from '../../escape-controls.js';
import type { Evidence } from '../../evidence/evidence.js';
import { writtenText } from '../../identity/edits/written-text.js';
import type { JsonObject } from '../../events.js';
import { errorLines } from '../../identity/errors/error-lines.js';
import { classifyLine } from '../../lines/line-kind.js';
import { copied, redact, shown } from '../../redact.js';
import { findCallOutcome } from '../../turns/action-history.js';
import type { Call } from '../../turns/session.js';
import { inputText } from '../full-text.js';
import { redactedPath, redactedTitle } from '../title.js';
import { TELLING_LIMIT, type CallRow, type LineCounts } from './rows.js';

const INPUT_LIMIT = 400;
const OUTPUT_LIMIT = 800;
/** Characters of inputs and outputs in rows older than a snapshot's, so that memory stays within its budget. */
const OLD_LIMIT = 80;

export function callRow(call: Call, cwd: string): CallRow {
  const { result } = call;
  const lines = result?.ok === false ? undefined : editedLines(call);
  return {
    call: call.number,
    id: call.id,
    tool: call.tool,
    class: call.class,
    title: copied(redactedTitle(call.input, cwd)),
    words: undefined,
    outcome: findCallOutcome(call),
    at: call.at,
    durationMs: result?.durationMs,
    progress: false,
    exitCode: result?.exitCode,
    path: redactedPath(call.input),
    input: shown(inputText(call.input), INPUT_LIMIT),
    output: result === undefined ? '' : shown(result.output, OUTPUT_LIMIT),
    lines,
    // known later: a field that only a copy has would give each copy a hidden class of its own
    note: undefined,
    telling: undefined,
  };
}

/** The call as it is kept in a row older than a snapshot's. */
export function shortened(call: CallRow): CallRow {
  return { ...call, input: head(call.input), output: head(call.output) };
}

function head(text: string): string {
  return text.length <= OLD_LIMIT ? text : copied(`${text.slice(0, OLD_LIMIT - 1)}…`);
}

// How many lines an edit adds and removes, as far as its input tells.

/** Longer texts are cut where they are read, so that their lines are not known. */
const LONGEST = 8000;

const patch = /^(?:\*\*\* |@@|diff --git )/m;

/** Undefined for a call that is no edit, or whose effect on lines is not known. */
export function editedLines({
  class: kind,
  input,
  result,
}: Pick<Call, 'class' | 'input'> & { result: { output: string } | undefined }):
  | LineCounts
  | undefined {
  const written = kind === 'edit' || kind === 'write' ? writtenText(kind, input) : undefined;
  if (written === undefined) {
    return undefined;
  }
  const { put, replaced } = written;
  if (replaced === '' && put.length > LONGEST && isCreated(result)) {
    return { added: countLines(input), removed: 0 };
  }
  // what a whole new text replaces is not in the input
  const isKnown =
    replaced !== '' ||
    Object.values(input).some((value) => typeof value === 'string' && patch.test(value)) ||
    isCreated(result);
  return !isKnown || put.length > LONGEST || replaced.length > LONGEST
    ? undefined
    : { added: countOnlyIn(put, replaced), removed: countOnlyIn(replaced, put) };
}

function isCreated(result: { output: string } | undefined): boolean {
  return /\b(?:created|new file)\b/i.test(result?.output.slice(0, 200) ?? '');
}

/** In the longest text of an input. */
function countLines(input: JsonObject): number {
  const texts = Object.values(input).filter((value) => typeof value === 'string');
  return Math.max(0, ...texts.map((text) => splitLines(text).length));
}

/** Lines of one text that the other lacks; a line that stands there twice counts twice. */
export function countOnlyIn(text: string, other: string): number {
  const left = new Map<string, number>();
  for (const line of splitLines(other)) {
    left.set(line, (left.get(line) ?? 0) + 1);
  }
  let count = 0;
  for (const line of splitLines(text)) {
    const there = left.get(line) ?? 0;
    if (there > 0) {
      left.set(line, there - 1);
    } else {
      count += 1;
    }
  }
  return count;
}

function splitLines(text: string): string[] {
  const lines = text.replace(/\n{1,2}$/, '');
  return lines === '' ? [] : lines.split('\n');
}

// The line of a call's result that tells most, as it stands there.

/** Characters of a result that went well in which its first telling line is looked for. */
const HEAD = 4000;
/** Characters around a line from which a secret on it may be recognised. */
const AROUND = 400;

/** What went wrong, or else the first line that says something; undefined where there is none. */
export function findTellingLine(
  { result, input }: Pick<Call, 'result' | 'input'>,
  { error, tests }: Pick<Evidence, 'error' | 'tests'>,
): string | undefined {
  const output = result?.output ?? '';
  if (output === '') {
    return undefined;
  }
  const named =
    error !== undefined && classifyLine(error.verbatim) === 'error' ? error.verbatim : undefined;
  const line =
    named ??
    findFailing(output, tests?.run.failing ?? []) ??
    error?.verbatim ??
    findFirst(errorLines(output.slice(0, HEAD), input));
  return line === undefined ? undefined : redactedLine(line, output);
}

/** How runners mark a test that fails. */
const crossed = /^(?:[✖✗✘❌⨯✕×] ?|not ok )\S/;

/** The line that names a failing test, or else a file of tests. */
function findFailing(output: string, failing: readonly string[]): string | undefined {
  if (failing.length === 0) {
    return undefined;
  }
  const lines = output.split('\n').map((line) => line.trim());
  const found = failing.flatMap((name) => lines.find((line) => line.includes(name)) ?? []);
  return (
    found.find((line) => !/\.\w{1,6}$/.test(line)) ??
    lines.find((line) => crossed.test(line)) ??
    found[0]
  );
}

/** A heading says less than what stands below it. */
function findFirst(lines: readonly string[]): string | undefined {
  const told = lines.filter((line) => classifyLine(line) !== 'frame');
  return told.find((line) => !line.endsWith(':')) ?? told[0];
}

/** Some secrets are recognised only by what stands before them. */
function redactedLine(line: string, output: string): string | undefined {
  const at = output.indexOf(line);
  const around = redact(output.slice(Math.max(0, at - AROUND), Math.max(0, at) + line.length));
  const own = redact(line);
  return at >= 0 && own === line && !around.includes(line)
    ? undefined
    : copied(oneLine(own, TELLING_LIMIT * 2).slice(0, TELLING_LIMIT + 1));
}
