/** What Grok calls itself, and where it keeps its sessions: `<home>/sessions/<its folder, encoded as in addresses>/<session>/updates.jsonl`. */
import { basename, dirname, join } from 'node:path';
import { readTextNow } from '../../bounded-files.js';

export const AGENT_ID = 'grok';
/** Names the session to its hooks. */
export const SESSION_VARIABLE = 'GROK_SESSION_ID';
export const LOG = 'updates.jsonl';
/** Bytes of a path. */
const LONGEST_PATH = 4096;

/** The working folder of a session; undefined for a log that lies elsewhere. */
export function folderOfLog(file: string): string | undefined {
  const group = dirname(dirname(file));
  const name = basename(group);
  if (name.includes('%')) {
    try {
      return decodeURIComponent(name);
    } catch {
      return undefined;
    }
  }
  try {
    // a longer one has a name of its own
    return readTextNow(join(group, '.cwd'), LONGEST_PATH).trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Grok's own folder by the path of a log, which a hook may have named. */
export function homeOfLog(log: unknown): string | undefined {
  if (typeof log !== 'string' || basename(log) !== LOG) {
    return undefined;
  }
  const sessions = dirname(dirname(dirname(log)));
  return basename(sessions) === 'sessions' ? dirname(sessions) : undefined;
}
