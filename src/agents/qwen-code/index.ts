/** Qwen Code: hooks steer it; its chats suffice to observe it. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { qwenFormat } from './chat.js';
import { knownQwenCode } from './known.js';
import { isOwnPayload, readHook } from './payload.js';

export const qwenCode: Agent = {
  ...knownQwenCode,
  log: { kind: 'lines', open: (file) => qwenFormat.open(file) },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'after-step',
  },
  createMerge: () => new LiveMerge(),
};
