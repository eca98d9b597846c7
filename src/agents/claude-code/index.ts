/** Claude Code: hooks steer it; transcripts suffice to observe it. */
import { join } from 'node:path';
import { defineAgent } from '../definition.js';
import { allLogFolders, configFolders, configOfTranscript, logFolders } from './log-folders.js';
import {
  AGENT_ID,
  configDir,
  configDirs,
  folderVariable,
  isForkFile,
  SESSION_VARIABLE,
  settingsFile,
} from './paths.js';

export const claudeCode = defineAgent({
  id: AGENT_ID,
  name: 'Claude Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: (where) => configDir(where.configured, where),
  homeFrom: 'settings',
  folderVariable,
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
  relay: {
    upstream: 'https://api.anthropic.com',
    variable: 'ANTHROPIC_BASE_URL',
    namesSession: true,
  },
  readme: {
    row: ['command hooks', 'before the next request', 'calls denied', 'ends the turn', '2.1.330'],
    relay: ['Claude Code', '`ANTHROPIC_BASE_URL`', 'Anthropic'],
  },
  load: async () => (await import('./live.js')).live,
  install: async () => (await import('./settings.js')).claudeCodeInstall,
  recordings: async () => [(await import('./transcript.js')).transcriptFormat],
});
