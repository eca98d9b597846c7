/**
 * Kimi Code's hook payloads. All input is untrusted. Hooks are answered, but the events come from the wire log a few milliseconds
 * later: hooks after a call arrive out of order, and none identifies the step. A sub-agent's hooks carry its parent's session id: a
 * decision for the parent reaches both, one for the sub-agent alone reaches neither, so the person is asked instead.
 */
import { join } from 'node:path';
import { toolClass } from '../../core/identity/tool/tool-class.js';
import { isProblem } from '../agent.js';
import { capInput } from '../reading/bounds.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import * as hook from '../reading/hook-payload.js';
import type { EventReaders, Stamp } from '../reading/hook-payload.js';
import { AGENT_ID } from './home.js';
import { classifyTool } from './tools.js';
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { kimiCodeFormat } from './wire-log.js';
import type { BackgroundTask } from '../../core/identity/tasks.js';
import { readTask, TASK_HEAD, type TaskReader } from '../reading/task-text.js';

const common = hook.payload({ hook_event_name: hook.id, session_id: hook.id, cwd: hook.path });
const call = hook.payload({ tool_call_id: hook.id, tool_name: hook.id, tool_input: hook.anything });

const asked = hook.payload({
  tool_call_id: hook.id,
  tool_name: hook.lenient(hook.id),
  agent_id: hook.lenient(hook.id),
});

/** Every session's log. */
const LOG = join('main', 'wire.jsonl');

/** Only Kimi Code sends its client's kind. */
export function isOwnPayload(payload: Readonly<Fields>): boolean {
  return (
    typeof payload['client_type'] === 'string' &&
    payload['client_type'].startsWith('kimi') &&
    typeof payload['session_id'] === 'string'
  );
}

/** `at`: the host's time, in milliseconds since the epoch: payloads have none. */
export const readHook = hook.payloadReader(
  'Kimi Code hook payload',
  common,
  ({ hook_event_name: event, session_id: session, cwd }, value, at) => {
    const stamp: Stamp = { v: 1, session, at };
    return hook.makeReading(
      { ...stamp, type: 'session.start', agent: AGENT_ID, cwd },
      hook.readEvent(readers, event, value, stamp),
      // the wire log has more of these
      Object.hasOwn(readers, event) && value['is_steer'] !== true ? LOG : undefined,
    );
  },
);

const readers: EventReaders<Stamp> = {
  UserPromptSubmit: ({ is_steer: isSteer }) => ({
    events: [],
    ...(isSteer === true ? {} : { moment: { kind: 'prompt' } }),
  }),
  PreToolUse: hook.reader(call, ({ tool_call_id: callId, tool_name: tool, tool_input: input }) => ({
    events: [],
    moment: {
      kind: 'before-tool',
      call: callId,
      class: classifyTool(tool) ?? toolClass(tool, capInput(fieldsIn(input))),
    },
  })),
  PermissionRequest: (value, stamp) => {
    const prompt = promptIn(value, stamp);
    return {
      events: prompt === undefined ? [] : [{ ...prompt.stamp, type: 'waiting', for: prompt.for }],
    };
  },
  PermissionResult: (value, stamp) => {
    const prompt = promptIn(value, stamp);
    return { events: prompt === undefined ? [] : [{ ...prompt.stamp, type: 'resumed' }] };
  },
};

/** The prompt that the person sees. A sub-agent's is its own session's. */
function promptIn(
  value: Fields,
  stamp: Stamp,
): { stamp: Stamp & { call: string }; for: 'input' | 'permission' } | undefined {
  const checked = hook.check(asked, value);
  if (isProblem(checked)) {
    return undefined;
  }
  const { tool_call_id: call, tool_name: tool = '', agent_id: agent = 'main' } = checked.fields;
  const session = agent === 'main' ? stamp.session : `${stamp.session}/${agent}`;
  return {
    stamp: { ...stamp, session, call },
    for: classifyTool(tool) === 'ask' ? 'input' : 'permission',
  };
}

const tools = new Set(['Bash', 'Shell', 'Agent', 'TaskList', 'TaskOutput', 'TaskStop', 'WaitFor']);
const field = /^(task_id|status): (\S{1,100})$/;

/** Background tasks, from the results of calls: blocks of fields, of which one is `task_id` and one `status`. */
const readTasks: TaskReader = ({ tool }, output) => {
  // a command's own output begins with the fields only if the command runs in the background
  if (!tools.has(tool) || (tool === 'Bash' && !output.startsWith('task_id: '))) {
    return [];
  }
  const tasks: BackgroundTask[] = [];
  let [id, status]: (string | undefined)[] = [];
  for (const line of output.slice(0, TASK_HEAD).split('\n')) {
    const [, name, value] = field.exec(line) ?? [];
    if (name === 'task_id') {
      id ??= value;
    } else if (name === 'status') {
      status ??= value;
    }
    if (id !== undefined && status !== undefined) {
      tasks.push(...readTask(id, status));
      [id, status] = [undefined, undefined];
    }
    if (line === '---' || line === '') {
      [id, status] = [undefined, undefined];
    }
  }
  return tasks;
};

/** Kimi Code: wire logs show its sessions, a hook can deny calls, and `kimi web` can steer the sessions that it runs. */
export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // loaded when a turn begins: few sessions run in a server
  server: { find: async (where, session) => (await import('./server.js')).find(where, session) },
  readTasks,
  createMerge: () => new LiveMerge(),
};
