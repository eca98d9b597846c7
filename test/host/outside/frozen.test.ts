/** Two windows of one editor, of which the one that receives the hooks stands still. */
import assert from 'node:assert/strict';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { extensionHosts } from '../harness/extension-hosts.js';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { LONG, noSecondWindow, untilDeadline, type EditorWindow } from '../harness/window.js';

describe('a frozen window', () => {
  let editor: LaunchedEditor | undefined;
  let frozen: number | undefined;
  before(function () {
    if (noSecondWindow !== undefined) {
      skip(this, noSecondWindow);
    }
  });
  after(async () => {
    if (frozen !== undefined) {
      process.kill(frozen, 'SIGCONT');
    }
    await editor?.close();
  });

  async function look(window: EditorWindow, text: string): Promise<void> {
    await window.reveal();
    contains(await (await window.view()).locator('#page').innerText(), text);
  }
  const shows = (window: EditorWindow, text: string): Promise<void> =>
    untilDeadline(LONG, () => look(window, text));

  it('says in its own view that it holds nothing any more', async () => {
    editor = await launch();
    const { profile, folder, window } = editor;
    const [host] = await extensionHosts(profile.home, 1);
    assert.ok(host !== undefined);
    const agent = new HookedAgent(await endpoint(bridgeDir(profile.userData)), folder);
    await agent.prompt('Asked before it stood still');
    await shows(window, 'Asked before it stood still');
    await window.command('Turnwatch: Force Respond');
    await untilDeadline(LONG, async () => {
      assert.ok((await agent.step()).before.denied);
    });
    await shows(window, 'Delivered: tools are off');

    frozen = host;
    process.kill(host, 'SIGSTOP');
    await shows(window, 'Not connected: tools may be on');
    process.kill(host, 'SIGCONT');
    frozen = undefined;
    await shows(window, 'Delivered: tools are off');
    await agent.answer();
  });

  it('leaves its hooks to the other one, whose agent stays without tools, and gets them back', async () => {
    assert.ok(editor);
    const { profile, folder, window: first } = editor;
    const [host] = await extensionHosts(profile.home, 1);
    assert.ok(host !== undefined);
    const other = profile.repository('other');
    const second = await editor.openWindow(other);
    const address = await endpoint(bridgeDir(profile.userData));
    const home = address.port;
    const [here, there] = [new HookedAgent(address, folder), new HookedAgent(address, other)];
    /** As an installed hook: asks where the file says. */
    const asInstalled = <T>(ask: () => Promise<T>): Promise<T> =>
      untilDeadline(LONG, async () => {
        Object.assign(address, await endpoint(bridgeDir(profile.userData)));
        return ask();
      });
    const isDenied = async (): Promise<void> => {
      assert.ok((await there.step()).before.denied);
    };
    // the second window may still be joining: a session of no window is dropped
    await untilDeadline(LONG, async () => {
      await there.prompt('Asked in the other folder');
      await look(second, 'Asked in the other folder');
    });
    await second.command('Turnwatch: Force Respond');
    await asInstalled(isDenied);
    await shows(second, 'Delivered: tools are off');

    frozen = host;
    const from = Date.now();
    process.kill(host, 'SIGSTOP');
    await untilDeadline(LONG, async () => {
      assert.notEqual((await endpoint(bridgeDir(profile.userData))).port, home);
    });
    console.log(`      another window took over ${Date.now() - from} ms after it froze`);
    await asInstalled(isDenied);

    process.kill(host, 'SIGCONT');
    frozen = undefined;
    await asInstalled(async () => {
      await here.prompt('Asked in the window that stood still');
      await look(first, 'Asked in the window that stood still');
    });
    await asInstalled(isDenied);
    await untilDeadline(LONG, async () => {
      assert.equal((await endpoint(bridgeDir(profile.userData))).port, home);
    });
  });
});
