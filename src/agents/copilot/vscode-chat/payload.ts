/**
 * Hook payloads of VS Code's own agents → events. Everything in them is untrusted. Written after its documentation and source: it
 * runs the hooks files of Copilot CLI and, where the person says so, of Claude Code. Older versions say `sessionId` and `hookEventName`.
 */
import type { TurnEvent } from '../../../core/events.js';
import { isObject } from '../../../core/json.js';
import type { AnswerPoint } from '../../../core/interventions/policy.js';
import { MODEL_MARK } from '../../../core/view/wording.js';
import type { HookReading, Problem, Result } from '../../agent.js';
import { capText } from '../../reading/bounds.js';
import { textIn } from '../../reading/content.js';
import { inputIn, shortName, type Fields } from '../../reading/fields.js';
import { AGENT_ID, isTranscript } from './known.js';
import { classOf } from './tools.js';

interface Origin {
  session: string;
  at: number;
}

function problem(what: string): Problem {
  return { problem: `VS Code hook payload: ${what}` };
}

function eventOf(payload: Readonly<Fields>): string | undefined {
  return shortName(payload['hook_event_name'] ?? payload['hookEventName']);
}

/** Its transcript lies in VS Code's own folder; of a call before there is one, it tells an ISO time and the id. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  if (
    payload['prompt_id'] !== undefined ||
    payload['turn_id'] !== undefined ||
    shortName(payload['sessionId'] ?? payload['session_id']) === undefined
  ) {
    return false;
  }
  const log = payload['transcript_path'];
  if (typeof log === 'string') {
    return isTranscript(log);
  }
  const isTold =
    typeof payload['timestamp'] === 'string' && /^\d{4}-\d\d-\d\dT/.test(payload['timestamp']);
  return (
    isTold &&
    (typeof payload['hookEventName'] === 'string' ||
      (typeof payload['hook_event_name'] === 'string' &&
        typeof payload['tool_use_id'] === 'string'))
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const event = eventOf(payload);
  if (event === undefined) {
    return problem('"hook_event_name" is missing');
  }
  const session = shortName(payload['session_id'] ?? payload['sessionId']);
  if (session === undefined) {
    return problem(`"session_id" of ${event} is missing`);
  }
  const cwd = shortName(payload['cwd'], 4096);
  if (cwd === undefined) {
    return problem(`"cwd" of ${event} is missing`);
  }
  const read = readEvent(event, payload, { session, at });
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  const model = shortName(payload['model']);
  const log = shortName(payload['transcript_path'], 4096);
  return {
    session,
    cwd,
    moment: read.moment,
    ...(log === undefined ? {} : { log }),
    events: [
      {
        v: 1,
        session,
        at,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        ...(model === undefined ? {} : { model }),
      },
      ...read.events,
    ],
  };
}

function readEvent(
  event: string,
  payload: Fields,
  { session, at }: Origin,
): { events: TurnEvent[]; moment?: AnswerPoint } | Problem {
  const own = { v: 1, session, at } as const;
  switch (event) {
    case 'UserPromptSubmit': {
      const { prompt } = payload;
      if (typeof prompt !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      return prompt.startsWith(MODEL_MARK)
        ? { events: [] }
        : {
            events: [{ ...own, type: 'turn.start', prompt: capText(prompt) }],
            moment: { kind: 'prompt' },
          };
    }
    case 'PreToolUse': {
      const call = readCall(payload, own);
      return 'problem' in call
        ? call
        : {
            events: [call],
            moment: { kind: 'before-tool', call: call.call, class: call.class ?? 'other' },
          };
    }
    // it comes after calls that went well; of others the transcript tells
    case 'PostToolUse': {
      const call = readCall(payload, own);
      if ('problem' in call) {
        return call;
      }
      return {
        events: [
          call,
          {
            ...own,
            type: 'tool.result',
            call: call.call,
            ok: true,
            output: capText(textIn(payload['tool_response'])),
          },
        ],
        moment: { kind: 'after-step' },
      };
    }
    case 'Stop': {
      // once it was made to go on, it is never asked again: no endless turn
      const again = payload['stop_hook_active'] === true;
      return {
        events: [{ ...own, type: 'turn.end', reason: 'completed' }],
        ...(again ? {} : { moment: { kind: 'before-stop' } }),
      };
    }
    case 'PreCompact':
      return { events: [{ ...own, type: 'compaction' }] };
    default:
      return { events: [] };
  }
}

function readCall(
  payload: Fields,
  own: { v: 1; session: string; at: number },
): Extract<TurnEvent, { type: 'tool.call' }> | Problem {
  // the transcript leaves out what the editor adds to an id
  const call = shortName(payload['tool_use_id'])?.split('__vscode-')[0];
  const tool = shortName(payload['tool_name']);
  if (call === undefined || call === '') {
    return { problem: '"tool_use_id" is missing' };
  }
  if (tool === undefined) {
    return { problem: '"tool_name" is missing' };
  }
  return {
    ...own,
    type: 'tool.call',
    call,
    tool,
    input: inputIn(payload['tool_input']),
    class: classOf(tool),
  };
}
