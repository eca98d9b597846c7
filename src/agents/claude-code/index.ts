/** Claude Code: hooks steer it; transcripts suffice to observe it. */
import { join, dirname, isAbsolute } from 'node:path';
import { defineAgent } from '../definition.js';
import {
  AGENT_ID,
  configDir,
  configDirs,
  folderVariable,
  isForkFile,
  SESSION_VARIABLE,
  settingsFile,
  mayHoldSessions,
  projectsDir,
  projectSlug,
  sessionOfFile,
} from './paths.js';
import { realpath } from 'node:fs/promises';
import type { Surroundings } from '../agent.js';
import { folderNames, foldersBelow } from '../live/log-folders.js';
import { allFolders } from '../live/process-folders.js';

/** Most project folders searched, and most sessions with sub-agents in each. */
const MOST = 40;

/** `folders`: those that matter most come first. */
async function logFolders(config: string, folders: readonly string[]): Promise<string[]> {
  const projects = projectsDir(config, process.platform);
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  const names = await folderNames(projects);
  const slugs = new Set(real.map(projectSlug));
  const held = names.filter((name) => real.some((folder) => mayHoldSessions(name, folder)));
  // first what the folders are named, in their order; a window may have many worktrees
  const there = [...slugs].filter((slug) => held.includes(slug));
  const own = [...new Set([...there, ...held])].slice(0, MOST).map((name) => join(projects, name));
  const below = await Promise.all(own.map((folder) => subagentFolders(folder)));
  // a folder's first session has yet to create its own
  const parent = there.length < slugs.size ? [projects] : [];
  return [...own, ...parent, ...below.flat()];
}

/** The project folders, of all workspaces, in which a session began last. */
function allLogFolders(config: string): Promise<string[]> {
  return foldersBelow(projectsDir(config, process.platform), [{}]);
}

async function subagentFolders(project: string): Promise<string[]> {
  const sessions = (await folderNames(project)).filter(
    (name) => sessionOfFile(`${name}.jsonl`) !== undefined,
  );
  return sessions.slice(-MOST).map((session) => join(project, session, 'subagents'));
}

export function configFolders(where: Surroundings): Promise<string[]> {
  return allFolders(where, folderVariable, configDirs(where));
}

/** The folder of the transcript that a hook names. */
export function configOfTranscript(file: unknown): string | undefined {
  if (typeof file !== 'string' || !isAbsolute(file)) {
    return undefined;
  }
  const projects = dirname(dirname(file));
  return /[\\/]projects$/.test(projects) ? dirname(projects) : undefined;
}

export const claudeCode = defineAgent({
  id: AGENT_ID,
  name: 'Claude Code',
  capabilities: { textOnly: 'deny', stop: true, guide: true },
  home: (where) => configDir(where.configured, where),
  homeFrom: 'settings',
  process: /\bclaude\b/,
  folderVariable,
  logs: {
    kind: 'lines',
    folders: async (where, folders) => {
      const configs = await configFolders(where);
      return (await Promise.all(configs.map((config) => logFolders(config, folders)))).flat();
    },
    allFolders: async (where) => {
      const configs = await configFolders(where);
      return (await Promise.all(configs.map((config) => allLogFolders(config)))).flat();
    },
    findHome: configOfTranscript,
    accepts: (file) => file.endsWith('.jsonl') && !isForkFile(file),
  },
  places: (where, folders) => [
    ...configDirs(where).map((config) => ({
      scope: 'user' as const,
      files: [settingsFile(config, where.platform)] as const,
      offered: true,
    })),
    ...folders.flatMap((folder) => [
      {
        scope: 'project' as const,
        files: [join(folder, '.claude', 'settings.local.json')] as const,
        offered: true,
      },
      {
        scope: 'project' as const,
        files: [join(folder, '.claude', 'settings.json')] as const,
        offered: false,
      },
    ]),
  ],
  hooksApply: 'at-once',
  mcpAdd: 'claude mcp add --scope user turnwatch --',
  sessionVariable: SESSION_VARIABLE,
  relay: {
    upstream: 'https://api.anthropic.com',
    variable: 'ANTHROPIC_BASE_URL',
    namesSession: true,
  },
  readme: {
    row: ['command hooks', 'before the next request', 'calls denied', 'ends the turn', '2.1.330'],
    relay: ['Claude Code', '`ANTHROPIC_BASE_URL`', 'Anthropic'],
  },
  load: async () => (await import('./live.js')).live,
  install: async () => (await import('./answer.js')).claudeCodeInstall,
  recordings: async () => [(await import('./transcript.js')).transcriptFormat],
});
