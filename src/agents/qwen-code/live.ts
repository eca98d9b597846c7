/** Qwen Code: hooks steer it; its chats suffice to observe it. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { qwenFormat } from './chat.js';
import { isOwnPayload, readHook } from './payload.js';
import { tasksOfQwenCode } from './tasks.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file) => qwenFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'after-step',
  },
  readTasks: tasksOfQwenCode,
  createMerge: () => new LiveMerge(),
};
