/** Claude Code's hook payloads → events. Everything in them is untrusted. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { AGENT_ID } from './known.js';
import {
  contentText,
  deniedBy,
  failedExitCode,
  isInjected,
  isToolUseError,
  withoutReminders,
} from './result.js';
import { classOf, withoutDefaults } from './tools.js';

type Fields = Record<string, unknown>;

/** Calls of one response that are read. */
const MOST_CALLS = 256;
const MOST_TASKS = 200;

/** What every payload says, checked. */
interface Origin {
  session: string;
  /** The session itself, or the one whose sub-agent this is. */
  main: string;
  child: boolean;
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

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? capText(value) : undefined;
}

function problem(what: string): Problem {
  return { problem: `Claude Code hook payload: ${what}` };
}

/** Other programs that run Claude Code's hooks name no prompt. */
export function isOwnPayload(payload: Fields): boolean {
  return typeof payload['prompt_id'] === 'string' && typeof payload['session_id'] === 'string';
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export function readHook(payload: unknown, at: number): Result<HookReading> {
  if (!isObject(payload)) {
    return problem('not a JSON object');
  }
  const event = id(payload['hook_event_name']);
  if (event === undefined) {
    return problem('"hook_event_name" is missing');
  }
  const main = id(payload['session_id']);
  if (main === undefined) {
    return problem(`"session_id" of ${event} is missing`);
  }
  const cwd = id(payload['cwd'], 4096);
  if (cwd === undefined) {
    return problem(`"cwd" of ${event} is missing`);
  }
  const agent = id(payload['agent_id']);
  if (payload['agent_id'] !== undefined && agent === undefined) {
    return problem(`"agent_id" of ${event} is no id`);
  }
  const from: Origin = {
    main,
    session: agent === undefined ? main : `${main}/${agent}`,
    child: agent !== undefined,
    cwd,
    at,
  };
  const read = readEvent(event, payload, from);
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  return {
    session: from.session,
    cwd,
    moment: read.moment,
    events: [
      {
        ...base(from),
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...(from.child ? { parent: main } : {}),
        ...(id(payload['model']) === undefined ? {} : { model: id(payload['model']) }),
      },
      ...read.events,
    ],
  };
}

function base(from: Origin): { v: 1; session: string; at: number } {
  return { v: 1, session: from.session, at: from.at };
}

function readEvent(
  event: string,
  payload: Fields,
  from: Origin,
): { events: TurnEvent[]; moment?: AnswerPoint } | Problem {
  const own = base(from);
  switch (event) {
    case 'PreToolUse': {
      const call = readCall(payload, from);
      return 'problem' in call
        ? call
        : {
            events: [call],
            moment: { kind: 'before-tool', call: call.call, class: call.class ?? 'other' },
          };
    }
    case 'PostToolUseFailure':
      return failure(payload, from);
    case 'PostToolBatch':
      return batch(payload, from);
    case 'UserPromptSubmit': {
      if (typeof payload['prompt'] !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      // the harness announces a finished background task as if a person had typed it
      return isInjected(payload['prompt'])
        ? { events: [] }
        : {
            events: [{ ...own, type: 'turn.start', prompt: capText(payload['prompt']) }],
            moment: { kind: 'prompt' },
          };
    }
    case 'Stop':
      // once it was made to go on, it is never asked again: no endless turn
      return {
        events: [...tasks(payload, from), ...ended(payload, from, 'completed')],
        ...(payload['stop_hook_active'] === true ? {} : { moment: { kind: 'before-stop' } }),
      };
    case 'StopFailure':
      return { events: [{ ...own, type: 'turn.end', reason: 'error' }] };
    case 'SubagentStart':
      return { events: from.child ? [{ ...own, type: 'turn.start' }] : [] };
    case 'SubagentStop':
      // forks that the harness starts for itself (to compact, say) have no type and were never announced
      if (!from.child || payload['agent_type'] === '') {
        return { events: [] };
      }
      return { events: [...tasks(payload, from), ...ended(payload, from, 'completed')] };
    case 'SessionEnd':
      return { events: [{ ...own, type: 'session.end' }] };
    case 'PreCompact':
      return { events: [{ ...own, type: 'compaction' }] };
    case 'PermissionRequest':
      return { events: [{ ...own, type: 'waiting', for: 'permission' }] };
    case 'Notification':
      return { events: waiting(payload, from) };
    default:
      return { events: [] };
  }
}

function readCall(
  from: Fields,
  origin: Origin,
): Extract<TurnEvent, { type: 'tool.call' }> | Problem {
  const call = id(from['tool_use_id']);
  const tool = id(from['tool_name']);
  const input = from['tool_input'];
  if (call === undefined) {
    return { problem: '"tool_use_id" is missing' };
  }
  if (tool === undefined) {
    return { problem: '"tool_name" is missing' };
  }
  if (input !== undefined && input !== null && !isObject(input)) {
    return { problem: '"tool_input" must be an object' };
  }
  return {
    ...base(origin),
    type: 'tool.call',
    call,
    tool,
    input: withoutDefaults(tool, capInput(input ?? {})),
    class: classOf(tool),
  };
}

/** A call that ran and failed. PostToolBatch shows only its text, which a success could print too: this one comes first and stands. */
function failure(payload: Fields, from: Origin): { events: TurnEvent[] } | Problem {
  const call = readCall(payload, from);
  if ('problem' in call) {
    return call;
  }
  const error = contentText(payload['error']);
  const interrupted = payload['is_interrupt'] === true;
  const duration = payload['duration_ms'];
  return {
    events: [
      call,
      {
        ...base(from),
        type: 'tool.result',
        call: call.call,
        ok: false,
        output: capText(error),
        exitCode: failedExitCode(error),
        durationMs: typeof duration === 'number' && duration >= 0 ? duration : undefined,
        deniedBy: interrupted ? 'person' : deniedBy(error),
      },
    ],
  };
}

/** All calls of one response are over. It also shows calls that no other hook does: refused input, unknown tools. */
function batch(
  payload: Fields,
  from: Origin,
): { events: TurnEvent[]; moment: AnswerPoint } | Problem {
  const calls = payload['tool_calls'];
  if (!Array.isArray(calls)) {
    return { problem: '"tool_calls" must be a list' };
  }
  const events: TurnEvent[] = [];
  for (const each of calls.slice(0, MOST_CALLS)) {
    const call = isObject(each) ? readCall(each, from) : { problem: 'a call is no object' };
    if ('problem' in call) {
      return call;
    }
    const output = contentText(isObject(each) ? each['tool_response'] : undefined, {
      marked: true,
    });
    const denied = deniedBy(output);
    const ok = denied === undefined && !isToolUseError(output);
    events.push(call, {
      ...base(from),
      type: 'tool.result',
      call: call.call,
      ok,
      output: withoutReminders(capText(output)),
      ...(denied === undefined ? {} : { deniedBy: denied }),
    });
  }
  events.push({ ...base(from), type: 'step.end' });
  return { events, moment: { kind: 'after-step' } };
}

function ended(payload: Fields, from: Origin, reason: 'completed'): TurnEvent[] {
  const last = text(payload['last_assistant_message']);
  const end: TurnEvent = { ...base(from), type: 'turn.end', reason };
  return last === undefined ? [end] : [{ ...base(from), type: 'message', text: last }, end];
}

/** Background tasks belong to the session, also when a sub-agent's end tells of them. */
function tasks(payload: Fields, from: Origin): TurnEvent[] {
  const list = payload['background_tasks'];
  if (!Array.isArray(list)) {
    return [];
  }
  const pairs = list.slice(0, MOST_TASKS).flatMap((task: unknown) => {
    const [name, status] = isObject(task) ? [id(task['id']), id(task['status'])] : [];
    return name === undefined || status === undefined ? [] : [`${name}:${status}`];
  });
  return [
    {
      v: 1,
      at: from.at,
      type: 'workspace',
      signal: 'task',
      fingerprint: pairs.sort().join(',') || 'none',
      root: from.cwd,
      session: from.main,
    },
  ];
}

function waiting(payload: Fields, from: Origin): TurnEvent[] {
  switch (payload['notification_type']) {
    case 'permission_prompt':
    case 'worker_permission_prompt':
      return [{ ...base(from), type: 'waiting', for: 'permission' }];
    case 'agent_needs_input':
    case 'elicitation_dialog':
      return [{ ...base(from), type: 'waiting', for: 'input' }];
    default:
      return [];
  }
}
