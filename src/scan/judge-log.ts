/** Judges one log that an agent has left: its turns, and which of them stalled. */
import { stat } from 'node:fs/promises';
import { isProblem } from '../agents/agent.js';
import { readRecording } from '../agents/reading/recordings.js';
import type { StoredLog } from '../agents/reading/stored-logs.js';
import type { Overrides } from '../core/judge.js';
import type { PastTurn } from '../core/ledger/past-summary.js';
import { PastTurns } from '../core/ledger/past-turns.js';
import { priceTable } from '../core/money/price-table.js';
import { Prices, type PriceSet } from '../core/money/prices.js';
import type { Repositories } from './repositories.js';

/** A turn, and where it can be read again. */
export interface ScannedTurn extends PastTurn {
  startedAt: number;
  /** The folder of its repository, or that in which the agent worked. */
  repository: string;
  file: string;
  /** Which session to read, if the file is a database of many. */
  stored?: string;
}

/** Why a log was not judged. `no-run`: it is none, or cannot be read. */
export type WhyUnread = 'no-run' | 'too-large' | 'too-slow' | 'failed';

export type JudgedLog =
  | {
      turns: ScannedTurn[];
      /** Lines that could not be read. */
      skippedLines: number;
      /** Older turns of it that are left out. */
      leftOut: number;
    }
  | { unread: WhyUnread };

interface JudgeOptions {
  /** Milliseconds since the epoch: earlier turns do not count. */
  since: number;
  overrides: Overrides;
  /** A person's own. */
  prices: PriceSet;
  /** Bytes; a larger log is not read. */
  largest: number;
  repositories: Repositories;
}

/** The newest turns of one log that are told: more are no person's. */
const MOST_TURNS = 1000;

export async function judgeLog(log: StoredLog, options: JudgeOptions): Promise<JudgedLog> {
  const { file, session, agent, at } = log;
  const { since, overrides, prices, largest, repositories } = options;
  // a database is read to limits of its own, and only the one session
  if (session === undefined && (await readSize(file)) > largest) {
    return { unread: 'too-large' };
  }
  const recording = await readRecording(file, 'auto', session);
  if (isProblem(recording)) {
    return { unread: 'no-run' };
  }
  const past = new PastTurns(overrides, new Prices(priceTable, prices));
  for (const event of recording.events) {
    past.push(event);
  }
  const within = past.turns
    .map((turn) => ({ ...turn, startedAt: turn.startedAt ?? at }))
    .filter(({ startedAt }) => startedAt >= since);
  const turns: ScannedTurn[] = [];
  for (const turn of within.slice(-MOST_TURNS)) {
    turns.push({
      ...turn,
      agent,
      file,
      ...(session !== undefined && { stored: session }),
      repository: await repositories.find(turn.folder),
    });
  }
  return {
    turns,
    skippedLines: recording.skipped.length,
    leftOut: Math.max(0, within.length - MOST_TURNS),
  };
}

/** −1 if it is gone. */
async function readSize(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => -1,
  );
}
