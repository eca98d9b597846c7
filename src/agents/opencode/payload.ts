/** What our plugin in opencode tells → events. Everything in it is untrusted. */
import type { TurnEvent } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool.js';
import { isObject } from '../../core/json.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, listIn, type Fields } from '../reading/fields.js';
import { timeOf } from '../reading/recorded-values.js';
import { AGENT_ID } from './known.js';
import { OpencodeSessions } from './sessions.js';
import { tellSession } from './stored.js';
import { classOf } from './tools.js';

/** Parts of one message that are read. */
const MOST_PARTS = 512;

/** Only our plugin says at which of its places it asks. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  return typeof payload['opencode'] === 'string' && typeof payload['session_id'] === 'string';
}

/** `at`: the host's time, in milliseconds since the epoch. Messages tell their own. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const session = id(payload['session_id']);
  if (session === undefined) {
    return problem('"session_id" is missing');
  }
  const cwd = id(payload['cwd'], 4096);
  if (cwd === undefined) {
    return problem('"cwd" is missing');
  }
  const parent = id(payload['parent']);
  const start: TurnEvent = {
    v: 1,
    session,
    at,
    type: 'session.start',
    agent: AGENT_ID,
    cwd,
    steps: 'explicit',
    ...(parent === undefined ? {} : { parent }),
  };
  switch (payload['opencode']) {
    case 'request': {
      const { info, parts } = messageIn(payload);
      const told = tellSession(new OpencodeSessions(), { id: session, directory: cwd }, [
        { info, parts },
      ]).filter((event) => event.type !== 'session.start');
      // what the last response asked for is over: the model is about to be asked again
      const end: TurnEvent[] =
        info['role'] === 'assistant'
          ? [{ v: 1, session, at, type: 'step.end', response: id(info['id']) }]
          : [];
      return {
        session,
        cwd,
        events: [start, ...told.filter((event) => event.type !== 'turn.end'), ...end],
        moment: { kind: 'before-model' },
      };
    }
    case 'tool': {
      const [call, tool] = [id(payload['callID']), id(payload['tool'])];
      if (call === undefined || tool === undefined) {
        return problem('"callID" or "tool" is missing');
      }
      const input = capInput(fieldsIn(payload['input']));
      const known = classOf(tool) ?? toolClass(tool, input);
      return {
        session,
        cwd,
        moment: { kind: 'before-tool', call, class: known },
        events: [
          start,
          {
            v: 1,
            session,
            at,
            type: 'tool.call',
            call,
            tool,
            input,
            class: known,
            response: id(payload['response']),
          },
        ],
      };
    }
    case 'message': {
      const { info } = messageIn(payload);
      if (info['role'] !== 'assistant' || info['summary'] === true) {
        return { session, cwd, events: [start] };
      }
      return {
        session,
        cwd,
        events: [
          start,
          {
            v: 1,
            session,
            at: timeOf(fieldsIn(info['time'])['completed']) ?? at,
            type: 'turn.end',
            reason: reasonOf(info),
          },
        ],
      };
    }
    case 'permission.asked':
    case 'permission.replied': {
      const call = id(payload['callID']);
      const type = payload['opencode'] === 'permission.asked' ? 'waiting' : 'resumed';
      return {
        session,
        cwd,
        events: [
          start,
          { v: 1, session, at, type, for: 'permission', ...(call === undefined ? {} : { call }) },
        ],
      };
    }
    default:
      return problem('"opencode" names no place that is known');
  }
}

function messageIn(payload: Fields): { info: Fields; parts: Fields[] } {
  const message = listIn(payload['messages'])[0];
  return {
    info: fieldsIn(message?.['info']),
    parts: listIn(message?.['parts']).slice(0, MOST_PARTS),
  };
}

function reasonOf({ error, finish }: Fields): 'completed' | 'interrupted' | 'error' {
  const name = fieldsIn(error)['name'];
  if (typeof name === 'string') {
    return /abort/i.test(name) ? 'interrupted' : 'error';
  }
  return finish === 'error' ? 'error' : 'completed';
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
  return { problem: `opencode plugin: ${what}` };
}
