/** The page of the view in a real Chromium, with 2,000 steps. */
import type { Page } from 'playwright-core';
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
    const firstsAtOnce: number[] = [];
    const atOnce: number[] = [];
    const later: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const page = await host.open({ moving: true });
      firsts.push(await firstPaint(page, SNAPSHOT_ROWS));
      await page.close();
      const long = await host.open({ moving: true });
      later.push(...(await longSession(long, STEPS, UPDATES)));
      await long.close();
    }
    // after those that happen, as the browser is still busy with what these leave
    for (let round = 0; round < 3; round += 1) {
      const page = await host.open({ moving: true });
      firstsAtOnce.push(await firstPaint(page, STEPS));
      const shown = snapshot(detail('progressing', { rows: longRun(STEPS) }));
      atOnce.push(
        ...(await updates(page, { shown, rows: longRun(STEPS + UPDATES), times: UPDATES })),
      );
      await page.close();
    }
    return [
      {
        what: 'First paint, 2,000 steps',
        limit: 250,
        value: median(firsts),
        unit: 'ms',
        note: `load and drawing of the newest ${SNAPSHOT_ROWS}, as the host sends them; median of 3`,
      },
      { what: '  all in the snapshot', value: median(firstsAtOnce), unit: 'ms' },
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

/** Milliseconds until a page that has just been opened has drawn a session of `STEPS` steps, of which its first snapshot holds the newest `rows`. */
async function firstPaint(page: Page, rows: number): Promise<number> {
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
  const older = STEPS - rows;
  const shown = snapshot(
    detail('progressing', { rows: longRun(rows, older + 1), olderRows: older }),
  );
  const [drawn = Number.NaN] = await updates(page, {
    shown,
    rows: longRun(rows + 1, older + 1),
    times: 1,
    older,
  });
  if ((await page.locator('.row').count()) < 10) {
    throw new Error('the page shows no rows');
  }
  return loaded + drawn;
}
