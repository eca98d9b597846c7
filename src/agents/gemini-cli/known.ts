/** Where Gemini CLI keeps its files, known before any session. Logs: `<home>/tmp/<project>/chats/session-*.jsonl`. */
import { join } from 'node:path';
import type { KnownAgent, Surroundings } from '../agent.js';
import { foldersBelow, named } from '../live/log-folders.js';
import { belowAll } from '../live/process-folders.js';

export const AGENT_ID = 'gemini-cli';
/** Names the session to its hooks, whose parent process is the agent's own. Their stdin is cut at about 146 KB once the hook has ended. */
export const SESSION_VARIABLE = 'GEMINI_SESSION_ID';

/** The variable replaces the home folder, the parent of the agent's own. */
function findHome({ env, home, configured }: Surroundings): string {
  return configured ?? join(env['GEMINI_CLI_HOME'] ?? home, '.gemini');
}

export const knownGeminiCli: KnownAgent = {
  id: AGENT_ID,
  name: 'Gemini CLI',
  capabilities: { textOnly: 'request', stop: true, guide: true },
  home: findHome,
  logs: {
    kind: 'lines',
    folders: (where) =>
      belowAll(where, 'GEMINI_CLI_HOME', [findHome(where)], (home) =>
        foldersBelow(join(home, 'tmp'), [{ usedBy: 'chats' }, { is: (name) => name === 'chats' }]),
      ),
    accepts: (file) => named(file, /^session-.*\.jsonl$/),
    readFolder: (head) => folderIn(head),
  },
  // the project's file belongs to the team: checked but not offered. On Windows, PowerShell or cmd would reject our POSIX command
  places: (where, folders) =>
    where.platform === 'win32'
      ? []
      : [
          { scope: 'user', files: [join(findHome(where), 'settings.json')], offered: true },
          ...folders.map((folder) => ({
            scope: 'project' as const,
            files: [join(folder, '.gemini', 'settings.json')] as const,
            offered: false,
          })),
        ],
  hooksApply: 'next-session',
  hooksPerTurn: true,
  sessionVariable: SESSION_VARIABLE,
};

/** The folder in the form that a chat's first message, logged as JSON, has it. */
function folderIn(head: string): string | undefined {
  const listed = /Workspace Directories:\*{0,2}\s*\\n\s*- ((?:[^"\\]|\\[^n"]){1,4096})/.exec(
    head,
  )?.[1];
  if (listed === undefined) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(`"${listed}"`);
    return typeof value === 'string' ? value.trim() : undefined;
  } catch {
    return undefined;
  }
}
