/** Codex's hook payloads → events. All input is untrusted. Only the rollout has a tool's own name and a call's exit code. */
import type { InferOutput } from 'valibot';
import type { ToolCallEvent } from '../../core/events.js';
import { askedCall } from '../live/asked-calls.js';
import { capInput } from '../reading/bounds.js';
import { present, type Fields } from '../reading/fields.js';
import {
  anything,
  beforeCall,
  hookReader,
  id,
  inputObject,
  lenient,
  path,
  payload,
  prompted,
  readEvent,
  reader,
  makeReading,
  said,
  text,
  type EventReaders,
  type Stamp,
} from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { readRequest } from './injected.js';
import { readThread } from './rollout-file.js';
import { action, type CodexAction } from './tools.js';

const common = payload({
  hook_event_name: id,
  session_id: id,
  cwd: path,
  transcript_path: lenient(path),
  model: lenient(id),
});
const prompt = payload({ prompt: text });
const call = payload({ tool_use_id: id, tool_name: id, tool_input: inputObject });
const asked = payload({ tool_name: id, tool_input: inputObject });
const turnEnd = payload({ last_assistant_message: lenient(text), stop_hook_active: anything });

/** Only Codex sends a turn id or, outside a turn, a rollout's path. */
export function isOwnPayload(value: Readonly<Fields>): boolean {
  const { session_id: session, turn_id: turn, model, transcript_path: rollout } = value;
  if (typeof session !== 'string') {
    return false;
  }
  return (
    (typeof turn === 'string' && typeof model === 'string') ||
    (typeof rollout === 'string' &&
      /(?:^|[\\/])rollout-[^\\/]+$/.test(rollout) &&
      readThread(rollout) !== undefined)
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hookReader(
  'Codex hook payload',
  common,
  ({ hook_event_name: event, session_id: named, cwd, transcript_path: log, model }, value, at) => {
    // a sub-agent is a separate thread with its own rollout
    const session = (log === undefined ? undefined : readThread(log)) ?? named;
    const stamp: Stamp = { v: 1, session, at };
    return makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...present({ model }),
      },
      readEvent(readers, event, value, stamp),
      log,
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: reader(prompt, (payload, stamp) =>
    prompted(readRequest(payload.prompt), stamp),
  ),
  PreToolUse: reader(call, (payload, stamp) => beforeCall(readCall(payload, stamp))),
  // The call's id is missing; never answered. Nothing tells that the person approved: no hook, and the rollout has the call's output
  // only. So an approved command waits for that, at most half a minute: a longer one has its first output by then. To guess that it
  // runs, by the agent's child processes say, could hide a prompt that is still open.
  PermissionRequest: reader(asked, (payload, stamp) => {
    const { tool, input } = asInRollout(payload.tool_name, capInput(payload.tool_input));
    return {
      events: [{ ...stamp, type: 'waiting', for: 'permission', call: askedCall(tool, input) }],
    };
  }),
  // all calls of the previous response have finished; Codex ignores this hook's output
  PreModelRequest: (_, stamp) => ({ events: [{ ...stamp, type: 'step.end' }] }),
  // continue an agent only once, to avoid an endless turn
  Stop: reader(
    turnEnd,
    ({ last_assistant_message: last = '', stop_hook_active: again }, stamp) => ({
      events: [...said(last, stamp), { ...stamp, type: 'turn.end', reason: 'completed' }],
      ...(again === true ? {} : { moment: { kind: 'before-stop' } }),
    }),
  ),
  Interrupt: (_, stamp) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'interrupted' }] }),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function readCall(
  { tool_use_id: callId, tool_name: tool, tool_input: input }: InferOutput<typeof call>,
  stamp: Stamp,
): ToolCallEvent & CodexAction {
  return { ...stamp, type: 'tool.call', call: callId, ...asInRollout(tool, capInput(input)) };
}

/** Hooks get Claude Code's name for the shell, and `command` in place of the tools' own field names. */
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
