/** All agents by name, and where they write their logs: everything known without reading a log. Their readers are in index.ts. */
import type { KnownAgent } from './agent.js';
import { knownClaudeCode } from './claude-code/known.js';
import { knownCline } from './cline/known.js';
import { knownCodex } from './codex/known.js';
import { knownCopilot } from './copilot/known.js';
import { knownCursor } from './cursor/known.js';
import { knownDroid } from './droid/known.js';
import { knownGeminiCli } from './gemini-cli/known.js';
import { knownKilo } from './kilo/known.js';
import { knownKimiCode } from './kimi-code/known.js';
import { knownOpenCode } from './opencode/known.js';
import { knownQwenCode } from './qwen-code/known.js';
import { knownVsCodeChat } from './copilot/vscode-chat/known.js';

export const knownAgents: readonly KnownAgent[] = [
  knownClaudeCode,
  knownCodex,
  knownCopilot,
  knownVsCodeChat,
  knownGeminiCli,
  knownKimiCode,
  knownOpenCode,
  knownKilo,
  knownQwenCode,
  knownCline,
  knownDroid,
  knownCursor,
];

export function knownAgent(id: string): KnownAgent | undefined {
  return knownAgents.find((agent) => agent.id === id);
}

/** The id itself for an unknown agent. */
export function agentName(id: string): string {
  return knownAgent(id)?.name ?? id;
}
