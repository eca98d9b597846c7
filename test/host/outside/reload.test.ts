/** A window that is reloaded: the turn that is under way, what answers taught, and the thresholds panel are there again. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { projectSlug } from '../../../src/agents/claude-code/paths.js';
import { THRESHOLD_PREFIX } from '../../../src/ids.js';
import { extensionHosts } from '../harness/extension-hosts.js';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { makeProfile, type Profile } from '../harness/profile.js';
import { transcript } from '../harness/transcript.js';
import { LONG, untilDeadline } from '../harness/window.js';

const STEPS = 'balanced.emptySteps';

describe('a reload of the window', () => {
  const session = randomUUID();
  let editor: LaunchedEditor | undefined;
  let log = '';
  let profile: Profile | undefined;
  after(async () => {
    await editor?.close();
    profile?.dispose();
  });

  function opened(): LaunchedEditor {
    assert.ok(editor, 'the editor is open');
    return editor;
  }
  const shows = (text: RegExp, not?: RegExp): Promise<void> =>
    untilDeadline(LONG, async () => {
      const words = await (await opened().window.view()).locator('#page').innerText();
      assert.match(words, text);
      if (not !== undefined) {
        assert.doesNotMatch(words, not);
      }
    });
  const state = (word: string): Promise<void> =>
    untilDeadline(LONG, async () => {
      assert.equal(await (await opened().window.view()).locator('.state').innerText(), word);
    });
  const panel = (): Promise<Frame> =>
    untilDeadline(LONG, async () => {
      for (const frame of opened().window.page.frames()) {
        const isOurs = /[?&]extensionId=turnwatch\.turnwatch/i.test(
          frame.parentFrame()?.url() ?? '',
        );
        if (
          isOurs &&
          (await frame
            .locator(`.row[data-key="${STEPS}"]`)
            .isVisible()
            .catch(() => false))
        ) {
          return frame;
        }
      }
      throw new Error('the panel does not show its thresholds');
    });

  before(async () => {
    profile = makeProfile();
    const folder = profile.repository('workspace');
    const project = join(profile.home, '.claude/projects', projectSlug(folder));
    mkdirSync(project, { recursive: true });
    // of this morning, say: the window was not open then
    const at = Date.now() - 5 * 60 * 60_000;
    const earlier = {
      session: randomUUID(),
      cwd: folder,
      prompt: 'Ended before the window opened',
    };
    const earlierLog = join(project, `${earlier.session}.jsonl`);
    writeFileSync(earlierLog, transcript({ ...earlier, steps: 3, at, ended: true }));
    utimesSync(earlierLog, new Date(at), new Date(at));

    editor = await launch({ profile, folder });
    const { window } = editor;
    await window.reveal();
    await shows(/Answered · 3 steps[^]*Ended before the window opened/);
    const [host = 0] = await extensionHosts(profile.home, 1);

    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await agent.stall();
    await state('Stalled');
    await window.command('Turnwatch: False Alarm');
    await window.toast(/“Empty or repeated steps” changes from 6 to 8/);
    await agent.leave();

    log = join(project, `${session}.jsonl`);
    writeFileSync(
      log,
      transcript({ session, cwd: folder, prompt: 'Began before the reload', steps: 2 }),
    );
    await shows(/Began before the reload/);

    await window.command('Turnwatch: Open Thresholds');
    const thresholds = await panel();
    await thresholds.getByRole('tab', { name: 'Workspace' }).click();
    await thresholds.getByRole('tab', { name: 'Workspace', selected: true }).waitFor();

    const gone = window.page.waitForEvent('domcontentloaded', { timeout: LONG });
    await window.command('Developer: Reload Window');
    await gone;
    await extensionHosts(profile.home, 1, [host]); // until the one before has ended it serves the hooks
  });

  it('restores the earlier session completely without a hook, and continues it', async () => {
    const { folder } = opened();
    await shows(/Began before the reload/, /Stalled/); // the side bar comes back as it was
    appendFileSync(log, transcript({ session, cwd: folder, steps: 2, from: 2 }));
    await shows(/“:” gave the same result 4 times \(1–4\)/); // two of them were told to the window before
    appendFileSync(log, transcript({ session, cwd: folder, steps: 0, ended: true }));
    await shows(/Ended stalled · 4 of 4 steps/);
  });

  it('keeps what was learned in force', async () => {
    const { window, profile, folder } = opened();
    await window.command('Turnwatch: Show What Was Learned…');
    await window.page
      .locator('.quick-input-list .monaco-list-row', { hasText: 'Empty or repeated steps: 6 → 8' })
      .waitFor();
    await window.page.keyboard.press('Escape');
    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await agent.prompt();
    await agent.steps(6);
    await state('Watch');
    await agent.steps(2);
    await state('Stalled');
    await agent.leave();
  });

  it('restores a working thresholds panel with the chosen scope', async () => {
    const { window, folder } = opened();
    const thresholds = await panel();
    await thresholds.getByRole('tab', { name: 'Workspace', selected: true }).waitFor();
    const field = thresholds.locator(`.row[data-key="${STEPS}"] vscode-text-field input`);
    await field.fill('9');
    await field.press('Enter');
    await untilDeadline(LONG, () => {
      const written: unknown = JSON.parse(
        readFileSync(join(folder, '.vscode', 'settings.json'), 'utf8'),
      );
      assert.deepEqual(written, { [THRESHOLD_PREFIX + STEPS]: 9 });
      return Promise.resolve();
    });
    await window.command('Turnwatch: Open Thresholds'); // the same panel, no second one
    assert.equal(await window.page.locator('.tab', { hasText: 'Turnwatch Thresholds' }).count(), 1);
  });
});
