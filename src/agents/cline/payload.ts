/** Cline CLI's hook payloads → events. Everything in them is untrusted. A turn's start, with its prompt, is told by the messages file. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { fieldsIn, numberIn, type Fields } from '../reading/fields.js';
import { AGENT_ID } from './known.js';
import { outcome } from './result.js';
import { actionOf, classOf, needsInput } from './tools.js';

/** What every payload says, checked. */
interface Origin {
  session: string;
  cwd: string;
  at: number;
}

/** A name or an id: one short line, since it goes into keys and log lines. */
function id(value: unknown, longest = 256): string | undefined {
  return typeof value === 'string' &&
    value !== '' &&
    value.length <= longest &&
    !/[\u0000-\u001f]/.test(value)
    ? value
    : undefined;
}

function problem(what: string): Problem {
  return { problem: `Cline hook payload: ${what}` };
}

export function isOwnPayload(payload: Readonly<Fields>): boolean {
  return (
    typeof payload['taskId'] === 'string' &&
    typeof payload['hookName'] === 'string' &&
    isObject(payload['sessionContext'])
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const event = id(payload['hookName']);
  if (event === undefined) {
    return problem('"hookName" is missing');
  }
  const root = id(fieldsIn(payload['sessionContext'])['rootSessionId']);
  if (root === undefined) {
    return problem(`"rootSessionId" of ${event} is missing`);
  }
  const folders: unknown = payload['workspaceRoots'];
  const cwd = id(Array.isArray(folders) ? folders[0] : undefined, 4096);
  if (cwd === undefined) {
    return problem(`"workspaceRoots" of ${event} is missing`);
  }
  const child = id(payload['parent_agent_id']) === undefined ? undefined : id(payload['agent_id']);
  const session = child === undefined ? root : `${root}/${child}`;
  const read = readEvent(event, payload, { session, cwd, at });
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  return {
    session,
    cwd,
    moment: read.moment,
    events: [
      {
        v: 1,
        session,
        at,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        ...(child === undefined ? {} : { parent: root }),
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
    case 'tool_call': {
      const asked = readCall(payload['tool_call'], own);
      if ('problem' in asked) {
        return asked;
      }
      // only a tool that does nothing without input can be held back, see answer.ts
      return {
        events: [asked],
        ...(needsInput(asked.tool)
          ? { moment: { kind: 'before-tool', call: asked.call, class: asked.class ?? 'other' } }
          : {}),
      };
    }
    case 'tool_result': {
      const asked = readCall(payload['tool_result'], own);
      if ('problem' in asked) {
        return asked;
      }
      const { output, error, durationMs } = fieldsIn(payload['tool_result']);
      const read = outcome({
        content: output ?? error,
        is_error: error !== undefined && error !== null,
      });
      return {
        events: [
          asked,
          {
            ...own,
            type: 'tool.result',
            call: asked.call,
            ...read,
            output: capText(read.output),
            durationMs: numberIn(durationMs, 0),
          },
        ],
        moment: { kind: 'after-step' },
      };
    }
    case 'agent_end': {
      const { outputText: words, status } = fieldsIn(payload['turn']);
      const last: TurnEvent[] =
        typeof words === 'string' && words.trim() !== ''
          ? [{ ...own, type: 'message', text: capText(words) }]
          : [];
      return {
        events: [
          ...last,
          {
            ...own,
            type: 'turn.end',
            reason:
              status === 'completed' ? 'completed' : status === 'aborted' ? 'interrupted' : 'error',
          },
        ],
      };
    }
    case 'session_shutdown':
      return { events: [{ ...own, type: 'session.end' }] };
    default:
      return { events: [] };
  }
}

function readCall(
  value: unknown,
  own: { v: 1; session: string; at: number },
): Extract<TurnEvent, { type: 'tool.call' }> | Problem {
  const { id: callId, name, input } = fieldsIn(value);
  const [call, tool] = [id(callId), id(name)];
  if (call === undefined) {
    return { problem: 'the call’s "id" is missing' };
  }
  if (tool === undefined) {
    return { problem: 'the call’s "name" is missing' };
  }
  if (input !== undefined && input !== null && !isObject(input)) {
    return { problem: 'the call’s "input" must be an object' };
  }
  return {
    ...own,
    type: 'tool.call',
    call,
    tool,
    input: capInput(actionOf(tool, input ?? {})),
    class: classOf(tool),
  };
}
