/** Codex: hooks steer its sessions; rollouts show them. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live/live-merge.js';
import { answerHook } from './answer.js';
import { knownCodex } from './known.js';
import { isOwnPayload, readHook } from './payload.js';
import { openRollout } from './rollout.js';

export const codex: Agent = {
  ...knownCodex,
  log: { kind: 'lines', open: openRollout },
  hooks: { isOwn: isOwnPayload, read: readHook, answer: answerHook },
  createMerge: () => new LiveMerge(),
};
