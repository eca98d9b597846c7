/** Claude Code: hooks steer it, its transcript shows it without hooks. */
import type { Agent } from '../agent.js';
import { answerHook } from './answer.js';
import { AGENT_ID, readHook } from './payload.js';
import { LiveMerge } from './live.js';
import { logFolders } from './log-folders.js';
import { openTranscript } from './transcript.js';

export const claudeCode: Agent = {
  id: AGENT_ID,
  name: 'Claude Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  readHook,
  answerHook,
  openLog: openTranscript,
  logFolders,
  createMerge: () => new LiveMerge(),
};
