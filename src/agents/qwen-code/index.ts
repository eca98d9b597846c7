/** Qwen Code: hooks steer it; its chats (`<home>/projects/<slug>/chats/<session>.jsonl`) suffice to observe it. */
import { join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { settingsPlaces } from '../install/settings-places.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, SESSION_VARIABLE } from './home.js';

const folderVariable: FolderVariable = {
  name: 'QWEN_HOME',
  program: /^(?:qwen|node|MainThread)/,
};
const findHome = (where: Surroundings): string => ownFolder(where, folderVariable.name, '.qwen');

export const qwenCode = defineAgent({
  id: AGENT_ID,
  name: 'Qwen Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  process: /\bqwen\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'projects'), [
        { usedBy: 'chats' },
        { is: (name) => name === 'chats' },
      ]),
    ),
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: (where, folders) => settingsPlaces(findHome(where), '.qwen', where, folders),
  hooksApply: 'next-session',
  mcpAdd: 'qwen mcp add --scope user turnwatch',
  sessionVariable: SESSION_VARIABLE,
  relay: {
    upstream: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    variable: 'OPENAI_BASE_URL',
  },
  readme: {
    row: [
      'command hooks ¹',
      'with the next request',
      'calls denied',
      'ends the turn at the next request',
      '0.24.4',
    ],
    relay: ['Qwen Code, with an API key', '`OPENAI_BASE_URL`', 'Alibaba Cloud'],
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).qwenCodeInstall,
  recordings: async () => [(await import('./chat.js')).qwenFormat],
});
