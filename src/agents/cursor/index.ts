/**
 * Cursor: its hooks watch and steer it, in the editor and in its CLI, by its documentation. It does not tell the format of the
 * transcripts, and they lack the calls' results.
 */
import { defineAgent } from '../definition.js';
import { hooksJsonPlaces } from '../install/settings-places.js';
import { noLogs, ownFolder } from '../live/log-folders.js';
import { AGENT_ID } from './home.js';

const HOME = '.cursor';

export const cursor = defineAgent({
  id: AGENT_ID,
  name: 'Cursor',
  // a hook can deny each call, but end no turn
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  home: (where) => ownFolder(where, undefined, HOME),
  logs: noLogs,
  places: (where, folders) => hooksJsonPlaces(HOME, where, folders),
  hooksApply: 'next-session',
  readme: {
    row: ['command hooks ¹ ²', 'with a result', 'calls denied', '– (asks you)', '– (not run)'],
    note: "**Cursor** was built from its documentation and never run. It describes its hooks, but not the format of its logs, so it is watched once it is connected. No hook of Cursor's ends a turn; its editor runs the same hooks as its CLI. Where Cursor also runs Claude Code's hooks, these only tell, and nothing counts twice.",
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).cursorInstall,
});
