/** The input of each agent's hooks in a productive turn: payloads and log lines as the real programs write them, per tool call. */
import { claudeCode } from './agent-calls/claude-code.js';
import { cline } from './agent-calls/cline.js';
import { codex } from './agent-calls/codex.js';
import { copilot } from './agent-calls/copilot.js';
import { cursor, droid } from './agent-calls/hooks-only.js';
import { geminiCli, qwenCode } from './agent-calls/gemini-family.js';
import { kimiCode } from './agent-calls/kimi-code.js';
import { kilo, openCode } from './agent-calls/opencode.js';
import type { Make } from './agent-calls/turn.js';

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
  ['cline', cline],
  ['droid', droid],
  ['cursor', cursor],
]);
