/** How long the page takes for a snapshot with one more row. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { SNAPSHOT_ROWS, type Snapshot } from '../../src/core/view/snapshot.js';
import { SnapshotMessages } from '../../src/host/view/snapshot-messages.js';
import { drawn, post, showSnapshot } from './browser.js';
import { longRun } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';

interface Updates {
  shown: Snapshot;
  /** Newest first; those of later updates, too. */
  rows: readonly Row[];
  times: number;
  /** Rows that the session has before these. */
  older?: number;
}

/** Milliseconds of script and layout per update, measured in the page, without the wait for its frame. */
export function updates(page: Page, { shown, rows, times, older = 0 }: Updates): Promise<number[]> {
  return page.evaluate(
    async ({ shown, lines, times, older }) => {
      const { selected } = shown;
      const taken: number[] = [];
      if (selected === undefined) {
        return taken;
      }
      // written before the first: the host does it in another process
      const written = Array.from({ length: times }, (_, at) => {
        const from = times - at - 1;
        const newest = lines.slice(from, from + selected.rows.length);
        return new TextEncoder().encode(newest.join('\n'));
      });
      for (const [at, bytes] of written.entries()) {
        const snapshot = {
          ...shown,
          selected: { ...selected, rows: [], olderRows: older === 0 ? 0 : older + at + 1 },
        };
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
    { shown, lines: writeLines(shown, rows), times, older },
  );
}

/** As the host writes them. */
function writeLines(shown: Snapshot, rows: readonly Row[]): string[] {
  const { selected } = shown;
  assert.ok(selected !== undefined);
  const message = new SnapshotMessages().makeMessage({
    ...shown,
    selected: { ...selected, rows: [...rows] },
  });
  return new TextDecoder().decode(message.rows).split('\n');
}

/** The same for a long session as the host sends it: the newest rows in each snapshot, the older ones requested and held by the page. */
export async function longSession(page: Page, rows: number, times: number): Promise<number[]> {
  const older = rows - SNAPSHOT_ROWS;
  const all = longRun(SNAPSHOT_ROWS + times, older + 1);
  const shown = snapshot(detail('progressing', { rows: all.slice(times), olderRows: older }));
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
  return updates(page, { shown, rows: all, times, older });
}
