import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { drawn, showSnapshot } from './browser.js';
import { step } from './fixtures/rows.js';
import { detail, receipt, snapshot, withReport } from './fixtures/snapshots.js';
import { usePages } from './pages.js';

const markup =
  '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b style="color:red">bold</b>';
const bidi = 'rm \u202e/ fr-\u2066 src\u0000\u001b[31m';
const long = 'x'.repeat(100_000);

describe('page: hostile text', function () {
  const pages = usePages(this);
  let page: Page;

  it('stays text everywhere, and breaks neither the page nor its security policy', async () => {
    const rows: Row[] = [markup, bidi, long].flatMap((text, index): Row[] => [
      {
        ...step(index * 2 + 1, text, text, {
          input: text,
          output: text,
          note: { id: 'progress.edit', params: { path: text } },
        }),
      },
      { kind: 'message', at: index, text },
      { kind: 'prompt', turn: index, text },
      {
        kind: 'workspace',
        at: index,
        what: { id: 'progress.save', params: { path: text } },
        by: 'tool',
      },
    ]);
    const shown = withReport(
      detail('escalated', {
        rows,
        agentName: markup,
        folder: bidi,
        receipts: [receipt('requested', { id: markup })],
      }),
    );
    page = await pages.open({ width: 200 });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') {
        problems.push(message.text());
      }
    });
    await showSnapshot(
      page,
      snapshot(shown, {
        link: { state: 'not-connected', detail: markup },
        sessions: [shown, { ...shown, session: markup, parent: 'a1' }],
      }),
    );
    for (const key of ['step:1', 'step:3', 'step:5']) {
      // the list is windowed: go there by keyboard
      await page.locator('.line[tabindex="0"]').focus();
      await page.keyboard.press('Home');
      while (
        (await page.evaluate(() =>
          document.activeElement?.closest('.row')?.getAttribute('data-key'),
        )) !== key
      ) {
        await page.keyboard.press('ArrowDown');
      }
      await page.keyboard.press('Enter');
      await drawn(page);
    }
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
    assert.equal(await page.locator('#page img, #page script, #page b').count(), 0);
    assert.equal(await page.locator('[style*="color"]').count(), 0);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(problems, []);
    assert.equal(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
      true,
    );
    const text = (await page.locator('#page').textContent()) ?? '';
    assert.match(text, /<img src=x onerror=/);
    assert.doesNotMatch(
      text,
      /[\u202e\u2066\u0000\u001b]/,
      'control characters are shown, not obeyed',
    );
    assert.match(text, /‹U\+202E›/);
  });

  it('shows the beginning of an endless line and says how much is left', async () => {
    page = await pages.show(
      snapshot(
        detail('progressing', { rows: [step(1, 'Bash', long, { input: long, output: long })] }),
      ),
    );
    await page.locator('.line').click();
    const length = await page
      .locator('pre')
      .last()
      .evaluate((pre) => pre.textContent.length);
    assert.ok(length <= 12_000);
    assert.match(
      (await page.locator('.block-foot').last().textContent()) ?? '',
      /… 88,000 more characters/,
    );
  });

  it('is blocked by the policy even when inserted as markup', async () => {
    page = await pages.show(snapshot(detail('progressing')));
    await page.evaluate((html) => {
      document.body.insertAdjacentHTML('beforeend', html);
    }, markup);
    await page.waitForFunction(() => window.violations.length > 0);
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
  });
});
