/**
 * Copilot CLI: hooks steer it; its event logs suffice to observe it. Only the logs have call ids. They are
 * `<home>/session-state/<session>/events.jsonl`.
 */
import { join } from 'node:path';
import { defineAgent } from '../definition.js';
import { fieldIn, foldersBelow, named } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, findHome, folderVariable, places } from './home.js';

export const copilot = defineAgent({
  id: AGENT_ID,
  name: 'Copilot CLI',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  process: /\bcopilot\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'session-state'), [{ usedBy: 'events.jsonl', most: 40 }]),
    ),
    accepts: (file) => named(file, /^events\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places,
  hooksApply: 'next-session',
  mcpAdd: 'copilot mcp add turnwatch --',
  hooksPerTurn: true,
  // GitHub's own models have a fixed address; the person's own provider does not
  relay: { variable: 'COPILOT_PROVIDER_BASE_URL' },
  readme: {
    row: [
      'command hooks ¹',
      'with the last result or next call',
      'calls denied',
      'ends the turn at the next command or edit',
      '1.0.102',
    ],
    relay: [
      'Copilot CLI, with a provider of your own',
      '`COPILOT_PROVIDER_BASE_URL`',
      'what you name',
    ],
  },
  load: async () => (await import('./live.js')).live,
  install: async () => (await import('./answer.js')).copilotInstall,
  recordings: async () => [(await import('./events-log.js')).copilotFormat],
});
