/** Gemini CLI: hooks steer it; its chats (`<home>/tmp/<project>/chats/session-*.jsonl`) suffice to observe it. Only these have call ids. */
import { join } from 'node:path';
import { parseJson } from '../../core/json.js';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { settingsPlaces } from '../install/settings-places.js';
import { foldersBelow, named } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

/** It replaces the home folder, the parent of the agent's own. */
const folderVariable: FolderVariable = {
  name: 'GEMINI_CLI_HOME',
  program: /^(?:gemini|node|MainThread)/,
  below: '.gemini',
};

function findHome({ env, home, configured }: Surroundings): string {
  return configured ?? join(env[folderVariable.name] ?? home, '.gemini');
}

export const geminiCli = defineAgent({
  id: AGENT_ID,
  name: 'Gemini CLI',
  capabilities: { textOnly: 'request', stop: true, guide: true },
  home: findHome,
  process: /\bgemini\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'tmp'), [{ usedBy: 'chats' }, { is: (name) => name === 'chats' }]),
    ),
    accepts: (file) => named(file, /^session-.*\.jsonl$/),
    readFolder: (head) => folderIn(head),
  },
  places: (where, folders) => settingsPlaces(findHome(where), '.gemini', where, folders),
  hooksApply: 'next-session',
  mcpAdd: 'gemini mcp add --scope user turnwatch',
  hooksPerTurn: true,
  sessionVariable: SESSION_VARIABLE,
  relay: {
    upstream: 'https://generativelanguage.googleapis.com',
    variable: 'GOOGLE_GEMINI_BASE_URL',
  },
  readme: {
    row: [
      'command hooks ¹',
      'with the next request',
      'tool choice none in the next request; calls denied',
      'ends the turn at the next request or call',
      '0.61.0',
    ],
    relay: ['Gemini CLI, with an API key', '`GOOGLE_GEMINI_BASE_URL`', 'Google'],
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).geminiCliInstall,
  recordings: async () => (await import('./chat.js')).geminiFormats,
});

/** The folder in the form that a chat's first message, logged as JSON, has it. */
function folderIn(head: string): string | undefined {
  const listed = /Workspace Directories:\*{0,2}\s*\\n\s*- ((?:[^"\\]|\\[^n"]){1,4096})/.exec(
    head,
  )?.[1];
  if (listed === undefined) {
    return undefined;
  }
  const value = parseJson(`"${listed}"`);
  return typeof value === 'string' ? value.trim() : undefined;
}
