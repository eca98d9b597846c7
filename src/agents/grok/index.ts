/** Grok: hooks steer it; its logs (`<home>/sessions/<folder>/<session>/updates.jsonl`) suffice to observe it. */
import { basename, join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { settingsPlaces } from '../install/settings-places.js';
import { foldersBelow, ownFolder } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, homeOfLog, LOG, SESSION_VARIABLE } from './home.js';

const HOME = '.grok';
const folderVariable: FolderVariable = { name: 'GROK_HOME', program: /^grok\b/ };
const findHome = (where: Surroundings): string => ownFolder(where, folderVariable.name, HOME);

export const grok = defineAgent({
  id: AGENT_ID,
  name: 'Grok',
  // a hook can deny each call, but end no turn
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  home: findHome,
  process: /^grok\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      // sessions are named by when they began; the newest of all folders count
      foldersBelow(join(home, 'sessions'), [{}, { usedBy: LOG, most: 48 }]),
    ),
    findHome: homeOfLog,
    accepts: (file) => basename(file) === LOG,
  },
  places: (where, folders) =>
    settingsPlaces(
      join(findHome(where), 'hooks'),
      join(HOME, 'hooks'),
      where,
      folders,
      'turnwatch.json',
    ),
  hooksApply: 'next-session',
  mcpAdd: 'grok mcp add turnwatch --',
  sessionVariable: SESSION_VARIABLE,
  relay: {
    upstream: 'https://api.x.ai/v1',
    place: '~/.grok/config.toml',
    lines: (address) =>
      `# in your model’s [model.…] table, replacing its base_url\nbase_url = "${address}"\n`,
    namesSession: true,
  },
  readme: {
    row: ['command hooks ¹', 'with a result', 'calls denied', '– (asks you)', '1.0.41'],
    relay: ['Grok, with a model of your own', '`base_url` of it in `~/.grok/config.toml`', 'xAI'],
    note: '**Grok** also runs the hooks in Claude Code’s and Cursor’s settings. These tell Turnwatch nothing of Grok, and nothing counts twice. Its log names a result only once the model’s next response begins; its hooks tell it at once.',
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).grokInstall,
  recordings: async () => [(await import('./updates.js')).grokFormat],
});
