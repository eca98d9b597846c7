/**
 * The recent sessions of this machine that belong to no folder of this window, by the newest of the agents' logs: only names and times are
 * read, and the two ends of each log that has changed, or of each session in a database. Nothing is watched or kept besides these summaries.
 */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { AgentDefinition, AgentHomes } from '../../agents/definition.js';
import type { Clock } from '../../core/clock.js';
import type { OtherFolderSession } from '../../core/view/snapshot.js';
import { findTrees } from '../../workspace/worktrees.js';
import { newestLogs, type LogFile } from './log-summary.js';
import type { FolderOwner } from '../logs/whole-logs.js';

export interface OtherFolderOptions {
  homes: AgentHomes;
  trees: FolderOwner;
  /** The window's own sessions. */
  view: { readonly sessions: ReadonlyMap<string, unknown> };
  clock: Clock;
}

export interface FoundSession {
  file: string;
  /** The file is a database of many sessions. */
  isStored: boolean;
  session: OtherFolderSession;
}

/** A log that has been silent for longer is not listed (milliseconds). */
const RECENT_MS = 12 * 60 * 60_000;
/** The newest logs that are looked into, and the sessions listed. */
const LOOKED_AT = 40;
const LISTED = 20;
/** A look that takes longer reads no further log: the next one goes on (milliseconds). */
const LOOK_MS = 1000;
/** A log that is silent for so many milliseconds tells by it that a turn is over, if no line does. */
const SETTLED_MS = 3000;

interface Read {
  at: number;
  size: number;
  isSettled: boolean;
  session: OtherFolderSession | undefined;
}

export class OtherFolderSessions {
  /** By log, and session in it. */
  private read: ReadonlyMap<string, Read> = new Map();
  /** The last look has left logs for the next one. */
  hasMore = false;

  constructor(private readonly options: OtherFolderOptions) {}

  /** Newest first. */
  async findSessions(): Promise<FoundSession[]> {
    const until = performance.now() + LOOK_MS;
    const read = new Map<string, Read>();
    const found = new Map<string, FoundSession>();
    this.hasMore = false;
    for (const log of await this.logs()) {
      if (found.size === LISTED) {
        break;
      }
      const key = JSON.stringify([log.file, log.session]);
      const before = this.read.get(key);
      const isDue = !this.isUpToDate(before, log);
      const isLate = isDue && performance.now() >= until;
      this.hasMore ||= isLate;
      const each = isDue && !isLate ? await this.readLog(log) : before;
      if (each !== undefined) {
        read.set(key, each);
      }
      const session = each?.session;
      if (session !== undefined && !this.isOurs(session) && !found.has(session.session)) {
        const isStored = log.session !== undefined;
        found.set(session.session, { file: log.file, isStored, session });
      }
    }
    this.read = read;
    return [...found.values()];
  }

  /** The recent logs, and the recent sessions of databases: the newest first. */
  private async logs(): Promise<LogFile[]> {
    const since = this.options.clock.now() - RECENT_MS;
    const isRecent = ({ at }: LogFile): boolean => at >= since;
    const [logs, databases] = await Promise.all([
      this.newest(['lines', 'document']),
      this.newest(['database']),
    ]);
    const stored = databases.filter(isRecent).map(async (database) => {
      const { sessionsIn } = await import('./log-summary.js');
      return sessionsIn(database, since).catch(() => []);
    });
    return [...logs.filter(isRecent), ...(await Promise.all(stored)).flat()]
      .sort((one, other) => other.at - one.at)
      .slice(0, LOOKED_AT);
  }

  private newest(kinds: readonly AgentDefinition['logs']['kind'][]): Promise<LogFile[]> {
    return newestLogs(LOOKED_AT, kinds, async (agent) => {
      const { logs: source } = agent;
      const { homes } = this.options;
      const places = [homes.surroundings(agent.id), ...(homes.elsewhere?.(agent) ?? [])];
      const found = await Promise.all(
        places.map((where) =>
          source.allFolders === undefined ? source.folders(where, []) : source.allFolders(where),
        ),
      );
      return found.flat();
    });
  }

  /** Nothing more is asked about a session of the window. */
  private isUpToDate(read: Read | undefined, { at, size }: LogFile): boolean {
    if (read?.session !== undefined && this.isOurs(read.session)) {
      return true;
    }
    return read?.at === at && read.size === size && read.isSettled;
  }

  private isOurs({ session, canOpen, path }: OtherFolderSession): boolean {
    return this.options.view.sessions.has(session) || (canOpen && this.options.trees.holds(path));
  }

  private async readLog(log: LogFile): Promise<Read> {
    const { at, size } = log;
    const isSettled = this.options.clock.now() - at >= SETTLED_MS;
    const read = { at, size, isSettled };
    // loads the readers of all agents: not before there is something to read
    const { readSummary } = await import('./log-summary.js');
    const found = await readSummary(log, isSettled).catch(() => undefined);
    if (found === undefined) {
      return { ...read, session: undefined };
    }
    const { summary, cwd } = found;
    const { branch, canOpen } = await findPlace(cwd);
    return {
      ...read,
      session: {
        ...summary,
        ...(branch !== undefined && { branch }),
        lastEventAt: summary.lastEventAt ?? at,
        path: cwd,
        canOpen,
        needsPerson: false,
      },
    };
  }
}

/** A log may name any folder: one of another machine is not asked for. */
async function findPlace(
  folder: string,
): Promise<{ branch: string | undefined; canOpen: boolean }> {
  if (!isAbsolute(folder) || /^[\\/]{2}/.test(folder)) {
    return { branch: undefined, canOpen: false };
  }
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const trees = isFolder ? await findTrees(folder).catch(() => undefined) : undefined;
  return { branch: trees?.own?.branch, canOpen: isFolder };
}
