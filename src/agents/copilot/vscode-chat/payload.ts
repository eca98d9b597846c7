/**
 * Hook payloads of VS Code's own agents → events. All input is untrusted. Based on VS Code's documentation and source: it
 * runs Copilot CLI's hook files and, if configured, Claude Code's. Older versions send `sessionId` and `hookEventName`.
 */
import { pipe, transform, type InferOutput } from 'valibot';
import { MODEL_MARK } from '../../../core/interventions/model-texts.js';
import { capText } from '../../reading/bounds.js';
import { textIn } from '../../reading/content.js';
import { present, shortName, type Fields } from '../../reading/fields.js';
import * as hook from '../../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { isTranscript } from './workspace-folder.js';
import { bareId, readText, type ToldResult } from './result.js';
import { classifyTool } from './tools.js';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
  transcript_path: hook.lenient(hook.path),
  model: hook.lenient(hook.id),
});
const prompt = hook.payload({ prompt: hook.text });
const call = hook.payload({
  tool_use_id: pipe(hook.id, transform(bareId), hook.line(256)),
  tool_name: hook.id,
  tool_input: hook.looseInput,
});
const finishedCall = hook.payload({ ...call.entries, tool_response: hook.anything });

/** Its transcript is in VS Code's own folder; until that exists, payloads have an ISO time and a call id. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  if (
    payload['prompt_id'] !== undefined ||
    payload['turn_id'] !== undefined ||
    shortName(payload['sessionId'] ?? payload['session_id']) === undefined
  ) {
    return false;
  }
  const log = payload['transcript_path'];
  if (typeof log === 'string') {
    return isTranscript(log);
  }
  const hasTime =
    typeof payload['timestamp'] === 'string' && /^\d{4}-\d\d-\d\dT/.test(payload['timestamp']);
  return (
    hasTime &&
    (typeof payload['hookEventName'] === 'string' ||
      (typeof payload['hook_event_name'] === 'string' &&
        typeof payload['tool_use_id'] === 'string'))
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hook.payloadReader(
  'VS Code hook payload',
  common,
  (
    { hook_event_name: event, session_id: session, cwd, transcript_path: log, model },
    value,
    at,
  ) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd, ...present({ model }) },
      hook.readEvent(readers, event, value, stamp),
      log,
    );
  },
  (value) => ({
    ...value,
    hook_event_name: value['hook_event_name'] ?? value['hookEventName'],
    session_id: value['session_id'] ?? value['sessionId'],
  }),
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: hook.reader(prompt, (payload, stamp) =>
    payload.prompt.startsWith(MODEL_MARK) ? { events: [] } : hook.prompted(payload.prompt, stamp),
  ),
  PreToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  // sent only for successful calls; the transcript reports the others
  PostToolUse: hook.reader(finishedCall, (payload, stamp) => ({
    events: [
      readCall(payload, stamp),
      {
        ...stamp,
        type: 'tool.result',
        call: payload.tool_use_id,
        ...present(readResponse(payload.tool_response)),
      },
    ],
    moment: { kind: 'after-step' },
  })),
  Stop: ({ stop_hook_active: again }, stamp) => hook.beforeStop(stamp, again === true),
  PreCompact: (_, stamp) => ({ events: [{ ...stamp, type: 'compaction' }] }),
};

/** Most tools' answers are not told, but as an empty text: nothing is known of what they found. */
function readResponse(response: unknown): ToldResult {
  const text = capText(textIn(response));
  return text === '' ? { ok: true, output: undefined } : readText(text);
}

function readCall(
  { tool_use_id: callId, tool_name: tool, tool_input: input }: InferOutput<typeof call>,
  stamp: Stamp,
) {
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: callId,
    tool,
    input,
    class: classifyTool(tool, input),
  };
}
