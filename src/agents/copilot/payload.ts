/**
 * Copilot CLI's hook payloads → events. All input is untrusted. The name that a hook is installed under selects its dialect:
 * `preToolUse` gets `sessionId, toolName, toolArgs` without the event's name; `PreToolUse` gets `session_id, tool_name, tool_input`
 * with Claude Code's tool names. Calls have no ids.
 */
import { join } from 'node:path';
import type { ToolCallEvent } from '../../core/events.js';
import { MODEL_MARK } from '../../core/interventions/model-texts.js';
import { UNNAMED_CALL, isProblem, type AskedPrompt, type Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, inputIn, present, shortName, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReader, HookEvents, Stamp } from '../reading/hook-payload.js';
import type { LoggedResult } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { readOutcome, classifyTool, ownName, withoutManner } from './tools.js';

type Kind =
  | 'prompt'
  | 'before-tool'
  | 'permission'
  | 'asked'
  | 'after-tool'
  | 'after-failure'
  | 'stop'
  | 'session-end'
  | 'other';

const named: Readonly<Record<string, Kind>> = {
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-failure',
  Stop: 'stop',
  SessionEnd: 'session-end',
  SessionStart: 'other',
  SubagentStart: 'other',
  SubagentStop: 'other',
  PreCompact: 'other',
  Notification: 'other',
  ErrorOccurred: 'other',
  UserPromptTransformed: 'other',
};

const common = hook.payload({
  sessionId: hook.id,
  cwd: hook.path,
  agentId: hook.lenient(hook.id),
  parentAgentId: hook.lenient(hook.id),
});
const prompt = hook.payload({ prompt: hook.text });
const asked = hook.payload({
  toolCallId: hook.lenient(hook.id),
  toolName: hook.id,
  toolInput: hook.inputObject,
});

/** Fields of every payload, by their names in Copilot CLI's own dialect. */
function inOwnDialect(value: Fields): Fields {
  return {
    sessionId: value['sessionId'] ?? value['session_id'],
    cwd: value['cwd'],
    agentId: value['agentId'] ?? value['agent_id'],
    parentAgentId: value['parentAgentId'] ?? value['parent_agent_id'],
    hook_event_name: value['hook_event_name'],
  };
}

/** Other programs that run the same files send the id of a call, prompt or turn. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  const {
    tool_use_id: call,
    toolUseId: otherCall,
    prompt_id: prompt,
    turn_id: turn,
    hookEventName: other,
    transcript_path: log,
  } = payload;
  if ([call, otherCall, prompt, turn, other].some((each) => each !== undefined)) {
    return false;
  }
  if (typeof payload['sessionId'] === 'string') {
    return typeof payload['timestamp'] === 'number';
  }
  const event = payload['hook_event_name'];
  const isKnown = typeof event === 'string' && Object.hasOwn(named, event);
  return (
    isKnown &&
    typeof payload['session_id'] === 'string' &&
    typeof payload['timestamp'] === 'string' &&
    (log === undefined ||
      (typeof log === 'string' && /[\\/]session-state[\\/][^\\/]+[\\/]events\.jsonl$/.test(log)))
  );
}

/** Whether the hook stands in for the person's permission prompt. */
export function isPermissionRequest(payload: Readonly<Fields>): boolean {
  return findEventName(payload) === 'permission';
}

/** Whether the hook uses Copilot CLI's own dialect; our permission hook is then installed too. */
export function isOwnDialect(payload: Readonly<Fields>): boolean {
  return payload['hook_event_name'] === undefined;
}

/** `at`: the host's time in milliseconds since the epoch. A payload's own time is when the agent sent it. */
export const readHook = hook.payloadReader(
  'Copilot CLI hook payload',
  common,
  ({ sessionId: own, cwd, agentId: agent, parentAgentId: parent }, value, at) => {
    const main = parent ?? own;
    // a sub-agent's id is the session of its calls, but not of its permission requests
    const isChild = agent !== undefined && agent !== main;
    const stamp: Stamp = { v: 1, session: isChild ? `${main}/${agent}` : own, at };
    return hook.makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        ...(isChild ? { parent: main } : {}),
      },
      hook.readEvent(readers, findEventName(value), value, stamp),
      join(main, 'events.jsonl'),
    );
  },
  inOwnDialect,
);

