/** Background tasks of Kimi Code, from the results of its calls: blocks of fields, of which one is `task_id` and one `status`. */
import type { BackgroundTask } from '../../core/identity/tasks.js';
import { TASK_HEAD, readTask, type TaskReader } from '../reading/task-text.js';

const tools = new Set(['Bash', 'Shell', 'Agent', 'TaskList', 'TaskOutput', 'TaskStop', 'WaitFor']);
const field = /^(task_id|status): (\S{1,100})$/;

export const tasksOfKimiCode: TaskReader = ({ tool }, output) => {
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
