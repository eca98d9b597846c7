/**
 * Copilot CLI's hook payloads → events. All input is untrusted. By the name under which a hook is installed they come in two
 * dialects: `preToolUse` gets `sessionId, toolName, toolArgs` and no event's name, `PreToolUse` gets `session_id, tool_name, tool_input`
 * with Claude Code's names of tools. No call has an id.
 */
import { join } from 'node:path';
import type { InferOutput } from 'valibot';
import type { ToolCallEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { MODEL_MARK } from '../../core/view/wording.js';
import { UNNAMED_CALL, isProblem, type HookReading, type Problem, type Result } from '../agent.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, inputIn, present, shortName, type Fields } from '../reading/fields.js';
import {
  check,
  id,
  lenient,
  path,
  payload,
  readEvent,
  reader,
  readingOf,
  text,
  type EventReader,
  type HookEvents,
  type Stamp,
} from '../reading/hook-payload.js';
import type { CallOutcome } from '../reading/session-log.js';
import { AGENT_ID } from './known.js';
import { outcomeOf } from './result.js';
import { classOf, ownName, withoutManner } from './tools.js';

type Kind =
  | 'prompt'
  | 'before-tool'
  | 'permission'
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

const common = payload({
  sessionId: id,
  cwd: path,
  agentId: lenient(id),
  parentAgentId: lenient(id),
});
const prompt = payload({ prompt: text });

/** The fields that every payload has, by the names of Copilot CLI's own dialect. */
function commonOf(value: Fields): Result<{ fields: InferOutput<typeof common> }> {
  return check(common, {
    sessionId: value['sessionId'] ?? value['session_id'],
    cwd: value['cwd'],
    agentId: value['agentId'] ?? value['agent_id'],
    parentAgentId: value['parentAgentId'] ?? value['parent_agent_id'],
  });
}

/** Others that run the same files name the call, the prompt or the turn. */
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

/** Whether the hook asks what the person would be asked: whether the call may run. */
export function isPermissionRequest(payload: Readonly<Fields>): boolean {
  return kindOf(payload) === 'permission';
}

/** Whether it came under a name of Copilot CLI's own, and so with a permission hook of ours beside it. */
export function isOwnDialect(payload: Readonly<Fields>): boolean {
  return payload['hook_event_name'] === undefined;
}

/** `at`: the host's time, in milliseconds since the epoch: that of a payload is when the agent asked. */
export function readHook(value: unknown, at: number): Result<HookReading> {
  if (!isObject(value)) {
    return problem('not a JSON object');
  }
  const checked = commonOf(value);
  if (isProblem(checked)) {
    return problem(checked.problem);
  }
  const { sessionId: own, cwd, agentId: agent, parentAgentId: parent } = checked.fields;
  const main = parent ?? own;
  // a sub-agent's calls name it as the session, its permission requests do not
  const isChild = agent !== undefined && agent !== main;
  const stamp: Stamp = { v: 1, session: isChild ? `${main}/${agent}` : own, at };
  const read = readEvent(readers, kindOf(value), value, stamp);
  if (isProblem(read)) {
    return problem(read.problem);
  }
  return {
    ...readingOf(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        ...(isChild ? { parent: main } : {}),
      },
      read,
    ),
    log: join(main, 'events.jsonl'),
  };
}

/** Copilot CLI's own dialect does not name the event: each is recognised by fields that only it has. */
function kindOf(payload: Readonly<Fields>): Kind {
  const event = payload['hook_event_name'];
  if (typeof event === 'string') {
    return Object.hasOwn(named, event) ? (named[event] ?? 'other') : 'other';
  }
  const has = (field: string): boolean => payload[field] !== undefined;
  if (payload['hookName'] === 'permissionRequest') {
    return 'permission';
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
  prompt: reader(prompt, (payload, stamp) =>
    // what made the agent go on comes back as if a person had typed it
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
  // its input differs from the call's, which another hook has reported before
  permission: (value) => ({
    events: [],
    moment: {
      kind: 'before-tool',
      call: UNNAMED_CALL,
      class: classOf(shortName(value['toolName']) ?? ''),
    },
  }),
  'after-tool': readResult,
  'after-failure': readResult,
  // continue an agent only once, to avoid an endless turn
  stop: (value, stamp) => ({
    events: [{ ...stamp, type: 'turn.end', reason: 'completed' }],
    ...(value['stop_hook_active'] === true ? {} : { moment: { kind: 'before-stop' } }),
  }),
  'session-end': (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  other: () => ({ events: [] }),
};

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

function readCall(value: Fields, stamp: Stamp): ToolCallEvent | Problem {
  const name = shortName(value['toolName'] ?? value['tool_name']);
  if (name === undefined) {
    return { problem: 'the tool’s name is missing' };
  }
  const tool = isOwnDialect(value) ? name : ownName(name);
  return {
    ...stamp,
    type: 'tool.call',
    call: UNNAMED_CALL,
    tool,
    input: withoutManner(tool, inputIn(value['toolArgs'] ?? value['tool_input'])),
    class: classOf(tool),
  };
}

/** As the log has it. */
function outcome(payload: Fields): CallOutcome {
  const { error } = payload;
  const result = fieldsIn(payload['toolResult'] ?? payload['tool_result']);
  const kind = result['resultType'] ?? result['result_type'];
  const content = capText(textIn(result['textResultForLlm'] ?? result['text_result_for_llm']));
  if (error === undefined && (kind === undefined || kind === 'success')) {
    return outcomeOf({ success: true, result: { content } });
  }
  return outcomeOf({
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

function problem(what: string): Problem {
  return { problem: `Copilot CLI hook payload: ${what}` };
}
