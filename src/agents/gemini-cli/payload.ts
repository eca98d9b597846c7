/** Gemini CLI's hook payloads → events. They name no call and no response: a step lasts from one model request to the next. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import { UNNAMED_CALL, type HookReading, type Problem, type Result } from '../agent.js';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { inputIn, nameIn, shortName, type Fields } from '../reading/fields.js';
import { AGENT_ID } from './known.js';
import { outcomeOf } from './result.js';
import { classOf } from './tools.js';

type Common = { v: 1; session: string; at: number };
type CallEvent = Extract<TurnEvent, { type: 'tool.call' }>;

/** Events that other agents' hooks have too come with a chat file of this name. */
const chatFile = /[\\/]chats[\\/]session-[^\\/]*\.jsonl?$/;

export function isOwnPayload(payload: Fields): boolean {
  const { hook_event_name: event, session_id: session, transcript_path: file } = payload;
  if (typeof event !== 'string' || typeof session !== 'string') {
    return false;
  }
  return (
    /^(?:Before|After)(?:Agent|Model|Tool|ToolSelection)$/.test(event) ||
    (typeof file === 'string' && chatFile.test(file))
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const [event, session, cwd] = [
    shortName(payload['hook_event_name']),
    shortName(payload['session_id']),
    shortName(payload['cwd'], 4096),
  ];
  if (event === undefined) {
    return problem('"hook_event_name" is missing');
  }
  if (session === undefined) {
    return problem(`"session_id" of ${event} is missing`);
  }
  if (cwd === undefined) {
    return problem(`"cwd" of ${event} is missing`);
  }
  const common: Common = { v: 1, session, at };
  const read = readEvent(event, payload, common);
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  const start: TurnEvent = {
    ...common,
    type: 'session.start',
    agent: AGENT_ID,
    cwd,
    steps: 'explicit',
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
  common: Common,
): { events: TurnEvent[]; moment?: AnswerPoint } | Problem {
  switch (event) {
    case 'BeforeAgent': {
      const prompt = payload['prompt'];
      if (typeof prompt !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      return {
        events: [{ ...common, type: 'turn.start', prompt: capText(prompt) }],
        moment: { kind: 'prompt' },
      };
    }
    // what the response before asked for is over; its tools cannot be told before the request either
    case 'BeforeModel':
      return { events: [{ ...common, type: 'step.end' }], moment: { kind: 'before-model' } };
    case 'BeforeToolSelection':
      return { events: [], moment: { kind: 'before-model' } };
    case 'BeforeTool': {
      const call = callOf(payload, common);
      return 'problem' in call
        ? call
        : {
            events: [call],
            moment: { kind: 'before-tool', call: UNNAMED_CALL, class: classOf(call.tool) },
          };
    }
    case 'AfterTool': {
      const call = callOf(payload, common);
      return 'problem' in call
        ? call
        : {
            events: [
              call,
              {
                ...common,
                type: 'tool.result',
                call: UNNAMED_CALL,
                ...resultOf(payload['tool_response']),
              },
            ],
          };
    }
    case 'AfterAgent':
      return { events: [{ ...common, type: 'turn.end', reason: 'completed' }] };
    case 'SessionEnd':
      return { events: [{ ...common, type: 'session.end' }] };
    case 'Notification':
      return {
        events:
          payload['notification_type'] === 'ToolPermission'
            ? [{ ...common, type: 'waiting', for: 'permission' }]
            : [],
      };
    default:
      return { events: [] };
  }
}

function callOf(payload: Fields, common: Common): CallEvent | Problem {
  const tool = nameIn(payload['tool_name']);
  if (tool === undefined) {
    return { problem: '"tool_name" is missing' };
  }
  return {
    ...common,
    type: 'tool.call',
    call: UNNAMED_CALL,
    tool,
    input: inputIn(payload['tool_input']),
    class: classOf(tool),
  };
}

/** As the chat tells it later: the text for the model, in the same frame. */
function resultOf(
  response: unknown,
): Omit<ReturnType<typeof outcomeOf>, 'output'> & { output: string } {
  const { llmContent, returnDisplay, error } = isObject(response) ? response : {};
  const failed = isObject(error);
  const told = resultIn(llmContent);
  const text = failed ? textIn(error['message']) || told : told;
  const { output, ...outcome } = outcomeOf(
    [{ functionResponse: { response: { [failed ? 'error' : 'output']: text } } }],
    undefined,
    textIn(returnDisplay),
  );
  return { ...outcome, output: capText(output) };
}

function problem(what: string): Problem {
  return { problem: `Gemini CLI hook payload: ${what}` };
}
