/** Two windows of one editor, of which the one that receives the hooks stands still. */
import assert from 'node:assert/strict';
import { realpath } from 'node:fs/promises';
import { realFolderKey, registeredWindows } from '../../../src/bridge/windows.js';
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

interface Place {
  window: EditorWindow;
  /** The process of its extension host. */
  host: number;
  agent: InstalledAgent;
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
    const [firstHost] = await extensionHosts(profile.home, 1);
    const other = profile.repository('other');
    const second = await editor.openWindow(other);
    const secondHost = (await extensionHosts(profile.home, 2)).find((each) => each !== firstHost);
    assert.ok(firstHost !== undefined && secondHost !== undefined);
    const to = await endpoint(dir);
    const agentIn = (at: string): InstalledAgent => new InstalledAgent(to, at, dir);
    const here: Place = { window: first, host: firstHost, agent: agentIn(folder) };
    const there: Place = { window: second, host: secondHost, agent: agentIn(other) };
    const isDenied = async ({ agent }: Place): Promise<void> => {
      assert.ok((await agent.step()).before.denied);
    };
    const seen = ({ agent, window }: Place, text: string): Promise<void> =>
      // the second window may still be opening: a session of no window is dropped
      untilDeadline(LONG, async () => {
        await agent.prompt(text);
        await look(window, text);
      });
    await seen(there, 'Asked in the other folder');
    await seen(here, 'Asked in the first folder');

    // hooks ask the newest window, unless it was so busy that the other one took over
    const asked = await here.agent.askedSocket();
    const owner = (await registeredWindows(dir)).find(
      ({ door }) => 'path' in door && door.path === asked,
    );
    const [freezes, stays] =
      owner?.folders.includes(await realFolderKey(folder)) === true ? [here, there] : [there, here];
    await stays.window.reveal();
    await stays.window.command('Turnwatch: Force Respond');
    await untilDeadline(LONG, () => isDenied(stays));
    await shows(stays.window, 'Delivered: tools are off');

    frozen = freezes.host;
    const from = Date.now();
    process.kill(freezes.host, 'SIGSTOP');
    await untilDeadline(LONG, () => isDenied(stays));
    console.log(`      the other window denied a call ${Date.now() - from} ms after it froze`);
    assert.notEqual(await stays.agent.askedSocket(), asked);

    process.kill(freezes.host, 'SIGCONT');
    frozen = undefined;
    await seen(freezes, 'Asked in the window that stood still');
    await untilDeadline(LONG, () => isDenied(stays));
  });
});
