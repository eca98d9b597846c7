/** By keyboard alone: all that a mouse can act on is reached, shows its focus, and is left again. */
import assert from 'node:assert/strict';
import { itInAll } from '../tier.js';
import { drawn, showSnapshot } from './browser.js';
import { reportPage, reportStates } from './fixtures/report.js';
import { longRun } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';
import { installWalk } from './keyboard-page.js';
import {
  Found,
  high,
  menuButtons,
  openAll,
  openers,
  openMenu,
  panels,
  showPanelPage,
  showView,
  views,
} from './keyboard-views.js';
import { walk, walkMenu } from './keyboard-walk.js';
import { pageHost, usePages } from './pages.js';

describe('the keyboard alone', function () {
  const pages = usePages(this, 600_000);

  for (const name of Object.keys(views)) {
    itInAll(`reaches all of ${name}, its menus and what opens in it`, async () => {
      const found = new Found();
      const page = await showView(pages, name);
      found.note(name, await walk(page));
      for (let menu = 0; menu < (await menuButtons(page).count()); menu += 1) {
        await openMenu(page, menu);
        if ((await page.locator('.menu').count()) > 0) {
          found.note(`${name}, menu ${menu}`, await walkMenu(page, () => openMenu(page, menu)));
        }
      }
      await openAll(page);
      found.note(`${name}, opened`, await walk(page));
      found.expectNone();
    });
  }

  for (const [name, open] of Object.entries(openers)) {
    itInAll(`reaches ${name}, and leaves it`, async () => {
      const found = new Found();
      const page = await showView(pages, 'stalled', open);
      const drawer = page.locator('.drawer');
      assert.ok(await drawer.evaluate((each) => each.contains(document.activeElement)));
      found.note(name, await walk(page));
      await drawer.locator('vscode-button').last().focus();
      await page.keyboard.press('Escape');
      assert.equal(await drawer.count(), 0);
      found.expectNone();
    });
  }

  itInAll('reaches the list of shortcuts, and comes back from it', async () => {
    const page = await showView(pages, 'stalled');
    await menuButtons(page).first().focus();
    await page.keyboard.press('?');
    const close = page.locator('dialog vscode-button');
    await close.waitFor();
    const [target, ...more] = await page.evaluate(() => window.walked.targets());
    assert.deepEqual(more, []);
    assert.equal((await page.evaluate(() => window.walked.focused()))?.id, target?.id);
    await page.keyboard.press('Escape');
    // a dialog is closed by a task of its own
    await close.waitFor({ state: 'detached' });
    const button = await menuButtons(page).first().elementHandle();
    await page.waitForFunction((each) => each === document.activeElement, button);
  });

  itInAll('comes from older steps back to the newest', async () => {
    const rows = longRun(200);
    const page = await pages.show(snapshot(detail('progressing', { rows: rows.slice(3) })), {
      prepare: installWalk,
    });
    await page.locator('.line[tabindex="0"]').focus();
    await page.keyboard.press('End');
    await showSnapshot(page, snapshot(detail('progressing', { rows })));
    const back = page.locator('.newer-button');
    await back.waitFor();
    // Shift+Tab scrolls to the buttons above the list, and so to the newest steps: Home does what this button does
    await page.keyboard.press('Home');
    await drawn(page);
    assert.equal(await back.isVisible(), false);
    assert.match(
      await page.evaluate(() => document.activeElement?.textContent ?? ''),
      /^Step 200, /,
    );
  });

  for (const [name, make] of Object.entries(panels)) {
    itInAll(`reaches all of the thresholds page, ${name}`, async () => {
      const found = new Found();
      const page = await showPanelPage(pages, make());
      found.note(name, await walk(page));
      await openAll(page);
      found.note(`${name}, opened`, await walk(page));
      found.expectNone();
    });
  }

  for (const [name, make] of Object.entries(reportStates)) {
    itInAll(`reaches all of what Turnwatch did, ${name}`, async () => {
      const found = new Found();
      const page = await (await pageHost()).openDocument(reportPage(make(), 'en'), high);
      try {
        found.note(name, await walk(page));
      } finally {
        await page.close();
      }
      found.expectNone();
    });
  }
});
