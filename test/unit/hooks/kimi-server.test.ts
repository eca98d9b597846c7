/** Which servers of `kimi web` are asked, and that one which does not answer is an outcome and no throw. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { find } from '../../../src/agents/kimi-code/server.js';
import { isOwnListener, ask, kimiServers } from '../../../src/agents/kimi-code/server-client.js';

describe('the servers of kimi web', () => {
  let home = '';
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'turnwatch-kimi-'));
    mkdirSync(join(home, 'server/instances'), { recursive: true });
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });
  const says = (name: string, text: string): void => {
    writeFileSync(join(home, 'server/instances', name), text);
  };
  const NOW = 1_800_000_000_000;
  const instance = (host: string, port: unknown, heartbeat_at = NOW): string =>
    JSON.stringify({ server_id: 'x', pid: process.pid, host, port, started_at: 1, heartbeat_at });
  const token = (text: string): void => {
    writeFileSync(join(home, 'server.token'), text);
  };

  it('are those on loopback, newest first', async () => {
    token('abc_D-3\n');
    says('01A.json', instance('127.0.0.1', 5001));
    says('01B.json', instance('0.0.0.0', 5002));
    says('01C.json', instance('192.168.1.5', 5003));
    says('01D.json', instance('127.0.0.1', 0));
    says('01E.json', instance('127.0.0.1', '5005'));
    says('01F.json', 'not JSON');
    says('01G.json.tmp', instance('127.0.0.1', 5007));
    says('01H.json', instance('127.0.0.1', 5008, NOW - 61_000));
    says('01I.json', instance('127.0.0.1', 5009, NOW + 61_000));
    assert.deepEqual(await kimiServers(home, NOW), [
      { port: 5002, pid: process.pid, token: 'abc_D-3' },
      { port: 5001, pid: process.pid, token: 'abc_D-3' },
    ]);
  });

  it('are ignored without a token that is valid in a header', async () => {
    says('01A.json', instance('127.0.0.1', 5001));
    assert.deepEqual(await kimiServers(home, NOW), []);
    token('a\r\nX-Other: b');
    assert.deepEqual(await kimiServers(home, NOW), []);
    assert.deepEqual(await kimiServers(join(home, 'nowhere'), NOW), []);
  });

  it('run no session if they do not answer as Kimi Code does', async () => {
    const server = createServer((_request, response) => {
      response.end('ok');
    });
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      token('abc');
      says('01A.json', instance('127.0.0.1', port, Date.now()));
      const where = { env: { KIMI_CODE_HOME: home }, home, platform: process.platform };
      assert.deepEqual(
        await ask({ port, pid: process.pid, token: 'abc' }, 'GET', '/tools?session_id=s'),
        {
          problem: "Kimi Code's server: GET /tools: not JSON",
        },
      );
      assert.equal(await find(where, 'session_1'), undefined);
      assert.equal(await find(where, '../session_1'), undefined);
    } finally {
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    }
    const gone = await ask({ port, pid: process.pid, token: 'abc' }, 'GET', '/tools?session_id=s');
    assert.ok('problem' in gone, JSON.stringify(gone));
    assert.match(gone.problem, /^Kimi Code's server: GET \/tools: /);
  });

  it('are the person’s by the port’s user, or elsewhere by their process', async () => {
    const server = createServer();
    await new Promise<void>((ready) => {
      server.listen(0, '127.0.0.1', ready);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const another = process.getuid?.() === 0 ? 2 ** 22 + 1 : 1;
    try {
      assert.equal(await isOwnListener(port, process.pid), true);
      assert.equal(await isOwnListener(port, process.pid, 'darwin'), true);
      assert.equal(await isOwnListener(port, another, 'darwin'), false);
    } finally {
      await new Promise<void>((closed) => {
        server.close(() => closed());
      });
    }
    if (process.platform === 'linux') {
      assert.equal(await isOwnListener(port, process.pid), false, 'nobody listens any more');
    }
  });
});
