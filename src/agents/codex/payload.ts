/** Codex's hook payloads → events. Everything in them is untrusted. The rollout tells more of a call: its tool's own name, its exit code. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { AnswerPoint } from '../../core/interventions/policy.js';
import type { HookReading, Problem, Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import type { Fields } from '../reading/fields.js';
import { AGENT_ID } from './id.js';
import { threadOf } from './rollout.js';
import { action, type CodexAction } from './tools.js';

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
  return { problem: `Codex hook payload: ${what}` };
}

/** Only Codex names the turn; where no turn is, its rollout. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  if (typeof payload['session_id'] !== 'string') {
    return false;
  }
  const rollout = payload['transcript_path'];
  return (
    (typeof payload['turn_id'] === 'string' && typeof payload['model'] === 'string') ||
    (typeof rollout === 'string' &&
      /(?:^|[\\/])rollout-[^\\/]+$/.test(rollout) &&
      threadOf(rollout) !== undefined)
  );
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
  const named = id(payload['session_id']);
  if (named === undefined) {
    return problem(`"session_id" of ${event} is missing`);
  }
  const cwd = id(payload['cwd'], 4096);
  if (cwd === undefined) {
    return problem(`"cwd" of ${event} is missing`);
  }
  const log = id(payload['transcript_path'], 4096);
  // a sub-agent is a thread of its own, with a rollout of its own
  const session = (log === undefined ? undefined : threadOf(log)) ?? named;
  const read = readEvent(event, payload, { session, cwd, at });
  if ('problem' in read) {
    return problem(`${event}: ${read.problem}`);
  }
  const model = id(payload['model']);
  return {
    session,
    cwd,
    moment: read.moment,
    log,
    events: [
      {
        v: 1,
        session,
        at,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
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
    case 'UserPromptSubmit':
      if (typeof payload['prompt'] !== 'string') {
        return { problem: '"prompt" is missing' };
      }
      return {
        events: [{ ...own, type: 'turn.start', prompt: capText(payload['prompt']) }],
        moment: { kind: 'prompt' },
      };
    case 'PreToolUse': {
      const asked = readCall(payload);
      if ('problem' in asked) {
        return asked;
      }
      return {
        events: [{ ...own, type: 'tool.call', ...asked }],
        moment: { kind: 'before-tool', call: asked.call, class: asked.class },
      };
    }
    // all calls of the response before are over; nothing that this hook prints has an effect
    case 'PreModelRequest':
      return { events: [{ ...own, type: 'step.end' }] };
    case 'Stop': {
      const last = payload['last_assistant_message'];
      const words: TurnEvent[] =
        typeof last === 'string' && last.trim() !== ''
          ? [{ ...own, type: 'message', text: capText(last) }]
          : [];
      // once it was made to go on, it is never asked again: no endless turn
      return {
        events: [...words, { ...own, type: 'turn.end', reason: 'completed' }],
        ...(payload['stop_hook_active'] === true ? {} : { moment: { kind: 'before-stop' } }),
      };
    }
    case 'Interrupt':
      return { events: [{ ...own, type: 'turn.end', reason: 'interrupted' }] };
    case 'SessionEnd':
      return { events: [{ ...own, type: 'session.end' }] };
    default:
      return { events: [] };
  }
}

function readCall(payload: Fields): (CodexAction & { call: string }) | Problem {
  const { tool_use_id: callId, tool_name: name, tool_input: input } = payload;
  const [call, tool] = [id(callId), id(name)];
  if (call === undefined) {
    return { problem: '"tool_use_id" is missing' };
  }
  if (tool === undefined) {
    return { problem: '"tool_name" is missing' };
  }
  if (input !== undefined && input !== null && !isObject(input)) {
    return { problem: '"tool_input" must be an object' };
  }
  return { call, ...asInRollout(tool, capInput(input ?? {})) };
}

/** Hooks are given Claude Code's names of the shell and `command` for what tools call otherwise. */
function asInRollout(tool: string, input: Fields): CodexAction {
  const { command, ...rest } = input;
  if (tool === 'Bash' && command !== undefined) {
    return action('exec_command', capInput({ ...rest, cmd: command }));
  }
  if (tool === 'apply_patch' && command !== undefined) {
    return action(tool, capInput({ ...rest, input: command }));
  }
  return action(tool, capInput(input));
}
