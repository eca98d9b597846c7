/** Cline CLI's hook payloads → events. All input is untrusted. The messages file reports a turn's start, with its prompt. */
import type * as v from 'valibot';
import type { ToolCallEvent, TurnEndReason } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import { isProblem, type Result } from '../agent.js';
import { capInput, capText } from '../reading/bounds.js';
import { fieldsIn, present, type Fields } from '../reading/fields.js';
import {
  anything,
  check,
  hookReader,
  id,
  inputObject,
  lenient,
  milliseconds,
  path,
  payload,
  readEvent,
  reader,
  makeReading,
  said,
  text,
  type EventReaders,
  type Stamp,
} from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { outcome } from './result.js';
import { readAction, classifyTool, needsInput } from './tools.js';

const common = payload({
  hookName: id,
  rootSessionId: id,
  workspaceRoots: path,
  agent_id: lenient(id),
  parent_agent_id: lenient(id),
});
const call = payload({ id, name: id, input: inputObject });
const finishedCall = payload({
  ...call.entries,
  output: anything,
  error: anything,
  durationMs: lenient(milliseconds),
});
const agentEnd = payload({
  turn: lenient(payload({ outputText: lenient(text), status: anything })),
});

export function isOwnPayload(value: Readonly<Fields>): boolean {
  return (
    typeof value['taskId'] === 'string' &&
    typeof value['hookName'] === 'string' &&
    isObject(value['sessionContext'])
  );
}

/** `at`: the host's time, in milliseconds since the epoch. */
export const readHook = hookReader(
  'Cline hook payload',
  common,
  ({ hookName, rootSessionId: root, workspaceRoots: folder, ...agent }, value, at) => {
    const child = agent.parent_agent_id === undefined ? undefined : agent.agent_id;
    const isChild = child !== undefined;
    const stamp: Stamp = { v: 1, session: isChild ? `${root}/${child}` : root, at };
    return makeReading(
      {
        ...stamp,
        type: 'session.start',
        agent: AGENT_ID,
        cwd: folder,
        ...(isChild ? { parent: root } : {}),
      },
      readEvent(readers, hookName, value, stamp),
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
  agent_end: reader(agentEnd, ({ turn }, stamp) => {
    const { outputText: words = '', status } = turn ?? {};
    return {
      events: [...said(words, stamp), { ...stamp, type: 'turn.end', reason: readReason(status) }],
    };
  }),
  session_shutdown: (_, stamp) => ({ events: [{ ...stamp, type: 'session.end' }] }),
};

function checkCall<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): Result<{ fields: v.InferOutput<S> }> {
  const checked = check(schema, fieldsIn(value));
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
