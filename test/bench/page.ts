/** The page of the view in a real Chromium, with 2,000 steps. */
import type { Page } from 'playwright-core';
import type { Row as StepRow, Snapshot } from '../../src/core/snapshot.js';
import { PageHost } from '../view/browser.js';
import { detail, longRun, snapshot } from '../view/fixtures.js';
import { median, quantile, type Row } from './row.js';

const STEPS = 2000;
const UPDATES = 40;

/** Milliseconds of script and layout of each update, without the wait for its frame. One more step comes with each. */
function updates(page: Page, shown: Snapshot, rows: readonly StepRow[], times: number): Promise<number[]> {
  return page.evaluate(async ({ shown, rows, times }) => {
    const taken: number[] = [];
    const { selected } = shown;
    if (selected === undefined) { return taken; }
    for (let more = 1; more <= times; more += 1) {
      window.postMessage({ type: 'snapshot', snapshot: { ...shown, selected: { ...selected, rows: rows.slice(times - more, times - more + selected.rows.length) } } }, '*');
      await new Promise<void>((done) => {
        window.addEventListener('message', () => {
          const script = performance.now() - window.clock.message;
          requestAnimationFrame(() => {
            document.body.getBoundingClientRect();
            taken.push(script + performance.now() - window.clock.frame);
            done();
          });
        }, { once: true });
      });
    }
    return taken;
  }, { shown, rows, times });
}

export async function pageRows(folder: string): Promise<Row[]> {
  const host = await PageHost.start(folder);
  try {
    const firsts: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const page = await host.open();
      const shown = snapshot(detail('progressing', { rows: longRun(STEPS) }));
      const loaded = await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => entry instanceof PerformanceNavigationTiming ? entry.domContentLoadedEventEnd : Number.NaN)[0] ?? Number.NaN);
      firsts.push(loaded + ((await updates(page, shown, longRun(STEPS + 1), 1))[0] ?? Number.NaN));
      later.push(...await updates(page, shown, longRun(STEPS + UPDATES), UPDATES));
      if (await page.locator('.row').count() < 10) { throw new Error('the page shows no rows'); }
      await page.close();
    }
    return [
      { what: 'First paint, 2,000 steps', limit: 250, value: median(firsts), unit: 'ms', note: 'load and drawing; median of 3' },
      { what: 'Update, 2,000 steps, p50', limit: 16, value: median(later), unit: 'ms' },
      { what: 'Update, 2,000 steps, p95', limit: 16, value: quantile(later, 0.95), unit: 'ms' },
    ];
  } finally {
    await host.stop();
  }
}
