/** Windows that stand still: a debugger's stop, a suspended process, an extension host that hangs. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BEAT_MS, Silence, SILENT_MS } from '../../../src/bridge/hub/heartbeat.js';
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
    base = await mkdtemp(join(tmpdir(), 'turnwatch-frozen-'));
    dir = join(base, 'storage');
    all = [];
  });
  afterEach(async () => {
    for (const { window } of all) {
      window.child.kill('SIGKILL');
    }
    await rm(base, { recursive: true, force: true });
  });

  async function open(name: string, strict = false): Promise<Opened> {
    const cwd = join(base, name);
    await mkdir(cwd, { recursive: true });
    const window = openWindow(import.meta.url, { name, dir, folders: [cwd], strict });
    const opened = { window, name, cwd };
    all.push(opened);
    await window.started();
    return opened;
  }
  const hook = (payload: object, strict = false): Promise<string> => runHook(dir, payload, strict);
  const clientFile = (): Promise<string> => readFile(join(dir, 'hook.curl'), 'utf8');
  const seen = (): unknown => all.map(({ name, window }) => [name, window.last]);

  /** Resolves once one of them has the hooks and the others have joined it. */
  function settled(...windows: Opened[]): Promise<void> {
    return until(
      'one window receives the hooks and the others have joined it',
      async () => {
        const ports = new Set(windows.map(({ window }) => window.last?.['port']));
        const [port] = ports;
        return (
          windows.every(({ window }) => window.last?.['state'] === 'connected') &&
          windows.filter(({ window }) => window.role === 'hub').length === 1 &&
          ports.size === 1 &&
          // one that moves has written its new address already when it moves
          (await clientFile()).includes(`:${Number(port)}/`)
        );
      },
      seen,
    );
  }
  /** Stops `frozen`; resolves once the others go on without it. */
  async function freeze(frozen: Opened, ...others: Opened[]): Promise<void> {
    for (const { window } of others) {
      window.messages.length = 0;
    }
    const from = Date.now();
    frozen.window.child.kill('SIGSTOP');
    await until(
      'the others notice',
      () => others.every(({ window }) => window.messages.some((message) => 'status' in message)),
      seen,
    );
    await settled(...others);
    const at = Math.max(
      ...others.map(({ window }) =>
        Number(window.messages.findLast((message) => 'status' in message)?.['at']),
      ),
    );
    console.log(`      the others were connected again ${at - from} ms after the hub froze`);
  }
  async function assertAnswered(...windows: Opened[]): Promise<void> {
    for (const { name, cwd } of windows) {
      assert.equal(await hook({ cwd, session_id: name, n: 1 }), said(name, 1));
    }
  }

  it('loses the hooks to another one, joins it when it goes on, and the port stays the one it was', async () => {
    const hub = await open('hub');
    const others = [await open('b'), await open('c')];
    const before = await clientFile();
    await assertAnswered(hub, ...others);

    await freeze(hub, ...others);
    await assertAnswered(...others);
    assert.equal(await hook({ cwd: hub.cwd, n: 2 }), '');

    hub.window.messages.length = 0;
    hub.window.child.kill('SIGCONT');
    await until('it has joined', () => hub.window.role === 'member', seen);
    await until('the port of before', async () => (await clientFile()) === before, clientFile);
    await settled(hub, ...others);
    await assertAnswered(hub, ...others);
    const after = hub.window.messages.map((message) => JSON.stringify(message));
    assert.ok(!after.some((message) => message.includes('"hub"')), after.join('\n'));
    console.log(
      `      it changed its link ${after.filter((message) => message.includes('"status"')).length} times`,
    );
  });

  it('is shown as the reason why the others are not connected', async () => {
    const hub = await open('hub');
    const other = await open('b');
    await freeze(hub, other);
    const statuses = other.window.messages
      .filter((message) => 'status' in message)
      .map(({ status }) => JSON.stringify(status));
    assert.match(statuses[0] ?? '', /"not-connected".*doesn’t respond/);
  });

  it('loses the hooks again and again: to the second window, then to the third', async () => {
    const hub = await open('hub');
    const [b, c] = [await open('b'), await open('c')];
    await freeze(hub, b, c);
    const [second, third] = b.window.role === 'hub' ? [b, c] : [c, b];
    await freeze(second, third);
    await assertAnswered(third);
    hub.window.child.kill('SIGCONT');
    second.window.child.kill('SIGCONT');
    await settled(hub, second, third);
    await assertAnswered(hub, second, third);
  });

  it('loses the hooks to a window that opens meanwhile', async () => {
    const hub = await open('hub');
    hub.window.child.kill('SIGSTOP');
    const late = await open('late');
    await assertAnswered(late);
    hub.window.child.kill('SIGCONT');
    await settled(hub, late);
    await assertAnswered(hub, late);
  });

  it('leaves the hook client’s file to its successor when it closes', async () => {
    const hub = await open('hub');
    const other = await open('b');
    await freeze(hub, other);
    hub.window.child.send('stop');
    hub.window.child.kill('SIGCONT');
    await until('it is closed', () => hub.window.child.exitCode !== null);
    await assertAnswered(other);
  });

  it('is succeeded by one that answers what it was asked before it moved to the port of all windows', async () => {
    const hub = await open('hub');
    const other = await open('b');
    const before = await clientFile();
    await freeze(hub, other);
    const asked = hook({ cwd: other.cwd, n: 'held' });
    await until('the window has the hook', () => other.window.has('hook', 'held'));
    hub.window.child.kill('SIGCONT');
    await until('the port of before', async () => (await clientFile()) === before, clientFile);
    await settled(hub, other);
    other.window.child.send('release');
    assert.equal(await asked, said('b', 'held'));
  });

  it('leaves one of them with the hooks, also when the file that names it is gone', async () => {
    const hub = await open('hub');
    const other = await open('b');
    await freeze(hub, other);
    await rm(join(dir, 'hub.json'));
    hub.window.child.kill('SIGCONT');
    await settled(hub, other);
    await assertAnswered(hub, other);
  });

  for (const whose of ['its own', 'another window’s'] as const) {
    it(`claims no delivery for ${whose} agent, which had given up`, async () => {
      const hub = await open('hub', true);
      const other = await open('b', true);
      const { window, cwd } = whose === 'its own' ? hub : other;
      const asked = hook({ cwd, n: 'held' }, true);
      await until('the window has the hook', () => window.has('hook', 'held'));
      hub.window.child.kill('SIGSTOP');
      assert.equal(await asked, '');
      window.child.send('release');
      await sleep(200);
      hub.window.child.kill('SIGCONT');
      await until('the outcome', () => window.has('delivered'));
      const outcome = window.messages.find((message) => 'delivered' in message);
      assert.deepEqual(outcome, { delivered: false, n: 'held' });
    });
  }

  it('does not take the hub for frozen when it is a member that was suspended itself', async () => {
    const hub = await open('hub');
    const member = await open('b');
    hub.window.messages.length = member.window.messages.length = 0;
    const asked = hook({ cwd: member.cwd, n: 'held' });
    await until('the member has the hook', () => member.window.has('hook', 'held'));
    member.window.child.kill('SIGSTOP');
    // agents don't wait for a window that doesn't respond
    assert.equal(await asked, '');
    assert.equal(await hook({ cwd: member.cwd, n: 1 }), '');
    await sleep(2500);
    member.window.child.send('release');
    member.window.child.kill('SIGCONT');
    await until('the outcome', () => member.window.has('delivered'));
    const outcome = member.window.messages.find((message) => 'delivered' in message);
    assert.deepEqual(outcome, { delivered: false, n: 'held' });
    await until('its own answer', async () => (await hook({ cwd: member.cwd, n: 2 })) !== '');
    await assertAnswered(hub, member);
    const changes = [hub, member].flatMap(({ window }) =>
      window.messages.filter((message) => 'status' in message),
    );
    assert.deepEqual(changes, []);
  });
});

describe('the silence of another window', () => {
  /** Looks every 250 ms until `to`, each time a bit late. @returns the longest silence. */
  function watch(silence: Silence, from: number, to: number): number {
    let longest = 0;
    for (let now = from; now <= to; now += BEAT_MS) {
      longest = Math.max(longest, silence.look(now + 7));
    }
    return longest;
  }

  it('ends with each sign of life: a pause of 1.5 s is none', () => {
    const silence = new Silence(0);
    for (const beat of [250, 500, 2240]) {
      assert.ok(watch(silence, beat - 1740, beat) < SILENT_MS);
      silence.heard(beat);
    }
    assert.ok(watch(silence, 2250, 6000) >= SILENT_MS);
  });

  it('does not count the time in which this process was suspended itself', () => {
    const silence = new Silence(0);
    silence.look(250);
    assert.equal(silence.look(60_000), 0);
    assert.equal(silence.look(60_250), 250);
    assert.ok(watch(silence, 60_500, 62_000) >= SILENT_MS);
  });
});
