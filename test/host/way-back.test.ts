/** The way back in VS Code: a turn goes in circles, its changes since are opened, its files brought back, and that undone. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { commands } from '../../src/ids.js';
import { Desk, folder, until } from './harness/desk.js';
import type { HookedAgent } from './harness/hooked-agent.js';

const FAILURE = 'Exit code 1\nAssertionError: expected 89.1 to be 89\n    at cart.test.js:12:5';

describe('the way back', () => {
  let desk: Desk;
  before(async () => {
    desk = await Desk.open();
    await desk.show();
    await writeFile(path('cart.js'), 'module.exports = 89.1;\n');
    await writeFile(path('old.js'), 'old\n');
    execFileSync('git', ['add', '-A'], { cwd: folder() });
    execFileSync('git', ['commit', '-qm', 'cart'], { cwd: folder() });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await desk.clear();
    execFileSync('git', ['reset', '-q', '--hard'], { cwd: folder() });
    execFileSync('git', ['clean', '-qfd'], { cwd: folder() });
  });
  after(async () => {
    await rm(path('cart.js'), { force: true });
    await rm(path('old.js'), { force: true });
    execFileSync('git', ['commit', '-qam', 'no cart'], { cwd: folder() });
    await desk.close();
  });
  const path = (name: string): string => join(folder(), name);
  const read = (name: string): string | undefined =>
    existsSync(path(name)) ? readFileSync(path(name), 'utf8') : undefined;

  /** Edits, by a tool and by the shell, between runs of a test that fails the same way each time. */
  async function circle(): Promise<HookedAgent> {
    const agent = desk.agent();
    await agent.prompt();
    await until('the turn’s first look at the tree', async () => {
      const recording = await readFile((await desk.recording()) ?? '', 'utf8');
      return recording.slice(recording.lastIndexOf(agent.id)).includes('"signal":"git"');
    });
    await agent.step({ command: 'ls' }, 'cart.js');
    for (let round = 0; round < 9; round += 1) {
      await agent.fail({ command: 'node --test cart.test.js' }, FAILURE);
      const content = `module.exports = ${round};\n`;
      const edit = await agent.begin({ file_path: path('cart.js'), content }, 'Write');
      await writeFile(path('cart.js'), content);
      await agent.end(edit, 'The file has been updated');
      if (round === 1) {
        const shell = await agent.begin({
          command: 'rm old.js && mkdir -p lib && echo n > lib/n.js',
        });
        await rm(path('old.js'));
        await mkdir(path('lib'), { recursive: true });
        await writeFile(path('lib/n.js'), 'n\n');
        await agent.end(shell, '');
      }
      // as long as a model takes
      await sleep(100);
    }
    await until(
      () => `a way back, it has ${JSON.stringify(desk.snapshot().selected?.verdict)}`,
      () => desk.snapshot().selected?.wayBack,
    );
    return agent;
  }

  it('opens the changes since, restores the files, drafts guidance and undoes', async () => {
    const agent = await circle();
    const page = await desk.window.view();
    await page.locator('.way-back').getByRole('button', { name: 'Changes since step' }).click();
    const opened = await until('the changes editor', () => {
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
      return tab !== undefined && /^Changes since step \d+/.test(tab.label) && tab.label;
    });
    const step = Number(/step (\d+)/.exec(opened)?.[1]);
    assert.equal(desk.detail(agent).wayBack?.step, step);
    const shown = desk.window.page.locator('.multiDiffEntry');
    await until('its files', async () => (await shown.count()) > 1);
    const editor = await until('what was there', () =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme === 'turnwatch-earlier' && uri.path.endsWith('/cart.js'),
      ),
    );
    assert.match(editor.getText(), /^module\.exports = /);
    const before = editor.getText();
    const after = read('cart.js');
    assert.notEqual(before, after);

    await page.locator('.way-back').getByRole('button', { name: 'Restore' }).click();
    const list = desk.window.page.locator('.quick-input-widget');
    await list.getByText('Bring files back to what they were before step').waitFor();
    const rows = (await list.locator('.monaco-list-row').allInnerTexts()).join('\n');
    assert.match(rows, /cart\.js[^]*changed back/);
    await list.locator('input[type="text"]').press('Enter');
    const toast = await desk.window.toast(/the files are back at what they were before step/);
    assert.equal(read('cart.js'), before);
    assert.deepEqual(toast.buttons, ['Undo Restore', 'Guide the Agent…']);
    await toast.press('Guide the Agent…');
    const field = (await desk.window.view()).locator('.drawer textarea');
    await field.waitFor();
    assert.match(
      await field.inputValue(),
      new RegExp(`^The files are back at what they were before step ${step}\\. .*node --test`),
    );
    await field.press('Escape');

    await vscode.commands.executeCommand(commands.undoRestore);
    await desk.window.toast(/the restore is undone/);
    assert.equal(read('cart.js'), after);
    assert.equal(read('old.js'), undefined);
    assert.equal(read('lib/n.js'), 'n\n');
  });

  it('leaves alone what the person has typed since, saved or not', async () => {
    await circle();
    const document = await vscode.workspace.openTextDocument(path('cart.js'));
    // VS Code may still have it as an earlier test left it: what is typed into that is saved over nothing
    await until(
      'the editor has read what the agent wrote',
      () => document.getText() === read('cart.js'),
    );
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// mine\n'));
    const mine = document.getText();
    void vscode.commands.executeCommand(commands.restoreFiles);
    const list = desk.window.page.locator('.quick-input-widget');
    const field = list.locator('input[type="text"]');
    await until('what is left alone', async () =>
      /Left as they are: .*cart\.js \(it has unsaved changes\)/.test(
        (await list.isVisible()) ? ((await field.getAttribute('placeholder')) ?? '') : '',
      ),
    );
    await field.press('Enter');
    await desk.window.toast(/the files are back at what they were before step/);
    assert.equal(read('old.js'), 'old\n');
    assert.equal(read('lib/n.js'), undefined);
    assert.equal(document.getText(), mine);
    await document.save();
    assert.equal(read('cart.js'), mine);
  });
});
