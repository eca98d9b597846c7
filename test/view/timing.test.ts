/** Measures and prints; fails only if the page does not get there at all. */
import assert from 'node:assert/strict';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Row, Snapshot } from '../../src/core/snapshot.js';
import { drawn, PageHost, post, posted } from './browser.js';
import { detail, longRun, snapshot } from './fixtures.js';

/** Milliseconds of each update with its layout, in the page itself: a row more arrives each time. `rows` holds the later ones too. */
async function updates(page: Page, shown: Snapshot, rows: readonly Row[], times: number, older = 0): Promise<number[]> {
  return page.evaluate(async ({ shown, rows, times, older }) => {
    const { selected } = shown;
    const taken: number[] = [];
    if (selected === undefined) { return taken; }
    for (let more = 1; more <= times; more += 1) {
      const snapshot = { ...shown, selected: { ...selected, rows: rows.slice(times - more, times - more + selected.rows.length), olderRows: older === 0 ? 0 : older + more } };
      window.postMessage({ type: 'snapshot', snapshot }, '*');
      await new Promise<void>((done) => {
        window.addEventListener('message', () => {
          const unpacked = performance.now() - window.clock.message;
          // The page has asked for this frame too, before us: the wait for the frame is not counted, its work and the layout are.
          requestAnimationFrame(() => {
            document.body.getBoundingClientRect();
            taken.push(unpacked + performance.now() - window.clock.frame);
            done();
          });
        }, { once: true });
      });
    }
    return taken;
  }, { shown, rows, times, older });
}

async function sizes(folder: string): Promise<string> {
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  return (await Promise.all(scripts.map(async (name) => `${name} ${(await stat(join(folder, name))).size} bytes`))).join(', ');
}

const at = (times: readonly number[], share: number) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

describe('page: timing', function () {
  this.timeout(120_000);
  let host: PageHost;
  before(async () => { host = await PageHost.start(); });
  after(async () => { await host.stop(); });

  it('prints first paint and updates', async () => {
    const table: Record<string, Record<string, string>> = {};
    for (const rows of [300, 2000, 10_000]) {
      const page = await host.open();
      const first = snapshot(detail('progressing', { rows: longRun(rows) }));
      const ready = await page.evaluate(() => performance.getEntriesByType('resource').find((entry) => entry.name.endsWith('main.js'))?.duration ?? 0);
      const [firstPaint] = await updates(page, first, longRun(rows + 1), 1);
      const times = await updates(page, first, longRun(rows + 30), 30);
      assert.ok(await page.locator('.row').count() > 10);
      assert.ok((await posted(page)).some((message) => message.type === 'painted' && message.rows === rows));
      table[`${rows} rows`] = {
        'main.js loaded': `${ready.toFixed(0)} ms`, 'first paint': `${(firstPaint ?? 0).toFixed(1)} ms`, 'update p50': `${at(times, 0.5).toFixed(1)} ms`, 'update p95': `${at(times, 0.95).toFixed(1)} ms`,
      };
      await page.close();
    }
    const page = await host.show(snapshot(detail('progressing', { rows: longRun(300, 9701), olderRows: 9700 })));
    for (let before = 9700; before > 0; before -= Math.min(300, before)) {
      if (before === 9700) { await page.getByRole('button', { name: 'Show 9,700 older rows' }).click(); }
      else { await page.locator('.timeline > .link-button').click(); }
      await post(page, { type: 'older', session: 'a1', before, rows: longRun(Math.min(300, before), Math.max(1, before - 299)) });
      await drawn(page);
    }
    assert.equal(await page.locator('.timeline > .link-button').isVisible(), false, 'all rows are held');
    const times = await updates(page, snapshot(detail('progressing', { rows: longRun(300, 9701), olderRows: 9700 })), longRun(330, 9701), 30, 9700);
    table['300 rows, 9,700 older held'] = { 'update p50': `${at(times, 0.5).toFixed(1)} ms`, 'update p95': `${at(times, 0.95).toFixed(1)} ms` };
    await page.close();
    console.table(table);
    const folder = process.env['TURNWATCH_PAGE'] ?? join(process.cwd(), 'dist', 'webview');
    console.log(`scripts ${await sizes(folder)}, style.css ${(await stat(join(folder, 'style.css'))).size} bytes`);
  });
});
