/** By keyboard alone: Enter or Space does what a click does, and other keys change what a field holds. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { itInAll } from '../tier.js';
import { Acts } from './keyboard-acts.js';
import {
  Found,
  menuButtons,
  openAll,
  openers,
  openMenu,
  panels,
  showPanelPage,
  showView,
  views,
} from './keyboard-views.js';
import { usePages } from './pages.js';

describe('the keys', function () {
  const pages = usePages(this, 600_000);
  const acts = new Acts();

  for (const name of Object.keys(views)) {
    itInAll(`do what a click does in ${name}, its menus and what opens in it`, async () => {
      const found = new Found();
      const page = await showView(pages, name);
      found.note(name, await acts.compare(page, () => showView(pages, name)));
      for (let menu = 0; menu < (await menuButtons(page).count()); menu += 1) {
        const opens = (page: Page): Promise<void> => openMenu(page, menu);
        await opens(page);
        found.note(
          `${name}, menu ${menu}`,
          await acts.compare(page, () => showView(pages, name, opens)),
        );
        await page.keyboard.press('Escape');
      }
      await openAll(page);
      found.note(`${name}, opened`, await acts.compare(page, () => showView(pages, name, openAll)));
      found.expectNone();
    });
  }

  for (const [name, opens] of Object.entries(openers)) {
    itInAll(`do what a click does in ${name}`, async () => {
      const found = new Found();
      const open = (): Promise<Page> => showView(pages, 'stalled', opens);
      found.note(name, await acts.compare(await open(), open, '.drawer'));
      found.expectNone();
    });
  }

  for (const [name, make] of Object.entries(panels)) {
    itInAll(`do what a click does on the thresholds page, ${name}`, async () => {
      const found = new Found();
      const open = async (): Promise<Page> => {
        const page = await showPanelPage(pages, make());
        await openAll(page);
        return page;
      };
      found.note(name, await acts.compare(await open(), open));
      found.expectNone();
    });
  }

  itInAll('have been pressed on much', () => {
    assert.ok(acts.count > 80, `only ${acts.count} kinds`);
  });
});
