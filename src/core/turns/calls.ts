/** Tool calls and their results as the fold keeps them. */
import type { JsonObject, ToolCallEvent, ToolClass, ToolResultEvent } from '../events.js';
import { FULL_TEXT, hashText } from '../identity/hash.js';
import { hasFailed } from '../identity/answer/failed.js';
import { normalOutput, bareOutput } from '../identity/answer/outcome.js';
import { isPending } from '../identity/tool/call-nature.js';
import { shellInput } from '../identity/tool/tool-arguments.js';
import { toolClass } from '../identity/tool/tool-class.js';
import {
  actionKey,
  folderElsewhere,
  isNoOp,
  isTooDeep,
  findCommandKind,
} from '../identity/tool/tool.js';
import { cut } from '../redact.js';
import { CallEntry, type Call, type CallResult, type Session, type Step } from './session.js';

export function makeCall(session: Session, event: ToolCallEvent, step: Step): Call {
  const { call: id, tool } = event;
  const kind = event.class ?? toolClass(tool, event.input);
  const input = shellInput(kind, event.input);
  const key = makeCallKey(session, kind, tool, input);
  const known = new CallEntry();
  const call: Call = {
    number: session.calls,
    id,
    tool,
    class: kind,
    classGiven: event.class !== undefined,
    input,
    key,
    noOp: isNoOp(kind, input),
    polls: isPoll(session, kind, input, key),
    at: session.lastAt,
    timed: event.at !== undefined,
    toldAt: event.at,
    result: undefined,
    unknown: false,
    step,
    known,
  };
  known.call = call;
  return call;
}

/** @param at the session's time, milliseconds since the epoch */
export function makeResult(call: Call, event: ToolResultEvent, at: number | undefined): CallResult {
  const { ok, exitCode, durationMs, deniedBy } = event;
  const output = withPlainBreaks(event.output ?? '');
  const measured =
    call.timed && call.at !== undefined && event.at !== undefined
      ? Math.max(0, event.at - call.at)
      : undefined;
  return {
    ok,
    output: cut(output, FULL_TEXT),
    untold: event.output === undefined,
    normal: output.length > FULL_TEXT ? normalOutput(output) : undefined,
    exitCode,
    deniedBy,
    at,
    failed: hasFailed(call.class, call.input, event),
    durationMs: durationMs ?? measured,
  };
}

/** Windows ends its lines in two signs, and a program's answer means the same there. */
function withPlainBreaks(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

function makeCallKey(session: Session, kind: ToolClass, tool: string, input: JsonObject): string {
  return hashText(actionKey(kind, tool, input, folderElsewhere(session, kind, input)));
}

/** A second event of a call only adds missing fields. */
export function amend(session: Session, call: Call, event: ToolCallEvent): void {
  call.step.response ??= event.response;
  if (call.step.judged) {
    return;
  }
  const completes = Object.keys(call.input).length === 0 && !isTooDeep(event.input);
  if (completes) {
    call.input = event.input;
  }
  if (!call.classGiven) {
    call.class = event.class ?? toolClass(call.tool, call.input);
    call.classGiven = event.class !== undefined;
  }
  if (completes) {
    call.input = shellInput(call.class, call.input);
    call.key = makeCallKey(session, call.class, call.tool, call.input);
  }
  call.noOp = isNoOp(call.class, call.input);
}

// Calls that look at a job that is still running, and what the session remembers of it.

/** Characters of a poll's input in which the job may be named. */
const INPUT_LENGTH = 500;

/** Whether a call looks at a job that is still running. Remembers in the session what it looks at. */
function isPoll(session: Session, kind: ToolClass, input: JsonObject, key: string): boolean {
  const command = findCommandKind(kind, input);
  if (command === 'wait') {
    session.sleptSince = true;
    return false;
  }
  const polls =
    kind === 'poll' ||
    command === 'poll' ||
    (session.sleptSince && session.lastAction === key && !isNoOp(kind, input));
  // looking at a status again is a poll, too, if only a clock moved: that takes its result to know
  if (!polls && session.poll?.call !== key) {
    session.poll = undefined;
  }
  session.lastAction = key;
  session.sleptSince = false;
  return polls;
}

/** Compares the output of a poll or a status query with its previous one. A query that differs only in a clock is a poll. */
export function comparePoll(session: Session, call: Call): void {
  const { result } = call;
  if (result === undefined || (result.failed && !isPending(result.output))) {
    session.poll = undefined;
    return;
  }
  const [output, raw] = [
    hashText(result.normal ?? normalOutput(result.output)),
    hashText(bareOutput(result.output)),
  ];
  const known =
    session.poll?.call === call.key && session.poll.output === output ? session.poll : undefined;
  if (known !== undefined) {
    known.ticks ||= known.raw !== raw;
    known.raw = raw;
    call.polls ||= known.ticks;
    if (call.polls) {
      known.unchanged += 1;
      return;
    }
  }
  session.poll = {
    call: call.key,
    input: JSON.stringify(call.input).slice(0, INPUT_LENGTH),
    output,
    raw,
    ticks: false,
    unchanged: 1,
    since: call.timed ? call.at : undefined,
    goneAfter: undefined,
  };
}
