/**
 * Grok's hook payloads → events. Most fields have two names, Grok's own (`toolName`) and Claude Code's (`tool_name`); some have only
 * the first.
 */
import type { InferOutput } from 'valibot';
import type { TurnEnd, TurnEvent } from '../../core/events.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { capText } from '../reading/bounds.js';
import { textIn } from '../reading/content.js';
import { failedRequest } from '../reading/failed-request.js';
import { present, type Fields } from '../reading/fields.js';
import { readTime } from '../reading/recorded-values.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, HookEvents, Stamp } from '../reading/hook-payload.js';
import { answerHook } from './answer.js';
import { AGENT_ID } from './home.js';
import { classifyTool, readDenial, readTool, readToolOutput } from './tools.js';
import { grokFormat } from './updates.js';

const common = hook.payload({
  hook_event_name: hook.id,
  session_id: hook.id,
  cwd: hook.path,
});
const call = hook.payload({
  tool_use_id: hook.name,
  tool_name: hook.name,
  tool_input: hook.looseInput,
});
const finishedCall = hook.payload({
  ...call.entries,
  tool_response: hook.anything,
  error: hook.anything,
  duration_ms: hook.lenient(hook.milliseconds),
});

/** Only Grok names the event twice, and the workspace's root. */
export function isOwnPayload(value: Fields): boolean {
  return (
    typeof value['hookEventName'] === 'string' &&
    typeof value['sessionId'] === 'string' &&
    typeof value['workspaceRoot'] === 'string'
  );
}

/** Longer ago no hook was begun that arrives now (milliseconds). */
const LONGEST_HOOK_MS = 5000;

/** `at`: the host's time, in milliseconds since the epoch. Payloads tell when the agent made them, by the clock of its log. */
export const readHook = hook.payloadReader(
  'Grok hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const made = readTime(value['timestamp']) ?? at;
    const isBelieved = made <= at && made >= at - LONGEST_HOOK_MS;
    const stamp: Stamp = { v: 1, session, at: isBelieved ? made : at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      hook.readEvent(readers, event, withClaudesNames(value), stamp),
    );
  },
  withClaudesNames,
);

/** Under Claude Code's names, which most fields have anyway. */
function withClaudesNames(value: Fields): Fields {
  const named: Fields = {};
  for (const [name, each] of Object.entries(value)) {
    named[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] = each;
  }
  const { hook_event_name: own, tool_result: result, workspace_root: root, cwd } = named;
  const event = value['hook_event_name'] ?? (typeof own === 'string' ? eventName(own) : own);
  return { ...named, cwd: cwd ?? root, tool_response: result, ...value, hook_event_name: event };
}

/** `pre_tool_use` → `PreToolUse` */
function eventName(own: string): string {
  return own.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

const readers: EventReaders<Stamp> = {
  PreToolUse: hook.reader(call, (payload, stamp) => hook.beforeCall(readCall(payload, stamp))),
  PostToolUse: hook.reader(finishedCall, (payload, stamp) =>
    finished(payload, stamp, readToolOutput(payload.tool_response)),
  ),
  PostToolUseFailure: hook.reader(finishedCall, (payload, stamp) => {
    const output = textIn(payload.error) || readToolOutput(payload.tool_response).output;
    return finished(payload, stamp, { output, exitCode: undefined, failed: true });
  }),
  Stop: readStop,
  SubagentStop: (payload, stamp) => ({ events: readEnd(payload, stamp) }),
  StopCancelled: (_, stamp) => ({ events: [makeEnd(stamp, 'interrupted')] }),
  StopFailure: ({ error, error_details: details }, stamp) => ({
    events: [
      ...failedRequest(stamp.session, stamp.at, {
        error: textIn(details) || textIn(error),
        status: error === 'rate_limit' ? 429 : undefined,
      }),
      makeEnd(stamp, 'error'),
    ],
  }),
  Notification: ({ notification_type: type }, stamp) => ({
    events: type === 'permission_prompt' ? [{ ...stamp, type: 'waiting', for: 'permission' }] : [],
  }),
  SessionEnd: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function readCall(
  { tool_use_id: id, tool_name: name, tool_input: given }: InferOutput<typeof call>,
  stamp: Stamp,
) {
  const { tool, input } = readTool(name, given);
  return {
    ...stamp,
    type: 'tool.call' as const,
    call: id,
    tool,
    input,
    class: classifyTool(tool),
  };
}

function finished(
  payload: InferOutput<typeof finishedCall>,
  stamp: Stamp,
  { output: text, exitCode, failed }: ReturnType<typeof readToolOutput>,
): HookEvents {
  const event = readCall(payload, stamp);
  const { output, deniedBy } = readDenial(text ?? '');
  return {
    events: [
      event,
      {
        ...stamp,
        type: 'tool.result',
        call: event.call,
        ok: !failed,
        output: capText(output),
        ...present({ exitCode, durationMs: payload.duration_ms, deniedBy }),
      },
    ],
    moment: { kind: 'after-step' },
  };
}

/** At the end of a session it comes once more, and can no longer be answered. */
function readStop(payload: Fields, stamp: Stamp): HookEvents {
  const { reason, stop_hook_active: again } = payload;
  if (reason !== undefined && reason !== 'end_turn') {
    return { events: [] };
  }
  return {
    events: readEnd(payload, stamp),
    // continue an agent only once, to avoid an endless turn
    ...(again === true ? {} : { moment: { kind: 'before-stop' } }),
  };
}

function readEnd({ last_assistant_message: last }: Fields, stamp: Stamp): TurnEvent[] {
  return [...hook.said(textIn(last), stamp), makeEnd(stamp, 'completed')];
}

function makeEnd(stamp: Stamp, reason: TurnEnd['reason']): TurnEnd {
  return { ...stamp, type: 'turn.end', reason };
}

/** Grok: hooks steer it; its logs suffice to observe it, tasks in the background among them. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => grokFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    othersHooks: 'unheard',
  },
  createMerge: () => new LiveMerge({ oneByOne: true }),
};
