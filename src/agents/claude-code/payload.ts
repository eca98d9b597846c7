/** Claude Code's hook payloads → events. All input is untrusted. */
import * as v from 'valibot';
import type { TurnEvent } from '../../core/events.js';
import { taskFingerprint } from '../../core/identity/tasks.js';
import { isObject } from '../../core/json.js';
import { isProblem, type AskedPrompt, type Result } from '../agent.js';
import type { PromptKind } from '../../core/interventions/prompt-answer.js';
import { askedCall } from '../live/asked-calls.js';
import { capInput, capText } from '../reading/bounds.js';
import { present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, HookEvents, Stamp } from '../reading/hook-payload.js';
import { notifiedTasks, taskNotice } from '../reading/task-text.js';
import { withoutReminders } from '../../core/identity/answer/outcome.js';
import { providerWait } from '../reading/failed-request.js';
import { readResetWords } from '../reading/reset-words.js';
import { AGENT_ID, findTranscript } from './paths.js';
import {
  LIMIT_ERROR,
  QUESTION_TOOL,
  contentText,
  deniedBy,
  failedExitCode,
  isInjected,
  isToolUseError,
  classifyTool,
  withoutDefaults,
} from './tools.js';

/** Most calls read from one response. */
const MOST_CALLS = 256;
const MOST_TASKS = 200;
const NO_LIST = 'must be a list';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
  agent_id: v.optional(hook.line(256, 'is not an ID')),
  agent_type: hook.lenient(hook.name),
  model: hook.lenient(hook.id),
  transcript_path: hook.lenient(hook.path),
});
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_use_id: hook.id,
  tool_name: hook.id,
  tool_input: hook.inputObject,
});
const asked = hook.payload({ tool_name: hook.id, tool_input: hook.inputObject });
const failedCall = hook.payload({
  ...call.entries,
  error: hook.anything,
  is_interrupt: hook.anything,
  duration_ms: hook.lenient(hook.milliseconds),
});
const finishedCall = hook.payload({ ...call.entries, tool_response: hook.anything });
const finishedCalls = hook.payload({ tool_calls: v.array(v.unknown(), NO_LIST) }, NO_LIST);
const task = hook.payload({ id: hook.id, status: hook.id });
const turnEnd = hook.payload({
  last_assistant_message: hook.lenient(v.string()),
  stop_hook_active: hook.anything,
  background_tasks: hook.lenient(v.array(hook.lenient(task))),
});

/** What one of our hooks that wait for the person may answer. A plan is none of it: with it the person chooses how the agent goes on. */
export function readPrompt(value: Fields, kind: PromptKind): AskedPrompt | undefined {
  const checked = hook.check(asked, value);
  if (value['hook_event_name'] !== 'PermissionRequest' || isProblem(checked)) {
    return undefined;
  }
  const { tool_name: tool, tool_input: input } = checked.fields;
  const isRead = kind === 'question' ? tool === QUESTION_TOOL : classifyTool(tool) !== 'ask';
  return isRead ? { tool, input: capInput(input) } : undefined;
}

/** Fields of every payload. */
interface PayloadOrigin {
  stamp: Stamp;
  /** The main session, also in a sub-agent's payloads. */
  main: string;
  isChild: boolean;
  cwd: string;
}

/** Other programs that run Claude Code's hooks send no prompt id. */
export function isOwnPayload({ prompt_id: promptId, session_id: session }: Fields): boolean {
  return typeof promptId === 'string' && typeof session === 'string';
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hook.payloadReader(
  'Claude Code hook payload',
  common,
  (
    {
      hook_event_name: event,
      session_id: main,
      cwd,
      agent_id: agent,
      agent_type: role,
      model,
      transcript_path: transcript,
    },
    value,
    at,
  ) => {
    if (agent !== undefined && isFork(value['agent_type'])) {
      return { session: main, cwd, events: [] };
    }
    const isChild = agent !== undefined;
    const stamp: Stamp = { v: 1, session: isChild ? `${main}/${agent}` : main, at };
    return hook.makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd,
        steps: 'explicit',
        ...(isChild ? { parent: main, ...present({ role }) } : {}),
        ...present({ model }),
      },
      hook.readEvent(readers, event, value, { stamp, main, isChild, cwd }),
      transcript === undefined || !withResults.has(event)
        ? undefined
        : findTranscript(transcript, agent),
    );
  },
);

/**
 * What comes with results of calls. The hook that told of earlier ones may come later than these: nobody waits for it. Not `Stop`,
 * whose answer can put off an end of the turn that the log tells already.
 */
const withResults: ReadonlySet<string> = new Set(['PostToolUseFailure', 'PostToolBatch']);

/**
 * The harness's internal forks (for compaction, say) have no type. Their calls are refused by the harness itself, and many end
 * without a word.
 */
function isFork(type: unknown): boolean {
  return type === undefined || type === '';
}

