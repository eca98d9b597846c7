/** pi: an extension of ours steers it; its session files (`<home>/sessions/--<folder>--/<time>_<session>.jsonl`) suffice to observe it. */
import { join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, NAME } from './home.js';

const folderVariable: FolderVariable = {
  name: 'PI_CODING_AGENT_DIR',
  program: /^(?:pi|node|MainThread)/,
};
const findHome = (where: Surroundings): string =>
  ownFolder(where, folderVariable.name, join('.pi', 'agent'));

export const pi = defineAgent({
  id: AGENT_ID,
  name: NAME,
  capabilities: { textOnly: 'request', stop: true, guide: true },
  home: findHome,
  // what it calls itself: its name is a word in many paths
  process: /^pi(?:-rpc)?(?: |$)/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'sessions'), [{ is: (name) => name.startsWith('--') }]),
    ),
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: (where) => [
    {
      scope: 'user',
      files: [join(findHome(where), 'extensions', 'turnwatch.js')],
      offered: true,
    },
  ],
  hooksApply: 'next-session',
  relay: {
    upstream: 'https://api.openai.com/v1',
    place: 'models.json',
    lines: providerLines,
  },
  readme: {
    row: [
      'extension file',
      '″',
      'no tools in the next request; calls denied',
      'ends the turn',
      '0.87.1',
    ],
    relay: ['pi', '`baseUrl` of your provider in `models.json`', 'OpenAI'],
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./install.js')).piInstall,
  recordings: async () => [(await import('./session-log.js')).piFormat],
});

function providerLines(address: string): string {
  const lines = JSON.stringify({ providers: { openai: { baseUrl: address } } }, null, 2);
  return `// replace "openai" with your provider's name if your model is not OpenAI's\n${lines}\n`;
}
