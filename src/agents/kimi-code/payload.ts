/**
 * Kimi Code's hook payloads. Everything in them is untrusted. They are answered, but tell little: hooks after a call come out of
 * order, and none names the step; the wire log, a few milliseconds later, tells all of it rightly. A sub-agent's hooks bear its
 * parent's session: an order for the parent reaches both, one for the sub-agent alone reaches nobody, and the person is asked.
 */
import type { TurnEvent } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool.js';
import { isObject } from '../../core/json.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import { AGENT_ID } from './known.js';
import { classOf } from './tools.js';

/** All sessions' logs have this name. */
const LOG = 'wire.jsonl';

/** Only Kimi Code names the kind of its client. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  return (
    typeof payload['client_type'] === 'string' &&
    payload['client_type'].startsWith('kimi') &&
    typeof payload['session_id'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const event = id(payload['hook_event_name']);
  const session = id(payload['session_id']);
  const cwd = id(payload['cwd'], 4096);
  if (event === undefined || session === undefined || cwd === undefined) {
    return problem('"hook_event_name", "session_id" or "cwd" is missing');
  }
  const start: TurnEvent = { v: 1, session, at, type: 'session.start', agent: AGENT_ID, cwd };
  if (event !== 'PreToolUse') {
    return { session, cwd, events: [start] };
  }
  const [call, tool] = [id(payload['tool_call_id']), id(payload['tool_name'])];
  if (call === undefined || tool === undefined) {
    return problem(`"tool_call_id" or "tool_name" of ${event} is missing`);
  }
  const known = classOf(tool) ?? toolClass(tool, capInput(fieldsIn(payload['tool_input'])));
  return {
    session,
    cwd,
    events: [start],
    log: LOG,
    moment: { kind: 'before-tool', call, class: known },
  };
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
  return { problem: `Kimi Code hook payload: ${what}` };
}
