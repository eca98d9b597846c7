/** Where Codex keeps its files, known before any session. Logs: `<home>/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';
import { AGENT_ID } from './id.js';

const DAY_MS = 24 * 60 * 60_000;
/** Days searched: a resumed session stays in the folder of its first day. */
const DAYS = 10;
const digits = (name: string): boolean => /^\d{2,4}$/.test(name);

const HOOKS_FILE = 'hooks.json';
const findHome = (where: Surroundings): string => ownFolder(where, 'CODEX_HOME', '.codex');

export const knownCodex: KnownAgent = {
  id: AGENT_ID,
  name: 'Codex',
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  home: findHome,
  logs: {
    kind: 'lines',
    folders: (where) =>
      belowAll(where, 'CODEX_HOME', [findHome(where)], (home) =>
        dayFolders(join(home, 'sessions')),
      ),
    accepts: (file) => named(file, /^rollout-.*\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  places: (where, folders) => [
    { scope: 'user', files: [join(findHome(where), HOOKS_FILE)], offered: true },
    // checked but not offered: it may be committed with the project
    ...folders.map((folder) => ({
      scope: 'project' as const,
      files: [join(folder, '.codex', HOOKS_FILE)] as const,
      offered: false,
    })),
  ],
  hooksApply: 'after-review',
};

async function dayFolders(sessions: string): Promise<string[]> {
  const found = await foldersBelow(sessions, [
    { is: digits, sorted: true, most: 2 },
    { is: digits, sorted: true, most: 3 },
    { is: digits, sorted: true, most: DAYS },
  ]);
  // the folders of today and tomorrow, before they exist
  const next = [0, DAY_MS].map((later) =>
    join(sessions, ...dateParts(new Date(Date.now() + later))),
  );
  return [...new Set([...found, ...next])];
}

/** Codex names day folders in local time. */
function dateParts(date: Date): string[] {
  return [
    String(date.getFullYear()),
    String(date.getMonth() + 1).padStart(2, '0'),
    String(date.getDate()).padStart(2, '0'),
  ];
}
