/** Cursor's hook payloads → events, in the shapes of its documentation. A conversation is a session. */
import type { InferOutput } from 'valibot';
import type { TurnEndReason, TurnEvent, DeniedBy, ToolClass } from '../../core/events.js';
import { UNNAMED_CALL } from '../agent.js';
import { present, type Fields } from '../reading/fields.js';
import {
  anything,
  beforeCall,
  hookReader,
  id,
  lenient,
  looseInput,
  milliseconds,
  name,
  path,
  payload,
  prompted,
  readEvent,
  reader,
  makeReading,
  said,
  text,
  type EventReaders,
  type HookEvents,
  type Stamp,
} from '../reading/hook-payload.js';
import type { CallOutcome } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { parseJsonObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { readInteger } from '../reading/recorded-values.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const common = payload({
  hook_event_name: id,
  conversation_id: id,
  folder: path,
  model: lenient(id),
});
const prompt = payload({ prompt: text });
const call = payload({ tool_name: name, tool_input: looseInput, tool_use_id: lenient(name) });
const finishedCall = payload({
  ...call.entries,
  tool_output: anything,
  duration: lenient(milliseconds),
});
const failedCall = payload({
  ...call.entries,
  error_message: anything,
  failure_type: anything,
  is_interrupt: anything,
  duration: lenient(milliseconds),
});
const response = payload({ text });
const turnEnd = payload({ status: anything, loop_count: anything });

/** Only Cursor names conversation and generation, also to the hooks of others. */
export function isOwnPayload(value: Readonly<Fields>): boolean {
  return (
    typeof value['conversation_id'] === 'string' &&
    (typeof value['generation_id'] === 'string' || typeof value['cursor_version'] === 'string')
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hookReader(
  'Cursor hook payload',
  common,
  ({ hook_event_name: event, conversation_id: session, folder: cwd, model }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd, ...present({ model }) },
      readEvent(readers, ownName(event), value, stamp),
    );
  },
  (value) => {
    // a call's own folder may be any other
    const roots: unknown = value['workspace_roots'];
    const folder: unknown = (Array.isArray(roots) ? roots[0] : undefined) ?? value['cwd'];
    return { ...value, folder };
  },
);

/** Claude Code's hooks, which Cursor runs too, have other names. */
function ownName(event: string): string {
  return event === 'UserPromptSubmit'
    ? 'beforeSubmitPrompt'
    : event.charAt(0).toLowerCase() + event.slice(1);
}

const readers: EventReaders<Stamp> = {
  beforeSubmitPrompt: reader(prompt, (payload, stamp) => prompted(payload.prompt, stamp)),
  preToolUse: reader(call, (payload, stamp) => beforeCall(readCall(payload, stamp))),
  postToolUse: reader(finishedCall, (payload, stamp) => ({
    ...finished(payload, stamp, finishedOutcome(payload.tool_output)),
    moment: { kind: 'after-step' },
  })),
  // its answer is not heard
  postToolUseFailure: reader(failedCall, (payload, stamp) =>
    finished(payload, stamp, failedOutcome(payload)),
  ),
  afterAgentResponse: reader(response, (payload, stamp) => ({
    events: said(payload.text, stamp),
  })),
  // continue an agent only once, to avoid an endless turn
  stop: reader(turnEnd, (payload, stamp) => ({
    events: [{ ...stamp, type: 'turn.end', reason: readReason(payload.status) }],
    ...(payload.loop_count === 0 && payload.status === 'completed'
      ? { moment: { kind: 'before-stop' } }
      : {}),
  })),
  preCompact: (_, stamp) => ({ events: [{ ...stamp, type: 'compaction' }] }),
  sessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function readCall(
  { tool_use_id: callId, tool_name: tool, tool_input: input }: InferOutput<typeof call>,
  stamp: Stamp,
) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: callId ?? UNNAMED_CALL,
    tool,
    input,
    class: classifyTool(tool),
  };
}

function finished(
  payload: InferOutput<typeof call> & { duration?: number | undefined },
  stamp: Stamp,
  outcome: CallOutcome,
): HookEvents {
  const event = readCall(payload, stamp);
  const result: TurnEvent = {
    ...stamp,
    type: 'tool.result',
    call: event.call,
    ...present({ ...outcome, durationMs: payload.duration }),
  };
  return { events: [event, result] };
}

function readReason(status: unknown): TurnEndReason {
  switch (status) {
    case 'aborted':
      return 'interrupted';
    case 'error':
      return 'error';
    default:
      return 'completed';
  }
}

function finishedOutcome(output: unknown): CallOutcome {
  const text = textIn(output);
  const fields = (text.startsWith('{') ? parseJsonObject(text) : undefined) ?? {};
  const exitCode = readInteger(fields['exitCode'] ?? fields['exit_code']);
  return {
    ok: exitCode === undefined || exitCode === 0,
    output: capText(readStreams(fields) ?? text),
    exitCode,
  };
}

/** What the program printed; undefined where the text is no record of a program. */
function readStreams({ stdout, stderr, output }: Fields): string | undefined {
  const streams = [stdout, stderr, output].filter((each) => typeof each === 'string');
  return streams.length === 0 ? undefined : streams.filter((each) => each !== '').join('\n');
}

function failedOutcome({
  error_message: message,
  failure_type: type,
  is_interrupt: isInterrupt,
}: Fields): CallOutcome {
  const output = textIn(message);
  return { ok: false, output: capText(output), deniedBy: deniedBy(output, type, isInterrupt) };
}

function deniedBy(output: string, type: unknown, isInterrupt: unknown): DeniedBy | undefined {
  if (isInterrupt === true) {
    return 'person';
  }
  if (type !== 'permission_denied') {
    return undefined;
  }
  return output.includes(MODEL_MARK) ? 'turnwatch' : 'rule';
}

const classes: Record<string, ToolClass> = {
  Read: 'read',
  Grep: 'search',
  Glob: 'search',
  LS: 'search',
  SemanticSearch: 'search',
  StrReplace: 'edit',
  Edit: 'edit',
  Delete: 'edit',
  EditNotebook: 'edit',
  Write: 'write',
  Shell: 'shell',
  TodoWrite: 'todo',
  Task: 'task',
  WebFetch: 'web',
  WebSearch: 'web',
  AskQuestion: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
