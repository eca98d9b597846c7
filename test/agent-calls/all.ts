/** The input of each agent's hooks in a productive turn: payloads and log lines as the real programs write them, per tool call. */
import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { copilot } from './copilot.js';
import { cursor } from './cursor.js';
import { droid } from './droid.js';
import { geminiCli, qwenCode } from './gemini-family.js';
import { grok } from './grok.js';
import { kimiCode } from './kimi-code.js';
import { kilo, openCode } from './opencode.js';
import { pi } from './pi.js';
import type { Make } from './turn.js';

/** By agent id. */
export const agentCalls: ReadonlyMap<string, Make> = new Map([
  ['claude-code', claudeCode],
  ['codex', codex],
  ['copilot', copilot],
  ['gemini-cli', geminiCli],
  ['kimi-code', kimiCode],
  ['qwen-code', qwenCode],
  ['opencode', openCode],
  ['kilo', kilo],
  ['pi', pi],
  ['grok', grok],
  ['cline', cline],
  ['droid', droid],
  ['cursor', cursor],
]);
