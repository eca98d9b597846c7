/** Where Claude Code keeps its files, known before any session. */
import { join } from 'node:path';
import type { KnownAgent } from '../agent.js';
import { configFolders, configOfTranscript } from './config-folders.js';
import { allLogFolders, logFolders } from './log-folders.js';
import { configDir, configDirs, isForkFile, settingsFile } from './paths.js';

export const AGENT_ID = 'claude-code';
/** Names the session to its hooks, those of sub-agents too. */
export const SESSION_VARIABLE = 'CLAUDE_CODE_SESSION_ID';

export const knownClaudeCode: KnownAgent = {
  id: AGENT_ID,
  name: 'Claude Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: (where) => configDir(where.configured, where),
  logs: {
    kind: 'lines',
    folders: async (where, folders) => {
      const configs = await configFolders(where);
      return (await Promise.all(configs.map((config) => logFolders(config, folders)))).flat();
    },
    allFolders: async (where) => {
      const configs = await configFolders(where);
      return (await Promise.all(configs.map((config) => allLogFolders(config)))).flat();
    },
    findHome: configOfTranscript,
    accepts: (file) => file.endsWith('.jsonl') && !isForkFile(file),
  },
  places: (where, folders) => [
    ...configDirs(where).map((config) => ({
      scope: 'user' as const,
      files: [settingsFile(config, where.platform)] as const,
      offered: true,
    })),
    ...folders.flatMap((folder) => [
      {
        scope: 'project' as const,
        files: [join(folder, '.claude', 'settings.local.json')] as const,
        offered: true,
      },
      {
        scope: 'project' as const,
        files: [join(folder, '.claude', 'settings.json')] as const,
        offered: false,
      },
    ]),
  ],
  hooksApply: 'at-once',
  sessionVariable: SESSION_VARIABLE,
};
