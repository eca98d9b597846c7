/** What Droid calls itself, and where it keeps its files: `<home>/sessions/<its folder, with dashes>/<session>.jsonl`. */
import { basename, dirname, join } from 'node:path';
import type { Surroundings } from '../agent.js';
import type { FolderVariable } from '../definition.js';

export const AGENT_ID = 'droid';
/** Its folder in the home and in projects. */
export const FOLDER = '.factory';
/** Names the session to its hooks: they get the payload's first fields as variables, too. */
export const SESSION_VARIABLE = 'session_id';

/** It replaces the home folder, the parent of Droid's own. */
export const folderVariable: FolderVariable = {
  name: 'FACTORY_HOME_OVERRIDE',
  program: /^droid\b/,
  below: FOLDER,
};

export function findHome({ env, home, configured }: Surroundings): string {
  return configured ?? join(env[folderVariable.name] ?? home, FOLDER);
}

/** Droid's own folder by the path of a log, which a hook may have named. */
export function homeOfLog(log: unknown): string | undefined {
  const sessions = typeof log === 'string' ? dirname(dirname(log)) : '';
  return basename(sessions) === 'sessions' && basename(dirname(sessions)) === FOLDER
    ? dirname(sessions)
    : undefined;
}
