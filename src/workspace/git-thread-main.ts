/** The thread that runs git: see git-thread.ts. */
import { parentPort } from 'node:worker_threads';
import { runGit } from './git-process.js';
import type { GitReply, GitRequest } from './git-thread.js';

parentPort?.on('message', ({ id, folder, args, limits, executable }: GitRequest) => {
  void runGit(folder, args, limits, executable).then((outcome) => {
    parentPort?.postMessage({ id, outcome } satisfies GitReply);
  });
});
