/** What agents, tools and files say is no link and no icon, wherever VS Code itself shows it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import * as vscode from 'vscode';
import { commands } from '../../src/ids.js';
import { claudeDir, Desk, folder, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';

const COMMAND = 'command:workbench.action.terminal.new';
const LINK = `[src/lexer.ts](${COMMAND})`;
/** The same as it is shown. */
const SHOWN = `[src/lexer.ts] (${COMMAND})`;
/** VS Code's lists have each label in an anchor that leads nowhere. */
const ANCHOR = 'a:not(.label-name), a[href], a[data-href]';

describe('links in what agents say', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
  });
  afterEach(() => desk.clear());
  after(() => desk.close());

  const toast = (text: string): Locator =>
    desk.window.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  const message = (text: string): Locator => toast(text).locator('.notification-list-item-message');
  const list = (): Locator => desk.window.page.locator('.quick-input-widget');
  const shown = (what: string, where: Locator, text: string): Promise<true> =>
    until(`${what} with ${text}`, async () =>
      (await where.allInnerTexts()).some((each) => each.includes(text)) ? true : undefined,
    );
  const isPlain = async (where: Locator): Promise<void> => {
    assert.equal(await where.locator(ANCHOR).count(), 0, 'a link');
    assert.equal(await where.locator('.codicon-trash').count(), 0, 'an icon');
  };
  /** Our own commands are the only links. */
  const hasOwnCommandsOnly = async (where: Locator): Promise<void> => {
    const links = where.locator('a[data-href]');
    const targets = await links.evaluateAll((found) =>
      found.map((each) => each.getAttribute('data-href') ?? ''),
    );
    assert.deepEqual(
      targets.map((target) => /^command:(turnwatch\.\w+)\?/.exec(target)?.[1]),
      [commands.forceRespond, commands.snooze, commands.showTimeline],
    );
    assert.equal(await where.locator('.codicon-trash').count(), 0, 'an icon');
  };
  /** Changes a file to and fro until that is a stall. */
  const toAndFro = async (agent: HookedAgent, name: string): Promise<void> => {
    await agent.prompt(`Fix ${LINK} $(trash)`);
    for (let i = 0; i < 6; i++) {
      const [old_string, new_string] = i % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
      const file_path = join(folder(), name);
      await agent.step({ file_path, old_string, new_string }, 'ok', 'Edit');
    }
  };

  it('are found by this test where they are', async () => {
    void vscode.window.showInformationMessage(`raw ${LINK}`);
    await until(
      'a link',
      async () => (await message('raw src/lexer.ts').locator(ANCHOR).count()) === 1,
    );
  });

  it('are none in a notification and in the status bar’s hover', async () => {
    await desk.hide();
    const agent = desk.agent();
    await toAndFro(agent, LINK);
    await shown('a notification', message('(Claude Code) has stalled'), SHOWN);
    await isPlain(message('(Claude Code) has stalled'));
    await vscode.commands.executeCommand('notifications.clearAll');
    const item = desk.window.page.locator('.statusbar .statusbar-item[id*="turnwatch"]');
    const hover = desk.window.page.locator('.monaco-hover:visible');
    await until('the hover', async () => {
      await desk.window.page.mouse.move(0, 0);
      await item.hover();
      await hover.first().waitFor({ timeout: 5000 });
      return (await hover.allInnerTexts()).some((text) => text.includes(SHOWN));
    });
    await hasOwnCommandsOnly(hover);
    await desk.window.page.mouse.move(0, 0);
  });

  it('are none in a list of turns', async () => {
    const agent = desk.agent();
    for (let i = 0; i < 2; i++) {
      await agent.prompt(`Fix ${LINK} $(trash)`);
      await agent.step();
      await agent.answer();
    }
    const done = vscode.commands.executeCommand(commands.exportTurn, { session: agent.id });
    await shown('a turn', list().locator('.monaco-list-row'), `${SHOWN} $ (trash)`);
    await isPlain(list().locator('.monaco-list-rows'));
    await desk.window.page.keyboard.press('Escape');
    await done;
  });

  it('are none in the question about a settings file, nor in the message that it cannot be read', async () => {
    const file = join(claudeDir, LINK);
    const done = vscode.commands.executeCommand(commands.connect, {
      agent: 'claude-code',
      settingsFile: file,
    });
    const tab = desk.window.page.locator('.tabs-container .tab.active');
    await shown('the change', tab, 'proposed changes');
    await isPlain(tab.locator('.monaco-icon-label'));
    const lines = desk.window.page.locator('.codelens-decoration');
    await shown('the lines above it', lines, 'runs these hooks');
    assert.deepEqual(await lines.locator('a').allInnerTexts(), [
      'Connect',
      'Cancel',
      'What Claude Code will run',
    ]);
    await desk.window.answerChange(/runs these hooks/, 'Cancel');
    await done;
    await vscode.workspace.fs.writeFile(vscode.Uri.file(file), new TextEncoder().encode('{ no'));
    try {
      void vscode.commands.executeCommand(commands.connect, {
        agent: 'claude-code',
        settingsFile: file,
      });
      await shown('the problem', message('Nothing was changed'), SHOWN);
      await isPlain(message('Nothing was changed'));
    } finally {
      await vscode.workspace.fs.delete(vscode.Uri.file(join(claudeDir, '[src')), {
        recursive: true,
      });
    }
  });
});
