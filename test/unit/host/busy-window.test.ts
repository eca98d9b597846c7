/** Hooks of a window that has much else to do. */
import assert from 'node:assert/strict';
import { appendFile, writeFile } from 'node:fs/promises';
import { quantile } from '../../bench/row.js';
import { itInAll } from '../../tier.js';
import { BusyWindow } from '../support/busy-window.js';

const MB = 1024 * 1024;

describe('hooks of a session whose log grows by megabytes at once', () => {
  itInAll('are answered all along while it is read', async () => {
    const window = await BusyWindow.open();
    try {
      await writeFile(window.log, '');
      await window.hook();
      const text = window.lines(6 * MB);
      const calls = text.split('"tool_use"').length - 1;
      const appended = appendFile(window.log, text);
      const times = await window.hooksWhile(() => window.results < calls);
      await appended;
      const most = (share: number): string => quantile(times, share).toFixed(1);
      console.log(
        `      ${times.length} hooks meanwhile: p50 ${most(0.5)} ms, p90 ${most(0.9)} ms, at most ${most(1)} ms`,
      );
      assert.ok(times.length >= 20, `${times.length} hooks were answered before the log was read`);
      assert.equal(window.results, calls, 'nothing of the log is lost');
    } finally {
      await window.close();
    }
  });
});
