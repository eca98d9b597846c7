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
  messages?: SnapshotMessages;
}

/** Milliseconds of script and layout per update, measured in the page, without the wait for its frame. */
export function updates(
  page: Page,
  { shown, rows, times, older = 0, messages = new SnapshotMessages() }: Updates,
): Promise<number[]> {
  const { selected } = shown;
  assert.ok(selected !== undefined);
  const sent = Array.from({ length: times }, (_, at) => {
    const from = times - at - 1;
    return messages.makeMessage({
      ...shown,
      selected: {
        ...selected,
        rows: rows.slice(from, from + selected.rows.length),
        olderRows: older === 0 ? 0 : older + at + 1,
      },
    });
  });
  return page.evaluate(async (sent) => {
    const taken: number[] = [];
    for (const message of sent) {
      window.postMessage(message, '*');
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
  }, sent);
}

/** The same for a long session as the host sends it: the newest rows in each snapshot, the older ones requested and held by the page. */
export async function longSession(page: Page, rows: number, times: number): Promise<number[]> {
  const older = rows - SNAPSHOT_ROWS;
  const all = longRun(SNAPSHOT_ROWS + times, older + 1);
  const shown = snapshot(detail('progressing', { rows: all.slice(times), olderRows: older }));
  const messages = new SnapshotMessages();
  await showSnapshot(page, shown, messages);
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
  return updates(page, { shown, rows: all, times, older, messages });
}
