/** Codex's hook payloads → events. All input is untrusted. Only the rollout has a tool's own name and a call's exit code. */
import type { InferOutput } from 'valibot';
import type { ToolCallEvent } from '../../core/events.js';
import { askedCall } from '../live/asked-calls.js';
import { capInput } from '../reading/bounds.js';
import { present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { readRequest, readThread } from './rollout-file.js';
import { action, type CodexAction } from './tools.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isProblem, type AskedPrompt } from '../agent.js';
import { answerPermission } from '../install/answer-table.js';
import { openRollout } from './rollout.js';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
  transcript_path: hook.lenient(hook.path),
  model: hook.lenient(hook.id),
});
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_use_id: hook.id,
  tool_name: hook.id,
  tool_input: hook.inputObject,
});
const asked = hook.payload({ tool_name: hook.id, tool_input: hook.inputObject });
const turnEnd = hook.payload({
  last_assistant_message: hook.lenient(hook.text),
  stop_hook_active: hook.anything,
});

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
export const readHook = hook.payloadReader(
  'Codex hook payload',
  common,
  ({ hook_event_name: event, session_id: named, cwd, transcript_path: log, model }, value, at) => {
    // a sub-agent is a separate thread with its own rollout
    const session = (log === undefined ? undefined : readThread(log)) ?? named;
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
      hook.readEvent(readers, event, value, stamp),
      log,
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: hook.reader(prompt, (payload, stamp) =>
    hook.prompted(readRequest(payload.prompt), stamp),
  ),
  PreToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  // The call's id is missing; never answered. Nothing tells that the person approved: no hook, and the rollout has the call's output
  // only. So an approved command waits for that, at most half a minute: a longer one has its first output by then. To guess that it
  // runs, by the agent's child processes say, could hide a prompt that is still open.
  PermissionRequest: hook.reader(asked, (payload, stamp) => {
    const { tool, input } = asInRollout(payload.tool_name, capInput(payload.tool_input));
    return {
      events: [{ ...stamp, type: 'waiting', for: 'permission', call: askedCall(tool, input) }],
    };
  }),
  // all calls of the previous response have finished; Codex ignores this hook's output
  PreModelRequest: (_, stamp) => ({ events: [{ ...stamp, type: 'step.end' }] }),
  // continue an agent only once, to avoid an endless turn
  Stop: hook.reader(
    turnEnd,
    ({ last_assistant_message: last = '', stop_hook_active: again }, stamp) => ({
      events: [...hook.said(last, stamp), { ...stamp, type: 'turn.end', reason: 'completed' }],
      ...(again === true ? {} : { moment: { kind: 'before-stop' } }),
    }),
  ),
  Interrupt: (_, stamp) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'interrupted' }] }),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function readPrompt(value: Fields): AskedPrompt | undefined {
  const checked = hook.check(asked, value);
  return value['hook_event_name'] !== 'PermissionRequest' || isProblem(checked)
    ? undefined
    : { tool: checked.fields.tool_name, input: capInput(checked.fields.tool_input) };
}

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

/** Codex: hooks steer its sessions; rollouts show them. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: openRollout },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    prompts: { read: readPrompt, answer: answerPermission, holdsBack: true },
  },
  resume: { program: 'codex', words: ['resume'] },
  createMerge: () => new LiveMerge(),
};
