/**
 * VS Code's own agents: hooks steer them; transcripts, where written, show them. Logs:
 * `<workspace storage>/GitHub.copilot-chat/transcripts/<session>.jsonl`.
 */
import { join } from 'node:path';
import { defineAgent } from '../../definition.js';
import { fieldIn, named } from '../../live/log-folders.js';
import { hookPlaces } from '../home.js';
import { AGENT_ID } from './home.js';

const TRANSCRIPTS = 'transcripts';

export const vsCodeChat = defineAgent({
  id: AGENT_ID,
  name: 'Copilot in VS Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  // `configured`: the workspace's storage in this window
  home: ({ configured, home }) => join(configured ?? home, 'GitHub.copilot-chat'),
  homeFrom: 'window-storage',
  logs: {
    kind: 'lines',
    folders: ({ configured }) =>
      Promise.resolve(
        configured === undefined ? [] : [join(configured, 'GitHub.copilot-chat', TRANSCRIPTS)],
      ),
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: hookPlaces,
  hooksApply: 'next-session',
  hooksPerTurn: true,
  readme: {
    row: [
      "Copilot CLI's hooks file",
      'with the next call or result',
      'calls denied',
      'ends the turn',
      '– (needs a sign-in)',
    ],
    note: '**Copilot in VS Code** is watched where VS Code writes a chat transcript. It was built from its documentation and source.',
  },
  load: async () => (await import('./live.js')).live,
  // it runs Copilot CLI's file
  install: async () => (await import('../install.js')).copilotInstall,
});