/** Copilot CLI's own dialect omits the event's name: fields unique to each event identify it. */
function findEventName(payload: Readonly<Fields>): Kind {
  const event = payload['hook_event_name'];
  if (typeof event === 'string') {
    return Object.hasOwn(named, event) ? (named[event] ?? 'other') : 'other';
  }
  const has = (field: string): boolean => payload[field] !== undefined;
  switch (payload['hookName']) {
    case 'permissionRequest':
      return 'permission';
    // our extension's
    case 'turnwatch.prompt':
      return 'asked';
  }
  if (has('toolName')) {
    return has('toolResult') ? 'after-tool' : has('error') ? 'after-failure' : 'before-tool';
  }
  if (has('prompt')) {
    return has('transformedPrompt') ? 'other' : 'prompt';
  }
  if (has('stop_hook_active') || has('stopReason')) {
    return has('agentName') ? 'other' : 'stop';
  }
  return has('reason') && !has('error') ? 'session-end' : 'other';
}

const readers: Readonly<Record<Kind, EventReader<Stamp>>> = {
  prompt: hook.reader(prompt, (payload, stamp) =>
    // the agent reports our reminder as if a person had typed it
    payload.prompt.startsWith(MODEL_MARK)
      ? { events: [] }
      : {
          events: [{ ...stamp, type: 'turn.start', prompt: capText(payload.prompt) }],
          moment: { kind: 'prompt' },
        },
  ),
  'before-tool': (value, stamp) => {
    const call = readCall(value, stamp);
    return isProblem(call)
      ? call
      : {
          events: [call],
          moment: { kind: 'before-tool', call: UNNAMED_CALL, class: call.class ?? 'other' },
        };
  },
  // not a call: another hook reported it already, with a different input
  permission: (value) => ({
    events: [],
    moment: {
      kind: 'before-tool',
      call: UNNAMED_CALL,
      class: classifyTool(shortName(value['toolName']) ?? ''),
    },
  }),
  asked: hook.reader(asked, ({ toolCallId: call }, stamp) => ({
    events: [{ ...stamp, type: 'waiting', for: 'permission', ...present({ call }) }],
  })),
  'after-tool': readResult,
  'after-failure': readResult,
  stop: ({ stop_hook_active: again }, stamp) => hook.beforeStop(stamp, again === true),
  // a turn that failed at the model's provider has no other end
  'session-end': ({ reason }, stamp) => ({
    events: [
      ...(reason === 'error' ? [{ ...stamp, type: 'turn.end', reason } as const] : []),
      { ...stamp, type: 'session.end' },
    ],
  }),
  other: () => ({ events: [] }),
};

/** A prompt that our extension hands over for the person to answer. */
export function readPrompt(value: Fields): AskedPrompt | undefined {
  const checked = hook.check(asked, value);
  return findEventName(value) !== 'asked' || isProblem(checked)
    ? undefined
    : { tool: checked.fields.toolName, input: capInput(checked.fields.toolInput) };
}

function readResult(value: Fields, stamp: Stamp): Result<HookEvents> {
  const call = readCall(value, stamp);
  return isProblem(call)
    ? call
    : {
        events: [
          call,
          { ...stamp, type: 'tool.result', call: UNNAMED_CALL, ...present(outcome(value)) },
        ],
        moment: { kind: 'after-step' },
      };
}

function readCall(value: Fields, stamp: Stamp): Result<ToolCallEvent> {
  const name = shortName(value['toolName'] ?? value['tool_name']);
  if (name === undefined) {
    return { problem: 'the tool’s name is missing' };
  }
  const tool = isOwnDialect(value) ? name : ownName(name);
  const input = inputIn(value['toolArgs'] ?? value['tool_input']);
  const kind = classifyTool(tool, input);
  return {
    ...stamp,
    type: 'tool.call',
    call: UNNAMED_CALL,
    tool,
    input: withoutManner(kind, input),
    class: kind,
  };
}

/** Reads the outcome as the log reader does. */
function outcome(payload: Fields): Omit<LoggedResult, 'call'> {
  const { error } = payload;
  const result = fieldsIn(payload['toolResult'] ?? payload['tool_result']);
  const kind = result['resultType'] ?? result['result_type'];
  const content = capText(textIn(result['textResultForLlm'] ?? result['text_result_for_llm']));
  if (error === undefined && (kind === undefined || kind === 'success')) {
    return readOutcome({ success: true, result: { content } });
  }
  return readOutcome({
    success: false,
    error: {
      message:
        error === undefined
          ? content
          : capText(textIn(error) || textIn(fieldsIn(error)['message'])),
      code: kind,
    },
  });
}
