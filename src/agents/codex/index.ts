/** Codex: its rollouts show its sessions. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { knownCodex } from './known.js';
import { openRollout } from './rollout.js';

export const codex: Agent = { ...knownCodex, log: { kind: 'lines', open: openRollout }, createMerge: () => new LiveMerge() };
