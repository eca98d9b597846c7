/** What answers taught belongs to the workspace and outlives the window. */
import assert from 'node:assert/strict';
import { bridgeDir, endpoint, HookedAgent } from '../hooked-agent.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { untilDeadline } from '../window.js';

describe('what was learned', () => {
  let editor: LaunchedEditor | undefined;
  after(() => editor?.close());

  it('is there again after the window was reloaded, and in force', async () => {
    editor = await launch();
    const { window, profile, folder } = editor;
    const state = (word: string): Promise<void> => untilDeadline(20_000, async () => {
      assert.equal(await (await window.view()).locator('.state').innerText(), word);
    });
    await window.reveal();
    const before = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await before.prompt();
    await before.steps(6);
    await state('Stalled');
    await window.command('Turnwatch: False Alarm');
    await window.toast(/‘Empty or repeated steps’ goes from 6 to 8/);
    await before.leave();

    await window.page.reload();
    await window.view(30_000); // the side bar comes back as it was
    await window.command('Turnwatch: Show What Was Learned…');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'balanced.emptySteps: 6 → 8' }).waitFor();
    await window.page.keyboard.press('Escape');
    const after = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await after.prompt();
    await after.steps(6);
    await state('Watch');
    await after.steps(2);
    await state('Stalled');
  });
});
