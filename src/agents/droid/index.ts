/** Droid: its hooks watch and steer it. Its documentation does not tell the format of its logs. */
import { defineAgent } from '../definition.js';
import { hooksJsonPlaces } from '../install/settings-places.js';
import { noLogs, ownFolder } from '../live/log-folders.js';
import { AGENT_ID } from './home.js';

const HOME = '.factory';

export const droid = defineAgent({
  id: AGENT_ID,
  name: 'Droid',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: (where) => ownFolder(where, undefined, HOME),
  logs: noLogs,
  places: (where, folders) => hooksJsonPlaces(HOME, where, folders),
  hooksApply: 'next-session',
  readme: {
    row: ['command hooks ¹ ²', 'with a result', 'calls denied', 'ends the turn', '– (not run)'],
    note: '**Droid** was built from its documentation and never run. It describes its hooks, but not the format of its logs, so it is watched once it is connected. It ignores the hooks in its `settings.json` once there is a `hooks.json`: Connect refuses to make one there.',
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).droidInstall,
});
