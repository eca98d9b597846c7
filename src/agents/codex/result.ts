/** A tool's output → the outcome of its call. Each version of Codex frames it differently. */
import type { DeniedBy } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { numberIn } from '../reading/fields.js';
import type { CallOutcome } from '../reading/session-log.js';

/** `output` of a `…_output` record: text, parts, or `{content, success}`. */
export function readOutcome(output: unknown): CallOutcome {
  if (isObject(output)) {
    const outcome = outcomeOfText(resultIn(output['content'] ?? output['output']));
    return output['success'] === false ? { ...outcome, ok: false } : outcome;
  }
  return outcomeOfText(resultIn(output));
}

function outcomeOfText(text: string): CallOutcome {
  const denied = denial(text);
  if (denied !== undefined) {
    return { ok: false, output: capText(text), deniedBy: denied };
  }
  return fromJson(text) ?? framed(text) ?? { ok: !isToolError(text), output: capText(text) };
}

/** `{"output":"…","metadata":{"exit_code":0,"duration_seconds":0.1}}` */
function fromJson(text: string): CallOutcome | undefined {
  if (!text.startsWith('{"output":') && !text.startsWith('{"metadata":')) {
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !isObject(value['metadata'])) {
    return undefined;
  }
  const seconds = numberIn(value['metadata']['duration_seconds']);
  return {
    ok: true,
    output: capText(textIn(value['output'])),
    exitCode: numberIn(value['metadata']['exit_code']),
    durationMs: seconds === undefined ? undefined : seconds * 1000,
  };
}

const frame =
  /^(?:Command: |Chunk ID: |Wall time: |Exit code: |Process exited with code |Process running with session ID )/;
const LONGEST_HEAD = 4096;

/** Lines with exit code, time and sizes, then `Output:`. */
function framed(text: string): CallOutcome | undefined {
  if (!frame.test(text)) {
    return undefined;
  }
  const start = /(?:^|\n)Output:(?:\n|$)/.exec(text.slice(0, LONGEST_HEAD));
  if (start === null) {
    return undefined;
  }
  const head = text.slice(0, start.index);
  const code = /(?:^|\n)(?:Exit code: |Process exited with code )(-?\d{1,10})/.exec(head)?.[1];
  const seconds = /(?:^|\n)Wall time: (\d{1,9}(?:\.\d{1,9})?) seconds/.exec(head)?.[1];
  return {
    ok: true,
    output: capText(text.slice(start.index + start[0].length)),
    exitCode: code === undefined ? undefined : Number(code),
    durationMs: seconds === undefined ? undefined : Math.round(Number(seconds) * 1000),
  };
}

/** Who denied the call, judging by its result's text; undefined if nobody did. */
export function denial(text: string): DeniedBy | undefined {
  const start = text.slice(0, 400);
  if (/^(?:Command|Tool call|Tool) blocked by (?:PreToolUse )?hook/i.test(start)) {
    return start.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
  }
  if (
    /^(?:exec command |patch )?rejected by user/.test(start) ||
    /^aborted(?: by user| by the user|$)/.test(start)
  ) {
    return 'person';
  }
  if (/^This action was rejected due to|^approval policy is .{1,40}; reject command/.test(start)) {
    return 'rule';
  }
  return undefined;
}

/** Whether the tool failed, judging by its text: the log does not mark failures. */
function isToolError(text: string): boolean {
  return /^(?:exec_command failed|write_stdin failed|failed to parse|unsupported (?:custom tool )?call|apply_patch verification failed|apply_patch handler received|execution error|tool call error|err: |unable to locate |unknown (?:process|session) )/i.test(
    text.slice(0, 200),
  );
}
