/** Mocha's own `spec` output, and the exact counts and what failed in the file named by $TURNWATCH_RESULTS for test/run.mjs. */
import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';
import { skipReason } from './skip.js';
import { leftForAll } from './tier.js';

export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const counts = {
      passed: 0,
      failed: 0,
      failures: new Array<{ title: string; error: string }>(),
      skipped: new Array<{ title: string; reason: string | undefined }>(),
    };
    const write = (ended: boolean): void => {
      const file = process.env.TURNWATCH_RESULTS;
      if (file) {
        writeFileSync(file, JSON.stringify({ ...counts, left: leftForAll(), ended }));
      }
    };
    runner.on('pass', () => {
      counts.passed += 1;
    });
    runner.on('fail', (test, error: unknown) => {
      counts.failed += 1;
      counts.failures.push({
        title: test.fullTitle(),
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    });
    runner.on('pending', (test) => {
      counts.skipped.push({ title: test.fullTitle(), reason: skipReason(test) });
    });
    runner.once('end', () => write(true));
    write(false); // a run that dies is told apart from one that never began
  }
}
