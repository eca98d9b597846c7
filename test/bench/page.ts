/** The page of the view in a real Chromium, with 2,000 steps. */
import { SNAPSHOT_ROWS } from '../../src/core/view/snapshot.js';
import { PageHost } from '../view/browser.js';
import { longRun } from '../view/fixtures/rows.js';
import { detail, snapshot } from '../view/fixtures/snapshots.js';
import { longSession, updates } from '../view/updates.js';
import { median, quantile, type Row } from './row.js';

const STEPS = 2000;
const UPDATES = 40;

export async function pageRows(folder: string): Promise<Row[]> {
  const host = await PageHost.start(folder);
  try {
    const firsts: number[] = [];
    const atOnce: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const page = await host.open({ moving: true });
      const shown = snapshot(detail('progressing', { rows: longRun(STEPS) }));
      const loaded = await page.evaluate(
        () =>
          performance
            .getEntriesByType('navigation')
            .map((entry) =>
              entry instanceof PerformanceNavigationTiming
                ? entry.domContentLoadedEventEnd
                : Number.NaN,
            )[0] ?? Number.NaN,
      );
      firsts.push(loaded + ((await updates(page, shown, longRun(STEPS + 1), 1))[0] ?? Number.NaN));
      atOnce.push(...(await updates(page, shown, longRun(STEPS + UPDATES), UPDATES)));
      if ((await page.locator('.row').count()) < 10) {
        throw new Error('the page shows no rows');
      }
      await page.close();
      const long = await host.open({ moving: true });
      later.push(...(await longSession(long, STEPS, UPDATES)));
      await long.close();
    }
    return [
      {
        what: 'First paint, 2,000 steps',
        limit: 250,
        value: median(firsts),
        unit: 'ms',
        note: 'load and drawing; median of 3',
      },
      { what: 'Update, 2,000 steps, p50', limit: 16, value: median(later), unit: 'ms' },
      {
        what: 'Update, 2,000 steps, p95',
        limit: 16,
        value: quantile(later, 0.95),
        unit: 'ms',
        note: `the newest ${SNAPSHOT_ROWS} rows in each snapshot, as the host sends them, the older ones held`,
      },
      {
        what: '  all in each snapshot, p50',
        value: median(atOnce),
        unit: 'ms',
        note: `p95 ${quantile(atOnce, 0.95).toFixed(1)} ms`,
      },
    ];
  } finally {
    await host.stop();
  }
}
