/** Cline CLI's hook payloads → events. All input is untrusted. The messages file reports a turn's start, with its prompt. */
import type * as v from 'valibot';
import type { ToolCallEvent, TurnEndReason } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { isProblem, type Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { fieldsIn, present, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { outcome, readAction, classifyTool, needsInput } from './tools.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { clineFormat } from './messages.js';

const common = hook.payload({
  hookName: hook.id,
  rootSessionId: hook.id,
  workspaceRoots: hook.path,
  agent_id: hook.lenient(hook.id),
  parent_agent_id: hook.lenient(hook.id),
});
const call = hook.payload({ id: hook.id, name: hook.id, input: hook.inputObject });
const finishedCall = hook.payload({
  ...call.entries,
  output: hook.anything,
  error: hook.anything,
  durationMs: hook.lenient(hook.milliseconds),
});
const agentEnd = hook.payload({
  turn: hook.lenient(hook.payload({ outputText: hook.lenient(hook.text), status: hook.anything })),
});

export function isOwnPayload(value: Readonly<Fields>): boolean {
  return (
    typeof value['taskId'] === 'string' &&
    typeof value['hookName'] === 'string' &&
    isObject(value['sessionContext'])
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hook.payloadReader(
  'Cline hook payload',
  common,
  ({ hookName, rootSessionId: root, workspaceRoots: folder, ...agent }, value, at) => {
    const child = agent.parent_agent_id === undefined ? undefined : agent.agent_id;
    const isChild = child !== undefined;
    const stamp: Stamp = { v: 1, session: isChild ? `${root}/${child}` : root, at };
    return hook.makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd: folder,
        ...(isChild ? { parent: root } : {}),
      },
      hook.readEvent(readers, hookName, value, stamp),
    );
  },
  ({ sessionContext, workspaceRoots: roots, ...value }) => ({
    ...value,
    rootSessionId: fieldsIn(sessionContext)['rootSessionId'],
    workspaceRoots: Array.isArray(roots) ? roots[0] : undefined,
  }),
);

const readers: EventReaders<Stamp> = {
  tool_call: (value, stamp) => {
    const checked = checkCall(call, value['tool_call']);
    if (isProblem(checked)) {
      return checked;
    }
    const event = readCall(checked.fields, stamp, value['iteration']);
    // only tools that do nothing with an empty input can be denied, see answer.ts
    return {
      events: [event],
      ...(needsInput(event.tool)
        ? { moment: { kind: 'before-tool', call: event.call, class: event.class ?? 'other' } }
        : {}),
    };
  },
  tool_result: (value, stamp) => {
    const checked = checkCall(finishedCall, value['tool_result']);
    if (isProblem(checked)) {
      return checked;
    }
    const { output, error, durationMs } = checked.fields;
    const read = outcome({
      content: output ?? error,
      is_error: error !== undefined && error !== null,
    });
    return {
      events: [
        readCall(checked.fields, stamp, value['iteration']),
        {
          ...stamp,
          type: 'tool.result',
          call: checked.fields.id,
          ...present({ ...read, output: capText(read.output), durationMs }),
        },
      ],
      moment: { kind: 'after-step' },
    };
  },
  agent_end: hook.reader(agentEnd, ({ turn }, stamp) => {
    const { outputText: words = '', status } = turn ?? {};
    return {
      events: [
        ...hook.said(words, stamp),
        { ...stamp, type: 'turn.end', reason: readReason(status) },
      ],
    };
  }),
  // the model's provider refused, or answered with nothing; no `agent_end` comes
  agent_error: (_, stamp) => ({ events: [{ ...stamp, type: 'turn.end', reason: 'error' }] }),
  session_shutdown: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function checkCall<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): Result<{ fields: v.InferOutput<S> }> {
  const checked = hook.check(schema, fieldsIn(value));
  return isProblem(checked) ? { problem: `the call’s ${checked.problem}` } : checked;
}

function readCall(
  { id: callId, name: tool, input }: v.InferOutput<typeof call>,
  stamp: Stamp,
  iteration: unknown,
): ToolCallEvent {
  return {
    ...stamp,
    type: 'tool.call',
    call: callId,
    tool,
    input: capInput(readAction(tool, input)),
    ...present({
      iteration: Number.isSafeInteger(iteration) ? Number(iteration) : undefined,
      class: classifyTool(tool),
    }),
  };
}

function readReason(status: unknown): TurnEndReason {
  if (status === 'completed') {
    return 'completed';
  }
  return status === 'aborted' ? 'interrupted' : 'error';
}

/** Cline: hooks steer its sessions; message files show them. */
export const live: LiveAgent = {
  log: { kind: 'document', read: (document, file) => clineFormat.read(document, file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
