/** The page of what Turnwatch did in a real Chromium: readable in every theme and width, and nothing in it can run. */
import assert from 'node:assert/strict';
import { contains } from '../contains.js';
import { moreInAll } from '../tier.js';
import { violations } from './axe.js';
import { themeNames } from './browser.js';
import { pageHost, usePages } from './pages.js';
import { reportPage, reportStates } from './fixtures/report.js';

describe('the page of what Turnwatch did', function () {
  usePages(this, 300_000);

  for (const theme of themeNames) {
    // colours are the same at every width
    const widths = theme === 'dark' ? [200, ...moreInAll([300, 900])] : [200];
    it(`has no axe violation and no overflow in ${theme} at ${widths.join(', ')} px`, async () => {
      const host = await pageHost();
      for (const [name, make] of Object.entries(reportStates)) {
        const page = await host.openDocument(reportPage(make(), 'de'), { theme });
        try {
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            assert.deepEqual(await violations(page, theme), [], `${name} at ${width} px`);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= width, `${name} at ${width} px is ${wide} px wide`);
            const rows = await page
              .locator('.bars tbody tr')
              .evaluateAll((all) => all.map((row) => row.clientHeight));
            assert.ok(Math.max(0, ...rows) < 80, `words are broken in ${name} at ${width} px`);
          }
        } finally {
          await page.close();
        }
      }
    });
  }

  it('shows the numbers beside their bars, reaches its buttons by keyboard, and runs no script', async () => {
    const host = await pageHost();
    const { turns, past } = reportStates.report();
    const agent = '<script>window.ran = 1</script>';
    const hostile = turns.map((turn) => ({ ...turn, agent }));
    const page = await host.openDocument(reportPage({ turns: hostile, ...(past && { past }) }));
    try {
      const bars = page.getByRole('table').first();
      assert.equal(await bars.getByRole('row').count(), 8, 'a heading and seven days');
      assert.match(await bars.getByRole('row').last().innerText(), /^Nov 22\s+\d+/);
      contains(await page.locator('.stalls').first().innerText(), 'by Turnwatch');
      // what logs told stands apart
      const section = page.locator('section').last();
      contains(await section.innerText(), 'From logs: the last 30 days');
      assert.match(await section.getByRole('row').nth(1).innerText(), /^Claude Code\s+60\s+5$/);
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.textContent);
      assert.equal(focused, 'Copy as Markdown');
      assert.equal(await page.evaluate(() => 'ran' in window), false);
      assert.equal(await page.locator('script').count(), 0);
    } finally {
      await page.close();
    }
  });
});
