/** Qwen Code: its chats show its sessions. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { qwenFormat } from './chat.js';
import { knownQwenCode } from './known.js';

export const qwenCode: Agent = { ...knownQwenCode, log: { kind: 'lines', open: (file) => qwenFormat.open(file) }, createMerge: () => new LiveMerge() };
