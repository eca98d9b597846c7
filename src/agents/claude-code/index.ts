/** Claude Code: hooks steer it, its transcript shows it without hooks. */
import type { Agent } from '../agent.js';
import { answerHook } from './answer.js';
import { knownClaudeCode } from './known.js';
import { readHook } from './payload.js';
import { LiveMerge } from './live.js';
import { openTranscript } from './transcript.js';

export const claudeCode: Agent = { ...knownClaudeCode, readHook, answerHook, openLog: openTranscript, createMerge: () => new LiveMerge() };
