/** Gemini CLI: hooks steer it; its chats suffice to observe it. Only the chats have call ids. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { openChat } from './chat.js';
import { isOwnPayload, readHook } from './payload.js';
import { tasksOfGeminiCli } from './tasks.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: openChat },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'before-model',
  },
  readTasks: tasksOfGeminiCli,
  createMerge: () => new LiveMerge({ unnamedCalls: true }),
};
