/** Background shells of Qwen Code, from the results of its calls. */
import { TASK_HEAD, taskIdIn, readTask, type TaskReader } from '../reading/task-text.js';

const started =
  /^Background shell started\.\nid: ([\w.-]{1,100})|^Foreground command [^\n]* promoted to background as ([\w-]{1,100})/;

export const tasksOfQwenCode: TaskReader = ({ tool, input }, output) => {
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
