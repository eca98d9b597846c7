/** Qwen Code's hook payloads → events. `UserPromptSubmit` comes before every model request, with an empty prompt between steps. */
import type { InferOutput } from 'valibot';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, nameIn, present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, HookEvents, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { readOutcome, classifyTool } from './tools.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { qwenFormat, readWords } from './chat.js';
import { readTask, TASK_HEAD, taskIdIn, type TaskReader } from '../reading/task-text.js';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
  agent_id: hook.lenient(hook.id),
});
const prompt = hook.payload({ prompt: hook.text, submitted_prompt: hook.lenient(hook.text) });
const call = hook.payload({
  tool_call_id: hook.name,
  tool_name: hook.name,
  tool_input: hook.looseInput,
});
const finishedCall = hook.payload({
  ...call.entries,
  tool_response: hook.anything,
  error: hook.anything,
  is_interrupt: hook.anything,
  duration_ms: hook.lenient(hook.milliseconds),
});

interface HookOrigin {
  stamp: Stamp;
  isChild: boolean;
}

/** Claude Code's hooks look similar, but have no timestamp. */
export function isOwnPayload(value: Fields): boolean {
  return (
    typeof value['session_id'] === 'string' &&
    value['sessionId'] === undefined &&
    typeof value['timestamp'] === 'string' &&
    typeof value['permission_mode'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hook.payloadReader(
  'Qwen Code hook payload',
  common,
  ({ hook_event_name: event, session_id: main, cwd, agent_id: agent }, value, at) => {
    const isChild = agent !== undefined;
    const stamp: Stamp = { v: 1, session: isChild ? `${main}/${agent}` : main, at };
    return hook.makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...(isChild ? { parent: main } : {}),
      },
      hook.readEvent(readers, event, withModelsId(value), { stamp, isChild }),
    );
  },
);

/** The model's call id, as in the chat; failing that, the hook's own. */
function withModelsId(value: Fields): Fields {
  const { tool_call_id: own, tool_use_id: other } = value;
  return { ...value, tool_call_id: nameIn(own) ?? other };
}

const readers: EventReaders<HookOrigin> = {
  UserPromptSubmit: hook.reader(prompt, ({ submitted_prompt: submitted = '' }, { stamp }) =>
    submitted.trim() === ''
      ? { events: [{ ...stamp, type: 'step.end' }], moment: { kind: 'after-step' } }
      : hook.prompted(submitted, stamp),
  ),
  PreToolUse: hook.reader(call, (payload, { stamp }) => hook.beforeCall(readCall(payload, stamp))),
  PostToolUse: hook.reader(finishedCall, (payload, { stamp }) =>
    finished(payload, stamp, { output: resultIn(fieldsIn(payload.tool_response)['llmContent']) }),
  ),
  PostToolUseFailure: hook.reader(finishedCall, (payload, { stamp }) =>
    finished(payload, stamp, { error: textIn(payload.error) }),
  ),
  Stop: ({ last_assistant_message: last }, { stamp }) => ({
    events: [
      ...hook.said(readWords(textIn(last)), stamp),
      { ...stamp, type: 'turn.end', reason: 'completed' },
    ],
  }),
  StopFailure: (_, { stamp }) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'error' }] }),
  SubagentStop: (_, { stamp, isChild }) => ({
    events: isChild ? [{ ...stamp, type: 'turn.end', reason: 'completed' }] : [],
  }),
  SessionEnd: (_, { stamp }) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  Notification: ({ notification_type: type }, { stamp }) => ({
    events: type === 'permission_prompt' ? [{ ...stamp, type: 'waiting', for: 'permission' }] : [],
  }),
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

const started =
  /^Background shell started\.\nid: ([\w.-]{1,100})|^Foreground command [^\n]* promoted to background as ([\w-]{1,100})/;

/** Background shells, from the results of calls. */
const readTasks: TaskReader = ({ tool, input }, output) => {
  switch (tool) {
    case 'run_shell_command': {
      const [, shell, promoted] = started.exec(output.slice(0, TASK_HEAD)) ?? [];
      return readTask(shell ?? promoted, 'running');
    }
    case 'task_stop':
      return readTask(taskIdIn(input, 'task_id'), 'cancelled');
    default:
      return [];
  }
};

/** Qwen Code: hooks steer it; its chats suffice to observe it. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => qwenFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'after-step',
  },
  readTasks,
  createMerge: () => new LiveMerge(),
};
