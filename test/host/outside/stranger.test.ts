/** Another program holds the port: the view says so, no hook is sent to it, and the link comes up when the port is free again or another one is set. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { settings } from '../../../src/ids.js';
import { bridgeDir, endpoint, HookedAgent } from '../harness/hooked-agent.js';
import { launch, type LaunchedEditor } from '../harness/launch.js';
import { freePort } from '../harness/profile.js';
import { LONG, untilDeadline } from '../harness/window.js';

describe('a stranger on the port', () => {
  let editor: LaunchedEditor | undefined;
  const stranger = createServer((_request, response) => {
    response.end('hello');
  });
  after(async () => {
    stranger.close();
    await editor?.close();
  });

  it('is named in the view, never gets the token, and does no harm', async () => {
    const port = await freePort();
    await new Promise<void>((done) => {
      stranger.listen(port, '127.0.0.1', done);
    });
    editor = await launch({ settings: { [settings.endpointPort]: port } });
    const { window, profile, folder } = editor;
    await window.reveal();
    const view = await window.view();
    const shows = (text: string | RegExp): Promise<void> =>
      untilDeadline(LONG, async () => {
        assert.match(await view.locator('#page').innerText(), new RegExp(text));
      });
    await shows(`Port ${port} on 127\\.0\\.0\\.1 is used by another program`);
    const dir = bridgeDir(profile.userData);
    const client = join(dir, 'hook.curl');
    assert.equal(existsSync(client), false);
    const prompt = async (text: string, to: number): Promise<void> => {
      const found = await endpoint(dir);
      assert.equal(found.port, to);
      await new HookedAgent(found, folder).prompt(text);
      await shows(text);
    };
    const other = await freePort();
    profile.set({ [settings.endpointPort]: other });
    await prompt('On the other port', other);
    profile.set({ [settings.endpointPort]: port });
    await untilDeadline(LONG, () =>
      existsSync(client) ? Promise.reject(new Error('still on the other port')) : Promise.resolve(),
    );
    stranger.closeAllConnections();
    await new Promise((done) => {
      stranger.close(done);
    });
    await prompt('After the stranger', port);
  });
});
