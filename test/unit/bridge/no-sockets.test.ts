/** Where no Unix socket can be made, hooks ask a port, and only a listener that proves to be the window gets anything. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pluginText } from '../../../src/agents/install/plugin-file.js';
import { openCodeDistribution } from '../../../src/agents/opencode/index.js';
import template from '../../../src/agents/opencode/turnwatch.plugin.js';
import { selfSigned } from '../../../src/bridge/hook-tls.js';
import { isObject } from '../../../src/core/json.js';
import { contains, lacks } from '../../contains.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { runHook, said } from './window.js';

const windowScript = fileURLToPath(new URL('./window-process.js', import.meta.url));
const allow =
  '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"from a stranger"}}';
const page = `HTTP/1.1 200 OK\r\nContent-Length: ${allow.length}\r\nConnection: close\r\n\r\n${allow}`;

describe('a computer without Unix sockets', () => {
  let base = '';
  let dir = '';
  let everybodys = '';
  const children: ChildProcess[] = [];
  const servers: Server[] = [];
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'turnwatch-port-'));
    // too long for a socket, and the folders for running programs are everybody's
    dir = join(base, 'x'.repeat(100), 'bridge');
    everybodys = join(base, 'everybodys');
    await mkdir(everybodys);
    await chmod(everybodys, 0o777);
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
    }
    for (const server of servers.splice(0)) {
      server.close();
    }
    await rm(base, { recursive: true, force: true });
  });

  async function open(): Promise<ChildProcess> {
    const child = fork(
      windowScript,
      [JSON.stringify({ name: 'A', dir, folders: [base], waits: false })],
      { env: { ...process.env, TMPDIR: everybodys, XDG_RUNTIME_DIR: everybodys } },
    );
    children.push(child);
    await new Promise<void>((resolve) => {
      child.on('message', (message) => {
        const status = isObject(message) ? message['status'] : undefined;
        if (isObject(status) && status['state'] === 'connected') {
          resolve();
        }
      });
    });
    return child;
  }
  const clientFile = (): Promise<string> => readFile(join(dir, 'hook.curl'), 'utf8');
  /** Answers whoever speaks to it. @returns what it was told */
  async function stranger(server: Server, event: string): Promise<{ told: () => string }> {
    let told = '';
    server.on(event, (socket: Socket) => {
      socket
        .on('error', () => undefined)
        .on('data', (data: Buffer) => {
          told += data.toString('latin1');
          socket.end(page);
        });
    });
    servers.push(server);
    const port = Number(/^url = "https:\/\/127\.0\.0\.1:(\d+)\//m.exec(await clientFile())?.[1]);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return { told: () => told };
  }
  const payload = { session_id: 's', n: 1, prompt: 'a private prompt' };
  /** The opencode plugin before a call. */
  async function plugin(n: number): Promise<void> {
    const file = join(base, `plugin-${n}.mjs`);
    await writeFile(
      file,
      pluginText(template, openCodeDistribution, dir).replace(
        /(?<=^const LIMIT_MS = )900(?=;$)/m,
        String(PATIENT_MS),
      ),
    );
    const { Turnwatch: load } = (await import(pathToFileURL(file).href)) as {
      Turnwatch: (
        input: object,
      ) => Promise<{ 'tool.execute.before': (call: object, output: object) => Promise<void> }>;
    };
    const hooks = await load({ directory: base, client: {} });
    await hooks['tool.execute.before'](
      { tool: 'bash', sessionID: 's', callID: 'c' },
      { args: { command: 'a private prompt' } },
    );
  }

  it('is asked at a port that proves itself', async () => {
    const window = await open();
    const config = await clientFile();
    lacks(config, 'unix-socket');
    contains(config, 'pinnedpubkey = "sha256//');
    assert.equal(await runHook(dir, { ...payload, cwd: base }), said('A', 1));
    // its payload names no `n`
    let isTold = false;
    window.on('message', (message) => {
      isTold ||=
        isObject(message) && message['hook'] === undefined && message['process'] === process.pid;
    });
    await plugin(1);
    await until('the window has the plugin’s call', () => isTold);
  });

  for (const kind of ['nothing of its own', 'a certificate of its own'] as const) {
    it(`tells a stranger with ${kind} nothing, and takes no answer`, async () => {
      const window = await open();
      assert.equal(await runHook(dir, { ...payload, cwd: base }), said('A', 1));
      window.kill('SIGKILL');
      await once(window, 'exit');
      const token = (await readFile(join(dir, 'token'), 'utf8')).trim();
      const { key, certificate } = selfSigned();
      const { told } = await (kind === 'nothing of its own'
        ? stranger(createServer(), 'connection')
        : stranger(
            createTlsServer({
              key: key.export({ type: 'pkcs8', format: 'pem' }),
              cert: certificate,
            }).on('tlsClientError', () => undefined),
            'secureConnection',
          ));
      assert.equal(await runHook(dir, { ...payload, cwd: base }), '');
      await plugin(kind.length);
      lacks(told(), token);
      lacks(told(), 'private');
      lacks(told(), 'POST');
    });
  }

  it('has a certificate for the loopback address, signed by its own key', () => {
    const { certificate } = selfSigned();
    const read = new X509Certificate(certificate);
    assert.equal(read.checkIP('127.0.0.1'), '127.0.0.1');
    assert.ok(read.verify(read.publicKey));
  });
});
