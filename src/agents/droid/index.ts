/** Droid: hooks steer it; its logs suffice to observe it. Only these have call ids, and tell of calls that failed. */
import { join } from 'node:path';
import { defineAgent } from '../definition.js';
import { settingsPlaces } from '../install/settings-places.js';
import { fieldIn, foldersBelow, named } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, findHome, FOLDER, folderVariable, homeOfLog, SESSION_VARIABLE } from './home.js';

export const droid = defineAgent({
  id: AGENT_ID,
  name: 'Droid',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  process: /^droid\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'sessions'), [{}]),
    ),
    findHome: homeOfLog,
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: (where, folders) => settingsPlaces(findHome(where), FOLDER, where, folders, 'hooks.json'),
  hooksApply: 'next-session',
  mcpAdd: 'droid mcp add turnwatch --',
  // a call that failed has none after it
  hooksPerTurn: true,
  sessionVariable: SESSION_VARIABLE,
  // Factory's own models have a fixed address; the person's own provider does not
  relay: {
    place: '~/.factory/settings.json',
    lines: (address) => `"baseUrl": "${address}"\n`,
  },
  readme: {
    row: ['command hooks ¹', 'with a result', 'calls denied', 'ends the turn', '0.215.0'],
    relay: [
      'Droid, with a model of your own',
      '`baseUrl` of it in `~/.factory/settings.json`',
      'what you name',
    ],
    note: '**Droid** ignores the hooks in its `settings.json` once there is a `hooks.json`: Connect refuses to make one there.',
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).droidInstall,
  recordings: async () => [(await import('./session-log.js')).droidFormat],
});
