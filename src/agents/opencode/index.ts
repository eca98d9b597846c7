/** opencode: its database shows its sessions. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { knownOpenCode } from './known.js';
import { LiveDatabase } from './live-database.js';

export const openCode: Agent = { ...knownOpenCode, log: { kind: 'database', open: (file) => new LiveDatabase(file) }, createMerge: () => new LiveMerge() };