const readers: EventReaders<PayloadOrigin> = {
  UserPromptSubmit: hook.reader(prompt, (payload, { stamp }) =>
    // the harness announces a finished background task as if a person had typed it
    isInjected(payload.prompt)
      ? { events: taskNotice(stamp.session, stamp.at, notifiedTasks(payload.prompt)) }
      : hook.prompted(payload.prompt, stamp),
  ),
  PreToolUse: hook.reader(call, (payload, { stamp }) => hook.beforeCall(readCall(payload, stamp))),
  PostToolUseFailure: hook.reader(failedCall, (payload, { stamp }) => ({
    events: [readCall(payload, stamp), readFailure(payload, stamp)],
  })),
  PostToolBatch: hook.reader(finishedCalls, readBatch),
  // continue an agent only once, to avoid an endless turn
  Stop: hook.reader(turnEnd, (payload, origin) => ({
    events: readEnd(payload, origin),
    ...(payload.stop_hook_active === true ? {} : { moment: { kind: 'before-stop' } }),
  })),
  StopFailure: ({ error, last_assistant_message: words }, { stamp }) => ({
    events: [
      ...(error === LIMIT_ERROR
        ? [
            providerWait(stamp.session, stamp.at, {
              for: 'limit',
              until: typeof words === 'string' ? readResetWords(words, stamp.at) : undefined,
            }),
          ]
        : []),
      { ...stamp, type: 'turn.end', reason: 'error' },
    ],
  }),
  SubagentStart: (_, { stamp, isChild }) => ({
    events: isChild ? [{ ...stamp, type: 'turn.start' }] : [],
  }),
  SubagentStop: hook.reader(turnEnd, (payload, origin) => ({
    events: origin.isChild ? readEnd(payload, origin) : [],
  })),
  SessionEnd: (_, { stamp }) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  PreCompact: (_, { stamp }) => ({ events: [{ ...stamp, type: 'compaction' }] }),
  // only where a prompt is shown, also one for a question or a plan; it does not name the call
  PermissionRequest: hook.reader(asked, ({ tool_name: tool, tool_input: input }, { stamp }) => ({
    events: [
      {
        ...stamp,
        type: 'waiting',
        for: classifyTool(tool) === 'ask' ? 'input' : 'permission',
        call: askedCall(tool, withoutDefaults(tool, capInput(input))),
      },
    ],
  })),
  Notification: ({ notification_type: type }, { stamp }) => {
    const reason = waitsFor(type);
    return { events: reason === undefined ? [] : [{ ...stamp, type: 'waiting', for: reason }] };
  },
};

function readCall(
  { tool_use_id: callId, tool_name: tool, tool_input: input }: v.InferOutput<typeof call>,
  stamp: Stamp,
) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: callId,
    tool,
    input: withoutDefaults(tool, capInput(input)),
    class: classifyTool(tool),
  };
}

/** A call that ran and failed. Runs before PostToolBatch, whose text alone cannot distinguish failure from success. */
function readFailure(failed: v.InferOutput<typeof failedCall>, stamp: Stamp): TurnEvent {
  const error = contentText(failed.error);
  return {
    ...stamp,
    type: 'tool.result',
    call: failed.tool_use_id,
    ok: false,
    output: capText(error),
    ...present({
      exitCode: failedExitCode(error),
      durationMs: failed.duration_ms,
      deniedBy: failed.is_interrupt === true ? 'person' : deniedBy(error),
    }),
  };
}

/** All calls of one response have finished. Includes calls that no other hook reports: refused input, unknown tools. */
function readBatch(
  { tool_calls: calls }: v.InferOutput<typeof finishedCalls>,
  { stamp }: PayloadOrigin,
): Result<HookEvents> {
  const events: TurnEvent[] = [];
  for (const each of calls.slice(0, MOST_CALLS)) {
    const checked = isObject(each)
      ? hook.check(finishedCall, each)
      : { problem: 'a call is not an object' };
    if (isProblem(checked)) {
      return checked;
    }
    const finished = checked.fields;
    const output = contentText(finished.tool_response, { marked: true });
    const denied = deniedBy(output);
    events.push(readCall(finished, stamp), {
      ...stamp,
      type: 'tool.result',
      call: finished.tool_use_id,
      ok: denied === undefined && !isToolUseError(output),
      output: withoutReminders(capText(output)),
      ...present({ deniedBy: denied }),
    });
  }
  events.push({ ...stamp, type: 'step.end' });
  return { events, moment: { kind: 'after-step' } };
}

function readEnd(
  { background_tasks: tasks, last_assistant_message: last = '' }: v.InferOutput<typeof turnEnd>,
  { stamp, main, cwd }: PayloadOrigin,
): TurnEvent[] {
  const end: TurnEvent = { ...stamp, type: 'turn.end', reason: 'completed' };
  return [
    ...(tasks === undefined ? [] : [readList(tasks, stamp.at, main, cwd)]),
    ...hook.said(last, stamp),
    end,
  ];
}

/** Background tasks belong to the main session, even if listed at a sub-agent's end. */
function readList(
  tasks: readonly (v.InferOutput<typeof task> | undefined)[],
  at: number,
  session: string,
  root: string,
): TurnEvent {
  const fingerprint = taskFingerprint(
    tasks.slice(0, MOST_TASKS).filter((each) => each !== undefined),
  );
  return { v: 1, at, type: 'workspace', signal: 'task', fingerprint, root, session };
}

function waitsFor(type: unknown): 'permission' | 'input' | undefined {
  switch (type) {
    case 'permission_prompt':
    case 'worker_permission_prompt':
      return 'permission';
    case 'agent_needs_input':
    case 'elicitation_dialog':
      return 'input';
    default:
      return undefined;
  }
}
