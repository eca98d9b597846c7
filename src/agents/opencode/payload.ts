/** Our plugin's reports → events. All input is untrusted. */
import type { TurnEvent } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { isProblem, type AskedPrompt, type Hooks, type Result } from '../agent.js';
import type { AgentDefinition, LiveAgent } from '../definition.js';
import { capInput } from '../reading/bounds.js';
import { OVERLOADED, TOO_MANY_REQUESTS } from '../../core/provider-status.js';
import { failedRequest } from '../reading/failed-request.js';
import {
  fieldsIn,
  listIn,
  nameIn,
  numberIn,
  present,
  shortName,
  type Fields,
} from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { HookEvents, Stamp } from '../reading/hook-payload.js';
import { readTime } from '../reading/recorded-values.js';
import { OpencodeSessions, readReason } from './sessions.js';
import { eventsOfSession } from './stored.js';
import { classifyTool } from './tools.js';
import { answerPlugin, answerPluginPrompt } from '../install/plugin-answer.js';
import { LiveMerge } from '../live/live-merge.js';
import type { Distribution } from './distribution.js';
import { LiveDatabase, endOfSession, recentSessions } from './live-database.js';

const common = hook.payload({ session_id: hook.id, cwd: hook.path, parent: hook.lenient(hook.id) });
const call = hook.payload({
  callID: hook.id,
  tool: hook.id,
  input: hook.anything,
  response: hook.lenient(hook.id),
});
const permission = hook.payload({ callID: hook.lenient(hook.id) });

/** Most parts read from one message. */
const MOST_PARTS = 512;

/** Only our plugin sends `opencode`, the place in the plugin that reports. */
export function isOwnPayload(value: Readonly<Fields>): boolean {
  return typeof value['opencode'] === 'string' && typeof value['session_id'] === 'string';
}

/** The session that a report is about. */
interface ReportOrigin {
  agent: string;
  stamp: Stamp;
  cwd: string;
}

/** `at`: the host's time, in milliseconds since the epoch. Messages have their own. */
export function createHookReader({
  id: agent,
  name,
}: Pick<AgentDefinition, 'id' | 'name'>): Hooks['read'] {
  return hook.payloadReader(
    `${name} plugin`,
    common,
    ({ session_id: session, cwd, parent }, value, at) => {
      const stamp: Stamp = { v: 1, session, at };
      return hook.makeReading(
        {
          ...stamp,
          type: 'session.start',
          agent,
          cwd,
          steps: 'explicit',
          ...present({ parent }),
        },
        readPlace(value, { agent, stamp, cwd }),
      );
    },
  );
}

/** By the place in the plugin that reports. */
function readPlace(value: Fields, origin: ReportOrigin): Result<HookEvents> {
  switch (value['opencode']) {
    case 'request':
      return readRequest(value, origin);
    case 'tool':
      return readCall(value, origin);
    case 'message':
      return readMessage(value, origin);
    case 'idle':
      return readIdle(value, origin);
    case 'permission.asked':
    case 'prompt':
      return readPermission(value, origin, 'waiting');
    case 'permission.replied':
      return readPermission(value, origin, 'resumed');
    case 'retry':
      return readRetry(value, origin);
    default:
      return { problem: '"opencode" names an unknown place' };
  }
}

/** Sent before a model request, with the last message: its calls have finished. */
function readRequest(value: Fields, origin: ReportOrigin): HookEvents {
  const { info } = messageIn(value);
  const { stamp } = origin;
  const end: TurnEvent[] =
    info['role'] === 'assistant'
      ? [{ ...stamp, type: 'step.end', ...present({ response: shortName(info['id']) }) }]
      : [];
  return { events: [...readLast(value, origin), ...end], moment: { kind: 'before-model' } };
}

/** What the last message holds. */
function readLast(value: Fields, { agent, stamp, cwd }: ReportOrigin): TurnEvent[] {
  return eventsOfSession(new OpencodeSessions(agent), { id: stamp.session, directory: cwd }, [
    messageIn(value),
  ]).filter(({ type }) => type !== 'session.start' && type !== 'turn.end');
}

