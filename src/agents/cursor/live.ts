/** Cursor: its hooks watch and steer it, in the editor and in its CLI. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook, ownAnswersOnly: true },
  // a call may come without an id
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
