/** The thresholds panel is open when its window is reloaded: it comes back as it was, and writes settings as before. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { THRESHOLD_PREFIX } from '../../../src/ids.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { untilDeadline } from '../window.js';

const STEPS = 'balanced.emptySteps';

describe('the thresholds panel at a reload', () => {
  let editor: LaunchedEditor | undefined;
  after(() => editor?.close());

  it('is there again, with the scope that was chosen, and works', async () => {
    editor = await launch();
    const { window, folder } = editor;
    const panel = (): Promise<Frame> => untilDeadline(30_000, async () => {
      for (const frame of window.page.frames()) {
        const isOurs = /[?&]extensionId=turnwatch\.turnwatch/i.test(frame.parentFrame()?.url() ?? '');
        if (isOurs && await frame.locator(`.row[data-key="${STEPS}"]`).isVisible().catch(() => false)) { return frame; }
      }
      throw new Error('the panel does not show its thresholds');
    });
    await window.command('Turnwatch: Open Thresholds');
    const before = await panel();
    await before.getByRole('tab', { name: 'Workspace' }).click();
    await before.getByRole('tab', { name: 'Workspace', selected: true }).waitFor();

    const gone = window.page.waitForEvent('domcontentloaded', { timeout: 30_000 });
    await window.command('Developer: Reload Window');
    await gone;
    const after = await panel();
    assert.equal(await after.getByRole('tab', { name: 'Workspace' }).getAttribute('aria-selected'), 'true');
    await after.locator(`.row[data-key="${STEPS}"] vscode-text-field input`).fill('9');
    await window.page.keyboard.press('Enter');
    await untilDeadline(15_000, () => {
      const written: unknown = JSON.parse(readFileSync(join(folder, '.vscode', 'settings.json'), 'utf8'));
      assert.deepEqual(written, { [THRESHOLD_PREFIX + STEPS]: 9 });
      return Promise.resolve();
    });
    await window.command('Turnwatch: Open Thresholds'); // the same panel, no second one
    assert.equal(await window.page.locator('.tab', { hasText: 'Turnwatch Thresholds' }).count(), 1);
  });
});
