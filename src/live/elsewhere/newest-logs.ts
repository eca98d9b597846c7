/** The newest session logs of all agents: by names and times alone, so that looking costs little. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownAgent } from '../../agents/agent.js';
import { knownAgents } from '../../agents/known.js';

export interface LogFile {
  agent: KnownAgent;
  file: string;
  /** When it last changed, in milliseconds since the epoch. */
  at: number;
  /** In bytes. */
  size: number;
  /** Which session it is, in a database of many. */
  session?: string;
}

/** Folders that an agent may name, and names that are looked at in each: the last ones. */
const MOST_FOLDERS = 128;
const MOST_NAMES = 1000;

/** Newest first, at most `most`. `folders`: where an agent's logs are. */
export async function newestLogs(
  most: number,
  kinds: readonly KnownAgent['logs']['kind'][],
  folders: (agent: KnownAgent) => Promise<readonly string[]>,
): Promise<LogFile[]> {
  const found = await Promise.all(
    knownAgents
      .filter(({ logs }) => kinds.includes(logs.kind))
      .map(async (agent) => logsIn(agent, await folders(agent).catch(() => []))),
  );
  return found
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

async function logsIn(agent: KnownAgent, folders: readonly string[]): Promise<LogFile[]> {
  const found: LogFile[] = [];
  // one folder after the other: there may be many, and nobody waits
  for (const folder of new Set(folders.slice(0, MOST_FOLDERS))) {
    const names = await readdir(folder).catch(() => []);
    const files = names
      .map((name) => join(folder, name))
      .filter((file) => agent.logs.accepts(file));
    const logs = await Promise.all(files.slice(-MOST_NAMES).map((file) => logAt(agent, file)));
    found.push(...logs.filter((log) => log !== undefined));
  }
  return found;
}

async function logAt(agent: KnownAgent, file: string): Promise<LogFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) {
    return undefined;
  }
  // what is written to a database goes to a file beside it first
  const beside =
    agent.logs.kind === 'database' ? await stat(`${file}-wal`).catch(() => undefined) : undefined;
  return {
    agent,
    file,
    at: Math.max(found.mtimeMs, beside?.mtimeMs ?? 0),
    size: found.size + (beside?.size ?? 0),
  };
}
