/** The logs that agents have left on this machine. */
import { readdir, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isProblem } from '../agent.js';
import type { AgentDefinition, AgentHomes } from '../definition.js';
import { knownAgents } from '../index.js';

/** Folders below an agent's own, and folders and logs of one agent: more are not looked at. */
const DEEPEST = 8;
const MOST_FOLDERS = 20_000;
const MOST_LOGS = 5000;

export interface StoredLog {
  agent: string;
  file: string;
  /** Which one it is in a database that holds them all. */
  session?: string;
  /** When it last changed, in milliseconds since the epoch. */
  at: number;
}

export interface StoredLogs {
  /** The newest first. */
  logs: StoredLog[];
  /** Sentences about what could not be listed. */
  problems: string[];
}

/** Those that changed at or after `since` (milliseconds since the epoch). Reads names and times only, and follows no links. */
export async function listStoredLogs(homes: AgentHomes, since: number): Promise<StoredLogs> {
  const all: StoredLogs = { logs: [], problems: [] };
  for (const agent of knownAgents) {
    const folders = await findFolders(agent, homes);
    const logs =
      agent.logs.kind === 'database'
        ? await listSessions(agent, folders, since, all.problems)
        : await listFiles(agent, folders, since);
    all.logs.push(...newestFirst(logs).slice(0, MOST_LOGS));
  }
  return { ...all, logs: newestFirst(all.logs) };
}

/** Those that hold all the others. */
async function findFolders(
  { id, logs }: AgentDefinition,
  homes: AgentHomes,
): Promise<readonly string[]> {
  const where = homes.surroundings(id);
  const folders = [...new Set(await (logs.allFolders?.(where) ?? logs.folders(where, [])))];
  return folders.filter(
    (folder) => !folders.some((other) => folder !== other && folder.startsWith(other + sep)),
  );
}

async function listFiles(
  { id, logs }: AgentDefinition,
  folders: readonly string[],
  since: number,
): Promise<StoredLog[]> {
  const found: StoredLog[] = [];
  let level = [...folders];
  let seen = 0;
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of level) {
      seen += 1;
      if (seen > MOST_FOLDERS) {
        return found;
      }
      for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) {
          below.push(path);
        } else if (entry.isFile() && logs.accepts(path)) {
          const at = await changedAt(path);
          if (at >= since) {
            found.push({ agent: id, file: path, at });
          }
        }
      }
    }
    level = below;
  }
  return found;
}

async function listSessions(
  agent: AgentDefinition,
  folders: readonly string[],
  since: number,
  problems: string[],
): Promise<StoredLog[]> {
  const { id, name, logs } = agent;
  const found: StoredLog[] = [];
  for (const folder of folders) {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const file = join(folder, entry.name);
      const { log } = await agent.load();
      if (!entry.isFile() || !logs.accepts(file) || log.kind !== 'database') {
        continue;
      }
      const sessions = await log.recent(file, since);
      if (isProblem(sessions)) {
        problems.push(`${name}: ${sessions.problem}`);
      } else {
        found.push(...sessions.map(({ session, at }) => ({ agent: id, file, session, at })));
      }
    }
  }
  return found;
}

function newestFirst(logs: readonly StoredLog[]): StoredLog[] {
  return [...logs].sort((one, other) => other.at - one.at);
}

/** −Infinity if it is gone. */
async function changedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => -Infinity,
  );
}
