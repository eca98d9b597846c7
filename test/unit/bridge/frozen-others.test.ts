/** Windows that stand still: a debugger's stop, a suspended process, an extension host that hangs. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readlink, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { registeredWindows } from '../../../src/bridge/windows.js';
import { skip } from '../../skip.js';
import { until } from '../support/until.js';
import { openWindow, runHook, said, type Window } from './window.js';

interface Opened {
  window: Window;
  name: string;
  cwd: string;
}

describe('a window that stands still', () => {
  let dir = '';
  let base = '';
  let all: Opened[] = [];

  before(function () {
    if (process.platform === 'win32') {
      skip(this, 'Windows has no signal that stops a process');
    }
  });
  beforeEach(async () => {
    base = await realpath(await mkdtemp(join(tmpdir(), 'turnwatch-frozen-')));
    dir = join(base, 'storage');
    all = [];
  });
  afterEach(async () => {
    for (const { window } of all) {
      window.child.kill('SIGKILL');
    }
    await rm(base, { recursive: true, force: true });
  });

  async function open(name: string, { strict = false, folder = name } = {}): Promise<Opened> {
    const cwd = join(base, folder);
    await mkdir(cwd, { recursive: true });
    const window = openWindow(import.meta.url, { name, dir, folders: [cwd], strict });
    const opened = { window, name, cwd };
    all.push(opened);
    await window.started();
    return opened;
  }
  const hook = (payload: object, strict = false): Promise<string> => runHook(dir, payload, strict);
  const asked = (): Promise<string> => readlink(join(dir, 'hook.sock'));
  const seen = (): unknown => all.map(({ name, window }) => [name, window.last]);

  async function findDoor({ cwd }: Opened): Promise<string> {
    const found = (await registeredWindows(dir)).find(({ folders }) => folders.includes(cwd));
    assert.ok(found !== undefined && 'path' in found.door);
    return basename(found.door.path);
  }

  /** Stops `frozen`; resolves once hooks ask another window: one agent's has waited in vain. */
  async function freeze(frozen: Opened): Promise<void> {
    // a look that another window had begun before may have led hooks away from it meanwhile
    const own = await findDoor(frozen);
    const from = Date.now();
    frozen.window.child.kill('SIGSTOP');
    assert.equal(await hook({ cwd: frozen.cwd, n: 0 }, true), '');
    const isAnother = async (): Promise<boolean> => (await asked()) !== own;
    const hookAgain = async (): Promise<boolean> => {
      await hook({ cwd: frozen.cwd, n: 0 }, true);
      return isAnother();
    };
    // on a busy machine a hook may end before it has left its mark
    await until('another window is asked', async () => (await isAnother()) || hookAgain(), seen);
    console.log(`      another one was asked ${Date.now() - from} ms after it froze`);
  }
  async function assertAnswered(...windows: Opened[]): Promise<void> {
    for (const { name, cwd } of windows) {
      await until(
        `an answer of ${name}`,
        async () => (await hook({ cwd, session_id: name, n: 1 })) === said(name, 1),
        seen,
      );
    }
  }

  it('harms nobody where hooks ask another one, whether it holds the port or not', async () => {
    const hub = await open('hub', { strict: true });
    const other = await open('b', { strict: true });
    assert.equal(hub.window.role, 'hub');
    hub.window.messages.length = other.window.messages.length = 0;
    hub.window.child.kill('SIGSTOP');
    assert.equal(await hook({ cwd: hub.cwd, n: 1 }), '');
    await assertAnswered(other);
    hub.window.child.kill('SIGCONT');
    await assertAnswered(hub, other);
    const changes = [hub, other].flatMap(({ window }) =>
      window.messages.filter((message) => 'status' in message),
    );
    assert.deepEqual(changes, []);
  });

  it('is stood in for by the window with the next longest folder, within the time of one hook', async () => {
    const outer = await open('outer', { strict: true, folder: 'repo' });
    const inner = await open('inner', { strict: true, folder: join('repo', 'deep') });
    await open('asked', { strict: true, folder: 'elsewhere' });
    await assertAnswered(outer, inner);
    inner.window.child.kill('SIGSTOP');
    await until(
      'the next one',
      async () => (await hook({ cwd: inner.cwd, n: 2 }, true)) === said('outer', 2),
      seen,
    );
    inner.window.child.kill('SIGCONT');
    await assertAnswered(inner);
  });

  it('loses the hooks again and again: to the second window, then to the third', async () => {
    const windows = [
      await open('a', { strict: true }),
      await open('b', { strict: true }),
      await open('c', { strict: true }),
    ];
    const holder = async (): Promise<Opened> => {
      const doors = await Promise.all(windows.map(findDoor));
      const window = windows[doors.indexOf(await asked())];
      assert.ok(window);
      return window;
    };
    await freeze(await holder());
    await freeze(await holder());
    await assertAnswered(await holder());
    for (const { window } of windows) {
      window.child.kill('SIGCONT');
    }
    await assertAnswered(...windows);
  });

  it('leaves the hook client’s file to its successor when it closes', async () => {
    const other = await open('b', { strict: true });
    const last = await open('last', { strict: true });
    await freeze(last);
    last.window.child.send('stop');
    last.window.child.kill('SIGCONT');
    await until('it is closed', () => last.window.child.exitCode !== null);
    await assertAnswered(other);
  });

  it('claims no delivery for another window’s agent, which had given up', async () => {
    const { window, cwd } = await open('b', { strict: true });
    const last = await open('last', { strict: true });
    const waiting = hook({ cwd, n: 'held' }, true);
    await until('the window has the hook', () => window.has('hook', 'held'));
    last.window.child.kill('SIGSTOP');
    assert.equal(await waiting, '');
    window.child.send('release');
    await sleep(200);
    last.window.child.kill('SIGCONT');
    await until('the outcome', () => window.has('delivered'));
    const outcome = window.messages.find((message) => 'delivered' in message);
    assert.deepEqual(outcome, { delivered: false, n: 'held' });
  });

  it('claims no delivery if it freezes with a hook that another window has passed on', async () => {
    const member = await open('b', { strict: true });
    const last = await open('last', { strict: true });
    const waiting = hook({ cwd: member.cwd, n: 'held' });
    await until('the window has the hook', () => member.window.has('hook', 'held'));
    member.window.child.kill('SIGSTOP');
    // agents don't wait for a window that doesn't respond
    assert.equal(await waiting, '');
    assert.equal(await hook({ cwd: member.cwd, n: 1 }), '');
    await sleep(2500);
    member.window.child.send('release');
    member.window.child.kill('SIGCONT');
    await until('the outcome', () => member.window.has('delivered'));
    const outcome = member.window.messages.find((message) => 'delivered' in message);
    assert.deepEqual(outcome, { delivered: false, n: 'held' });
    await until('its own answer', async () => (await hook({ cwd: member.cwd, n: 2 })) !== '');
    await assertAnswered(last, member);
  });
});
