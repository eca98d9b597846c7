/** Status bar and badge: hidden when idle, the nearest counter while a turn runs, alarming only from stalled up. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands } from '../../src/ids.js';
import { Desk, until } from './harness/desk.js';

describe('status bar and badge', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());
  const item = () => desk.window.page.locator('.statusbar .statusbar-item[id*="turnwatch"]');
  const text = async (): Promise<string> => (await item().innerText()).trim();
  const background = (): Promise<boolean> =>
    item().evaluate((element) => element.classList.contains('warning-kind'));
  const badge = () =>
    desk.window.page
      .locator('.activitybar .action-item', {
        has: desk.window.page.locator('a[aria-label^="Turnwatch"]'),
      })
      .locator('.badge-content');

  it('is hidden while no turn runs', async () => {
    await until('no item', async () => (await item().count()) === 0);
  });

  it('tells the limit that is near and warns from stalled up, in words', async () => {
    const agent = desk.agent();
    await agent.prompt();
    await agent.steps(2);
    await until('Working', async () => (await text()) === 'Working');
    await agent.steps(3);
    const near = 'Watch · Empty or repeated steps 5/6';
    await until(near, async () => (await text()) === near);
    assert.equal(await background(), false, 'a warning for `watch`');
    assert.match(
      (await item().locator('a').getAttribute('aria-label')) ?? '',
      /Turnwatch: “[^”]+” \(Claude Code\), Watch\. 3 steps in a row only repeated earlier steps/,
    );
    await agent.step();
    await until('Stalled', async () => (await text()) === 'Stalled · 6 steps');
    assert.equal(await background(), true);
    assert.match(
      (await item().locator('a').getAttribute('aria-label')) ?? '',
      /Turnwatch: “[^”]+” \(Claude Code\), Stalled\. 6 steps/,
    );
    await agent.answer();
    await until('no item', async () => (await item().count()) === 0);
  });

  it('says that watching is paused, until it is resumed', async () => {
    await vscode.commands.executeCommand(commands.pause);
    try {
      await until('paused', async () => (await text()) === 'Turnwatch paused');
      assert.equal(await background(), false);
    } finally {
      await vscode.commands.executeCommand(commands.resume);
    }
    await until('no item', async () => (await item().count()) === 0);
  });

  it('brings the view to the front when it is pressed', async () => {
    await desk.hide();
    const agent = desk.agent();
    await agent.prompt();
    await agent.step();
    await item().click();
    await desk.window.view();
  });

  it('counts the sessions that need a person on the badge', async () => {
    await desk.show();
    const [one, two] = [desk.agent(), desk.agent()];
    await one.stall();
    await until('1', async () => (await badge().innerText()) === '1');
    await two.prompt();
    await two.askPermission();
    await until('2', async () => (await badge().innerText()) === '2');
    await one.answer();
    await two.answer();
    await until('no badge', async () => !(await badge().isVisible()));
  });
});
