/**
 * Runs git from a thread of its own. To start a process, the system copies the tables of the extension host's memory: 5 to 25 ms
 * in which the host's own thread would answer no hook.
 */
import { Worker } from 'node:worker_threads';
import { readErrorMessage } from '../core/error-words.js';
import { runGit, type GitLimits, type GitOutcome } from './git-process.js';

export interface GitRequest {
  id: number;
  folder: string;
  args: readonly string[];
  limits: GitLimits;
  executable: string | undefined;
}

export interface GitReply {
  id: number;
  outcome: GitOutcome;
}

export interface GitThreadOptions {
  /** The thread's script: the build of git-thread-main.ts. */
  script: URL;
  log(text: string): void;
  /** The thread ends after this long without a request (milliseconds). */
  idleMs?: number;
}

const IDLE_MS = 60_000;

interface WaitingRequest {
  request: GitRequest;
  resolve: (outcome: GitOutcome | Promise<GitOutcome>) => void;
}

export class GitThread {
  private worker: Worker | undefined;
  /** Git is run from the host's own thread from then on. */
  private hasFailed = false;
  private readonly waiting = new Map<number, WaitingRequest>();
  private requests = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly options: GitThreadOptions) {}

  get isRunning(): boolean {
    return this.worker !== undefined;
  }

  /** As `runGit`. */
  readonly run: typeof runGit = (folder, args, limits, executable) => {
    const request: GitRequest = { id: ++this.requests, folder, args, limits, executable };
    const worker = this.hasFailed ? undefined : (this.worker ??= this.start());
    if (worker === undefined) {
      return runHere(request);
    }
    clearTimeout(this.idle);
    return new Promise((resolve) => {
      this.waiting.set(request.id, { request, resolve });
      worker.postMessage(request);
    });
  };

  dispose(): void {
    this.end();
    for (const { resolve } of this.waiting.values()) {
      resolve({ ok: false, problem: 'the window closes', late: true });
    }
    this.waiting.clear();
  }

  private start(): Worker | undefined {
    try {
      const worker = new Worker(this.options.script, { name: 'turnwatch git', execArgv: [] });
      worker.unref();
      worker.on('message', ({ id, outcome }: GitReply) => {
        this.settle(id, outcome);
      });
      worker.on('error', (error) => {
        this.fail(error);
      });
      worker.on('exit', () => {
        if (this.worker === worker) {
          this.fail('it has ended');
        }
      });
      return worker;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  private settle(id: number, outcome: GitOutcome): void {
    this.waiting.get(id)?.resolve(outcome);
    this.waiting.delete(id);
    if (this.waiting.size === 0) {
      clearTimeout(this.idle);
      this.idle = setTimeout(() => this.end(), this.options.idleMs ?? IDLE_MS).unref();
    }
  }

  private fail(error: unknown): void {
    if (!this.hasFailed) {
      this.hasFailed = true;
      this.options.log(
        `the thread for git failed, git is run without it: ${readErrorMessage(error)}`,
      );
    }
    this.end();
    for (const { request, resolve } of this.waiting.values()) {
      resolve(runHere(request));
    }
    this.waiting.clear();
  }

  private end(): void {
    clearTimeout(this.idle);
    const { worker } = this;
    this.worker = undefined;
    void worker?.terminate();
  }
}

function runHere({ folder, args, limits, executable }: GitRequest): Promise<GitOutcome> {
  return runGit(folder, args, limits, executable);
}
