/** Cursor's hook payloads → events, in the shapes of its documentation. A conversation is a session. */
import type { InferOutput } from 'valibot';
import type { TurnEndReason, TurnEvent, DeniedBy } from '../../core/events.js';
import { UNNAMED_CALL } from '../agent.js';
import { present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, HookEvents, Stamp } from '../reading/hook-payload.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { parseJsonObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { readInteger } from '../reading/recorded-values.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { classifyBy } from '../reading/tool-names.js';

const common = hook.payload({
  hook_event_name: hook.id,
  conversation_id: hook.id,
  folder: hook.path,
  model: hook.lenient(hook.id),
});
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_name: hook.name,
  tool_input: hook.looseInput,
  tool_use_id: hook.lenient(hook.name),
});
const finishedCall = hook.payload({
  ...call.entries,
  tool_output: hook.anything,
  duration: hook.lenient(hook.milliseconds),
});
const failedCall = hook.payload({
  ...call.entries,
  error_message: hook.anything,
  failure_type: hook.anything,
  is_interrupt: hook.anything,
  duration: hook.lenient(hook.milliseconds),
});
const response = hook.payload({ text: hook.text });

/** Only Cursor names conversation and generation, also to the hooks of others. */
export function isOwnPayload(value: Readonly<Fields>): boolean {
  return (
    typeof value['conversation_id'] === 'string' &&
    (typeof value['generation_id'] === 'string' || typeof value['cursor_version'] === 'string')
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hook.payloadReader(
  'Cursor hook payload',
  common,
  ({ hook_event_name: event, conversation_id: session, folder: cwd, model }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd, ...present({ model }) },
      hook.readEvent(readers, ownName(event), value, stamp),
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
  beforeSubmitPrompt: hook.reader(prompt, (payload, stamp) => hook.prompted(payload.prompt, stamp)),
  preToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  postToolUse: hook.reader(finishedCall, (payload, stamp) => ({
    ...finished(payload, stamp, finishedOutcome(payload.tool_output)),
    moment: { kind: 'after-step' },
  })),
  // its answer is not heard
  postToolUseFailure: hook.reader(failedCall, (payload, stamp) =>
    finished(payload, stamp, failedOutcome(payload)),
  ),
  afterAgentResponse: hook.reader(response, (payload, stamp) => ({
    events: hook.said(payload.text, stamp),
  })),
  // continue an agent only once, to avoid an endless turn
  stop: ({ status, loop_count: times }, stamp) => ({
    events: [{ ...stamp, type: 'turn.end', reason: readReason(status) }],
    ...(times === 0 && status === 'completed' ? { moment: { kind: 'before-stop' } } : {}),
  }),
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
  outcome: LoggedOutcome,
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

function finishedOutcome(output: unknown): LoggedOutcome {
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
}: Fields): LoggedOutcome {
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

const classifyTool = classifyBy({
  read: 'Read',
  search: 'Grep Glob LS SemanticSearch',
  edit: 'StrReplace Edit Delete EditNotebook',
  write: 'Write',
  shell: 'Shell',
  todo: 'TodoWrite',
  task: 'Task',
  web: 'WebFetch WebSearch',
  ask: 'AskQuestion',
});

/** Cursor: its hooks watch and steer it, in the editor and in its CLI. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook, othersHooks: 'as-log' },
  // a call may come without an id
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
