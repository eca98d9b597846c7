/** In the narrowest side bar no text is cut off or overlaps another, in German either. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { showSnapshot } from './browser.js';
import { states } from './fixtures/states.js';
import { pageHost } from './pages.js';

const NARROWEST = 200;

describe('the page in German', function () {
  this.timeout(300_000);
  let page: Page;
  before(async () => {
    page = await (await pageHost()).open({ width: NARROWEST, locale: 'de' });
  });
  after(() => page.close());

  for (const [state, make] of Object.entries(states)) {
    it(`fits into ${NARROWEST} px: ${state}`, async () => {
      await showSnapshot(page, make());
      assert.equal(await page.evaluate(() => document.documentElement.lang), 'de');
      assert.deepEqual(await layoutProblems(page), []);
    });
  }
});

/** Texts that overflow the page, or overlap a neighbour or a button. */
function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ width, blocks }) => {
      const found: string[] = [];
      const rect = (element: Element): DOMRect => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect();
      };
      const shown = (element: Element): boolean =>
        element.checkVisibility() && element.getBoundingClientRect().width > 1;
      const clipped = (element: Element): boolean =>
        getComputedStyle(element).overflowX !== 'visible';
      const meet = (a: DOMRect, b: DOMRect): boolean =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
      for (const each of document.querySelectorAll('#page *')) {
        if (!shown(each) || each.children.length > 0 || each.textContent.trim() === '') {
          continue;
        }
        if (!clipped(each) && rect(each).right > width + 0.5) {
          found.push(`out of the page: ${each.textContent}`);
        }
        let next = each.nextElementSibling;
        while (next && (!shown(next) || next.textContent.trim() === '')) {
          next = next.nextElementSibling;
        }
        if (clipped(each)) {
          continue;
        }
        if (next && meet(rect(each), rect(next))) {
          found.push(`${each.textContent} lies over ${next.textContent}`);
        }
        for (const button of each.closest(blocks)?.querySelectorAll('button, vscode-button') ??
          []) {
          if (
            !button.contains(each) &&
            shown(button) &&
            meet(rect(each), button.getBoundingClientRect())
          ) {
            found.push(`${each.textContent} lies under ${button.textContent}`);
          }
        }
      }
      return found;
    },
    { width: NARROWEST, blocks: '.banner, .notice, .receipt, .empty' },
  );
}
