/** The random part of the relay's addresses: one for a user, whatever windows come and go. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRelaySecret, openState } from '../../../src/bridge/state.js';
import { skip } from '../../skip.js';

describe('the secret in the relay’s addresses', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'turnwatch-secret-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('stays the same after a restart, and in every window', async () => {
    const bridge = join(dir, 'bridge');
    const several = await Promise.all([1, 2, 3, 4].map(() => openRelaySecret(bridge)));
    const again = await openRelaySecret(bridge);
    assert.match(again, /^[0-9a-f]{32}$/);
    assert.deepEqual(
      several,
      several.map(() => again),
    );
    assert.notEqual(await openRelaySecret(join(dir, 'another user’s')), again);
  });

  it('is not the endpoint’s token, and leaves nothing else behind', async () => {
    const secret = await openRelaySecret(dir);
    const { token } = await openState(dir, 1);
    assert.ok(!token.includes(secret));
    assert.deepEqual(readdirSync(dir).sort(), ['relay-secret', 'token']);
  });

  it('is readable by the user alone, even if its file was not', async function () {
    if (process.platform === 'win32') {
      skip(this, 'it has no permissions of this kind');
    }
    await openRelaySecret(dir);
    const file = join(dir, 'relay-secret');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    chmodSync(file, 0o644);
    chmodSync(dir, 0o755);
    await openRelaySecret(dir);
    assert.deepEqual([statSync(file).mode & 0o777, statSync(dir).mode & 0o777], [0o600, 0o700]);
  });

  it('is made anew if its file holds something else', async () => {
    writeFileSync(join(dir, 'relay-secret'), '../../claude-code\n');
    const secret = await openRelaySecret(dir);
    assert.match(secret, /^[0-9a-f]{32}$/);
    assert.equal(await openRelaySecret(dir), secret);
  });
});
