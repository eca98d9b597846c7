/** The view over a whole stalled turn: filled live, asked by its button, answered; hostile text, hiding, older rows. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import * as vscode from 'vscode';
import { MODEL_MARK } from '../../src/core/interventions/model-texts.js';
import { itInAll } from '../tier.js';
import { Desk, folder, until } from './harness/desk.js';

const texts = (frame: Frame, selector: string): Promise<string[]> =>
  frame.locator(selector).allInnerTexts();
const shows = (frame: Frame, selector: string, text: RegExp): Promise<unknown> =>
  until(`${selector} ${String(text)}`, async () =>
    text.test((await texts(frame, selector)).join('\n')),
  );
const force = (frame: Frame) =>
  frame.locator('.button-row').getByRole('button', { name: /^Force respond/ });

describe('the view', () => {
  let desk: Desk;
  let frame: Frame;
  before(async () => {
    desk = await Desk.open();
  });
  beforeEach(async () => {
    await desk.show();
    frame = await desk.window.view();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  /** Only rows in sight are drawn. */
  const toOldestRow = async (frame: Frame): Promise<void> => {
    await frame.locator('.line[tabindex="0"]').focus();
    await desk.window.page.keyboard.press('End');
  };

  it('fills while the turn runs, says stalled, and Force respond is asked, delivered and answered', async () => {
    const agent = desk.agent();
    await agent.prompt('Fix the failing test in the parser');
    await shows(frame, '.state', /^Working$/);
    const again = { command: ':', description: 'Wait' };
    for (let i = 0; i < 3; i++) {
      await agent.step(again);
    }
    await shows(frame, '.counter-value', /^3\/4(?:\n|$)/);
    await shows(frame, '.state', /^Watch$/);
    await agent.step(again);
    await shows(frame, '.state', /^Stalled$/);
    await shows(frame, '.sentence', /^“:” gave the same result 4 times \(1–4\)\.$/);
    await toOldestRow(frame);
    await shows(frame, '.timeline', /Fix the failing test in the parser/);

    await force(frame).click();
    await shows(frame, '.receipt', /Force respond[\s\S]*by you[\s\S]*requested/);
    await shows(frame, '.state', /^Text only$/);
    const { before } = await agent.step({ command: 'ls' }, 'README.md');
    assert.equal(before.denied?.slice(0, MODEL_MARK.length), MODEL_MARK);
    assert.match(
      before.denied ?? '',
      /The same call gave the same result in 4 steps.*Do not call any tool/,
    );
    assert.equal(before.goOn, true);
    await shows(frame, '.receipt', /delivered/);
    assert.equal(
      (await agent.answer('I could not fix it: I do not know the parser.')).silent,
      true,
    );
    await shows(frame, '.receipt', /answered/);
    await shows(frame, '.state', /^Answered · 5 steps · /);
    assert.equal(desk.detail(agent).receipts[0]?.state, 'obeyed');
  });

  it('loads its second script under its policy, and opens a row by it', async () => {
    const agent = desk.agent();
    await agent.prompt('What is here?');
    await agent.step({ command: 'ls' }, 'README.md');
    await frame.locator('#page[data-complete]').waitFor();
    await frame.locator('.row[data-kind="step"] > .line').first().click();
    await shows(frame, '.details pre', /README\.md/);
  });

  it('shows agent text as plain text', async () => {
    const agent = desk.agent();
    const evil =
      "<img src=x onerror=\"document.title='hacked'\"><b>bold</b><script>document.title='hacked'</script>";
    await agent.prompt(evil);
    await agent.step({ command: evil, description: evil }, evil, evil);
    await agent.step({ file_path: `/tmp/${evil}` }, evil, 'Read');
    await shows(frame, '.timeline', /<img src=x onerror=/);
    assert.equal(await frame.locator('#page img, #page b, #page script').count(), 0);
    assert.notEqual(await frame.title(), 'hacked');
  });

  it('loses nothing of a turn in which it was hidden', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.step(
      { command: 'ls src' },
      'parser.ts lexer.ts index.ts and more that is new to the turn',
    );
    await shows(frame, '.timeline', /ls src/);
    await desk.hide();
    await agent.steps(2);
    await agent.step(
      { command: 'wc -l src/parser.ts' },
      '312 src/parser.ts, which nobody knew before this moment',
    );
    await desk.show();
    frame = await desk.window.view();
    await shows(frame, '.timeline', /wc -l src\/parser\.ts/);
    const rows = await texts(frame, '.timeline');
    assert.match(rows.join('\n'), /ls src/);
    assert.deepEqual(
      desk.detail(agent).rows.flatMap((row) => (row.kind === 'step' ? [row.step] : [])),
      [4, 3, 2, 1],
    );
  });

  itInAll(
    'shows all of a long turn: first rows on scrolling, complete results from disk, files in the editor',
    async function (this: Mocha.Context) {
      this.timeout(300_000);
      const agent = desk.agent();
      const long = Array.from(
        { length: 1500 },
        (_, i) => `line ${i} of the file that was read`,
      ).join('\n');
      await agent.prompt('A long turn');
      await agent.step(
        { file_path: `${folder()}/README.md` },
        `${long}\nAPI_KEY=hunter2hunter2\nthe last line`,
        'Read',
      );
      await agent.step(
        { file_path: `${folder()}/../elsewhere.txt` },
        'a text from elsewhere, new to the session',
        'Read',
      );
      for (let i = 0; i < 2400; i++) {
        await agent.past({ command: `cat part-${i}` }, `the text of part ${i}, new to the session`);
      }
      const { rows, olderRows } = desk.detail(agent);
      assert.equal(rows.length, 300);
      assert.ok(olderRows >= 2103, `${olderRows} older rows`); // beyond what memory holds
      const more = frame.getByRole('button', { name: /^Show .* older rows$/ });
      await until(
        'no more rows are left',
        async () => {
          await toOldestRow(frame);
          return !(await more.isVisible());
        },
        180_000,
      );
      await shows(frame, '.timeline', /A long turn/);
      const first = frame.locator('.row[data-key="step:1"]');
      await first.locator('.line').click();
      await shows(frame, '.row[data-key="step:1"] .block-foot', /more characters/);
      await first.getByRole('button', { name: 'Show all' }).click();
      const result = first.locator('pre').last();
      await until('the whole result, from its middle to its end', async () => {
        const text = (await result.textContent()) ?? '';
        return (
          text.includes('line 750 of the file') && text.endsWith('API_KEY=«secret»\nthe last line')
        );
      });
      await first.locator('.line').press('Enter');
      await until(
        'the file is open',
        () => vscode.window.activeTextEditor?.document.uri.fsPath === join(folder(), 'README.md'),
      );
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await frame.locator('.row[data-key="step:2"] .line').press('Enter');
      await desk.window.toast(/elsewhere\.txt (is outside this window’s folders|doesn’t exist)/);
      assert.equal(vscode.window.activeTextEditor, undefined);
    },
  );
});
