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
  return found?.isFile() === true
    ? { agent, file, at: found.mtimeMs, size: found.size }
    : undefined;
}
