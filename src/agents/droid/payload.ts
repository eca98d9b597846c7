/** Droid's hook payloads → events, in the shapes of its documentation, which are Claude Code's earlier ones: calls may have no ids. */
import type { InferOutput } from 'valibot';
import { UNNAMED_CALL } from '../agent.js';
import { present, type Fields, fieldsIn } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { boundedJson, capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { readInteger } from '../reading/recorded-values.js';
import type { LoggedOutcome } from '../reading/session-log.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { classifyBy } from '../reading/tool-names.js';

const common = hook.payload({ hook_event_name: hook.id, session_id: hook.id, cwd: hook.path });
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_name: hook.name,
  tool_input: hook.looseInput,
  tool_use_id: hook.lenient(hook.name),
});
const finishedCall = hook.payload({ ...call.entries, tool_response: hook.anything });
const turnEnd = hook.payload({ stop_hook_active: hook.anything });
const notification = hook.payload({
  message: hook.lenient(hook.text),
  notification_type: hook.anything,
});

/** Its transcripts lie in its own folder. */
export function isOwnPayload({ transcript_path: log, session_id: session }: Fields): boolean {
  return typeof session === 'string' && typeof log === 'string' && /[\\/]\.factory[\\/]/.test(log);
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hook.payloadReader(
  'Droid hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      hook.readEvent(readers, event, value, stamp),
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: hook.reader(prompt, (payload, stamp) => hook.prompted(payload.prompt, stamp)),
  PreToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  PostToolUse: hook.reader(finishedCall, (payload, stamp) => {
    const event = readCall(payload, stamp);
    return {
      events: [
        event,
        {
          ...stamp,
          type: 'tool.result',
          call: event.call,
          ...present(readOutcome(payload.tool_response)),
        },
      ],
      moment: { kind: 'after-step' },
    };
  }),
  Stop: hook.reader(turnEnd, (payload, stamp) =>
    hook.beforeStop(stamp, payload.stop_hook_active === true),
  ),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  PreCompact: (_, stamp) => ({ events: [{ ...stamp, type: 'compaction' }] }),
  Notification: hook.reader(notification, ({ message = '', notification_type: type }, stamp) => ({
    events:
      type === 'permission_prompt' || (type === undefined && /\bpermission\b/i.test(message))
        ? [{ ...stamp, type: 'waiting', for: 'permission' }]
        : [],
  })),
};

function readCall(
  { tool_use_id: callId, tool_name: tool, tool_input: input }: InferOutput<typeof call>,
  stamp: Stamp,
) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: callId ?? UNNAMED_CALL,
    tool,
    input,
    class: classifyTool(tool),
  };
}

function readOutcome(response: unknown): LoggedOutcome {
  const fields = fieldsIn(response);
  const error = textIn(fields['error']);
  const exitCode = readInteger(fields['exitCode'] ?? fields['exit_code']);
  const failed =
    error !== '' ||
    fields['success'] === false ||
    fields['is_error'] === true ||
    (exitCode !== undefined && exitCode !== 0);
  return { ok: !failed, output: capText(error || readOutput(response)), exitCode };
}

function readOutput(response: unknown): string {
  const { stdout, stderr, output, content } = fieldsIn(response);
  const streams = [stdout, stderr].map(textIn).filter((text) => text !== '');
  return (
    textIn(response) ||
    streams.join('\n') ||
    textIn(output) ||
    textIn(content) ||
    (stdout === undefined && response !== undefined ? boundedJson(response) : '')
  );
}

const classifyTool = classifyBy({
  read: 'Read',
  search: 'LS Grep Glob',
  edit: 'Edit MultiEdit ApplyPatch',
  write: 'Create',
  shell: 'Execute',
  todo: 'TodoWrite',
  task: 'Task',
  web: 'FetchUrl WebSearch',
  ask: 'AskUser ExitSpecMode',
});

/** Droid: its hooks watch and steer it. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // the documented payloads name no call
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
