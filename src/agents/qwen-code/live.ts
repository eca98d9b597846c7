/** Qwen Code: hooks steer it; its chats suffice to observe it. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { qwenFormat } from './chat.js';
import { isOwnPayload, readHook } from './payload.js';
import { readTask, TASK_HEAD, taskIdIn, type TaskReader } from '../reading/task-text.js';

const started =
  /^Background shell started\.\nid: ([\w.-]{1,100})|^Foreground command [^\n]* promoted to background as ([\w-]{1,100})/;

/** Background shells, from the results of calls. */
const readTasks: TaskReader = ({ tool, input }, output) => {
  switch (tool) {
    case 'run_shell_command': {
      const [, shell, promoted] = started.exec(output.slice(0, TASK_HEAD)) ?? [];
      return readTask(shell ?? promoted, 'running');
    }
    case 'task_stop':
      return readTask(taskIdIn(input, 'task_id'), 'cancelled');
    default:
      return [];
  }
};

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => qwenFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'after-step',
  },
  readTasks,
  createMerge: () => new LiveMerge(),
};
