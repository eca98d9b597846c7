/** Does jobs in as many threads as the machine has cores: each thread runs the whole program again and takes one job after the other. */
import { availableParallelism } from 'node:os';
import { parentPort, Worker } from 'node:worker_threads';
import { Unusable } from '../../src/cli/command-line.js';
import { doJob, type Job, type JobResult } from './jobs.js';

/** With fewer jobs for each, a thread costs more than it saves. */
const JOBS_PER_THREAD = 24;
/** Milliseconds between two lines about how far it is. */
const TELL_EVERY = 5000;

type Answer = { result: JobResult } | { refused: string };

/** @returns results in the order of their jobs. @param program what the threads run. @throws Unusable */
export async function doJobs(jobs: readonly Job[], program: URL): Promise<JobResult[]> {
  const count = Math.min(availableParallelism(), Math.floor(jobs.length / JOBS_PER_THREAD));
  if (count < 2) {
    const results: JobResult[] = [];
    for (const job of jobs) {
      results.push(await doJob(job));
    }
    return results;
  }
  const results = new Map<number, JobResult>();
  const waiting = jobs.map((job, number) => ({ job, number }));
  // the longest first: nothing long is left for one thread at the end
  waiting.sort((one, other) => weight(one.job) - weight(other.job));
  const progress = new Progress(jobs.length);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const thread = new Worker(program);
      try {
        for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
          results.set(next.number, await ask(thread, next.job));
          progress.tell(results.size);
        }
      } finally {
        await thread.terminate();
      }
    }),
  );
  return jobs.flatMap((_, number) => results.get(number) ?? []);
}

function weight(job: Job): number {
  switch (job.kind) {
    case 'behavior':
      return 2;
    case 'run':
      return job.run.file.startsWith('modern/') ? 3 : 1;
    case 'case':
    case 'idea':
      return 0;
  }
}

function ask(thread: Worker, job: Job): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject);
    thread.once('message', (answer: Answer) => {
      thread.off('error', reject);
      if ('refused' in answer) {
        reject(new Unusable(answer.refused));
      } else {
        resolve(answer.result);
      }
    });
    thread.postMessage(job);
  });
}

/** The other end, in a thread. */
export function workInThread(): void {
  parentPort?.on('message', (job: Job) => {
    void doJob(job).then(
      (result) => parentPort?.postMessage({ result } satisfies Answer),
      (error: unknown) => {
        if (error instanceof Unusable) {
          parentPort?.postMessage({ refused: error.message } satisfies Answer);
          return;
        }
        // an unexpected error ends the thread, and with it the program
        setImmediate(() => {
          throw error;
        });
      },
    );
  });
}

class Progress {
  private readonly began = Date.now();
  private told = this.began;

  constructor(private readonly all: number) {}

  tell(done: number): void {
    const now = Date.now();
    if (now - this.told >= TELL_EVERY || (done === this.all && this.told > this.began)) {
      this.told = now;
      const seconds = Math.round((now - this.began) / 1000);
      console.error(`judged ${done} of ${this.all}, after ${seconds} s`);
    }
  }
}
