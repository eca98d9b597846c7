/** Our extension's reports → events. All input is untrusted. */
import type { TurnEvent } from '../../core/events.js';
import { isProblem, type Result } from '../agent.js';
import type { LiveAgent } from '../definition.js';
import { answerPlugin } from '../install/plugin-answer.js';
import { LiveMerge } from '../live/live-merge.js';
import { fieldsIn, listIn, present, shortName, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { HookEvents, Stamp } from '../reading/hook-payload.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { nameResponse, PiEntries } from './entries.js';
import { AGENT_ID } from './home.js';
import { piFormat } from './session-log.js';
import { readCall } from './tools.js';

const common = hook.payload({
  session_id: hook.id,
  cwd: hook.path,
  model: hook.lenient(hook.name),
});
const call = hook.payload({
  call: hook.name,
  tool: hook.id,
  input: hook.anything,
  response: hook.lenient(hook.id),
  responseId: hook.lenient(hook.id),
});
/** Most entries read from one report. */
const MOST_ENTRIES = 64;

/** Only our extension sends `pi`, the place in it that reports. */
export function isOwnPayload(value: Readonly<Fields>): boolean {
  return typeof value['pi'] === 'string' && typeof value['session_id'] === 'string';
}

/** `at`: the host's time, in milliseconds since the epoch. Entries have their own. */
export const readHook = hook.payloadReader(
  'pi extension',
  common,
  ({ session_id: session, cwd, model }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...present({ model }),
      },
      readPlace(value, stamp),
    );
  },
);

/** By the place in the extension that reports. */
function readPlace(value: Fields, stamp: Stamp): Result<HookEvents> {
  switch (value['pi']) {
    case 'request':
      return readRequest(value, stamp);
    case 'tool':
      return readToolCall(value, stamp);
    case 'settled':
      return readEnd(value, stamp);
    default:
      return { problem: '"pi" names an unknown place' };
  }
}

/** Sent before a model request, with what was written since the last one: the calls of the last response have finished. */
function readRequest(value: Fields, stamp: Stamp): HookEvents {
  const { entries, events } = readEntries(value, stamp);
  const last = entries.at(-1);
  const response = entries.findLast((entry) => readRole(entry) === 'assistant');
  const end: TurnEvent[] =
    last !== undefined && readRole(last) === 'toolResult'
      ? [
          {
            ...stamp,
            type: 'step.end',
            ...present({
              response: shortName(
                response && nameResponse(fieldsIn(response['message']), response['id']),
              ),
            }),
          },
        ]
      : [];
  return {
    events: [...events.filter(({ type }) => type !== 'turn.end'), ...end],
    moment: { kind: 'before-model' },
  };
}

/** The agent asks no more by itself: it has answered, failed or was stopped. */
function readEnd(value: Fields, stamp: Stamp): HookEvents {
  const { reader, events } = readEntries(value, stamp);
  const told = [...events, ...reader.over()].filter(({ type }) => type !== 'turn.end');
  // one that a tool ended has no last response
  const { end = 'completed' } = reader;
  const reason = end === 'interrupted' && value['stopped'] === true ? 'stopped' : end;
  return { events: [...told, { ...stamp, type: 'turn.end', reason }] };
}

function readEntries(
  value: Fields,
  { session }: Stamp,
): { reader: PiEntries; entries: Fields[]; events: TurnEvent[] } {
  const reader = new PiEntries(new SessionLogWriter(session, AGENT_ID));
  const entries = listIn(value['entries']).slice(-MOST_ENTRIES);
  return { reader, entries, events: entries.flatMap((entry) => reader.read(entry)) };
}

function readRole(entry: Fields): unknown {
  return fieldsIn(entry['message'])['role'];
}

function readToolCall(value: Fields, stamp: Stamp): Result<HookEvents> {
  const checked = hook.check(call, value);
  if (isProblem(checked)) {
    return { problem: '"call" or "tool" is missing' };
  }
  const { call: id, tool, input } = checked.fields;
  const response = nameResponse(checked.fields, checked.fields.response);
  const made = readCall(id, tool, input);
  return {
    events: [{ ...stamp, type: 'tool.call', ...present({ ...made, response }) }],
    moment: { kind: 'before-tool', call: id, class: made.class },
  };
}

/** pi: our extension steers it; its session files suffice to observe it. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => piFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerPlugin },
  createMerge: () => new LiveMerge(),
};
