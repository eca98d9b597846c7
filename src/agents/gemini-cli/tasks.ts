/** Background processes of Gemini CLI, from the results of its calls. */
import { TASK_HEAD, readTask, type TaskReader } from '../reading/task-text.js';

const started =
  /^Command (?:is running in background\. PID: |moved to background \(PID: )(\d{1,12})/;
const listed = /^- \[PID (\d{1,12})\] ([A-Z]{1,30}):/gm;

export const tasksOfGeminiCli: TaskReader = ({ tool }, output) => {
  switch (tool) {
    case 'run_shell_command':
      return readTask(started.exec(output)?.[1], 'running');
    case 'list_background_processes':
      return [...output.slice(0, 10 * TASK_HEAD).matchAll(listed)].flatMap(([, id, status]) =>
        readTask(id, status?.toLowerCase()),
      );
    default:
      return [];
  }
};
