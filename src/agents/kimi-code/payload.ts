/**
 * Kimi Code's hook payloads. All input is untrusted. Hooks are answered, but the events come from the wire log a few milliseconds
 * later: hooks after a call arrive out of order, and none identifies the step. A sub-agent's hooks carry its parent's session id: a
 * decision for the parent reaches both, one for the sub-agent alone reaches neither, so the person is asked instead.
 */
import { join } from 'node:path';
import type { SessionStart, TurnEvent } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool-class.js';
import { isObject } from '../../core/json.js';
import { isProblem, type HookReading, type Problem, type Result } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import { anything, check, id, lenient, path, payload } from '../reading/hook-payload.js';
import { AGENT_ID } from './known.js';
import { classOf } from './tools.js';

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
  if (event === 'PermissionRequest' || event === 'PermissionResult') {
    return { session, cwd, events: [start, ...permission(event, value, session, at)], log: LOG };
  }
  if (event === 'UserPromptSubmit' && value['is_steer'] !== true) {
    return { session, cwd, events: [start], log: LOG, moment: { kind: 'prompt' } };
  }
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

/** A prompt that the person sees, or the answer to it. A sub-agent's is its own session's. */
function permission(
  event: 'PermissionRequest' | 'PermissionResult',
  value: Fields,
  main: string,
  at: number,
): TurnEvent[] {
  const checked = check(asked, value);
  if (isProblem(checked)) {
    return [];
  }
  const { tool_call_id: call, tool_name: tool, agent_id: agent = 'main' } = checked.fields;
  const stamp = { v: 1, session: agent === 'main' ? main : `${main}/${agent}`, at, call } as const;
  const what = classOf(tool ?? '') === 'ask' ? 'input' : 'permission';
  return event === 'PermissionRequest'
    ? [{ ...stamp, type: 'waiting', for: what }]
    : [{ ...stamp, type: 'resumed' }];
}

function problem(what: string): Problem {
  return { problem: `Kimi Code hook payload: ${what}` };
}
