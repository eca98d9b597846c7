/** opencode: our plugin steers it; its database suffices to observe it. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownOpenCode } from './known.js';
import { LiveDatabase } from './live-database.js';
import { isOwnPayload, readHook } from './payload.js';

export const openCode: Agent = {
  ...knownOpenCode,
  log: { kind: 'database', open: (file) => new LiveDatabase(file) },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
