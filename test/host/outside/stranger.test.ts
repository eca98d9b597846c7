/** Another program holds the port: the view says so, no hook is sent to it, and the link comes up when the port is free again. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { bridgeDir, HookedAgent } from '../hooked-agent.js';
import { launch, type LaunchedEditor } from '../launch.js';
import { freePort } from '../profile.js';
import { LONG, untilDeadline } from '../window.js';

describe('a stranger on the port', () => {
  let editor: LaunchedEditor | undefined;
  const stranger = createServer((_request, response) => { response.end('hello'); });
  after(async () => {
    stranger.close();
    await editor?.close();
  });

  it('is named in the view, gets no token, and is survived', async () => {
    const port = await freePort();
    await new Promise<void>((done) => { stranger.listen(port, '127.0.0.1', done); });
    editor = await launch({ settings: { 'turnwatch.endpoint.port': port } });
    const { window, profile, folder } = editor;
    await window.reveal();
    const view = await window.view();
    await untilDeadline(LONG, async () => {
      assert.match(await view.locator('#page').innerText(), new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is used by another program`));
    });
    const dir = bridgeDir(profile.userData);
    assert.equal(existsSync(join(dir, 'hook.curl')), false);
    stranger.closeAllConnections();
    await new Promise((done) => { stranger.close(done); });
    await untilDeadline(LONG, () => (existsSync(join(dir, 'hook.curl')) ? Promise.resolve() : Promise.reject(new Error('nobody listens yet'))));
    const token = readFileSync(join(dir, 'token'), 'utf8').trim();
    const agent = new HookedAgent({ port, token }, folder);
    await agent.prompt('After the stranger');
    await untilDeadline(LONG, async () => { assert.match(await view.locator('#page').innerText(), /After the stranger/); });
  });
});
