/** Two windows of one editor: each has its own extension host, and closing one leaves the other alone. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { skip } from '../../skip.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { noSecondWindow, untilDeadline } from '../window.js';

describe('windows', () => {
  let editor: LaunchedEditor | undefined;
  before(function () { if (noSecondWindow !== undefined) { skip(this, noSecondWindow); } });
  after(async () => { await editor?.close(); });

  it('opens a second window and closes it again', async () => {
    editor = await launch();
    const { profile } = editor;
    const hosts = (count: number): Promise<number[]> => untilDeadline(20_000, () => {
      const running = extensionHosts(profile.home);
      return running.length === count ? Promise.resolve(running) : Promise.reject(new Error(`${running.length} extension hosts, not ${count}`));
    });
    const [first] = await hosts(1);
    const second = await editor.openWindow(profile.repository('second'));
    assert.equal((await hosts(2)).length, 2);
    await second.close();
    assert.deepEqual(await hosts(1), [first]);
    assert.equal(editor.windows().length, 1);
  });
});

/** The extension hosts of this profile, oldest first. */
function extensionHosts(home: string): number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost') && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`);
    } catch { return false; } // ended meanwhile, or not ours to look at
  }).sort((a, b) => a - b);
}
