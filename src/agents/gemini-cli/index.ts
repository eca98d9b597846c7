/** Gemini CLI: its chats show its sessions. Its hooks name no call: the log does. */
import type { Agent } from '../agent.js';
import { LiveMerge } from '../live-merge.js';
import { openChat } from './chat.js';
import { knownGeminiCli } from './known.js';

export const geminiCli: Agent = { ...knownGeminiCli, log: { kind: 'lines', open: openChat }, createMerge: () => new LiveMerge({ unnamedCalls: true }) };
