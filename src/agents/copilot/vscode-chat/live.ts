/** VS Code's own agent: hooks steer it; its transcripts and the chat sessions that VS Code keeps show it. */
import type { LiveAgent } from '../../definition.js';
import { answerHook } from './answer.js';
import { ChatMerge } from './merge.js';
import { isOwnPayload, readHook } from './payload.js';
import { SessionFiles } from './session-files.js';

const files = new SessionFiles();

export const live: LiveAgent = {
  log: { kind: 'lines', open: (file, folders) => files.open(file, folders) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new ChatMerge(),
};
