/** All folders in which Claude Code keeps transcripts here. */
import { dirname, isAbsolute } from 'node:path';
import type { Surroundings } from '../agent.js';
import { allFolders } from '../live/process-folders.js';
import { configDirs } from './paths.js';

export function configFolders(where: Surroundings): Promise<string[]> {
  return allFolders(where, 'CLAUDE_CONFIG_DIR', configDirs(where));
}

/** The folder of the transcript that a hook names. */
export function configOfTranscript(file: unknown): string | undefined {
  if (typeof file !== 'string' || !isAbsolute(file)) {
    return undefined;
  }
  const projects = dirname(dirname(file));
  return /[\\/]projects$/.test(projects) ? dirname(projects) : undefined;
}
