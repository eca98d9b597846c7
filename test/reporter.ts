/** Mocha's own `spec` output, and the exact counts, what failed and how long each test file took in the file named by $TURNWATCH_RESULTS for test/run.mjs. */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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
    const times = new FileTimes();
    const write = (ended: boolean): void => {
      const file = process.env.TURNWATCH_RESULTS;
      if (file) {
        const more = { left: leftForAll(), files: times.list(), ended };
        writeFileSync(file, JSON.stringify({ ...counts, ...more }));
      }
    };
    runner.on('test end', ({ file }) => {
      times.add(basename(file ?? 'loading', '.test.js'));
    });
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
    runner.once('start', () => {
      times.add('loading');
    });
    write(false); // a run that dies is told apart from one that never began
  }
}

/** Milliseconds that each test file took, with its hooks, and those that the process computed meanwhile. */
class FileTimes {
  private readonly files = new Map<string, { ms: number; computed: number }>();
  private last = { at: 0, cpu: 0 };

  /** All since the last call. */
  add(file: string): void {
    const { user, system } = process.cpuUsage();
    const now = { at: performance.now(), cpu: (user + system) / 1000 };
    const { ms, computed } = this.files.get(file) ?? { ms: 0, computed: 0 };
    this.files.set(file, {
      ms: ms + Math.round(now.at - this.last.at),
      computed: computed + Math.round(now.cpu - this.last.cpu),
    });
    this.last = now;
  }

  list(): { file: string; ms: number; computed: number }[] {
    return [...this.files].map(([file, times]) => ({ file, ...times }));
  }
}