/** Its turn is over, and the agent would take a prompt. One that it was sent back with before is not sent back again. */
function readIdle(value: Fields, origin: ReportOrigin): HookEvents {
  const { info } = messageIn(value);
  const isEnd =
    info['role'] === 'assistant' &&
    info['summary'] !== true &&
    value['again'] !== true &&
    readReason(info) === 'completed';
  return {
    events: readLast(value, origin),
    ...(isEnd && { moment: { kind: 'before-stop' } }),
  };
}

function readCall(value: Fields, { stamp }: ReportOrigin): Result<HookEvents> {
  const checked = hook.check(call, value);
  if (isProblem(checked)) {
    return { problem: '"callID" or "tool" is missing' };
  }
  const { callID: callId, tool, response } = checked.fields;
  const input = capInput(fieldsIn(checked.fields.input));
  return hook.beforeCall({
    ...stamp,
    type: 'tool.call',
    call: callId,
    tool,
    input,
    class: classifyTool(tool) ?? toolClass(tool, input),
    ...present({ response }),
  });
}

/** A complete response without calls. */
function readMessage(value: Fields, { stamp }: ReportOrigin): HookEvents {
  const { info } = messageIn(value);
  if (info['role'] !== 'assistant' || info['summary'] === true) {
    return { events: [] };
  }
  const at = readTime(fieldsIn(info['time'])['completed']) ?? stamp.at;
  return { events: [{ ...stamp, at, type: 'turn.end', reason: readReason(info) }] };
}

function readPermission(
  value: Fields,
  { stamp }: ReportOrigin,
  type: 'waiting' | 'resumed',
): Result<HookEvents> {
  const checked = hook.check(permission, value);
  return isProblem(checked)
    ? checked
    : {
        events: [
          { ...stamp, type, for: 'permission', ...present({ call: checked.fields.callID }) },
        ],
      };
}

/** A prompt that the plugin hands over for the person to answer. */
function readPrompt(value: Fields): AskedPrompt | undefined {
  const tool = nameIn(value['tool']);
  return value['opencode'] === 'prompt' && tool !== undefined
    ? { tool, input: capInput(fieldsIn(value['input'])) }
    : undefined;
}

/** The agent's own words for why it asks its provider again. */
function readRetry(value: Fields, { stamp }: ReportOrigin): HookEvents {
  const error = nameIn(value['message']);
  const reason =
    error === undefined
      ? undefined
      : /overloaded/i.test(error)
        ? OVERLOADED
        : /rate.?limit|too many requests|usage limit|quota/i.test(error)
          ? TOO_MANY_REQUESTS
          : undefined;
  return {
    events: failedRequest(stamp.session, stamp.at, {
      error,
      status: reason,
      attempt: numberIn(value['attempt'], 0),
      retryAt: numberIn(value['next'], 0),
    }),
  };
}

function messageIn(value: Fields): { info: Fields; parts: Fields[] } {
  const message = listIn(value['messages'])[0];
  return {
    info: fieldsIn(message?.['info']),
    parts: listIn(message?.['parts']).slice(0, MOST_PARTS),
  };
}

/** Reads and answers opencode and the programs built from it: our plugin steers them; their database suffices to observe them. */
export function readDistribution(distribution: Distribution): LiveAgent {
  const { id, app, resumes } = distribution;
  return {
    log: {
      kind: 'database',
      open: (file) => new LiveDatabase(id, file),
      recent: recentSessions,
      readEnd: (file, session) => endOfSession(id, file, session),
    },
    hooks: {
      isOwn: isOwnPayload,
      read: createHookReader(distribution),
      answer: answerPlugin,
      prompts: { read: readPrompt, answer: answerPluginPrompt },
    },
    // with a prompt, its own screen only opens the session
    ...(resumes && { resume: { program: app, words: ['run', '--session'] } }),
    createMerge: () => new LiveMerge(),
  };
}
