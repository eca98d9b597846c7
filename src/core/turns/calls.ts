/** Tool calls and their results as the fold keeps them. */
import type { JsonObject, ToolCallEvent, ToolClass, ToolResultEvent } from '../events.js';
import { FULL_TEXT, hashText } from '../identity/hash.js';
import { hasFailed, normalOutput } from '../identity/outcome.js';
import { shellInput } from '../identity/tool/tool-arguments.js';
import { actionKey, folderElsewhere, isNoOp, isTooDeep } from '../identity/tool/tool.js';
import { toolClass } from '../identity/tool/tool-class.js';
import { cut } from '../redact.js';
import { isPoll } from './polls.js';
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
  const { ok, output, exitCode, durationMs, deniedBy } = event;
  const measured =
    call.timed && call.at !== undefined && event.at !== undefined
      ? Math.max(0, event.at - call.at)
      : undefined;
  return {
    ok,
    output: cut(output, FULL_TEXT),
    normal: output.length > FULL_TEXT ? normalOutput(output) : undefined,
    exitCode,
    deniedBy,
    at,
    failed: hasFailed(call.class, call.input, event),
    durationMs: durationMs ?? measured,
  };
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
