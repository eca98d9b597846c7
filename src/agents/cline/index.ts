/** Cline: hooks steer its sessions; message files (`<home>/data/sessions/<session>/<session>.messages.json`) show them. */
import { join } from 'node:path';
import { readText } from '../../bounded-files.js';
import { parseJsonObject } from '../../core/json.js';
import type { Surroundings } from '../agent.js';
import { defineAgent, type FolderVariable } from '../definition.js';
import { foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { logsBelow } from '../live/process-folders.js';
import { numberIn } from '../reading/fields.js';
import { AGENT_ID } from './home.js';

const folderVariable: FolderVariable = {
  name: 'CLINE_DIR',
  program: /^(?:cline|node|MainThread)/,
};
/** A session's own document (bytes). */
const LARGEST_SESSION = 1024 * 1024;
const findHome = (where: Surroundings): string => ownFolder(where, folderVariable.name, '.cline');

/** As few as possible: each makes the agent start a shell and curl. */
const hookFiles = (folder: string): [string, ...string[]] => [
  join(folder, 'TaskStart'),
  join(folder, 'PreToolUse'),
  join(folder, 'PostToolUse'),
  join(folder, 'TaskComplete'),
  join(folder, 'TaskError'),
  join(folder, 'SessionShutdown'),
];

export const cline = defineAgent({
  id: AGENT_ID,
  name: 'Cline',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  process: /\bcline\b/,
  folderVariable,
  logs: {
    kind: 'document',
    folders: logsBelow(findHome, folderVariable, (home) =>
      foldersBelow(join(home, 'data', 'sessions'), [{ most: 40 }]),
    ),
    accepts: (file) => named(file, /\.messages\.json$/),
    // the command that began it, or a daemon that runs it, stays in the same folder and runs the hooks of all
    readRunner: async (file) => {
      const session = file.replace(/messages\.json$/, 'json');
      const text = await readText(session, LARGEST_SESSION).catch(() => '');
      const { pid, ended_at: endedAt } = parseJsonObject(text) ?? {};
      const process = Number.isInteger(pid) ? numberIn(pid, 1) : undefined;
      return { process, isOver: typeof endedAt === 'string' };
    },
  },
  // Windows hooks have another form, untested
  places: (where) =>
    where.platform === 'win32'
      ? []
      : [{ scope: 'user', files: hookFiles(join(findHome(where), 'hooks')), offered: true }],
  hooksApply: 'next-session',
  relay: {
    place: '~/.cline/data/settings/providers.json',
    lines: (address) => `"baseUrl": "${address}"\n`,
  },
  readme: {
    row: [
      'hook executables ¹',
      'with the result of a call',
      'inputs of calls emptied, with the reason',
      'aborts the run',
      '3.0.65',
    ],
    relay: [
      'Cline, with a provider of your own',
      '`baseUrl` of it in `~/.cline/data/settings/providers.json`',
      'what you name',
    ],
  },
  load: async () => (await import('./payload.js')).live,
  install: async () => (await import('./answer.js')).clineInstall,
  recordings: async () => [(await import('./messages.js')).clineFormat],
});
