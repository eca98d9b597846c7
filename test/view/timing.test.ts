/** Prints timings at a glance; the benchmark measures properly. Fails only if the page draws nothing. */
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { posted } from './browser.js';
import { longRun } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';
import { usePages } from './pages.js';
import { longSession, updates } from './updates.js';

const UPDATES = 10;

async function sizes(folder: string): Promise<string> {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return (
    await Promise.all(
      scripts.map(async (name) => `${name} ${(await stat(join(folder, name))).size} bytes`),
    )
  ).join(', ');
}

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  0;

describe('page: timing', function () {
  const pages = usePages(this, 300_000);

  it('prints first paint and updates', async () => {
    const table: Record<string, Record<string, string>> = {};
    for (const rows of [300, 2000]) {
      const page = await pages.open({ moving: true });
      const first = snapshot(detail('progressing', { rows: longRun(rows) }));
      const ready = await page.evaluate(
        () =>
          performance.getEntriesByType('resource').find((entry) => entry.name.endsWith('main.js'))
            ?.duration ?? 0,
      );
      const [firstPaint] = await updates(page, {
        shown: first,
        rows: longRun(rows + 1),
        times: 1,
      });
      const times = await updates(page, {
        shown: first,
        rows: longRun(rows + UPDATES),
        times: UPDATES,
      });
      assert.ok((await page.locator('.row').count()) > 10);
      assert.ok(
        (await posted(page)).some((message) => message.type === 'painted' && message.rows === rows),
      );
      table[`${rows} rows`] = {
        'main.js loaded': `${ready.toFixed(0)} ms`,
        'first paint': `${(firstPaint ?? 0).toFixed(1)} ms`,
        'update p50': `${at(times, 0.5).toFixed(1)} ms`,
        'update p95': `${at(times, 0.95).toFixed(1)} ms`,
      };
      await page.close();
    }
    const page = await pages.open({ moving: true });
    const times = await longSession(page, 3000, UPDATES);
    table['300 rows, 2,700 older held'] = {
      'update p50': `${at(times, 0.5).toFixed(1)} ms`,
      'update p95': `${at(times, 0.95).toFixed(1)} ms`,
    };
    await page.close();
    console.table(table);
    const folder = process.env['TURNWATCH_PAGE'] ?? join(process.cwd(), 'dist', 'webview');
    console.log(
      `scripts ${await sizes(folder)}, style.css ${(await stat(join(folder, 'style.css'))).size} bytes`,
    );
  });
});
