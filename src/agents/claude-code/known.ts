/** Claude Code as it is known before a session of it is. */
import type { KnownAgent } from '../agent.js';
import { logFolders } from './log-folders.js';

export const AGENT_ID = 'claude-code';

export const knownClaudeCode: KnownAgent = { id: AGENT_ID, name: 'Claude Code', capabilities: { textOnly: 'deny', stop: true, guide: true }, logFolders };
