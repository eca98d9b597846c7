/** How long the page takes for a snapshot with one more row. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { SNAPSHOT_ROWS, type Snapshot } from '../../src/core/view/snapshot.js';
import { drawn, post, showSnapshot } from './browser.js';
import { longRun } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';

/** Milliseconds of script and layout per update, measured in the page, without the wait for its frame. `rows` includes those of later updates. */
export function updates(
  page: Page,
  shown: Snapshot,
  rows: readonly Row[],
  times: number,
  older = 0,
): Promise<number[]> {
  return page.evaluate(
    async ({ shown, rows, times, older }) => {
      const { selected } = shown;
      const taken: number[] = [];
      if (selected === undefined) {
        return taken;
      }
      for (let more = 1; more <= times; more += 1) {
        const snapshot = {
          ...shown,
          selected: { ...selected, rows: [], olderRows: older === 0 ? 0 : older + more },
        };
        const newest = rows.slice(times - more, times - more + selected.rows.length);
        const bytes = new TextEncoder().encode(JSON.stringify(newest));
        window.postMessage({ type: 'snapshot', snapshot, rows: bytes }, '*');
        await new Promise<void>((done) => {
          window.addEventListener(
            'message',
            () => {
              const unpacked = performance.now() - window.clock.message;
              // the page has requested this frame before us: its work and the layout are counted
              requestAnimationFrame(() => {
                document.body.getBoundingClientRect();
                taken.push(unpacked + performance.now() - window.clock.frame);
                done();
              });
            },
            { once: true },
          );
        });
      }
      return taken;
    },
    { shown, rows, times, older },
  );
}

/** The same for a long session as the host sends it: the newest rows in each snapshot, the older ones requested and held by the page. */
export async function longSession(page: Page, rows: number, times: number): Promise<number[]> {
  const older = rows - SNAPSHOT_ROWS;
  const shown = snapshot(
    detail('progressing', { rows: longRun(SNAPSHOT_ROWS, older + 1), olderRows: older }),
  );
  await showSnapshot(page, shown);
  for (let before = older; before > 0; before -= Math.min(SNAPSHOT_ROWS, before)) {
    await page.locator('.timeline > .link-button').click();
    await post(page, {
      type: 'older',
      session: 'a1',
      before,
      rows: longRun(Math.min(SNAPSHOT_ROWS, before), Math.max(1, before - SNAPSHOT_ROWS + 1)),
    });
    await drawn(page);
  }
  assert.equal(
    await page.locator('.timeline > .link-button').isVisible(),
    false,
    'all rows are held',
  );
  return updates(page, shown, longRun(SNAPSHOT_ROWS + times, older + 1), times, older);
}
