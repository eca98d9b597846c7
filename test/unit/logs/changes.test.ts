/** Files that are read as a whole: every change is told of, also one that comes while the file is looked at. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Changes } from '../../../src/logs/followed-files.js';
import { until } from '../support/until.js';

describe('changes of a file that is read as a whole', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnwatch-changes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('reports a change that comes right after a look without waiting for the next poll', async () => {
    const file = join(folder, 'whole.json');
    writeFileSync(file, '{');
    let size = 0;
    // So many files beside it that a look takes a while.
    const beside = Array.from({ length: 2000 }, (_, i) => `-${i}`);
    const changes = new Changes({
      file,
      beside,
      pauseMs: 1,
      pollMs: 60_000,
      log: (text) => assert.fail(text),
      onChange: () => {
        ({ size } = statSync(file));
      },
    });
    changes.start();
    try {
      await until('the file', () => size === 1);
      for (let wanted = 2; wanted < 6; wanted++) {
        await sleep(150); // the looks after the last change are over
        // Reported, and gone again: a look that finds nothing.
        writeFileSync(`${file}-0`, '');
        rmSync(`${file}-0`);
        await sleep(5 + wanted);
        appendFileSync(file, ' ');
        await until(
          `the change to ${wanted} bytes`,
          () => size === wanted,
          () => size,
        );
      }
    } finally {
      await changes.stop();
    }
  });
});
