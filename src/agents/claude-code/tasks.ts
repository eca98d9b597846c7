/** Background commands of Claude Code, from the results of its calls. */
import { TASK_HEAD, taskIdIn, readTask, type TaskReader } from '../reading/task-text.js';
import { taggedIn } from '../reading/tagged.js';

const started =
  /(?:^|\n)Command (?:running in background with ID: |was manually backgrounded by user with ID: |did not complete within [^\n]{1,100} moved to the background \(ID: )([\w-]{1,100})/;

export const tasksOfClaudeCode: TaskReader = ({ tool, input }, output) => {
  switch (tool) {
    case 'Bash':
    case 'PowerShell': {
      const id = started.exec(output.slice(0, TASK_HEAD))?.[1];
      return readTask(id, 'running');
    }
    case 'BashOutput':
    case 'TaskOutput': {
      const head = output.slice(0, TASK_HEAD);
      return readTask(
        taskIdIn(input, 'task_id', 'bash_id', 'shell_id') ?? taggedIn(head, 'task_id'),
        taggedIn(head, 'status'),
      );
    }
    case 'KillBash':
    case 'KillShell':
    case 'TaskStop':
      return readTask(taskIdIn(input, 'task_id', 'shell_id', 'bash_id'), 'killed');
    default:
      return [];
  }
};
