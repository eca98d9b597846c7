/** Droid: its hooks watch and steer it. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // the documented payloads name no call
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
