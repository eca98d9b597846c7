/** Codex: hooks steer its sessions; rollouts show them. Logs: `<home>/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`. */
import { join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { AGENT_ID } from './home.js';

const DAY_MS = 24 * 60 * 60_000;
/** Days searched: a resumed session stays in the folder of its first day. */
const DAYS = 10;
const digits = (name: string): boolean => /^\d{2,4}$/.test(name);

const HOOKS_FILE = 'hooks.json';
const folderVariable: FolderVariable = { name: 'CODEX_HOME', program: /^codex/ };
const findHome = (where: Surroundings): string => ownFolder(where, folderVariable.name, '.codex');

export const codex = defineAgent({
  id: AGENT_ID,
  name: 'Codex',
  capabilities: { textOnly: 'deny', stop: false, guide: true },
  home: findHome,
  process: /\bcodex\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: logsBelow(findHome, folderVariable, (home) => dayFolders(join(home, 'sessions'))),
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
  mcpAdd: 'codex mcp add turnwatch --',
  relay: {
    upstream: 'https://api.openai.com/v1',
    place: '~/.codex/config.toml',
    lines: (address) =>
      `model_provider = "turnwatch"\n\n[model_providers.turnwatch]\nname = "Turnwatch's relay"\nbase_url = "${address}"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n`,
    namesSession: true,
  },
  readme: {
    row: [
      'command hooks, once reviewed',
      'with the next call',
      'calls denied',
      '– (asks you)',
      '0.169.0',
    ],
    relay: ['Codex', 'a provider in `~/.codex/config.toml`', 'OpenAI'],
    note: '**Codex** asks you to review its hooks at its next start; until then, `codex exec` silently skips them. Once they run, `codex exec` names each of them on its error output, as it does with every hook.',
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).codexInstall,
  recordings: async () => (await import('./exec.js')).codexFormats,
});

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
