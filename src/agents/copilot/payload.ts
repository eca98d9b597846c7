/**
 * Copilot CLI's hook payloads → events. Everything in them is untrusted. By the name under which a hook is installed they come in two
 * dialects: `preToolUse` gets `sessionId, toolName, toolArgs` and no event's name, `PreToolUse` gets `session_id, tool_name, tool_input`
 * with Claude Code's names of tools. No call has an id.
 */
import { join } from 'node:path';
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import { MODEL_MARK } from '../../core/view/wording.js';
import { UNNAMED_CALL, type HookReading, type Problem, type Result } from '../agent.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, inputIn, shortName, type Fields } from '../reading/fields.js';
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

interface Origin {
  session: string;
  cwd: string;
  at: number;
}

function problem(what: string): Problem {
  return { problem: `Copilot CLI hook payload: ${what}` };
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
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const kind = kindOf(payload);
  const own = shortName(payload['sessionId'] ?? payload['session_id']);
  if (own === undefined) {
    return problem('"sessionId" is missing');
  }
  const cwd = shortName(payload['cwd'], 4096);
  if (cwd === undefined) {
    return problem('"cwd" is missing');
  }
  const [agent, parent] = [
    shortName(payload['agentId'] ?? payload['agent_id']),
    shortName(payload['parentAgentId'] ?? payload['parent_agent_id']),
  ];
  const main = parent ?? own;
  // a sub-agent's calls name it as the session, its permission requests do not
  const isChild = agent !== undefined && agent !== main;
  const session = isChild ? `${main}/${agent}` : own;
  const read = readEvent(kind, payload, { session, cwd, at });
  if ('problem' in read) {
    return problem(`${kind}: ${read.problem}`);
  }
  return {
    session,
    cwd,
    moment: read.moment,
    log: join(main, 'events.jsonl'),
    events: [
      {
        v: 1,
        session,
        at,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        ...(isChild ? { parent: main } : {}),
      },
      ...read.events,
    ],
  };
}

/** What only one event's payload has tells the events apart. */
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

function readEvent(
  kind: Kind,
  payload: Fields,
  { session, at }: Origin,
): { events: TurnEvent[]; moment?: AnswerPoint } | Problem {
  const own = { v: 1, session, at } as const;
  switch (kind) {
    case 'prompt': {
      const { prompt } = payload;
      if (typeof prompt !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      // what made the agent go on comes back as if a person had typed it
      return prompt.startsWith(MODEL_MARK)
        ? { events: [] }
        : {
            events: [{ ...own, type: 'turn.start', prompt: capText(prompt) }],
            moment: { kind: 'prompt' },
          };
    }
    case 'before-tool': {
      const call = readCall(payload, own);
      return 'problem' in call
        ? call
        : {
            events: [call],
            moment: { kind: 'before-tool', call: UNNAMED_CALL, class: call.class ?? 'other' },
          };
    }
    // its input is another one than the call's: the call was told before
    case 'permission':
      return {
        events: [],
        moment: {
          kind: 'before-tool',
          call: UNNAMED_CALL,
          class: classOf(shortName(payload['toolName']) ?? ''),
        },
      };
    case 'after-tool':
    case 'after-failure': {
      const call = readCall(payload, own);
      return 'problem' in call
        ? call
        : {
            events: [
              call,
              { ...own, type: 'tool.result', call: UNNAMED_CALL, ...outcome(payload) },
            ],
            moment: { kind: 'after-step' },
          };
    }
    case 'stop': {
      const again = payload['stop_hook_active'] === true;
      // once it was made to go on, it is never asked again: no endless turn
      return {
        events: [{ ...own, type: 'turn.end', reason: 'completed' }],
        ...(again ? {} : { moment: { kind: 'before-stop' } }),
      };
    }
    case 'session-end':
      return { events: [{ ...own, type: 'session.end' }] };
    case 'other':
      return { events: [] };
  }
}

function readCall(
  payload: Fields,
  own: { v: 1; session: string; at: number },
): Extract<TurnEvent, { type: 'tool.call' }> | Problem {
  const name = shortName(payload['toolName'] ?? payload['tool_name']);
  if (name === undefined) {
    return { problem: 'the tool’s name is missing' };
  }
  const tool = isOwnDialect(payload) ? name : ownName(name);
  return {
    ...own,
    type: 'tool.call',
    call: UNNAMED_CALL,
    tool,
    input: withoutManner(tool, inputIn(payload['toolArgs'] ?? payload['tool_input'])),
    class: classOf(tool),
  };
}

/** As the log tells it. */
function outcome(payload: Fields): ReturnType<typeof outcomeOf> {
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
