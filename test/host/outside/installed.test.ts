/** The package as a person installs it: into an editor that has never seen the extension, with nothing of the project around it. This person's speaks German. */
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

  it('is installed, activates, and shows and stops a stalled turn, in the language of the editor', async () => {
    const vsix = join(profile.root, 'turnwatch.vsix');
    const args = ['package', '--no-dependencies', '--no-yarn', '-o', vsix];
    execFileSync(process.execPath, ['node_modules/@vscode/vsce/vsce', ...args], { stdio: 'pipe' });
    install(profile, vsix);
    editor = await launch({ profile, installed: true, language: 'de' });
    const { window, folder } = editor;
    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await agent.stall();
    const toast = await window.toast(/^„[^“]+“ \(Claude Code\) ist festgefahren\. 6 Schritte/);
    assert.deepEqual(toast.buttons, ['Antwort erzwingen', 'Anzeigen', 'Vertagen']);
    await window.statusItem(/Festgefahren · 6 Schritte/).waitFor();
    await toast.press('Anzeigen');
    const view = await window.view();
    await untilDeadline(LONG, async () => {
      assert.match(await view.locator('.state').innerText(), /^Fest\u00ad?gefahren$/);
    });
    await view.getByRole('button', { name: /^Antwort erzwingen/ }).waitFor();
    await window.command('Turnwatch: Antwort erzwingen');
    await untilDeadline(LONG, async () => {
      assert.ok((await agent.step()).before.denied);
    });
  });
});
