/** Kimi Code: its wire logs show its sessions. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { knownKimiCode } from './known.js';
import { kimiCodeFormat } from './wire-log.js';

export const kimiCode: Agent = { ...knownKimiCode, log: { kind: 'lines', open: (file) => kimiCodeFormat.open(file) }, createMerge: () => new LiveMerge() };
