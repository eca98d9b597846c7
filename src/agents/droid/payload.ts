/** Droid's hook payloads → events, in the shapes of its documentation, which are Claude Code's earlier ones: calls may have no ids. */
import type { InferOutput } from 'valibot';
import { UNNAMED_CALL } from '../agent.js';
import { present, type Fields, fieldsIn } from '../reading/fields.js';
import {
  anything,
  beforeCall,
  beforeStop,
  hookReader,
  id,
  lenient,
  looseInput,
  name,
  path,
  payload,
  prompted,
  readEvent,
  reader,
  makeReading,
  text,
  type EventReaders,
  type Stamp,
} from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { boundedJson, capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { readInteger } from '../reading/recorded-values.js';
import type { CallOutcome } from '../reading/session-log.js';
import type { ToolClass } from '../../core/events.js';
import { toolClass } from '../../core/identity/tool/tool-class.js';

const common = payload({ hook_event_name: id, session_id: id, cwd: path });
const prompt = payload({ prompt: text });
const call = payload({ tool_name: name, tool_input: looseInput, tool_use_id: lenient(name) });
const finishedCall = payload({ ...call.entries, tool_response: anything });
const turnEnd = payload({ stop_hook_active: anything });
const notification = payload({ message: lenient(text), notification_type: anything });

/** Its transcripts lie in its own folder. */
export function isOwnPayload({ transcript_path: log, session_id: session }: Fields): boolean {
  return typeof session === 'string' && typeof log === 'string' && /[\\/]\.factory[\\/]/.test(log);
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hookReader(
  'Droid hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      readEvent(readers, event, value, stamp),
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: reader(prompt, (payload, stamp) => prompted(payload.prompt, stamp)),
  PreToolUse: reader(call, (payload, stamp) => beforeCall(readCall(payload, stamp))),
  PostToolUse: reader(finishedCall, (payload, stamp) => {
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
  Stop: reader(turnEnd, (payload, stamp) => beforeStop(stamp, payload.stop_hook_active === true)),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
  PreCompact: (_, stamp) => ({ events: [{ ...stamp, type: 'compaction' }] }),
  Notification: reader(notification, ({ message = '', notification_type: type }, stamp) => ({
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

function readOutcome(response: unknown): CallOutcome {
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

const classes: Record<string, ToolClass> = {
  Read: 'read',
  LS: 'search',
  Grep: 'search',
  Glob: 'search',
  Edit: 'edit',
  MultiEdit: 'edit',
  ApplyPatch: 'edit',
  Create: 'write',
  Execute: 'shell',
  TodoWrite: 'todo',
  Task: 'task',
  FetchUrl: 'web',
  WebSearch: 'web',
  AskUser: 'ask',
  ExitSpecMode: 'ask',
};

/** Core tells that of other tools, such as those of MCP servers, by their name. */
function classifyTool(tool: string): ToolClass {
  return (Object.hasOwn(classes, tool) ? classes[tool] : undefined) ?? toolClass(tool, {});
}
