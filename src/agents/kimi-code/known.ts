/** Where Kimi Code keeps its files, known before any session. Logs: `<home>/sessions/<slug>/<session>/agents/<agent>/wire.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';

export const AGENT_ID = 'kimi-code';

export const findHome = (where: Surroundings): string =>
  ownFolder(where, 'KIMI_CODE_HOME', '.kimi-code');

export const knownKimiCode: KnownAgent = {
  id: AGENT_ID,
  name: 'Kimi Code',
  capabilities: { textOnly: 'deny', stop: false, guide: false },
  home: findHome,
  logs: {
    kind: 'lines',
    folders: (where) =>
      belowAll(where, 'KIMI_CODE_HOME', [findHome(where)], (home) =>
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
};
