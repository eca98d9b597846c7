/**
 * Kimi Code's hook payloads. All input is untrusted. Hooks are answered, but the events come from the wire log a few milliseconds
 * later: hooks after a call arrive out of order, and none identifies the step. A sub-agent's hooks carry its parent's session id: a
 * decision for the parent reaches both, one for the sub-agent alone reaches neither, so the person is asked instead.
 */
import { join } from 'node:path';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { isProblem } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import {
  anything,
  check,
  hookReader,
  id,
  lenient,
  path,
  payload,
  readEvent,
  reader,
  makeReading,
  type EventReaders,
  type Stamp,
} from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { classifyTool } from './tools.js';

const common = payload({ hook_event_name: id, session_id: id, cwd: path });
const call = payload({ tool_call_id: id, tool_name: id, tool_input: anything });

const asked = payload({ tool_call_id: id, tool_name: lenient(id), agent_id: lenient(id) });

/** Every session's log. */
const LOG = join('main', 'wire.jsonl');

/** Only Kimi Code sends its client's kind. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  return (
    typeof payload['client_type'] === 'string' &&
    payload['client_type'].startsWith('kimi') &&
    typeof payload['session_id'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hookReader(
  'Kimi Code hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      readEvent(readers, event, value, stamp),
      // the wire log has more of these
      Object.hasOwn(readers, event) && value['is_steer'] !== true ? LOG : undefined,
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: ({ is_steer: isSteer }) => ({
    events: [],
    ...(isSteer === true ? {} : { moment: { kind: 'prompt' } }),
  }),
  PreToolUse: reader(call, ({ tool_call_id: callId, tool_name: tool, tool_input: input }) => ({
    events: [],
    moment: {
      kind: 'before-tool',
      call: callId,
      class: classifyTool(tool) ?? toolClass(tool, capInput(fieldsIn(input))),
    },
  })),
  PermissionRequest: (value, stamp) => {
    const prompt = promptIn(value, stamp);
    return {
      events: prompt === undefined ? [] : [{ ...prompt.stamp, type: 'waiting', for: prompt.for }],
    };
  },
  PermissionResult: (value, stamp) => {
    const prompt = promptIn(value, stamp);
    return { events: prompt === undefined ? [] : [{ ...prompt.stamp, type: 'resumed' }] };
  },
};

/** The prompt that the person sees. A sub-agent's is its own session's. */
function promptIn(
  value: Fields,
  stamp: Stamp,
): { stamp: Stamp & { call: string }; for: 'input' | 'permission' } | undefined {
  const checked = check(asked, value);
  if (isProblem(checked)) {
    return undefined;
  }
  const { tool_call_id: call, tool_name: tool = '', agent_id: agent = 'main' } = checked.fields;
  const session = agent === 'main' ? stamp.session : `${stamp.session}/${agent}`;
  return {
    stamp: { ...stamp, session, call },
    for: classifyTool(tool) === 'ask' ? 'input' : 'permission',
  };
}
