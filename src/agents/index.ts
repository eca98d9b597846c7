/** The list of agents. Everything else of an agent is in its folder. */
import type { AgentDefinition, FolderVariable, RecordedAgent } from './definition.js';
import { claudeCode } from './claude-code/index.js';
import { cline } from './cline/index.js';
import { codex } from './codex/index.js';
import { copilot } from './copilot/index.js';
import { vsCodeChat } from './copilot/vscode-chat/index.js';
import { cursor } from './cursor/index.js';
import { droid } from './droid/index.js';
import { geminiCli } from './gemini-cli/index.js';
import { grok } from './grok/index.js';
import { kilo } from './kilo/index.js';
import { kimiCode } from './kimi-code/index.js';
import { openCode } from './opencode/index.js';
import { pi } from './pi/index.js';
import { qwenCode } from './qwen-code/index.js';

export const knownAgents: readonly AgentDefinition[] = [
  claudeCode,
  codex,
  copilot,
  vsCodeChat,
  geminiCli,
  kimiCode,
  openCode,
  kilo,
  pi,
  grok,
  qwenCode,
  cline,
  droid,
  cursor,
];

/** Those of which only recorded runs are read. */
export const recordedAgents: readonly RecordedAgent[] = [
  { recordings: async () => [(await import('./reading/acp/acp-log.js')).acpFormat] },
  { recordings: async () => [(await import('./continue/session.js')).continueFormat] },
  { recordings: async () => (await import('./openhands/event-log.js')).openHandsFormats },
  { recordings: async () => [(await import('./swe-agent/trajectory.js')).sweAgentFormat] },
  { recordings: async () => [(await import('./mini-swe-agent/trajectory.js')).miniSweAgentFormat] },
];

export function knownAgent(id: string): AgentDefinition | undefined {
  return knownAgents.find((agent) => agent.id === id);
}

/** The id itself for an unknown agent. */
export function agentName(id: string): string {
  return knownAgent(id)?.name ?? id;
}

export const folderVariables: readonly FolderVariable[] = knownAgents.flatMap(
  ({ folderVariable }) => folderVariable ?? [],
);
