import assert from 'node:assert/strict';
import {
  access,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Bridge } from '../../../src/bridge/bridge.js';
import { openHookSocket } from '../../../src/bridge/hook-listener.js';
import { checkHealth, healthProof } from '../../../src/bridge/proof.js';
import { choosePort, openState } from '../../../src/bridge/state.js';
import { parseWindowFile, windowFor } from '../../../src/bridge/windows.js';
import { pathKey } from '../../../src/core/paths.js';
import { lacks } from '../../contains.js';
import { skip } from '../../skip.js';
import { PATIENT_MS, patientLimits } from '../support/patient.js';
import { present } from '../support/present.js';
import { saying } from '../support/saying.js';
import { until } from '../support/until.js';
import { openWindow, runHook, said, type Window } from './window.js';

async function connected(bridge: Bridge): Promise<Bridge> {
  await bridge.start();
  await until(
    'connected',
    () => bridge.status.state === 'connected',
    () => bridge.status,
  );
  return bridge;
}

describe('windows of one user', () => {
  let base = '';
  let dir = '';
  let windows: Window[] = [];
  let bridges: Bridge[] = [];
  let servers: Server[] = [];

  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'turnwatch-bridge-'));
    dir = join(base, 'storage');
    windows = [];
    bridges = [];
    servers = [];
  });
  afterEach(async () => {
    for (const { child } of windows) {
      child.kill('SIGKILL');
    }
    await Promise.all(bridges.map((bridge) => bridge.stop()));
    for (const server of servers) {
      server.close();
    }
    await rm(base, { recursive: true, force: true });
  });

  function open(name: string, folders: string[], waits = false): Window {
    const window = openWindow(import.meta.url, { name, dir, folders, waits });
    windows.push(window);
    return window;
  }
  async function folder(...names: string[]): Promise<string> {
    const path = join(base, ...names);
    await mkdir(path, { recursive: true });
    return path;
  }
  function bridge(folders: string[], configuredPort?: () => number | undefined): Bridge {
    const made = new Bridge({
      dir,
      ...present({ configuredPort }),
      folders: () => folders,
      log: () => undefined,
      retryMs: [100],
      limits: patientLimits,
      handle: (agent, payload) => Promise.resolve(saying('here', agent, payload['n'])),
    });
    bridges.push(made);
    return made;
  }
  const hook = (payload: object): Promise<string> => runHook(dir, payload);
  const clientExists = (): Promise<boolean> =>
    access(join(dir, 'hook.curl')).then(
      () => true,
      () => false,
    );

  const windowFile = async (): Promise<string> =>
    join('windows', (await readdir(join(dir, 'windows')))[0] ?? '');

  it('gives each of two windows in two processes the hooks of its own sessions', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    await open('A', [a]).started();
    await open('B', [b]).started();
    assert.deepEqual(windows.map(({ role }) => role).sort(), ['hub', 'member']);
    for (let n = 0; n < 5; n++) {
      assert.equal(await hook({ cwd: a, session_id: 'sa', n }), said('A', n));
      assert.equal(await hook({ cwd: join(b, 'deep', 'er'), session_id: 'sb', n }), said('B', n));
    }
    assert.equal(await hook({ cwd: `${a}2`, n: 1 }), '');
    assert.equal(await hook({ cwd: base, n: 1 }), '');
    assert.equal(await hook({ n: 1 }), '');
    assert.equal(await hook({ cwd: b, n: 'silent' }), '');
    const logged = (): Record<string, unknown>[] =>
      windows.flatMap(({ messages }) => messages).filter((message) => 'log' in message);
    await until('a line in the log', () => logged().length > 0);
    const logs = logged();
    assert.equal(logs.length, 1, JSON.stringify(logs));
    assert.match(String(logs[0]?.['log']), /belongs to no open window/);
  });

  it('tells the window, hub or member, whether its answer reached the agent', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    const hub = await open('A', [a]).started();
    const member = await open('B', [b]).started();
    const { port, token } = await openState(dir);
    for (const [window, cwd] of [
      [hub, a],
      [member, b],
    ] as const) {
      await hook({ cwd, n: 'fast' });
      assert.ok(window.has('process', process.pid), 'it knows who ran the hook');
      const leaving = new AbortController();
      const left = fetch(`http://127.0.0.1:${port}/v1/hook`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'X-Turnwatch-Agent': 'claude-code' },
        body: JSON.stringify({ cwd, n: 'slow', waitMs: PATIENT_MS }),
        signal: leaving.signal,
      }).then(
        () => false,
        () => true,
      );
      await until('the window has the hook', () => window.has('hook', 'slow'));
      leaving.abort();
      assert.ok(await left);
      const outcomes = (): unknown[] =>
        window.messages
          .filter((message) => 'delivered' in message)
          .map(({ n, delivered }) => [n, delivered]);
      await until('both outcomes', () => outcomes().length === 2, outcomes);
      assert.deepEqual(outcomes(), [
        ['fast', true],
        ['slow', false],
      ]);
    }
  });

  it('prefers the longest folder, follows links, and keeps a session with its window', async () => {
    const outer = await folder('repo');
    const inner = await folder('repo', 'packages', 'x');
    await symlink(inner, join(base, 'shortcut'));
    await open('outer', [outer]).started();
    await open('inner', [join(base, 'shortcut')]).started();
    assert.equal(await hook({ cwd: inner, session_id: '1', n: 1 }), said('inner', 1));
    assert.equal(
      await hook({ cwd: join(outer, 'packages'), session_id: '2', n: 1 }),
      said('outer', 1),
    );
    assert.equal(
      await hook({ cwd: join(base, 'shortcut'), session_id: '3', n: 1 }),
      said('inner', 1),
    );
    // The agent of session 2 moves: into the other window's folder, and out of all folders.
    assert.equal(await hook({ cwd: inner, session_id: '2', n: 2 }), said('outer', 2));
    assert.equal(await hook({ cwd: tmpdir(), session_id: '2', n: 3 }), said('outer', 3));
    assert.equal(await hook({ cwd: tmpdir(), session_id: '4', n: 1 }), '');
  });

  it('finds the window whatever an agent calls folder and session', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    await open('A', [a]).started();
    await open('B', [b]).started();
    assert.equal(await hook({ cwd: b, sessionId: 's1', n: 1 }), said('B', 1));
    assert.equal(await hook({ sessionId: 's1', n: 2 }), said('B', 2));
    assert.equal(
      await hook({
        workspaceRoots: [b, a],
        taskId: 't',
        sessionContext: { rootSessionId: 's2' },
        n: 3,
      }),
      said('B', 3),
    );
    assert.equal(await hook({ sessionContext: { rootSessionId: 's2' }, n: 4 }), said('B', 4));
    assert.equal(await hook({ workspaceRoots: [a], taskId: 't3', n: 5 }), said('A', 5));
    assert.equal(await hook({ workspaceRoots: [7], sessionContext: [], taskId: 't4', n: 6 }), '');
    // Cursor names no folder of its own but in calls
    assert.equal(await hook({ conversation_id: 'c', workspace_roots: [b, a], n: 7 }), said('B', 7));
    assert.equal(await hook({ conversation_id: 'c', cwd: '/elsewhere', n: 8 }), said('B', 8));
  });

  it('asks the last focused of several windows with the same folder', async () => {
    const a = await folder('a');
    const first = await open('first', [a]).started();
    await open('second', [a]).started();
    assert.equal(await hook({ cwd: a, n: 1 }), said('second', 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
    first.child.send('focus');
    // the other, which answers hooks, learns of it from the folder of all windows
    await until(
      'the first is asked',
      async () => (await hook({ cwd: a, n: 2 })) === said('first', 2),
      () => windows.map(({ messages }) => messages),
    );
  });

  it('the last of many changes of focus is the one that all know of', async () => {
    let now = 0;
    const one = new Bridge({
      dir,
      folders: () => [],
      log: () => undefined,
      handle: () => Promise.resolve(''),
      now: () => now,
      limits: patientLimits,
    });
    bridges.push(one);
    await connected(one);
    for (now = 1; now < 100; now++) {
      one.focus();
    }
    now = 100;
    one.focus();
    const file = join(dir, await windowFile());
    const told = async (): Promise<number | undefined> =>
      parseWindowFile(await readFile(file, 'utf8'))?.touchedAt;
    await until('told', async () => (await told()) === 100, told);
    await sleep(100);
    assert.equal(await told(), 100, 'and no earlier one comes after it');
  });

  it('another window takes over after the hub has closed', async () => {
    const folders = await Promise.all(['a', 'b', 'c'].map((name) => folder(name)));
    const all = folders.map((path, i) => ({ path, window: open(String(i), [path]) }));
    await Promise.all(windows.map((window) => window.started()));
    const before = await readFile(join(dir, 'hook.curl'), 'utf8');
    const holder = windows.find(({ role }) => role === 'hub');
    assert.ok(holder);
    const others = all.filter(({ window }) => window !== holder);
    const from = Date.now();
    holder.child.send('stop');
    await until(
      'one holds the port, the other has joined it',
      () =>
        others
          .map(({ window }) => String(window.role))
          .sort()
          .join() === 'hub,member',
      () => others.map(({ window }) => window.last),
    );
    const at = Math.max(
      ...others.map(({ window }) =>
        Number(window.messages.findLast((message) => 'status' in message)?.['at']),
      ),
    );
    console.log(`      all windows connected again ${at - from} ms after it closed`);
    for (const { path, window } of others) {
      assert.equal(await hook({ cwd: path, n: 9 }), said(String(windows.indexOf(window)), 9));
    }
    assert.equal(await readFile(join(dir, 'hook.curl'), 'utf8'), before);
  });

  it('forgets a member that dies at once, and answers its pending hook with nothing', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    const member = await open('B', [b]).started();
    // hooks ask the one that opened last
    const hub = await open('A', [a]).started();
    const hanging = hook({ cwd: b, n: 1, waitMs: PATIENT_MS });
    await until('the member has the hook', () => member.has('hook', 1));
    member.child.kill('SIGKILL');
    assert.equal(await hanging, '');
    await until(
      'why',
      () =>
        hub.messages.some(({ log }) =>
          /left a hook unanswered because its window closed/.test(String(log)),
        ),
      () => hub.messages,
    );
    assert.equal(await hook({ cwd: b, n: 2 }), '');
    assert.equal(await hook({ cwd: a, n: 3 }), said('A', 3));
  });

  it('has private files, a client file only while it serves, and keeps port and token', async () => {
    const a = await folder('a');
    const one = await connected(bridge([a]));
    const mode = async (path: string): Promise<string> =>
      ((await stat(path)).mode & 0o777).toString(8);
    if (process.platform !== 'win32') {
      assert.equal(await mode(dir), '700');
      for (const name of ['token', 'endpoint.json', 'hook.curl', 'hook.sock', await windowFile()]) {
        assert.equal(await mode(join(dir, name)), '600', name);
      }
    }
    const { port, token } = await openState(dir);
    assert.equal(
      await readFile(join(dir, 'hook.curl'), 'utf8'),
      [
        `url = "http://127.0.0.1:${port}/v1/hook"`,
        `unix-socket = "${join(dir, 'hook.sock')}"`,
        'proto = "=http"',
        `header = "Authorization: Bearer ${token}"`,
        'header = "Content-Type: application/json"',
        'header = "Expect:"',
        'connect-timeout = "0.3"',
        'max-time = "0.9"',
        'noproxy = "*"',
        'silent',
        'fail',
        '',
      ].join('\n'),
    );
    assert.equal(await hook({ cwd: a, n: 1, output: 'x'.repeat(3_000_000) }), said('here', 1));
    const two = await connected(bridge([]));
    assert.equal(two.status.role, 'member');
    await two.stop();
    assert.ok(await clientExists());
    await one.stop();
    assert.deepEqual(one.status, { role: 'off', state: 'not-connected', port });
    assert.equal(await clientExists(), false);
    assert.equal(await hook({ cwd: a, n: 1 }), '');
    const again = await connected(bridge([a]));
    assert.deepEqual(again.status, { role: 'hub', state: 'connected', port });
    assert.equal((await openState(dir)).token, token);
    assert.deepEqual((await readdir(dir)).map((name) => name.replace(/^w-.*/, 'w-')).sort(), [
      'endpoint.json',
      'hook.curl',
      'hook.sock',
      'token',
      'w-',
      'windows',
    ]);
  });

  it('serves although it cannot name itself', async () => {
    // as on a full disk: nothing can be written there
    await openState(dir);
    await writeFile(join(dir, 'windows'), 'in the way');
    const a = await folder('a');
    const one = await connected(bridge([a]));
    assert.equal(one.status.role, 'hub');
    assert.equal(await hook({ cwd: a, n: 1 }), said('here', 1));
    assert.equal((await connected(bridge([]))).status.role, 'member');
  });

  it('removes what a killed window has left', async () => {
    const killed = await open('killed', [await folder('a')]).started();
    // it was writing it anew
    await writeFile(join(dir, `${await windowFile()}.16005.40535c9b`), '{');
    const one = await connected(bridge([await folder('b')]));
    killed.child.kill('SIGKILL');
    let left: string[][] = [];
    await until(
      'one socket and one file',
      async () => {
        const sockets = (await readdir(dir)).filter((name) => name.startsWith('w-'));
        left = [sockets, await readdir(join(dir, 'windows'))];
        return left.every(({ length }) => length === 1);
      },
      () => ({ left, status: one.status }),
    );
    assert.equal(one.status.state, 'connected');
  });

  it('follows folders that come and go', async () => {
    const [a, b] = [await folder('a'), await folder('b')];
    const folders = [a];
    await open('other', []).started();
    const one = await connected(bridge(folders));
    assert.equal(one.status.role, 'member');
    assert.equal(await hook({ cwd: b, n: 1 }), '');
    folders.push(b);
    await one.foldersChanged();
    await until('the new folder', async () => (await hook({ cwd: b, n: 2 })) !== '');
    assert.equal(await hook({ cwd: b, n: 3 }), said('here', 3));
  });

  it('has another token once a stranger was met, in all windows, and keeps that one', async () => {
    const { port, token } = await openState(dir);
    const stranger = createHttpServer((_request, response) => {
      response.end('hello');
    });
    servers.push(stranger);
    await new Promise<void>((resolve) => {
      stranger.listen(port, '127.0.0.1', resolve);
    });
    const folders = [await folder('a'), await folder('b'), await folder('c')];
    // a crash has left it
    await writeFile(join(dir, 'hook.curl'), 'url = "x"\n');
    const all = folders.map((path) => bridge([path]));
    await Promise.all(all.map((each) => each.start()));
    for (const { status } of all) {
      assert.match(status.reason ?? '', new RegExp(`Port ${port} .*another program`));
      assert.equal(status.role, 'off');
    }
    assert.equal(await clientExists(), false);
    stranger.closeAllConnections();
    stranger.close();
    await until(
      'connected',
      () => all.every(({ status }) => status.state === 'connected'),
      () => all.map(({ status }) => status),
    );
    const changed = (await openState(dir)).token;
    assert.notEqual(changed, token);
    assert.equal(await checkHealth(port, changed, PATIENT_MS), 'ours');
    assert.equal(await checkHealth(port, token, PATIENT_MS), 'stranger');
    const late = await connected(bridge([await folder('d')]));
    assert.equal(late.status.role, 'member');
    for (const cwd of folders) {
      assert.equal(await hook({ cwd, n: 1 }), said('here', 1));
    }
    await Promise.all([...all, late].map((each) => each.stop()));
    await connected(bridge([]));
    assert.equal((await openState(dir)).token, changed);
    lacks((await readdir(dir)).join(), 'stranger');
  });

  it('answers its own hooks beside an older release’s window at the port, and takes that once it is gone', async () => {
    const { port, token } = await openState(dir);
    const older = createHttpServer((request, response) => {
      const nonce = new URL(request.url ?? '', 'http://localhost').searchParams.get('nonce') ?? '';
      response.end(healthProof(token, nonce));
    });
    older.on('upgrade', (_request, socket) => {
      socket.end('HTTP/1.1 426 x\r\nConnection: close\r\n\r\n');
    });
    servers.push(older);
    await new Promise<void>((resolve) => {
      older.listen(port, '127.0.0.1', resolve);
    });
    // what it has left
    await writeFile(join(dir, 'hub.json'), JSON.stringify({ id: 'older', port, home: port }));
    const a = await folder('a');
    const one = await connected(bridge([a]));
    assert.equal(one.status.role, 'member');
    assert.equal(await hook({ cwd: a, n: 1 }), said('here', 1));
    older.closeAllConnections();
    older.close();
    await until(
      'it holds the port',
      () => one.status.role === 'hub',
      () => one.status,
    );
    assert.equal(await hook({ cwd: a, n: 2 }), said('here', 2));
  });

  it('moves to a port as soon as one is set: away from a stranger, and back to the shared port', async () => {
    const stranger = createHttpServer((_request, response) => {
      response.end('hello');
    });
    servers.push(stranger);
    const taken = await choosePort();
    await new Promise<void>((resolve) => {
      stranger.listen(taken, '127.0.0.1', resolve);
    });
    let port: number | undefined = taken;
    const a = await folder('a');
    const one = bridge([a], () => port);
    await one.start();
    assert.equal(one.status.state, 'not-connected');
    assert.equal(one.status.port, taken);
    for (const next of [await choosePort(), undefined]) {
      port = next;
      await one.portChanged();
      await until(
        'connected',
        () => one.status.state === 'connected',
        () => one.status,
      );
      assert.equal(one.status.port, (await openState(dir, next)).port);
      assert.equal(await hook({ cwd: a, n: 1 }), said('here', 1));
    }
    // in the middle of an attempt: the last one counts
    const ports = [await choosePort(), await choosePort()];
    for (const each of ports) {
      port = each;
      await one.portChanged();
    }
    await until(
      'connected to the last',
      () => one.status.state === 'connected' && one.status.port === port,
      () => one.status,
    );
    assert.equal(await hook({ cwd: a, n: 2 }), said('here', 2));
    assert.equal(
      await checkHealth(ports[0] ?? 0, (await openState(dir)).token, PATIENT_MS),
      'nobody',
    );
  });

  it('moves all windows when the port changes, whichever learns of it first', async () => {
    const folders = [await folder('a'), await folder('b')];
    let port = await choosePort();
    const pair: Bridge[] = [];
    for (const path of folders) {
      pair.push(await connected(bridge([path], () => port)));
    }
    assert.deepEqual(
      pair.map(({ status }) => status.role),
      ['hub', 'member'],
    );
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      port = await choosePort();
      for (const i of order) {
        await pair[i]?.portChanged();
      }
      await until(
        'both connected',
        () => pair.every(({ status }) => status.state === 'connected' && status.port === port),
        () => pair.map(({ status }) => status),
      );
      assert.deepEqual(pair.map(({ status }) => status.role).sort(), ['hub', 'member']);
      await until('a client file', clientExists);
      for (const cwd of folders) {
        // a window that stood still for long leaves one hook to the others
        await until('an answer', async () => (await hook({ cwd, n: 1 })) === said('here', 1));
      }
    }
  });

  it('ends up on exactly one port when ports are set faster than links end', async () => {
    const folders = [await folder('a'), await folder('b')];
    let port = await choosePort();
    const used = [port];
    const pair: Bridge[] = [];
    for (const path of folders) {
      pair.push(await connected(bridge([path], () => port)));
    }
    const done: Promise<void>[] = [];
    for (const order of [[0], [0, 1]]) {
      used.push((port = await choosePort()));
      for (const i of order) {
        done.push(pair[i]?.portChanged() ?? Promise.resolve());
      }
    }
    await Promise.all(done);
    // who goes on connecting without a need comes to the end of it
    await sleep(300);
    await until(
      'one holds the port and the other has joined it',
      () =>
        pair.every(({ status }) => status.state === 'connected' && status.port === port) &&
        new Set(pair.map(({ status }) => status.role)).size === 2,
      () => pair.map(({ status }) => status),
    );
    await until('a client file', clientExists);
    for (const cwd of folders) {
      assert.equal(await hook({ cwd, n: 1 }), said('here', 1));
    }
    await Promise.all(pair.map((each) => each.stop()));
    const { token } = await openState(dir);
    for (const each of used) {
      assert.equal(await checkHealth(each, token, PATIENT_MS), 'nobody');
    }
  });

  it('recognises strangers: one that does not speak HTTP, and one that stays silent', async () => {
    const { port, token } = await openState(dir);
    const sockets: Socket[] = [];
    let say = 'SSH-2.0-OpenSSH\r\n';
    const stranger = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      if (say !== '') {
        socket.end(say);
      }
    });
    servers.push(stranger);
    await new Promise<void>((resolve) => {
      stranger.listen(port, '127.0.0.1', resolve);
    });
    assert.equal(await checkHealth(port, token, PATIENT_MS), 'stranger');
    say = '';
    assert.equal(await checkHealth(port, token, 200), 'silent');
    for (const socket of sockets) {
      socket.destroy();
    }
    stranger.close();
    assert.equal(await checkHealth(port, token, PATIENT_MS), 'nobody');
  });

  it('reads what arrived during a suspend before it gives up', async () => {
    const { port, token } = await openState(dir);
    const stranger = createServer((socket) => {
      socket.on('error', () => undefined);
    });
    servers.push(stranger);
    await new Promise<void>((resolve) => {
      stranger.listen(port, '127.0.0.1', resolve);
    });
    const health = checkHealth(port, token, 50);
    await nextTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    assert.equal(await health, 'silent');
  });

  it('explains a folder that it cannot use, and stops while it waits to retry', async () => {
    await writeFile(join(base, 'storage'), 'a file is in the way');
    const one = bridge([]);
    await one.start();
    assert.match(one.status.reason ?? '', /storage can’t be used/);
    await one.stop();
    assert.deepEqual(one.status, { role: 'off', state: 'not-connected', port: undefined });
  });

  it('refuses a folder, a token and a port of another user', async function () {
    if (process.getuid?.() !== 0) {
      skip(this, 'only root can give a file to another user');
    }
    const { token, port } = await openState(dir);
    for (const name of ['token', 'endpoint.json']) {
      await chown(join(dir, name), 65_534, 65_534);
    }
    const fresh = await openState(dir);
    assert.notEqual(fresh.token, token);
    assert.notEqual(fresh.port, port);
    assert.deepEqual(await openState(dir), fresh);
    assert.equal((await stat(join(dir, 'token'))).uid, 0);
    await rm(join(dir, 'token'));
    await symlink(join(dir, 'endpoint.json'), join(dir, 'token'));
    assert.notEqual((await openState(dir)).token, fresh.token);
    await chown(dir, 65_534, 65_534);
    const one = bridge([]);
    await one.start();
    assert.match(one.status.reason ?? '', /storage can’t be used: it belongs to another user/);
  });

  it('refuses a link to a folder that others can enter, whose mode stays as it is', async () => {
    const notes = await folder('notes');
    await chmod(notes, 0o755);
    await symlink(notes, dir);
    const one = bridge([]);
    await one.start();
    assert.match(one.status.reason ?? '', /storage can’t be used: it is a link to a folder/);
    assert.equal((await stat(notes)).mode & 0o777, 0o755);
    await chmod(notes, 0o700);
    assert.match((await openState(dir)).token, /^[0-9a-f]{64}$/);
  });

  it('asks in the user’s runtime folder where the path is too long for a socket, if nobody else can enter it', async () => {
    dir = join(base, 'x'.repeat(100), 'storage');
    const a = await folder('a');
    const runtime = await folder('run');
    const before = process.env['XDG_RUNTIME_DIR'];
    process.env['XDG_RUNTIME_DIR'] = runtime;
    try {
      await chmod(runtime, 0o777);
      assert.equal(await openHookSocket(dir, () => undefined), undefined);
      await chmod(runtime, 0o700);
      process.env['XDG_RUNTIME_DIR'] = relative('.', runtime);
      assert.equal(await openHookSocket(dir, () => undefined), undefined, 'a relative one is none');
      process.env['XDG_RUNTIME_DIR'] = runtime;
      const one = await connected(bridge([a]));
      const client = await readFile(join(dir, 'hook.curl'), 'utf8');
      assert.match(client, /^unix-socket = ".*\/run\/turnwatch-[0-9a-f]{8}\/hook\.sock"$/m);
      assert.equal(await hook({ cwd: a, n: 1 }), said('here', 1));
      await one.stop();
      assert.deepEqual(await readdir(join(runtime, (await readdir(runtime))[0] ?? '')), []);
    } finally {
      process.env['XDG_RUNTIME_DIR'] = before;
      if (before === undefined) {
        delete process.env['XDG_RUNTIME_DIR'];
      }
    }
  });

  it('compares folders by whole segments', () => {
    const windowsOf = (...folders: string[][]): Parameters<typeof windowFor>[0] =>
      folders.map((keys, i) => ({ id: String(i), folders: keys, touchedAt: i }));
    assert.equal(windowFor(windowsOf(['/a/b'], ['/a']), '/a/bc')?.id, '1');
    assert.equal(windowFor(windowsOf(['/a/b'], ['/a']), '/a/b/c')?.id, '0');
    assert.equal(windowFor(windowsOf(['/a'], ['/a']), '/a')?.id, '1');
    assert.equal(windowFor(windowsOf([pathKey('/', 'linux')], []), '/x')?.id, '0');
    assert.equal(windowFor(windowsOf(['/a/b'], []), '/a'), undefined);
  });
});
