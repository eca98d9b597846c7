/** Two windows of one editor, of which the one that receives the hooks stands still. */
import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { contains } from '../../contains.js';
import { skip } from '../../skip.js';
import { extensionHosts } from '../harness/extension-hosts.js';
import { placeAsked, runHook } from '../../faults/harness/hook.js';
import {
  bridgeDir,
  endpoint,
  HookedAgent,
  readAnswer,
  type Answer,
  type Endpoint,
} from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { LONG, noSecondWindow, untilDeadline, type EditorWindow } from '../harness/window.js';

/** Its hooks are the installed command, which finds the window to ask by itself and gives up after a second. */
class InstalledAgent extends HookedAgent {
  constructor(
    to: Endpoint,
    cwd: string,
    private readonly dir: string,
  ) {
    super(to, cwd);
  }

  override async send(payload: Record<string, unknown>): Promise<Answer> {
    return readAnswer((await runHook(this.dir, payload, { strict: true })).answer);
  }

  askedSocket(): Promise<string> {
    return realpath(String(placeAsked(this.dir)));
  }
}

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

  it('leaves the hooks to the other one, whose agent stays without tools, and gets its own back', async () => {
    assert.ok(editor);
    const { profile, folder, window: first } = editor;
    const dir = bridgeDir(profile.userData);
    const [host] = await extensionHosts(profile.home, 1);
    const other = profile.repository('other');
    const second = await editor.openWindow(other);
    const receiving = (await extensionHosts(profile.home, 2)).find((each) => each !== host);
    assert.ok(receiving !== undefined);
    const to = await endpoint(dir);
    const [here, there] = [new InstalledAgent(to, folder, dir), new InstalledAgent(to, other, dir)];
    const isDenied = async (): Promise<void> => {
      assert.ok((await here.step()).before.denied);
    };
    const seen = (agent: InstalledAgent, window: EditorWindow, text: string): Promise<void> =>
      // the second window may still be opening: a session of no window is dropped
      untilDeadline(LONG, async () => {
        await agent.prompt(text);
        await look(window, text);
      });
    await seen(there, second, 'Asked in the other folder');
    await seen(here, first, 'Asked in the first folder');
    await first.command('Turnwatch: Force Respond');
    await untilDeadline(LONG, isDenied);
    await shows(first, 'Delivered: tools are off');

    const asked = await here.askedSocket();
    frozen = receiving;
    const from = Date.now();
    process.kill(receiving, 'SIGSTOP');
    await untilDeadline(LONG, isDenied);
    console.log(`      the other window denied a call ${Date.now() - from} ms after it froze`);
    assert.notEqual(await here.askedSocket(), asked);

    process.kill(receiving, 'SIGCONT');
    frozen = undefined;
    await seen(there, second, 'Asked in the window that stood still');
    await untilDeadline(LONG, isDenied);
  });
});
