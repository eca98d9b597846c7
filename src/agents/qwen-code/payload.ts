/** Qwen Code's hook payloads → events. `UserPromptSubmit` comes before every model request, with an empty prompt between steps. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, inputIn, nameIn, numberIn, shortName, type Fields } from '../reading/fields.js';
import { AGENT_ID } from './known.js';
import { outcomeOf } from './result.js';
import { classOf } from './tools.js';

type CallEvent = Extract<TurnEvent, { type: 'tool.call' }>;

/** What every payload says, checked. */
interface Origin {
  v: 1;
  session: string;
  at: number;
}

/** Claude Code's hooks look alike, but have no time. */
export function isOwnPayload(payload: Fields): boolean {
  return (
    typeof payload['session_id'] === 'string' &&
    typeof payload['timestamp'] === 'string' &&
    typeof payload['permission_mode'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const [event, main, cwd] = [
    shortName(payload['hook_event_name']),
    shortName(payload['session_id']),
    shortName(payload['cwd'], 4096),
  ];
  if (event === undefined) {
    return problem('"hook_event_name" is missing');
  }
  if (main === undefined) {
    return problem(`"session_id" of ${event} is missing`);
  }
  if (cwd === undefined) {
    return problem(`"cwd" of ${event} is missing`);
  }
  const agent = shortName(payload['agent_id']);
  const session = agent === undefined ? main : `${main}/${agent}`;
  const origin: Origin = { v: 1, session, at };
  const read = readEvent(event, payload, origin, agent !== undefined);
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  const start: TurnEvent = {
    ...origin,
    type: 'session.start',
    agent: AGENT_ID,
    cwd,
    steps: 'explicit',
    ...(agent === undefined ? {} : { parent: main }),
  };
  return {
    session,
    cwd,
    events: [start, ...read.events],
    ...(read.moment === undefined ? {} : { moment: read.moment }),
  };
}

function readEvent(
  event: string,
  payload: Fields,
  origin: Origin,
  isChild: boolean,
): { events: TurnEvent[]; moment?: AnswerPoint } | Problem {
  switch (event) {
    case 'UserPromptSubmit': {
      const { prompt, submitted_prompt: submitted } = payload;
      if (typeof prompt !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      if (typeof submitted === 'string' && submitted.trim() !== '') {
        return {
          events: [{ ...origin, type: 'turn.start', prompt: capText(submitted) }],
          moment: { kind: 'prompt' },
        };
      }
      return { events: [{ ...origin, type: 'step.end' }], moment: { kind: 'after-step' } };
    }
    case 'PreToolUse': {
      const call = callOf(payload, origin);
      return 'problem' in call
        ? call
        : {
            events: [call],
            moment: { kind: 'before-tool', call: call.call, class: classOf(call.tool) },
          };
    }
    case 'PostToolUse':
      return result(payload, origin, {
        output: resultIn(fieldsIn(payload['tool_response'])['llmContent']),
      });
    case 'PostToolUseFailure':
      return result(payload, origin, { error: textIn(payload['error']) });
    case 'Stop':
      return { events: ended(payload, origin) };
    case 'StopFailure':
      return { events: [{ ...origin, type: 'turn.end', reason: 'error' }] };
    case 'SubagentStop':
      return { events: isChild ? [{ ...origin, type: 'turn.end', reason: 'completed' }] : [] };
    case 'SessionEnd':
      return { events: [{ ...origin, type: 'session.end' }] };
    case 'Notification':
      return {
        events:
          payload['notification_type'] === 'permission_prompt'
            ? [{ ...origin, type: 'waiting', for: 'permission' }]
            : [],
      };
    default:
      return { events: [] };
  }
}

/** The model's own id of a call, which the chat names too; the hook's other id is nowhere else. */
function callOf(payload: Fields, origin: Origin): CallEvent | Problem {
  const [call, tool] = [
    nameIn(payload['tool_call_id']) ?? nameIn(payload['tool_use_id']),
    nameIn(payload['tool_name']),
  ];
  if (call === undefined) {
    return { problem: '"tool_call_id" is missing' };
  }
  if (tool === undefined) {
    return { problem: '"tool_name" is missing' };
  }
  return {
    ...origin,
    type: 'tool.call',
    call,
    tool,
    input: inputIn(payload['tool_input']),
    class: classOf(tool),
  };
}

function result(
  payload: Fields,
  origin: Origin,
  response: Fields,
): { events: TurnEvent[] } | Problem {
  const call = callOf(payload, origin);
  if ('problem' in call) {
    return call;
  }
  const duration = numberIn(payload['duration_ms']);
  const { output, ...outcome } = outcomeOf(
    response,
    payload['is_interrupt'] === true ? { status: 'cancelled' } : {},
  );
  return {
    events: [
      call,
      {
        ...origin,
        type: 'tool.result',
        call: call.call,
        ...outcome,
        output: capText(output),
        ...(duration === undefined || duration < 0 ? {} : { durationMs: duration }),
      },
    ],
  };
}

function ended(payload: Fields, origin: Origin): TurnEvent[] {
  const last = textIn(payload['last_assistant_message']);
  const end: TurnEvent = { ...origin, type: 'turn.end', reason: 'completed' };
  return last.trim() === '' ? [end] : [{ ...origin, type: 'message', text: capText(last) }, end];
}

function problem(what: string): Problem {
  return { problem: `Qwen Code hook payload: ${what}` };
}
