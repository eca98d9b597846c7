/** The package as a person installs it: into an editor that has never seen the extension, with nothing of the project around it. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { install, launch, type LaunchedEditor } from '../harness/launch.js';
import { makeProfile } from '../harness/profile.js';
import { LONG, untilDeadline } from '../harness/window.js';

describe('the packaged extension', () => {
  const profile = makeProfile();
  let editor: LaunchedEditor | undefined;
  after(async () => {
    await editor?.close();
    profile.dispose();
  });

  it('is installed, activates, and shows and stops a stalled turn', async () => {
    const vsix = join(profile.root, 'turnwatch.vsix');
    const args = ['package', '--no-dependencies', '--no-yarn', '-o', vsix];
    execFileSync(process.execPath, ['node_modules/@vscode/vsce/vsce', ...args], { stdio: 'pipe' });
    install(profile, vsix);
    editor = await launch({ profile, installed: true });
    const { window, folder } = editor;
    await window.reveal();
    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await agent.stall();
    const view = await window.view();
    await untilDeadline(LONG, async () => {
      assert.equal(await view.locator('.state').innerText(), 'Stalled');
    });
    await window.command('Turnwatch: Force Respond');
    await untilDeadline(LONG, async () => {
      assert.ok((await agent.step()).before.denied);
    });
  });
});
