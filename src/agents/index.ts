/** The list of agents with their readers and answers. Loaded with the first session. */
import type { Agent } from './agent.js';
import { claudeCode } from './claude-code/index.js';
import { cline } from './cline/index.js';
import { codex } from './codex/index.js';
import { copilot } from './copilot/index.js';
import { cursor } from './cursor/index.js';
import { droid } from './droid/index.js';
import { geminiCli } from './gemini-cli/index.js';
import { kilo } from './kilo/index.js';
import { kimiCode } from './kimi-code/index.js';
import { openCode } from './opencode/index.js';
import { qwenCode } from './qwen-code/index.js';
import { vsCodeChat } from './copilot/vscode-chat/index.js';

export const agents: readonly Agent[] = [
  claudeCode,
  codex,
  copilot,
  vsCodeChat,
  geminiCli,
  kimiCode,
  openCode,
  kilo,
  qwenCode,
  cline,
  droid,
  cursor,
];

export function agentById(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id);
}

/**
 * The agent that ran a hook: the one it was installed for, unless the payload shows that another program ran it, as VS Code's own
 * agent runs Claude Code's.
 */
export function findSender(
  installedFor: string,
  payload: Readonly<Record<string, unknown>>,
): Agent | undefined {
  const installed = agentById(installedFor);
  if (installed?.hooks === undefined || installed.hooks.isOwn(payload)) {
    return installed;
  }
  return agents.find((agent) => agent.hooks?.isOwn(payload) === true) ?? installed;
}
