/** Droid: its hooks watch and steer it. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownDroid } from './known.js';
import { isOwnPayload, readHook } from './payload.js';

export const droid: Agent = {
  ...knownDroid,
  log: { kind: 'lines', open: () => ({ line: () => [] }) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  // the documented payloads name no call
  createMerge: () => new LiveMerge({ unnamedCalls: true, wholeResults: true }),
};
