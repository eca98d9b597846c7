/** Copilot CLI: its event logs show its sessions. Its hooks name no call: the log does. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { copilotFormat } from './events-log.js';
import { knownCopilot } from './known.js';

export const copilot: Agent = { ...knownCopilot, log: { kind: 'lines', open: (file) => copilotFormat.open(file) }, createMerge: () => new LiveMerge({ unnamedCalls: true }) };
