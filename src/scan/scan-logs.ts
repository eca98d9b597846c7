/** Judges the logs that agents have left on this machine, one after the other, in a thread of its own. Nothing leaves the machine. */
import type { Surroundings } from '../agents/agent.js';
import { knownAgents } from '../agents/index.js';
import type { Overrides } from '../core/judge.js';
import type { PriceSet } from '../core/money/prices.js';
import type { ScannedTurn, WhyUnread } from './judge-log.js';
import { ScanThread } from './scan-thread.js';

export const scanLimits = {
  /** A larger log is not read (bytes). */
  logBytes: 128 * 1024 * 1024,
  /** Milliseconds for one log, for looking for them, and for all. */
  logMs: 30_000,
  listMs: 60_000,
  allMs: 10 * 60_000,
  /** Once there are so many turns, no further log is read. */
  turns: 20_000,
};

export interface ScanOptions {
  /** The build of scan-thread-main.ts. */
  script: URL;
  surroundings(agent: string): Surroundings;
  /** Turns that began at or after it count (milliseconds since the epoch). */
  since: number;
  overrides?: Overrides;
  /** A person's own. */
  prices?: PriceSet;
  /** Aborting it ends the thread; what has been judged is the result. */
  signal?: AbortSignal;
  onProgress?: (done: number, all: number) => void;
  limits?: Partial<typeof scanLimits>;
}

export interface Scan {
  /** The newest first; each once, also where two logs hold it. */
  turns: ScannedTurn[];
  /** Logs found, and those that were looked into. */
  logs: number;
  read: number;
  /** Logs that were not judged, by why. */
  unread: Record<WhyUnread, number>;
  /** Lines that could not be read, and older turns of logs that hold too many. */
  skippedLines: number;
  leftOut: number;
  /** Why logs remain that were not looked into: the person ended it, or a limit. */
  stopped: 'person' | 'limit' | undefined;
  /** Sentences about what could not be listed. */
  problems: string[];
}

export async function scanLogs(options: ScanOptions): Promise<Scan> {
  const { script, signal, since, overrides = { set: {} }, prices = {}, onProgress } = options;
  const limits = { ...scanLimits, ...options.limits };
  const until = performance.now() + limits.allMs;
  const scan: Scan = {
    turns: [],
    logs: 0,
    read: 0,
    unread: { 'no-run': 0, 'too-large': 0, 'too-slow': 0, failed: 0 },
    skippedLines: 0,
    leftOut: 0,
    stopped: undefined,
    problems: [],
  };
  const thread = new ScanThread(script);
  const end = (): void => thread.end();
  signal?.addEventListener('abort', end);
  // also where it was aborted before
  if (signal?.aborted === true) {
    end();
  }
  try {
    const listed = await thread.list({ since, places: listPlaces(options) }, limits.listMs);
    if (typeof listed === 'string') {
      scan.stopped = listed === 'ended' ? 'person' : 'limit';
      return scan;
    }
    const { logs, problems } = listed;
    scan.logs = logs.length;
    scan.problems = problems;
    for (const log of logs) {
      onProgress?.(scan.read, scan.logs);
      if (performance.now() > until || scan.turns.length >= limits.turns) {
        scan.stopped = 'limit';
        break;
      }
      const judged = await thread.judge(
        { since, log, overrides, prices, largest: limits.logBytes },
        limits.logMs,
      );
      if (judged === 'ended') {
        scan.stopped = 'person';
        break;
      }
      scan.read += 1;
      if (typeof judged === 'string') {
        scan.unread[judged] += 1;
      } else if ('unread' in judged) {
        scan.unread[judged.unread] += 1;
      } else {
        scan.turns.push(...judged.turns);
        scan.skippedLines += judged.skippedLines;
        scan.leftOut += judged.leftOut;
      }
    }
    scan.turns = withoutCopies(scan.turns);
    return scan;
  } finally {
    signal?.removeEventListener('abort', end);
    thread.end();
  }
}

/** As plain data, for the thread: without what looks at running processes. */
function listPlaces(options: ScanOptions): Record<string, Surroundings> {
  return Object.fromEntries(
    knownAgents.map(({ id }) => {
      const where = { ...options.surroundings(id) };
      delete where.processes;
      return [id, { ...where, env: { ...where.env } }];
    }),
  );
}

/** A session that went on elsewhere may have its first turns in both logs. In one log, turns that began at one time are several: not all tell times. */
function withoutCopies(turns: readonly ScannedTurn[]): ScannedTurn[] {
  const known = new Map<string, ScannedTurn>();
  const seen = new Map<string, number>();
  for (const turn of turns) {
    const key = `${turn.session}\n${turn.startedAt}`;
    const nth = seen.get(`${turn.file}\n${key}`) ?? 0;
    seen.set(`${turn.file}\n${key}`, nth + 1);
    known.set(`${key}\n${nth}`, turn);
  }
  return [...known.values()].sort((one, other) => other.startedAt - one.startedAt);
}
