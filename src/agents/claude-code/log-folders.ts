/** Folders that hold the transcripts of a workspace: one project folder per cwd, with sub-agents below it. */
import { readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import type { Surroundings } from '../agent.js';
import { foldersBelow } from '../live/log-folders.js';
import { allFolders } from '../live/process-folders.js';
import {
  configDirs,
  folderVariable,
  mayHoldSessions,
  projectsDir,
  projectSlug,
  sessionOfFile,
} from './paths.js';

/** Most project folders searched, and most sessions with sub-agents in each. */
const MOST = 40;

/** `folders`: those that matter most come first. */
export async function logFolders(config: string, folders: readonly string[]): Promise<string[]> {
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
export function allLogFolders(config: string): Promise<string[]> {
  return foldersBelow(projectsDir(config, process.platform), [{}]);
}

async function subagentFolders(project: string): Promise<string[]> {
  const sessions = (await folderNames(project)).filter(
    (name) => sessionOfFile(`${name}.jsonl`) !== undefined,
  );
  return sessions.slice(-MOST).map((session) => join(project, session, 'subagents'));
}

async function folderNames(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
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
