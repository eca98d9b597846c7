/** Kimi Code: wire logs show its sessions, a hook can deny calls, and `kimi web` can steer the sessions that it runs. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';
import { kimiCodeFormat } from './wire-log.js';
import type { BackgroundTask } from '../../core/identity/tasks.js';
import { readTask, TASK_HEAD, type TaskReader } from '../reading/task-text.js';

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

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // loaded when a turn begins: few sessions run in a server
  server: { find: async (where, session) => (await import('./server.js')).find(where, session) },
  readTasks,
  createMerge: () => new LiveMerge(),
};
