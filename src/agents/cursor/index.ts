/** Cursor: its hooks watch and steer it, in the editor and in its CLI. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownCursor } from './known.js';
import { isOwnPayload, readHook } from './payload.js';

export const cursor: Agent = {
  ...knownCursor,
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook, ownAnswersOnly: true },
  // a call may come without an id
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
