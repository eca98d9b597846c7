/** Codex: hooks steer its sessions; rollouts show them. */
import type { LiveAgent } from '../definition.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { isOwnPayload, readHook } from './payload.js';
import { openRollout } from './rollout.js';

export const live: LiveAgent = {
  log: { kind: 'lines', open: openRollout },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
