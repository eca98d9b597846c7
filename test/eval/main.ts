/** `npm run eval`: the figures of labelled runs, and what each part is worth. Its threads run the same program and do the jobs. */
import { isMainThread } from 'node:worker_threads';
import { runToExit } from '../../src/cli/command-line.js';
import { evaluate } from './evaluate.js';
import { workInThread } from './threads.js';

if (isMainThread) {
  await runToExit(() => evaluate(process.argv.slice(2), new URL(import.meta.url)));
} else {
  workInThread();
}
