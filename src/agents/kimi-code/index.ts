/**
 * Kimi Code: wire logs (`<home>/sessions/<slug>/<session>/agents/<agent>/wire.jsonl`) show its sessions, a hook can deny calls, and
 * `kimi web` can steer the sessions that it runs.
 */
import { join } from 'node:path';
import { defineAgent } from '../definition.js';
import { fieldIn, foldersBelow, named } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID, findHome, folderVariable } from './home.js';

export const kimiCode = defineAgent({
  id: AGENT_ID,
  name: 'Kimi Code',
  capabilities: { textOnly: 'deny', stop: false, guide: false },
  home: findHome,
  process: /\bkimi\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'sessions'), [
        {},
        { usedBy: join('agents', 'main', 'wire.jsonl') },
        { is: (name) => name === 'agents' },
        { most: 40 },
      ]),
    ),
    accepts: (file) => named(file, /^wire\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: (where) => [
    { scope: 'user', files: [join(findHome(where), 'config.toml')], offered: true },
  ],
  hooksApply: 'next-session',
  hooksPerTurn: true,
  relay: {
    upstream: 'https://api.moonshot.ai/v1',
    place: '~/.kimi-code/config.toml',
    lines: (address) =>
      `# in your model’s [providers.…] table, replacing its base_url\nbase_url = "${address}"\n`,
  },
  readme: {
    row: [
      'command hook; none in `kimi web`',
      'in `kimi web` or with the relay',
      'calls denied; `kimi web`: no tools in the next request',
      '`kimi web`: aborts the turn; else –',
      '2.1.0',
    ],
    relay: ['Kimi Code', '`base_url` of your provider in `~/.kimi-code/config.toml`', 'Moonshot'],
    note: "**Kimi Code.** A session in `kimi web` is steered through that program's own server on your machine, with the token it keeps in your home folder. Its tools are off for one request only: while the model answers, they are turned back on.",
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).kimiCodeInstall,
  recordings: async () => [(await import('./wire-log.js')).kimiCodeFormat],
});
