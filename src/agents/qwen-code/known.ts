/** Where Qwen Code keeps its files, known before any session. Logs: `<home>/projects/<slug>/chats/<session>.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { fieldIn, foldersBelow, named, ownFolder } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';

export const AGENT_ID = 'qwen-code';
/** Names the session to its hooks, whose parent process is the agent's own. Their stdin is cut at about 146 KB once the hook has ended. */
export const SESSION_VARIABLE = 'QWEN_CODE_SESSION_ID';

const findHome = (where: Surroundings): string => ownFolder(where, 'QWEN_HOME', '.qwen');

export const knownQwenCode: KnownAgent = {
  id: AGENT_ID,
  name: 'Qwen Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: findHome,
  logs: {
    kind: 'lines',
    folders: (where) =>
      belowAll(where, 'QWEN_HOME', [findHome(where)], (home) =>
        foldersBelow(join(home, 'projects'), [
          { usedBy: 'chats' },
          { is: (name) => name === 'chats' },
        ]),
      ),
    accepts: (file) => named(file, /\.jsonl$/),
    readFolder: (head) => fieldIn(head, 'cwd'),
  },
  // the project's file belongs to the team: checked but not offered. On Windows, PowerShell or cmd would reject our POSIX command
  places: (where, folders) =>
    where.platform === 'win32'
      ? []
      : [
          { scope: 'user', files: [join(findHome(where), 'settings.json')], offered: true },
          ...folders.map((folder) => ({
            scope: 'project' as const,
            files: [join(folder, '.qwen', 'settings.json')] as const,
            offered: false,
          })),
        ],
  hooksApply: 'next-session',
  sessionVariable: SESSION_VARIABLE,
};
