/**
 * Kimi Code's hook payloads. All input is untrusted. Hooks are answered, but the events come from the wire log a few milliseconds
 * later: hooks after a call arrive out of order, and none identifies the step. A sub-agent's hooks carry its parent's session id: a
 * decision for the parent reaches both, one for the sub-agent alone reaches neither, so the person is asked instead.
 */
import { join } from 'node:path';
import type { SessionStart } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool-class.js';
import { isObject } from '../../core/json.js';
import { isProblem, type HookReading, type Problem, type Result } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import { anything, check, id, path, payload } from '../reading/hook-payload.js';
import { AGENT_ID } from './known.js';
import { classOf } from './tools.js';

const common = payload({ hook_event_name: id, session_id: id, cwd: path });
const call = payload({ tool_call_id: id, tool_name: id, tool_input: anything });

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
export function readHook(value: unknown, at: number): Result<HookReading> {
  if (!isObject(value)) {
    return problem('not a JSON object');
  }
  const checked = check(common, value);
  if (isProblem(checked)) {
    return problem('"hook_event_name", "session_id" or "cwd" is missing');
  }
  const { hook_event_name: event, session_id: session, cwd } = checked.fields;
  const start: SessionStart = { v: 1, session, at, type: 'session.start', agent: AGENT_ID, cwd };
  if (event !== 'PreToolUse') {
    return { session, cwd, events: [start] };
  }
  const checkedCall = check(call, value);
  if (isProblem(checkedCall)) {
    return problem(`"tool_call_id" or "tool_name" of ${event} is missing`);
  }
  const { tool_call_id: callId, tool_name: tool, tool_input: input } = checkedCall.fields;
  return {
    session,
    cwd,
    events: [start],
    log: LOG,
    moment: {
      kind: 'before-tool',
      call: callId,
      class: classOf(tool) ?? toolClass(tool, capInput(fieldsIn(input))),
    },
  };
}

function problem(what: string): Problem {
  return { problem: `Kimi Code hook payload: ${what}` };
}
