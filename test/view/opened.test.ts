/** Opened steps in full, older rows on scrolling, files opened from the list. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { contains } from '../contains.js';
import { itInAll } from '../tier.js';
import { violations } from './axe.js';
import { drawn, post, posted, showSnapshot } from './browser.js';
import { chaptered, longResult, longRun, step } from './fixtures/rows.js';
import { detail, snapshot } from './fixtures/snapshots.js';
import { delegated, state } from './fixtures/states.js';
import { usePages } from './pages.js';

const line = (page: Page, key: string) => page.locator(`.row[data-key="${key}"] > .line`);
const row = (page: Page, key: string) => page.locator(`.row[data-key="${key}"]`);
const focusedKey = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('data-key') ?? null);
const ofType = async (page: Page, type: string) =>
  (await posted(page)).filter((message) => message.type === type);
const older = (page: Page, before: number, count = 300) =>
  post(page, {
    type: 'older',
    session: 'a1',
    before,
    rows: longRun(Math.min(count, before), Math.max(1, before - count + 1)),
  });

describe('page: opened steps', function () {
  const pages = usePages(this);
  let page: Page;

  const openStep = async (): Promise<void> => {
    page = await pages.show(state('watch'));
    await line(page, 'step:18').click();
    await row(page, 'step:18').locator('pre').first().waitFor();
  };
  const whole = 'all of the result\n'.repeat(1000);

  it('list the files that changed with them, with their lines, each leading to its changes', async () => {
    const changed = { ...step(3, 'Bash', 'make'), changed: ['src/a.ts', 'b.md'] };
    page = await pages.show(snapshot(detail('progressing', { rows: [changed] })));
    await page.locator('.row[data-key="step:3"] > .line').click();
    assert.deepEqual(
      (await posted(page)).filter(({ type }) => type === 'changes'),
      [{ type: 'changes', session: 'a1', paths: ['src/a.ts', 'b.md'] }],
    );
    await post(page, {
      type: 'changes',
      session: 'a1',
      files: [{ path: 'src/a.ts', lines: { added: 4, removed: 1 } }, { path: 'b.md' }],
    });
    await drawn(page);
    assert.deepEqual(
      (await page.locator('.changed-file').allInnerTexts()).map((text) =>
        text.replace(/\s+/g, ' ').trim(),
      ),
      ['src/a.ts +4 −1', 'b.md'],
    );
    await page.getByTitle('Open changes to src/a.ts').click();
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'open',
      session: 'a1',
      path: 'src/a.ts',
      changes: true,
    });
  });

  it('show the tokens of their response, where known', async () => {
    page = await pages.show(snapshot(detail('watch')));
    await line(page, 'step:18').click();
    const tokens = row(page, 'step:18').locator('.details > .meta', { hasText: 'Tokens' });
    await tokens.waitFor();
    assert.equal(await tokens.innerText(), 'Tokens: 52,834 (51,700 cached)');
    assert.equal(
      await tokens.getAttribute('title'),
      '52,834 (52,720 input, 51,700 of it cached; 114 output)',
    );
    await line(page, 'step:17').click();
    await row(page, 'step:17').locator('pre').first().waitFor();
    assert.equal(await row(page, 'step:17').locator('.details > .meta:visible').count(), 0);
  });

  it('list many calls as lines that open, with the worst outcome on their row', async () => {
    const [first] = step(1, 'Read', 'src/a.ts').calls;
    assert.ok(first);
    const calls = Array.from({ length: 30 }, (_, i) => ({
      ...first,
      call: i,
      id: `c${i}`,
      title: `src/part-${i}.ts`,
      ...(i === 17 && { outcome: 'failed' as const }),
    }));
    const rows = [{ ...step(1, 'Read', 'src/a.ts'), calls, progress: true }];
    page = await pages.show(snapshot(detail('progressing', { rows })));
    assert.equal(await line(page, 'step:1').locator('.note').innerText(), '1 of 30 failed');
    assert.equal(await line(page, 'step:1').locator('.status').getAttribute('data-icon'), 'cross');
    await line(page, 'step:1').click();
    const lines = row(page, 'step:1').locator('.call-line');
    await lines.first().waitFor();
    assert.equal(await lines.count(), 30);
    assert.deepEqual(await ofType(page, 'details'), [], 'none is open');
    await lines.nth(17).click();
    await row(page, 'step:1').locator('pre').first().waitFor();
    assert.deepEqual(await ofType(page, 'details'), [
      { type: 'details', session: 'a1', call: 17, whole: false },
    ]);
  });

  it('draw a message as Markdown, of which only elements of text come into the page', async () => {
    const text = [
      '## Done',
      '- **Two** files, `a.ts`',
      '1. one',
      '',
      '<img src=x onerror="window.ran = 1"> ![a picture](https://example.com/p.png)',
      'caf&eacute; &amp; &not; &notit; &nosuch; **«strong»**text',
      '[docs](https://example.com/docs) [bad](javascript:alert(1))',
      '',
      '```js',
      'const a = 1;',
      '```',
    ].join('\n');
    page = await pages.show(
      snapshot(detail('progressing', { rows: [{ kind: 'message', at: 1, text }] })),
    );
    await page.locator('.row[data-kind="message"] > .line').click();
    const message = page.locator('.markdown');
    await message.waitFor();
    assert.equal(await message.locator('.markdown-heading').innerText(), 'Done');
    assert.deepEqual(await message.locator('li').allInnerTexts(), ['Two files, a.ts', 'one']);
    assert.equal(await message.locator('pre').innerText(), 'const a = 1;');
    assert.equal(await message.locator('img, a, script, iframe').count(), 0);
    const told = await message.innerText();
    contains(told, 'café & ¬ &notit; &nosuch; **«strong»**text');
    contains(told, '<img src=x onerror="window.ran = 1"> a picture');
    contains(told, 'docs (https://example.com/docs) [bad](javascript:alert(1))');
    assert.deepEqual(await violations(page), []);
    assert.deepEqual(await page.evaluate(() => window.violations), []);
  });

  it('show an edit as a diff', async () => {
    const input = 'file_path: src/a.ts\n@@\n const a = 1;\n-const b = 2;\n+const b = 3;';
    const rows = [step(1, 'Edit', 'src/a.ts', { input })];
    page = await pages.show(snapshot(detail('progressing', { rows })));
    await line(page, 'step:1').click();
    const pre = row(page, 'step:1').locator('pre').first();
    await pre.waitFor();
    assert.deepEqual(
      await pre
        .locator('.diff-line')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-sign'))),
      ['@', '', '-', '+'],
    );
    assert.equal((await pre.innerText()).trimEnd(), input.slice(input.indexOf('@@')));
  });

  it('request the texts of their calls, and show them in full on demand', async () => {
    await openStep();
    assert.deepEqual(await ofType(page, 'details'), [
      { type: 'details', session: 'a1', call: 18, whole: false },
    ]);
    const pre = row(page, 'step:18').locator('pre').last();
    assert.match(
      (await pre.textContent()) ?? '',
      /^> cart@2\.1\.0 test/,
      'the preview in the row, until the answer arrives',
    );
    const answer = longResult();
    await post(page, { type: 'details', session: 'a1', call: 18, whole: false, ...answer });
    await drawn(page);
    assert.equal(await pre.textContent(), answer.output.text);
    assert.match(
      (await row(page, 'step:18').locator('.block-foot').last().textContent()) ?? '',
      /… [\d,]+ more characters/,
    );
    const before = await pre.evaluate((element) => element.clientHeight);
    await row(page, 'step:18').getByRole('button', { name: 'Show all' }).click();
    assert.deepEqual((await ofType(page, 'details')).at(-1), {
      type: 'details',
      session: 'a1',
      call: 18,
      whole: true,
    });
    await post(page, {
      type: 'details',
      session: 'a1',
      call: 18,
      whole: true,
      input: answer.input,
      output: { text: whole, kept: whole.length, length: whole.length },
    });
    await drawn(page);
    assert.equal(await pre.textContent(), whole);
    assert.ok((await pre.evaluate((element) => element.clientHeight)) > before);
    await row(page, 'step:18').getByRole('button', { name: 'Show less' }).click();
    assert.ok(((await pre.textContent()) ?? '').length <= 12_000);
  });

  it('copy the whole text even while only a part of it is shown', async () => {
    await openStep();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const answer = longResult();
    await post(page, { type: 'details', session: 'a1', call: 18, whole: false, ...answer });
    await drawn(page);
    // the button shows it for two seconds only: polling from outside could be too late
    await row(page, 'step:18')
      .getByRole('button', { name: 'Copy result' })
      .evaluate((button) => {
        const said = new Promise((done) => {
          new MutationObserver(() => {
            done(button.textContent);
          }).observe(button, { childList: true, characterData: true, subtree: true });
        });
        Object.assign(window, { said });
      });
    await row(page, 'step:18').getByRole('button', { name: 'Copy result' }).click();
    assert.deepEqual((await ofType(page, 'details')).at(-1), {
      type: 'details',
      session: 'a1',
      call: 18,
      whole: true,
    });
    await post(page, {
      type: 'details',
      session: 'a1',
      call: 18,
      whole: true,
      input: answer.input,
      output: { text: whole, kept: whole.length, length: whole.length },
    });
    assert.equal(await page.evaluate((): unknown => Reflect.get(window, 'said')), 'Copied');
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), whole);
    await row(page, 'step:18').getByRole('button', { name: 'Copy input' }).click();
    await page.waitForFunction(
      (text) => navigator.clipboard.readText().then((copied) => copied === text),
      answer.input.text,
    );
  });

  it('report that a text is no longer kept, and show its remaining part', async () => {
    const cut = `${'x'.repeat(79)}…`;
    page = await pages.show(
      snapshot(
        detail('progressing', { rows: [step(1, 'Bash', 'npm test', { input: cut, output: cut })] }),
      ),
    );
    await line(page, 'step:1').click();
    await row(page, 'step:1').locator('pre').first().waitFor();
    await post(page, { type: 'details', session: 'a1', call: 1, whole: false, missing: 'gone' });
    await page.getByText('The full text is no longer stored.').waitFor();
    assert.equal(await row(page, 'step:1').locator('pre').last().textContent(), cut);
  });

  it('request the texts again when their call has ended', async () => {
    const running = { outcome: 'running', output: '' } as const;
    page = await pages.show(
      snapshot(detail('progressing', { rows: [step(1, 'Bash', 'npm test', running)] })),
    );
    await line(page, 'step:1').click();
    await row(page, 'step:1').locator('pre').first().waitFor();
    await showSnapshot(
      page,
      snapshot(detail('progressing', { rows: [step(1, 'Bash', 'npm test')] })),
    );
    assert.equal((await ofType(page, 'details')).length, 2);
    await showSnapshot(
      page,
      snapshot(detail('progressing', { rows: [step(1, 'Bash', 'npm test')] })),
    );
    assert.equal((await ofType(page, 'details')).length, 2);
  });

  it('open a file or its changes: by Enter on the row, and by a path in the text', async () => {
    const rows = [
      step(3, 'Bash', 'npm test', {
        output: 'at total (src/cart.test.ts:12:5) and https://example.org/a/b.html',
      }),
      step(2, 'Edit', 'src/cart.ts', { path: 'src/cart.ts', class: 'edit' }),
      step(1, 'Read', 'src/money.ts', { path: '/w/src/money.ts', class: 'read' }),
    ];
    page = await pages.show(snapshot(detail('progressing', { rows })));
    await line(page, 'step:2').press('Enter');
    await line(page, 'step:1').press('Enter');
    await line(page, 'step:3').press('Enter');
    await row(page, 'step:3').locator('pre').first().waitFor();
    assert.deepEqual(await row(page, 'step:3').locator('pre .path').allTextContents(), [
      'src/cart.test.ts:12:5',
    ]);
    await row(page, 'step:3').locator('pre .path').click();
    await line(page, 'step:2').click();
    await row(page, 'step:2').getByRole('button', { name: 'Open changes to src/cart.ts' }).click();
    const changes = {
      type: 'open',
      session: 'a1',
      path: 'src/cart.ts',
      changes: true,
    };
    assert.deepEqual(await ofType(page, 'open'), [
      changes,
      { type: 'open', session: 'a1', path: '/w/src/money.ts', changes: false },
      { type: 'open', session: 'a1', path: 'src/cart.test.ts', changes: false, line: 12 },
      changes,
    ]);
  });

  it('lead to the sub-agent they started, which is listed below its parent', async () => {
    page = await pages.show(delegated());
    await line(page, 'step:20').click();
    await row(page, 'step:20').getByRole('button', { name: 'Go to sub-agent' }).click();
    assert.deepEqual((await posted(page)).at(-1), { type: 'select', session: 'a1/explore' });
    const child = page.locator('.session[data-depth="1"]');
    assert.match(
      (await child.textContent()) ?? '',
      /Find where vouchers are rounded.*Progressing6 steps\d:\d\d/,
    );
    assert.match(
      (await page.locator('.session[aria-current]').textContent()) ?? '',
      /Waiting(?! for you)/,
      'not waiting for the person',
    );
  });
});

describe('page: older rows', function () {
  const pages = usePages(this);
  let page: Page;

  itInAll(
    'arrive on scrolling to the end of the list: 10,000 without jump or gap, few of them drawn',
    async () => {
      page = await pages.show(
        snapshot(detail('progressing', { rows: longRun(300, 9701), olderRows: 9700 })),
      );
      assert.equal(
        (await ofType(page, 'older')).length,
        0,
        'nothing is requested before the person scrolls',
      );
      for (let before = 9700, asked = 1; before > 0; before -= 300, asked += 1) {
        await page.evaluate(() => {
          window.scrollTo(0, document.documentElement.scrollHeight - window.innerHeight - 300);
        });
        await page.waitForFunction(
          (count) => window.posted.filter((message) => message.type === 'older').length === count,
          asked,
        );
        assert.deepEqual((await ofType(page, 'older')).at(-1), {
          type: 'older',
          session: 'a1',
          before,
        });
        const seen = () =>
          page.evaluate(() =>
            [...document.querySelectorAll('.row[data-kind="step"]')]
              .flatMap((each) => {
                const top = each.getBoundingClientRect().top;
                return top > 300 && top < 500
                  ? [`${each.getAttribute('data-key') ?? ''} ${Math.round(top)}`]
                  : [];
              })
              .sort(),
          );
        const place = await seen();
        await older(page, before);
        await drawn(page);
        assert.deepEqual(await seen(), place, `at ${before}`);
        assert.ok(place.length > 3);
        assert.ok((await page.locator('.row').count()) <= 150);
      }
      await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
      });
      await drawn(page);
      assert.equal(await line(page, 'step:1').isVisible(), true);
      const numbers = await page.locator('.row[data-kind="step"] .number').allTextContents();
      assert.ok(numbers.length > 10);
      await page.locator('.line[tabindex="0"]').focus();
      await page.keyboard.press('Home');
      assert.equal(await focusedKey(page), 'step:10000');
      await showSnapshot(
        page,
        snapshot(detail('progressing', { rows: longRun(300, 9702), olderRows: 9701 })),
      );
      assert.equal(await focusedKey(page), 'step:10000', 'focus stays when a row arrives');
      await page.keyboard.press('End');
      assert.equal(await focusedKey(page), 'step:1');
    },
  );

  it('end with a notice where they are no longer kept', async () => {
    page = await pages.show(
      snapshot(detail('progressing', { rows: longRun(300, 701), olderRows: 700 })),
    );
    await page.getByRole('button', { name: 'Show 700 older rows' }).click();
    await post(page, {
      type: 'older',
      session: 'a1',
      before: 700,
      rows: longRun(100, 601),
      ended: 'gone',
    });
    await page.getByText('Older rows are no longer stored.').waitFor();
    assert.equal(await page.getByRole('button', { name: /older rows/ }).count(), 0);
  });

  it('are fetched to jump to the step that an opened one repeats', async () => {
    const rows = [
      step(1001, 'Bash', 'npm test', { note: { id: 'idle.same', params: { step: 150 } } }),
      ...longRun(299, 702),
    ];
    page = await pages.show(snapshot(detail('progressing', { rows, olderRows: 701 })));
    await line(page, 'step:1001').click();
    await page.getByRole('button', { name: 'Go to step 150' }).click();
    for (const before of [701, 401, 101]) {
      await page.waitForFunction(
        (wanted) =>
          window.posted.some((message) => message.type === 'older' && message.before === wanted),
        before,
      );
      await older(page, before);
      if (before === 401) {
        break;
      }
    }
    await page.waitForFunction(
      () => document.activeElement?.closest('.row')?.getAttribute('data-key') === 'step:150',
    );
  });

  it('reads a long session in chapters, by keyboard alone, and lets filters show what matters', async () => {
    page = await pages.show(state('chapters'));
    const shown = () =>
      page
        .locator('.row')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? ''));
    const chapter = (number: number) => page.locator(`.row[data-key="chapter:${number}"] .line`);
    const closed = [6, 5, 4, 3, 2, 1].map((number) => `chapter:${number}`);
    const open = [56, 55, 54, 53, 52, 51, 50, 49].map((number) => `step:${number}`);
    // the message that the chapter is called by is not said twice
    assert.deepEqual(await shown(), ['chapter:7', ...open, ...closed]);
    assert.equal(await page.getByRole('heading', { level: 3 }).count(), 7);
    assert.match(
      (await chapter(4).innerText()) ?? '',
      /Stalled, 8 steps.*Task 4: datetime inputs/s,
    );
    assert.match((await chapter(3).innerText()) ?? '', /2 failed, 8 steps.*\+44.*−2/s);

    // from a row to its chapter, close it, and open an older one
    await line(page, 'step:53').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focusedKey(page), 'chapter:7');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    assert.equal(await focusedKey(page), 'chapter:6');
    assert.equal(await chapter(6).getAttribute('aria-expanded'), 'true');
    assert.equal(await line(page, 'step:56').count(), 0);

    // what one opened or closed stays so while newer rows come
    const more = chaptered(8);
    await showSnapshot(page, snapshot(detail('progressing', { rows: more })));
    assert.equal(await chapter(6).getAttribute('aria-expanded'), 'true');
    assert.equal(await chapter(7).getAttribute('aria-expanded'), 'false');
    assert.equal(await chapter(8).getAttribute('aria-expanded'), 'true');
    assert.equal(await focusedKey(page), 'chapter:6');

    await page.getByRole('button', { name: 'Failures' }).press('Enter');
    assert.deepEqual(await shown(), ['step:21', 'step:17']);
    await page.getByRole('button', { name: 'Verdicts' }).press('Enter');
    assert.equal((await shown()).length, 3);
    await page.getByRole('button', { name: 'Failures' }).press('Enter');
    await page.getByRole('button', { name: 'Verdicts' }).press('Enter');
    assert.equal((await shown())[0], 'chapter:8');
  });

  it('reads each earlier turn as one line, which opens to its chapters', async () => {
    page = await pages.show(state('earlier-turns'));
    const keys = () =>
      page
        .locator('.row[data-kind="chapter"]')
        .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
    const newest = [7, 6, 5, 4].map((number) => `chapter:${number}`);
    assert.deepEqual(await keys(), [...newest, 'turn:2', 'chapter:1']);
    const turn = page.locator('.row[data-key="turn:2"] .line');
    assert.match(await turn.innerText(), /Ended in an error, 16 steps:\s+Round the totals/);
    await turn.focus();
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await keys(), [...newest, 'turn:2', 'chapter:3', 'chapter:2', 'chapter:1']);
    assert.match(await page.locator('.row[data-key="chapter:2"]').innerText(), /Steps 9–16/);
    await page.locator('.row[data-key="chapter:3"] .line').focus();
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focusedKey(page), 'turn:2');
    await page.keyboard.press('ArrowLeft');
    assert.deepEqual(await keys(), [...newest, 'turn:2', 'chapter:1']);
  });

  it('jumps to a step in a closed chapter', async () => {
    const shown = snapshot(detail('stalled', { rows: chaptered(7) }));
    page = await pages.show(shown);
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.evidence .chip').first().click();
    assert.equal(await focusedKey(page), 'step:18');
    assert.equal(
      await page.locator('.row[data-key="chapter:3"] .line').getAttribute('aria-expanded'),
      'true',
    );
  });
});
