/** Gemini CLI: hooks steer it; its chats suffice to observe it. Only the chats have call ids. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { openChat } from './chat.js';
import { isOwnPayload, readHook } from './payload.js';
import { readTask, TASK_HEAD, type TaskReader } from '../reading/task-text.js';

const started =
  /^Command (?:is running in background\. PID: |moved to background \(PID: )(\d{1,12})/;
const listed = /^- \[PID (\d{1,12})\] ([A-Z]{1,30}):/gm;

/** Background processes, from the results of calls. */
const readTasks: TaskReader = ({ tool }, output) => {
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

export const live: LiveAgent = {
  log: { kind: 'lines', open: openChat },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'before-model',
  },
  readTasks,
  createMerge: () => new LiveMerge({ unnamedCalls: true }),
};
