/** Gemini CLI: hooks steer it; its chats suffice to observe it. Only the chats have call ids. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { openChat } from './chat.js';
import { knownGeminiCli } from './known.js';
import { isOwnPayload, readHook } from './payload.js';

export const geminiCli: Agent = {
  ...knownGeminiCli,
  log: { kind: 'lines', open: openChat },
  hooks: {
    isOwn: isOwnPayload,
    read: readHook,
    answer: answerHook,
    endsSilently: ({ kind }) => kind === 'before-model',
  },
  createMerge: () => new LiveMerge({ unnamedCalls: true }),
};
