/** Gemini CLI's hook payloads → events. They have no ids of calls or responses: a step lasts from one model request to the next. */
import type { InferOutput } from 'valibot';
import { STARTED } from '../../core/identity/tasks.js';
import { isObject } from '../../core/json.js';
import { UNNAMED_CALL } from '../agent.js';
import { capText } from '../reading/bounds.js';
import { resultIn, textIn } from '../reading/content.js';
import { fieldsIn, present, timeIn, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { readOutcome, classifyTool } from './tools.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { openChat } from './chat.js';
import { readTask, TASK_HEAD, type TaskReader } from '../reading/task-text.js';

const common = hook.payload({ hook_event_name: hook.id, session_id: hook.id, cwd: hook.path });
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_name: hook.name,
  tool_input: hook.looseInput,
  timestamp: hook.anything,
});
const finishedCall = hook.payload({ ...call.entries, tool_response: hook.anything });

/** Other agents share some event names: there, the chat file's name decides. */
const chatFile = /[\\/]chats[\\/]session-[^\\/]*\.jsonl?$/;

export function isOwnPayload(value: Fields): boolean {
  const { hook_event_name: event, session_id: session, transcript_path: file } = value;
  if (typeof event !== 'string' || typeof session !== 'string') {
    return false;
  }
  return (
    /^(?:Before|After)(?:Agent|Model|Tool|ToolSelection)$/.test(event) ||
    (typeof file === 'string' && chatFile.test(file))
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hook.payloadReader(
  'Gemini CLI hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    const { transcript_path: file } = value;
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd, steps: 'explicit' },
      hook.readEvent(readers, event, value, stamp),
      atRest.has(event) && typeof file === 'string' && chatFile.test(file) ? file : undefined,
    );
  },
);

/** When these come, the chat has everything before them: what no hook told, such as calls with invalid parameters, comes first. */
const atRest: ReadonlySet<string> = new Set(['BeforeModel', 'AfterAgent']);

const readers: EventReaders<Stamp> = {
  BeforeAgent: hook.reader(prompt, (payload, stamp) => hook.prompted(payload.prompt, stamp)),
  // only the next request shows that all calls of the previous response have finished
  BeforeModel: (_, stamp) => ({
    events: [{ ...stamp, type: 'step.end' }],
    moment: { kind: 'before-model' },
  }),
  BeforeToolSelection: () => ({ events: [], moment: { kind: 'before-model' } }),
  BeforeTool: hook.reader(call, (payload, stamp) =>
    hook.beforeCall(readCall(payload, { ...stamp, at: beganAt(payload.timestamp, stamp.at) })),
  ),
  AfterTool: hook.reader(finishedCall, (payload, stamp) => ({
    events: [
      readCall(payload, stamp),
      {
        ...stamp,
        type: 'tool.result',
        call: UNNAMED_CALL,
        ...present(readResult(payload.tool_response)),
      },
    ],
  })),
  AfterAgent: (_, stamp) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'completed' }] }),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  Notification: ({ notification_type: type }, stamp) => ({
    events: type === 'ToolPermission' ? [{ ...stamp, type: 'waiting', for: 'permission' }] : [],
  }),
};

/** A hook that is told in the background may come when its call is over (milliseconds). */
const LATEST_MS = 10_000;

/** When the agent made the hook, if its clock is ours. */
function beganAt(timestamp: unknown, at: number): number {
  const began = timeIn(timestamp) ?? at;
  return began <= at && at - began < LATEST_MS ? began : at;
}

function readCall({ tool_name: tool, tool_input: input }: InferOutput<typeof call>, stamp: Stamp) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: UNNAMED_CALL,
    tool,
    input,
    class: classifyTool(tool),
  };
}

/** The output as the chat will log it: the text for the model, in the same frame. */
function readResult(response: unknown): LoggedOutcome {
  const { llmContent, returnDisplay, error } = fieldsIn(response);
  const failed = isObject(error);
  const content = resultIn(llmContent);
  const text = failed ? textIn(error['message']) || content : content;
  const { output, ...outcome } = readOutcome(
    [{ functionResponse: { response: { [failed ? 'error' : 'output']: text } } }],
    undefined,
    textIn(returnDisplay),
  );
  return { ...outcome, output: capText(output) };
}

const started =
  /^Command (?:is running in background\. PID: |moved to background \(PID: )(\d{1,12})/;
const listed = /^- \[PID (\d{1,12})\] ([A-Z]{1,30}):/gm;

/** Background processes, from the results of calls. */
const readTasks: TaskReader = ({ tool }, output) => {
  switch (tool) {
    case 'run_shell_command':
      return readTask(started.exec(output)?.[1], STARTED);
    case 'list_background_processes':
      return [...output.slice(0, 10 * TASK_HEAD).matchAll(listed)].flatMap(([, id, status]) =>
        readTask(id, status === 'RUNNING' ? STARTED : status?.toLowerCase()),
      );
    default:
      return [];
  }
};

/** Gemini CLI: hooks steer it; its chats suffice to observe it. Only the chats have call ids. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: openChat },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'before-model',
  },
  readTasks,
  createMerge: () => new LiveMerge({ unnamedCalls: true }),
};
