/**
 * The thread that looks for agents' logs and judges them. It can be ended at any moment: a log may hold whatever its writer likes, and what
 * takes too long or too much memory takes only this thread with it.
 */
import { Worker } from 'node:worker_threads';
import type { Surroundings } from '../agents/agent.js';
import type { StoredLog, StoredLogs } from '../agents/reading/stored-logs.js';
import type { Overrides } from '../core/judge.js';
import type { PriceSet } from '../core/money/prices.js';
import type { JudgedLog } from './judge-log.js';

export type ScanRequest =
  | {
      kind: 'list';
      since: number;
      /** By agent. */
      places: Readonly<Record<string, Surroundings>>;
    }
  | {
      kind: 'judge';
      since: number;
      log: StoredLog;
      overrides: Overrides;
      prices: PriceSet;
      largest: number;
    }
  | { kind: 'end' };

export type ScanReply =
  | { kind: 'listed'; found: StoredLogs }
  | { kind: 'judged'; judged: JudgedLog };

/** How much the thread's own objects may take (megabytes). */
const MEMORY_MB = 1024;
/** It ends what it has started by itself within so many milliseconds. */
const GRACE_MS = 1000;

/** Why there is no reply. */
type NoReply = 'too-slow' | 'failed' | 'ended';

export class ScanThread {
  private worker: Worker | undefined;
  private waiting: ((reply: ScanReply | NoReply) => void) | undefined;
  private isOver = false;

  constructor(private readonly script: URL) {}

  async list(
    request: Omit<ScanRequest & { kind: 'list' }, 'kind'>,
    limitMs: number,
  ): Promise<StoredLogs | NoReply> {
    const reply = await this.ask({ kind: 'list', ...request }, limitMs);
    if (typeof reply === 'string') {
      return reply;
    }
    return reply.kind === 'listed' ? reply.found : 'failed';
  }

  async judge(
    request: Omit<ScanRequest & { kind: 'judge' }, 'kind'>,
    limitMs: number,
  ): Promise<JudgedLog | NoReply> {
    const reply = await this.ask({ kind: 'judge', ...request }, limitMs);
    if (typeof reply === 'string') {
      return reply;
    }
    return reply.kind === 'judged' ? reply.judged : 'failed';
  }

  /** For good: whoever waits gets `ended`. */
  end(): void {
    this.isOver = true;
    this.drop('ended');
  }

  /** One at a time. A thread that fails or is too slow is ended; the next request has a new one. */
  private ask(request: ScanRequest, limitMs: number): Promise<ScanReply | NoReply> {
    if (this.isOver) {
      return Promise.resolve('ended');
    }
    return new Promise((resolve) => {
      const limit = setTimeout(() => this.drop('too-slow'), limitMs);
      this.waiting = (reply) => {
        clearTimeout(limit);
        this.waiting = undefined;
        resolve(reply);
      };
      try {
        this.worker ??= this.start();
        this.worker.postMessage(request);
      } catch {
        this.drop('failed');
      }
    });
  }

  private start(): Worker {
    const worker = new Worker(this.script, {
      name: 'turnwatch scan',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const failed = (): void => {
      if (this.worker === worker) {
        this.drop('failed');
      }
    };
    worker.on('message', (reply: ScanReply) => {
      if (this.worker === worker) {
        this.waiting?.(reply);
      }
    });
    worker.on('error', failed);
    worker.on('exit', failed);
    return worker;
  }

  private drop(why: NoReply): void {
    const { worker } = this;
    this.worker = undefined;
    if (worker !== undefined) {
      // first by itself: the process that reads a database for it ends then, too
      worker.postMessage({ kind: 'end' } satisfies ScanRequest);
      const grace = setTimeout(() => void worker.terminate(), GRACE_MS);
      worker.once('exit', () => clearTimeout(grace));
    }
    this.waiting?.(why);
  }
}
