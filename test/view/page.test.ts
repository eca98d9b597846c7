import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Row } from '../../src/core/view/timeline/rows.js';
import { deliver, drawn, post, posted, showSnapshot } from './browser.js';
import { longRun, NOW, step, story } from './fixtures/rows.js';
import { detail, others, receipt, snapshot, why, withReport } from './fixtures/snapshots.js';
import { state } from './fixtures/states.js';
import { usePages } from './pages.js';

const commandsOf = async (page: Page) =>
  (await posted(page)).flatMap((message) => (message.type === 'command' ? [message] : []));
const line = (page: Page, key: string) => page.locator(`.row[data-key="${key}"] > .line`);
const focusedKey = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest('.row')?.getAttribute('data-key') ?? null);

describe('page', function () {
  const pages = usePages(this);
  let page: Page;

  it('posts `ready` once, first, and shows nothing before a snapshot', async () => {
    page = await pages.open();
    assert.deepEqual(await posted(page), [{ type: 'ready' }]);
    assert.equal(await page.locator('.banner').first().isVisible(), false);
  });

  it('shows state, agent, time, evidence and counters', async () => {
    page = await pages.show(state('stalled'), { stopped: true });
    assert.equal(await page.locator('.state').textContent(), 'Stalled');
    assert.equal(await page.locator('.banner .clock').textContent(), '4:12');
    assert.equal(
      await page.locator('.sentence').textContent(),
      '7 steps in a row brought nothing new (limit 7).',
    );
    await page.getByRole('button', { name: 'Why?' }).click();
    assert.deepEqual(await page.locator('.counter-value').allTextContents(), ['7/7', '4/6']);
    assert.equal(await page.locator('.counter').first().getAttribute('data-level'), 'full');
    assert.equal(await page.locator('.bar').first().getAttribute('aria-valuenow'), '7');
    assert.deepEqual(await page.locator('.evidence .chip').allTextContents(), ['16', '18', '17']);
    page = await pages.show(state('watch'), { stopped: true });
    assert.match(
      (await page.locator('.last-progress summary').textContent()) ?? '',
      /Last progress.*edited src\/cart\.ts.*1:44$/,
    );
  });

  it('shows the branches of sessions in several working trees, beside each', async () => {
    page = await pages.show(state('branches'), { stopped: true });
    assert.equal(await page.locator('.banner .branch').innerText(), 'fix/lexer');
    assert.deepEqual(await page.locator('.session .branch').allInnerTexts(), [
      'main',
      'main',
      'feature/checkout-with-a-long-name',
      'fix/lexer',
    ]);
    assert.match(
      (await page.locator('.session').nth(3).getAttribute('title')) ?? '',
      /Branch: fix/,
    );
    await showSnapshot(page, state('stalled'));
    assert.equal(await page.locator('.branch:visible').count(), 0);
  });

  it('advances the turn clock between snapshots, but not while the agent waits', async () => {
    page = await pages.show(state('progressing'));
    const clock = page.locator('.banner .clock');
    const first = await clock.textContent();
    await page.waitForFunction(
      (text) => document.querySelector('.banner .clock')?.textContent !== text,
      first,
    );
    await showSnapshot(page, state('waiting'));
    const waiting = await clock.textContent();
    await page.waitForTimeout(1300);
    assert.equal(await clock.textContent(), waiting);
  });

  it('lists rows newest first and folds similar ones', async () => {
    page = await pages.show(state('watch'));
    const keys = await page
      .locator('.row')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? ''));
    assert.deepEqual(keys.slice(1, 7), [
      'step:18',
      `message:${NOW - 30_000}:Let me run the test once more to see whe`,
      'step:17',
      'step:16',
      'fold:12',
      'step:11',
    ]);
    assert.equal(keys.at(-1), 'prompt:3');
    assert.match((await line(page, 'fold:12').textContent()) ?? '', /4 similar steps \(12–15\)/);
    await line(page, 'fold:12').click();
    assert.equal(await line(page, 'step:14').isVisible(), true);
    assert.equal(await line(page, 'fold:12').getAttribute('aria-expanded'), 'true');
    await line(page, 'fold:12').click();
    assert.equal(await line(page, 'step:14').count(), 0);
  });

  it('opens a step to show its calls, and jumps to the step it repeats', async () => {
    page = await pages.show(state('watch'));
    await line(page, 'step:18').click();
    const row = page.locator('.row[data-key="step:18"]');
    assert.deepEqual(
      await row
        .locator('pre')
        .allTextContents()
        .then((texts) => texts.map((text) => text.slice(0, 18))),
      ['{\n  "command": "np', '> cart@2.1.0 test\n'],
    );
    assert.match(
      (await row.locator('.call-head').textContent()) ?? '',
      /Bash.*failed · exit 1 · 12s/,
    );
    await row.getByRole('button', { name: 'Go to step 11' }).click();
    assert.equal(await focusedKey(page), 'step:11');
    await line(page, 'step:11').press('Enter');
    assert.equal(await page.locator('.row[data-key="step:11"] .call').count(), 2);
  });

  it('jumps from evidence to a row inside a fold', async () => {
    page = await pages.show(
      snapshot(
        detail('stalled', {
          verdict: {
            id: '0.7.stalled.d',
            level: 'stalled',
            kind: 'loop',
            detector: 'x',
            count: 4,
            threshold: 4,
            what: { id: 'idle.seen' },
            calls: [18],
            advice: 'forceRespond',
            why,
          },
        }),
      ),
    );
    await line(page, 'step:18').click();
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.evidence .chip').click();
    assert.equal(await focusedKey(page), 'step:18');
    const rows: Row[] = [
      step(20, 'Bash', 'x', { note: { id: 'idle.same', params: { step: 14 } } }),
      ...story().filter((row) => row.kind !== 'verdict'),
    ];
    await showSnapshot(page, snapshot(detail('stalled', { rows })));
    await line(page, 'step:20').click();
    await page.locator('.row[data-key="step:20"] .chip').click();
    assert.equal(await focusedKey(page), 'step:14');
  });

  it('posts the command of each button, and offers only possible ones', async () => {
    page = await pages.show(state('stalled'));
    await page.getByRole('button', { name: 'Force respond' }).click();
    await page.getByRole('button', { name: 'Guide…' }).click();
    await page.keyboard.type('Look at the helper');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('menuitem', { name: '10 steps' }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Stop turn' }).click();
    assert.deepEqual(
      (await commandsOf(page)).map(({ command, session }) => [command, session]),
      [
        ['forceRespond', 'a1'],
        ['guide', 'a1'],
        ['snooze', 'a1'],
        ['stopTurn', 'a1'],
      ],
    );
    assert.deepEqual(
      (await commandsOf(page)).flatMap(({ text, steps }) =>
        [text, steps].filter((part) => part !== undefined),
      ),
      ['Look at the helper', 10],
    );
    assert.match(
      (await page.locator('.button-row vscode-button').first().getAttribute('title')) ?? '',
      /Denies every tool call/,
    );

    await showSnapshot(page, state('stalled-no-hooks'));
    assert.equal(await page.getByRole('button', { name: 'Force respond' }).count(), 0);
    await page.getByRole('button', { name: 'Connect' }).click();
    assert.equal((await commandsOf(page)).at(-1)?.command, 'connect');
    await showSnapshot(page, state('stalled-to-connect'));
    await page.getByRole('button', { name: 'Connect and force respond' }).click();
    assert.equal((await commandsOf(page)).at(-1)?.command, 'forceRespond');
    await page.getByText('Shows the change to the agent’s settings first.').waitFor();
  });

  it('shows receipts, and can undo one until it is delivered', async () => {
    page = await pages.show(state('requested'));
    assert.match(
      (await page.locator('.receipt').textContent()) ?? '',
      /Force respond.*by you.*requested.*12:03:03/,
    );
    assert.equal(await page.getByRole('button', { name: /^Force respond/ }).isEnabled(), false);
    await page.getByRole('button', { name: 'Undo' }).click();
    assert.deepEqual((await commandsOf(page)).at(-1), {
      type: 'command',
      command: 'undo',
      session: 'a1',
      intervention: 'i1',
    });
    await showSnapshot(page, snapshot(detail('idle', { receipts: [receipt('obeyed')] })));
    assert.match(
      (await page.locator('.receipt-steps').textContent()) ?? '',
      /requested12:03:03.*delivered12:03:05.*answered12:03:22/,
    );
    assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0);
  });

  it('tells in one sentence that the provider refuses, and when the agent asks again', async () => {
    page = await pages.show(state('model-fails'));
    const told = 'The model’s provider answers: 529 Overloaded. Try 5 of 10 at 12:04:21.';
    await page.locator('.banner').getByText(told).waitFor();
    const shown = state('model-fails');
    const selected = shown.selected ?? assert.fail();
    const failedRequest = { error: '401 Incorrect API key provided.' };
    await showSnapshot(page, { ...shown, selected: { ...selected, failedRequest } });
    await page
      .locator('.banner')
      .getByText('The model’s provider answers: 401 Incorrect API key provided.', { exact: true })
      .waitFor();
  });

  it('tells a limit, an overload and what comes after them in the state’s word', async () => {
    page = await pages.show(state('overloaded'));
    const banner = page.locator('.banner');
    const word = page.locator('.banner .state');
    await banner.getByText('Overloaded: try 4 in 40 s').waitFor();
    await banner
      .getByText('The model’s provider answers: 529 Overloaded.', { exact: true })
      .waitFor();
    await page
      .locator('.session[aria-current] .session-state')
      .getByText(/try 4 in/)
      .waitFor();
    // it counts down
    await banner.getByText('Overloaded: try 4 in 38 s').waitFor();
    assert.equal(
      await page.locator('.banner button:visible', { hasText: /respond|Guide/ }).count(),
      0,
    );
    await showSnapshot(page, state('limited'));
    assert.match((await word.textContent()) ?? '', /^Limited until 14:04 · 17 steps/);
    await showSnapshot(page, state('limit-over'));
    assert.match((await word.textContent()) ?? '', /^Limit over since 11:59 · 17 steps/);
    await banner.getByText('the agent can go on once you tell it to').waitFor();
    // they are not among the finished
    await showSnapshot(page, state('limits-elsewhere'));
    const listed = page.locator('.session-lists > ul .session-state');
    assert.deepEqual(await listed.allTextContents(), [
      'Progressing',
      'Limited until Jan 16, 14:04',
      'Limit over since 11:59',
    ]);
  });

  it('brings the receipt of what the person does into sight, with their words', async () => {
    const shown = state('long-turn');
    page = await pages.show(shown);
    await page.setViewportSize({ width: 300, height: 300 });
    await page.locator('.row').first().waitFor();
    const bottom = (): Promise<void> =>
      page.evaluate(() => document.scrollingElement?.scrollTo(0, 1e6));
    const order = receipt('requested', { id: 'g1', kind: 'guide', words: 'Try the *other* file' });
    const selected = shown.selected ?? assert.fail();
    await bottom();
    await showSnapshot(page, { ...shown, selected: { ...selected, receipts: [order] } });
    const drawn = page.locator('.receipt', { hasText: 'Guidance' });
    assert.match((await drawn.textContent()) ?? '', /by youTry the \*other\* file/);
    await page.waitForFunction(() => {
      const { top = -1, bottom = 1e6 } =
        document.querySelector('.receipts')?.getBoundingClientRect() ?? {};
      return top >= 0 && bottom <= innerHeight;
    });
    // neither what becomes of it moves the page, nor another session with an order
    await bottom();
    const later = receipt('delivered', { ...order, state: 'delivered', canUndo: false });
    await showSnapshot(page, { ...shown, selected: { ...selected, receipts: [later] } });
    await drawn.getByText('delivered').waitFor();
    assert.ok(await page.evaluate(() => scrollY > 0));
    const other = { ...selected, session: 'other', receipts: [{ ...later, id: 'g2' }] };
    await showSnapshot(page, { ...shown, selected: other });
    await bottom();
    await showSnapshot(page, { ...shown, selected: { ...selected, receipts: [later] } });
    await drawn.getByText('delivered').waitFor();
    assert.ok(await page.evaluate(() => scrollY > 0));
  });

  it('suggests what helps while a turn is escalated, and copies its report', async () => {
    page = await pages.show(state('escalated'));
    const suggestion = page.locator('.suggestion');
    assert.match(await suggestion.innerText(), /Tell it what the repeated result/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy escalation report' }).click();
    assert.equal((await commandsOf(page)).at(-1)?.command, 'copyReport');
    await showSnapshot(page, snapshot(withReport(detail('progressing'))));
    assert.equal(await suggestion.isVisible(), false);
  });

  it('switches sessions and marks the selected one', async () => {
    page = await pages.show(state('stalled'));
    assert.deepEqual(await page.locator('.session-name').allTextContents(), [
      'Fix the failing test in the cart',
      'Find where vouchers are rounded',
      'Move the staging cluster to the new region',
      'Add pagination to the orders API',
    ]);
    assert.deepEqual(await page.locator('.session .agent-mark').allTextContents(), [
      'Ca',
      'Ca',
      'Km',
      'Cd',
    ]);
    const own = others.filter(({ agent }) => agent === 'claude-code');
    const alike = await pages.show(
      snapshot(detail('stalled'), { sessions: [detail('stalled'), ...own] }),
    );
    assert.equal(await alike.locator('.session').count(), 2);
    assert.equal(await alike.locator('.agent-mark').count(), 0, 'all are of one agent');
    assert.equal(
      await page.locator('.session[aria-current="true"] .session-name').textContent(),
      'Fix the failing test in the cart',
    );
    await page.getByRole('button', { name: /Codex/ }).click();
    assert.deepEqual((await posted(page)).at(-1), { type: 'select', session: 'c1' });
    assert.equal(await page.locator('.sessions .badge').textContent(), '2');
  });

  it('claims neither a delivery to come nor tools that are off while no hook reaches the window', async () => {
    page = await pages.show(state('text-only'), { stopped: true });
    const sentence = page.locator('.sentence');
    const { link } = state('not-connected');
    assert.match((await sentence.textContent()) ?? '', /^Delivered: tools are off/);
    await showSnapshot(page, { ...state('text-only'), link });
    assert.match((await sentence.textContent()) ?? '', /^Not connected: tools may be on/);
    await showSnapshot(page, { ...state('requested'), link });
    assert.match((await sentence.textContent()) ?? '', /^Not connected: the request waits/);
    await showSnapshot(page, state('requested'));
    assert.match((await sentence.textContent()) ?? '', /^Requested: reaches the agent/);
  });

  it('says so when the extension host stands still while tools are said to be off', async () => {
    page = await pages.show(state('text-only'), { silentHost: true });
    await page.getByText('Not connected: tools may be on until it is again.').waitFor();
    assert.match(
      (await page.locator('.notice:visible').textContent()) ?? '',
      /Not connected.*extension host doesn’t respond/,
    );
    await post(page, { type: 'alive' });
    await page.getByText('Delivered: tools are off until the agent answers in words.').waitFor();
    assert.equal(await page.locator('.notice:visible').count(), 0);
  });

  it('shows the notices: paused, not connected, recorded run, no agent', async () => {
    page = await pages.show(state('paused'), { stopped: true });
    await page.getByRole('button', { name: 'Resume' }).click();
    await showSnapshot(page, state('not-connected'));
    assert.match(
      (await page.locator('.notice:visible').textContent()) ?? '',
      /Not connected.*port 39217.*last hook 1:35 ago/,
    );
    await page.getByRole('button', { name: 'Fix', exact: true }).click();
    await showSnapshot(page, state('recorded'));
    assert.match(
      (await page.locator('.notice:visible').textContent()) ?? '',
      /Recorded run.*Step 18 of 39 · .*\.jsonl/,
    );
    assert.equal(await page.getByRole('button', { name: 'Snooze' }).count(), 0);
    await page.getByRole('button', { name: 'Back to live' }).click();
    await showSnapshot(page, state('empty-connect'));
    assert.equal(await page.getByRole('heading', { name: 'No agent running' }).isVisible(), true);
    await page.getByRole('button', { name: 'Connect' }).click();
    assert.deepEqual(
      (await commandsOf(page)).map(({ command }) => command),
      ['resume', 'connect', 'closeRecordedRun', 'connect'],
    );
  });

  it('keeps scroll position and focus while rows arrive at the top', async () => {
    const rows = longRun(300, 1701);
    page = await pages.show(snapshot(detail('progressing', { rows, olderRows: 1700 })));
    await line(page, 'step:2000').focus();
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('ArrowDown');
    }
    const key = await focusedKey(page);
    const top = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    const before = await top();
    for (let more = 1; more <= 5; more += 1) {
      await showSnapshot(
        page,
        snapshot(
          detail('progressing', { rows: longRun(300, 1701 + more), olderRows: 1700 + more }),
        ),
      );
    }
    assert.equal(await focusedKey(page), key);
    assert.equal(await top(), before);
    // the focused line stays in the document when it is scrolled out of view
    await page.evaluate(() => {
      window.scrollTo(0, 0);
    });
    await drawn(page);
    assert.equal(await focusedKey(page), key);
  });

  it('keeps the step in place that a chip led to, and counts those that come above', async () => {
    const shown = state('stalled');
    const { selected } = shown;
    assert.ok(selected !== undefined);
    page = await pages.show(shown, { height: 900 });
    await page.getByRole('button', { name: 'Why?' }).click();
    await page.locator('.evidence .chip').first().click();
    const key = await focusedKey(page);
    assert.equal(key, 'step:16');
    const top = () => line(page, 'step:16').evaluate((each) => each.getBoundingClientRect().top);
    const before = await top();
    const later = [21, 20, 19].map((number) => step(number, 'Read', `src/${number}.ts`));
    for (const rows of [later.slice(1), later]) {
      await showSnapshot(page, {
        ...shown,
        selected: { ...selected, rows: [...rows, ...selected.rows] },
      });
    }
    assert.equal(await top(), before);
    const back = page.locator('.newer-button');
    assert.equal(await back.innerText(), '3 new steps ↑');
    await back.click();
    assert.equal(await back.isVisible(), false);
    assert.equal(await page.evaluate(() => window.scrollY), 0);
    assert.equal(await focusedKey(page), 'step:21');
  });

  it('offers what can be done with a row: under the pointer, and in the menu of a right click', async () => {
    page = await pages.show(state('stalled'), { height: 900 });
    const context = async (key: string): Promise<unknown> =>
      JSON.parse((await line(page, key).getAttribute('data-vscode-context')) ?? '');
    assert.deepEqual(await context('step:18'), {
      webviewSection: 'turnwatchRow',
      preventDefaultContextMenuItems: true,
      turnwatchRow: 'step:18',
      turnwatchFile: false,
      turnwatchChanges: false,
      turnwatchCommand: true,
      turnwatchResult: true,
      turnwatchRepeats: true,
      turnwatchStep: true,
    });
    await line(page, 'step:18').hover();
    await page.locator('.row-action:visible').click();
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'copy',
      session: 'a1',
      call: 18,
      what: 'command',
    });
    await post(page, { type: 'row', action: 'copyResult', key: 'step:18' });
    assert.deepEqual((await posted(page)).at(-1), {
      type: 'copy',
      session: 'a1',
      call: 18,
      what: 'result',
    });
    await post(page, { type: 'row', action: 'firstOccurrence', key: 'step:18' });
    assert.equal(await focusedKey(page), 'step:11');
    await post(page, { type: 'row', action: 'sameSteps', key: 'step:18' });
    assert.equal(await focusedKey(page), 'step:16');
    assert.deepEqual(
      await page
        .locator('.row[data-marked]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('data-key'))),
      ['step:18', 'step:16', 'step:11'],
    );
    assert.equal(
      await page.locator('.timeline .heading').innerText(),
      'Steps, newest first · 3 the same',
    );
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.row[data-marked]').count(), 0);
    await line(page, 'step:10').scrollIntoViewIfNeeded();
    await line(page, 'step:10').hover();
    await page.getByTitle('Open changes', { exact: true }).click();
    const open = { type: 'open', session: 'a1', path: 'src/cart.ts' };
    assert.deepEqual((await posted(page)).at(-1), { ...open, changes: true });
    await post(page, { type: 'row', action: 'openFile', key: 'step:10' });
    assert.deepEqual((await posted(page)).at(-1), { ...open, changes: false });
  });

  it('folds finished sessions, and moves among sessions by arrows', async () => {
    page = await pages.show(state('long-turn'));
    const shown = page.locator('.session:visible');
    assert.equal(await shown.count(), 5);
    const fold = page.getByRole('button', { name: '5 finished' });
    assert.equal(await fold.getAttribute('aria-expanded'), 'false');
    assert.deepEqual(
      await shown.evaluateAll((all) => all.map((each) => each.getAttribute('tabindex'))),
      ['-1', '0', '-1', '-1', '-1'],
    );
    await shown.first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    assert.equal(await shown.count(), 10);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    assert.deepEqual((await posted(page)).at(-1), { type: 'select', session: 'ended-1' });
  });

  it('folds the sessions of other folders apart, and opens one or its folder', async () => {
    page = await pages.show(state('elsewhere'));
    const fold = page.getByRole('button', { name: '3 elsewhere on this machine' });
    assert.equal(await page.locator('[data-elsewhere]:visible').count(), 0);
    await fold.click();
    const one = page.locator('[data-elsewhere]', { hasText: 'Write the release notes' });
    assert.match(await one.innerText(), /Write the release notes\s+handbook[^]*7m ago/);
    assert.match((await one.getAttribute('title')) ?? '', /\/home\/me\/handbook · .*permission/);
    assert.equal(await page.locator('.sessions .badge').innerText(), '1', 'they call nobody');
    await one.click();
    const asked = { type: 'elsewhere', session: 'x2', show: 'steps' };
    assert.deepEqual((await posted(page)).at(-1), asked);
    await showSnapshot(page, state('elsewhere-shown'));
    assert.match(await page.locator('.notices').innerText(), /To steer it, open billing\./);
    await page.getByRole('button', { name: 'Open folder' }).click();
    assert.deepEqual((await posted(page)).at(-1), { ...asked, session: 'x1', show: 'folder' });
    await showSnapshot(page, state('elsewhere-gone'));
    assert.equal(await page.getByRole('button', { name: 'Open folder' }).isVisible(), false);
  });

  it('keeps the newest order above the timeline; counters from a warning on, and one line for those below half', async () => {
    const shown = state('long-turn');
    page = await pages.show(shown);
    assert.equal(await page.locator('.receipt').count(), 1);
    assert.equal(await page.locator('.receipt-name').innerText(), 'Guidance');
    assert.equal(await page.locator('.counter-list, .counter-rest').count(), 0);
    assert.ok(shown.selected);
    await showSnapshot(page, { ...shown, selected: { ...shown.selected, state: 'watch' } });
    assert.deepEqual(await page.locator('.counter-list:visible .counter-value').allInnerTexts(), [
      '5/8',
    ]);
    assert.equal(
      await page.locator('.counter-rest').innerText(),
      'Same call, same result 1/4 · Task hops 3/20',
    );
  });

  it('requests older rows and appends them', async () => {
    page = await pages.show(
      snapshot(detail('progressing', { rows: longRun(300, 701), olderRows: 700 })),
    );
    await page.getByRole('button', { name: 'Show 700 older rows' }).click();
    assert.deepEqual((await posted(page)).at(-1), { type: 'older', session: 'a1', before: 700 });
    await post(page, { type: 'older', session: 'a1', before: 700, rows: longRun(300, 401) });
    await page.getByRole('button', { name: 'Show 400 older rows' }).waitFor();
    await line(page, 'step:701').focus();
    await page.keyboard.press('ArrowDown');
    assert.equal(await focusedKey(page), 'step:700');
  });

  it('restores open rows when the view is hidden and shown again', async () => {
    page = await pages.show(state('watch'), { saved: { session: 'a1', open: ['step:18'] } });
    assert.equal(await page.locator('.row[data-key="step:18"] pre').count(), 2);
  });

  it('shows the next snapshot after a message it cannot use', async () => {
    page = await pages.show(state('progressing'));
    for (const data of [
      null,
      { type: 'unknown' },
      { type: 'older', rows: [{}] },
      { type: 'snapshot', snapshot: { at: 1, sessions: 3 } },
    ]) {
      await deliver(page, data);
      await drawn(page);
    }
    await showSnapshot(page, state('stalled'));
    assert.equal(await page.locator('.state').textContent(), 'Stalled');
  });

  it('stands side by side where it is wide, and only the steps scroll with the page', async () => {
    const shown = snapshot(detail('stalled', { rows: longRun(2000) }), {
      sessions: [detail('stalled'), ...others],
    });
    page = await pages.show(shown, { width: 900, height: 320 });
    const box = async (selector: string) => {
      const found = await page.locator(selector).boundingBox();
      assert.ok(found !== null, selector);
      return found;
    };
    const places = async () => [await box('.sessions'), await box('.banner')] as const;
    const [sessions, banner] = await places();
    const first = await box('.row[data-key="step:2000"]');
    assert.ok(sessions.x + sessions.width <= banner.x);
    assert.ok(banner.x + banner.width <= first.x);
    for (const { y } of [sessions, banner, first]) {
      assert.ok(y >= 0 && y < 60, 'all begin at the top');
    }
    // to the last row by the keyboard, and back to the first: nothing covers them
    await line(page, 'step:2000').focus();
    await page.keyboard.press('End');
    await drawn(page);
    const last = await box('.row[data-key="step:1"]');
    assert.ok(last.y >= 0 && last.y + last.height <= 320.5);
    assert.deepEqual(await places(), [sessions, banner]);
    await page.keyboard.press('Home');
    await drawn(page);
    assert.ok((await box('.row[data-key="step:2000"]')).y >= 0);
    // one session makes no list: card and steps share the width
    await showSnapshot(page, snapshot(detail('stalled')));
    assert.equal((await box('.banner')).x, 0);
    // narrow again, all is one column
    await showSnapshot(page, shown);
    await page.setViewportSize({ width: 300, height: 700 });
    const narrow = await box('.banner');
    assert.ok((await box('.row[data-key="step:2000"]')).y >= narrow.y + narrow.height);
  });

  it('draws only the visible part of 10,000 rows', async () => {
    page = await pages.show(snapshot(detail('progressing', { rows: longRun(10_000) })));
    assert.ok((await page.locator('.row').count()) < 80);
    assert.ok(
      (await posted(page)).some((message) => message.type === 'painted' && message.rows === 10_000),
    );
    await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
    });
    await drawn(page);
    assert.equal(await line(page, 'step:1').isVisible(), true);
    assert.ok((await page.locator('.row').count()) < 80);
  });
});
