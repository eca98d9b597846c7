/** A workspace that the person does not trust: sessions are shown, no git process runs, nothing can be sent. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { LONG, untilDeadline } from '../harness/window.js';

describe('a restricted workspace', () => {
  let editor: LaunchedEditor | undefined;
  after(async () => {
    await editor?.close();
  });

  it('is watched without git and without steering', async () => {
    editor = await launch({
      askForTrust: true,
      settings: { 'turnwatch.mode': 'auto', 'security.workspace.trust.startupPrompt': 'never' },
    });
    const { window, profile, folder } = editor;
    await window.page.locator('.statusbar', { hasText: 'Restricted Mode' }).waitFor();
    await window.reveal();
    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    const seen = watchGit(profile.home);
    await agent.stall();
    const view = await window.view();
    await untilDeadline(LONG, async () => {
      assert.equal(await view.locator('.state').innerText(), 'Needs you');
    });
    assert.equal(await view.getByRole('button', { name: /^Force respond/ }).isVisible(), false);
    await window.command('Turnwatch: Force Respond');
    await window.toast(
      /Turnwatch sends nothing to agents in Restricted Mode\. Trust the workspace first\./,
    );
    const { before, after: end } = await agent.step();
    assert.deepEqual([before.silent, end.silent], [true, true]);
    await agent.answer();
    assert.deepEqual(seen(), []);
  });
});

/** Looks for git processes of ours in this profile until it is called. */
function watchGit(home: string): () => string[] {
  const seen = new Set<string>();
  const timer = setInterval(() => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        if (
          /^\S*git /.test(command) &&
          command.includes('--no-optional-locks') &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)
        ) {
          seen.add(command);
        }
      } catch {
        /* ended meanwhile */
      }
    }
  }, 10);
  return () => {
    clearInterval(timer);
    return [...seen];
  };
}
