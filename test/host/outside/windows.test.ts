/** Two windows of one editor: each has its own extension host, and closing one leaves the other alone. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { skip } from '../../skip.js';
import { bridgeDir, endpoint, HookedAgent } from '../hooked-agent.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { noSecondWindow, untilDeadline, type EditorWindow } from '../window.js';

describe('windows', () => {
  let editor: LaunchedEditor | undefined;
  before(function () { if (noSecondWindow !== undefined) { skip(this, noSecondWindow); } });
  after(async () => { await editor?.close(); });

  it('opens a second window and closes it again', async () => {
    editor = await launch();
    const { profile } = editor;
    const [first] = await hosts(profile.home, 1);
    const second = await editor.openWindow(profile.repository('second'));
    assert.equal((await hosts(profile.home, 2)).length, 2);
    await second.close();
    assert.deepEqual(await hosts(profile.home, 1), [first]);
    assert.equal(editor.windows().length, 1);
  });

  it('each shows its own sessions, and when the first closes the other takes the address over', async () => {
    assert.ok(editor);
    const { profile, folder, window: first } = editor;
    const other = profile.repository('other');
    const second = await editor.openWindow(other);
    const address = await endpoint(bridgeDir(profile.userData));
    const [here, there] = [new HookedAgent(address, folder), new HookedAgent(address, other)];
    const page = async (window: EditorWindow): Promise<string> => {
      await window.reveal();
      return (await window.view()).locator('#page').innerText();
    };
    const shows = (window: EditorWindow, text: string): Promise<string> => untilDeadline(15_000, async () => {
      const shown = await page(window);
      assert.ok(shown.includes(text), shown);
      return shown;
    });
    // the second window may still be joining: a session of no window is dropped
    await untilDeadline(15_000, async () => {
      await there.prompt('Asked in the other folder');
      assert.ok((await page(second)).includes('Asked in the other folder'));
    });
    await here.prompt('Asked in the first folder');
    assert.ok(!(await shows(first, 'Asked in the first folder')).includes('other folder'));
    assert.ok(!(await page(second)).includes('first folder'));

    await second.command('Turnwatch: Force Respond');
    await shows(second, 'Text only');
    assert.ok((await there.step()).before.denied);

    await first.close();
    await hosts(profile.home, 1); // until its host has ended it still serves the address
    await untilDeadline(20_000, async () => { assert.ok((await there.step()).before.denied); });
    assert.deepEqual(await endpoint(bridgeDir(profile.userData)), address);
    assert.equal((await here.step()).before.silent, true); // its window is gone
  });
});

/** Waits until this profile has so many extension hosts. */
function hosts(home: string, count: number): Promise<number[]> {
  return untilDeadline(20_000, () => {
    const running = extensionHosts(home);
    return running.length === count ? Promise.resolve(running) : Promise.reject(new Error(`${running.length} extension hosts, not ${count}`));
  });
}

/** The extension hosts of this profile, oldest first. */
function extensionHosts(home: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
    } catch { return false; } // ended meanwhile, or not ours to look at
  }).sort((a, b) => a - b);
}
