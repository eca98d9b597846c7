/** Qwen Code's hook payloads → events. `UserPromptSubmit` comes before every model request, with an empty prompt between steps. */
import type { InferOutput } from 'valibot';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, nameIn, present, type Fields } from '../reading/fields.js';
import {
  anything,
  beforeCall,
  hookReader,
  id,
  lenient,
  looseInput,
  milliseconds,
  name,
  path,
  payload,
  prompted,
  readEvent,
  reader,
  makeReading,
  said,
  text,
  type EventReaders,
  type HookEvents,
  type Stamp,
} from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { readOutcome } from './result.js';
import { classifyTool } from './tools.js';

const common = payload({ hook_event_name: id, session_id: id, cwd: path, agent_id: lenient(id) });
const prompt = payload({ prompt: text, submitted_prompt: lenient(text) });
const call = payload({ tool_call_id: name, tool_name: name, tool_input: looseInput });
const finishedCall = payload({
  ...call.entries,
  tool_response: anything,
  error: anything,
  is_interrupt: anything,
  duration_ms: lenient(milliseconds),
});
const turnEnd = payload({ last_assistant_message: anything });
const notification = payload({ notification_type: anything });

interface Origin {
  stamp: Stamp;
  isChild: boolean;
}

/** Claude Code's hooks look similar, but have no timestamp. */
export function isOwnPayload(value: Fields): boolean {
  return (
    typeof value['session_id'] === 'string' &&
    typeof value['timestamp'] === 'string' &&
    typeof value['permission_mode'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hookReader(
  'Qwen Code hook payload',
  common,
  ({ hook_event_name: event, session_id: main, cwd, agent_id: agent }, value, at) => {
    const isChild = agent !== undefined;
    const stamp: Stamp = { v: 1, session: isChild ? `${main}/${agent}` : main, at };
    return makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...(isChild ? { parent: main } : {}),
      },
      readEvent(readers, event, withModelsId(value), { stamp, isChild }),
    );
  },
);

/** The model's call id, as in the chat; failing that, the hook's own. */
function withModelsId(value: Fields): Fields {
  const { tool_call_id: own, tool_use_id: other } = value;
  return { ...value, tool_call_id: nameIn(own) ?? other };
}

const readers: EventReaders<Origin> = {
  UserPromptSubmit: reader(prompt, ({ submitted_prompt: submitted = '' }, { stamp }) =>
    submitted.trim() === ''
      ? { events: [{ ...stamp, type: 'step.end' }], moment: { kind: 'after-step' } }
      : prompted(submitted, stamp),
  ),
  PreToolUse: reader(call, (payload, { stamp }) => beforeCall(readCall(payload, stamp))),
  PostToolUse: reader(finishedCall, (payload, { stamp }) =>
    finished(payload, stamp, { output: resultIn(fieldsIn(payload.tool_response)['llmContent']) }),
  ),
  PostToolUseFailure: reader(finishedCall, (payload, { stamp }) =>
    finished(payload, stamp, { error: textIn(payload.error) }),
  ),
  Stop: reader(turnEnd, (payload, { stamp }) => {
    const last = textIn(payload.last_assistant_message);
    return { events: [...said(last, stamp), { ...stamp, type: 'turn.end', reason: 'completed' }] };
  }),
  StopFailure: (_, { stamp }) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'error' }] }),
  SubagentStop: (_, { stamp, isChild }) => ({
    events: isChild ? [{ ...stamp, type: 'turn.end', reason: 'completed' }] : [],
  }),
  SessionEnd: (_, { stamp }) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  Notification: reader(notification, (payload, { stamp }) => ({
    events:
      payload.notification_type === 'permission_prompt'
        ? [{ ...stamp, type: 'waiting', for: 'permission' }]
        : [],
  })),
};

function readCall(
  { tool_call_id: callId, tool_name: tool, tool_input: input }: InferOutput<typeof call>,
  stamp: Stamp,
) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: callId,
    tool,
    input,
    class: classifyTool(tool),
  };
}

function finished(
  payload: InferOutput<typeof finishedCall>,
  stamp: Stamp,
  response: Fields,
): HookEvents {
  const status = payload.is_interrupt === true ? 'cancelled' : undefined;
  const { output, ...outcome } = readOutcome(response, { status });
  return {
    events: [
      readCall(payload, stamp),
      {
        ...stamp,
        type: 'tool.result',
        call: payload.tool_call_id,
        ...present({ ...outcome, output: capText(output), durationMs: payload.duration_ms }),
      },
    ],
  };
}
