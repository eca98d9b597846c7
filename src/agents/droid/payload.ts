/** Droid's hook payloads → events, in the shapes of Claude Code's earlier ones. Calls have no ids, and those that fail no second hook. */
import type { InferOutput } from 'valibot';
import { UNNAMED_CALL } from '../agent.js';
import { present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { droidFormat } from './session-log.js';
import { classifyTool, readOutcome, withoutManner } from './tools.js';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
  transcript_path: hook.lenient(hook.path),
});
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({ tool_name: hook.name, tool_input: hook.looseInput });
const finishedCall = hook.payload({ ...call.entries, tool_response: hook.anything });

/** Its transcripts lie in its own folder. */
export function isOwnPayload({ transcript_path: log, session_id: session }: Fields): boolean {
  return typeof session === 'string' && typeof log === 'string' && /[\\/]\.factory[\\/]/.test(log);
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hook.payloadReader(
  'Droid hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd, transcript_path: log }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      hook.readEvent(readers, event, value, stamp),
      log,
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: hook.reader(prompt, (payload, stamp) => hook.prompted(payload.prompt, stamp)),
  PreToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  PostToolUse: hook.reader(finishedCall, (payload, stamp) => {
    const event = readCall(payload, stamp);
    const outcome = readOutcome(payload.tool_name, textIn(payload.tool_response), false);
    return {
      events: [
        event,
        {
          ...stamp,
          type: 'tool.result',
          call: event.call,
          ...present({ ...outcome, output: capText(outcome.output) }),
        },
      ],
      moment: { kind: 'after-step' },
    };
  }),
  Stop: ({ stop_hook_active: again }, stamp) => hook.beforeStop(stamp, again === true),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  Notification: ({ notification_type: type }, stamp) => ({
    events: type === 'permission_prompt' ? [{ ...stamp, type: 'waiting', for: 'permission' }] : [],
  }),
};

function readCall({ tool_name: tool, tool_input: input }: InferOutput<typeof call>, stamp: Stamp) {
  const kind = classifyTool(tool);
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: UNNAMED_CALL,
    tool,
    input: withoutManner(kind, input),
    class: kind,
  };
}

/** The log tells how a turn went after the hook at its end (milliseconds). */
const END_LAG_MS = 800;
/** On a busy machine its lines are read so much later: while calls are denied nothing is missed. */
const DENIED_LAG_MS = 2000;

/** Droid: hooks steer it; its logs suffice to observe it. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => droidFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () =>
    new LiveMerge({
      unnamedCalls: true,
      wholeResults: true,
      deniedMs: DENIED_LAG_MS,
      endHoldMs: END_LAG_MS,
    }),
};
