/** A window that stands still costs an agent one second once, and is asked again as soon as it works. */
import assert from 'node:assert/strict';
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hookCommand } from '../../../src/agents/claude-code/answer.js';
import { isObject } from '../../../src/core/json.js';
import { until } from '../support/until.js';

const windowScript = fileURLToPath(new URL('./window-process.js', import.meta.url));

describe('a window that stands still', () => {
  let base = '';
  let dir = '';
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    base = await mkdtemp(join(tmpdir(), 'turnwatch-frozen-'));
    dir = join(base, 'bridge');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
    }
    await rm(base, { recursive: true, force: true });
  });

  async function open(): Promise<ChildProcess> {
    const window = fork(windowScript, [
      JSON.stringify({ name: 'A', dir, folders: [base], waits: false }),
    ]);
    children.push(window);
    await new Promise<void>((resolve) => {
      window.on('message', (message) => {
        const status = isObject(message) ? message['status'] : undefined;
        if (isObject(status) && status['state'] === 'connected') {
          resolve();
        }
      });
    });
    return window;
  }
  /** The installed command, with its own time limits. */
  async function hook(n: number): Promise<{ printed: string; ms: number }> {
    const from = Date.now();
    const child = spawn('/bin/sh', ['-c', hookCommand(dir)]);
    let printed = '';
    child.stdout.on('data', (data: Buffer) => (printed += data.toString()));
    child.stderr.on('data', (data: Buffer) => (printed += data.toString()));
    child.stdin.on('error', () => undefined).end(JSON.stringify({ cwd: base, n }));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 0);
    return { printed, ms: Date.now() - from };
  }
  const answered = async (n: number): Promise<void> =>
    until('an answer', async () => (await hook(n)).printed.includes(`claude-code ${n}`));
  const stamp = (): boolean => existsSync(join(dir, 'silent'));

  it('is waited for once, and asked again soon after it works again', async () => {
    const window = await open();
    await answered(1);
    assert.equal(stamp(), false);
    window.kill('SIGSTOP');
    // the hooks of one step: those that run at the same time wait at the same time
    const first = await Promise.all([hook(2), hook(3)]);
    const later: number[] = [];
    for (let n = 4; n < 14; n++) {
      const { printed, ms } = await hook(n);
      assert.equal(printed, '');
      later.push(ms);
    }
    console.log(
      `      the first two: ${first.map(({ ms }) => ms).join(', ')} ms; then ${later.join(', ')} ms`,
    );
    assert.ok(first.every(({ printed }) => printed === ''));
    assert.ok(
      later.every((ms) => ms < 500),
      'nobody waits again',
    );
    assert.ok(stamp());
    window.kill('SIGCONT');
    await until('the stamp is gone', () => !stamp());
    await answered(14);
  });

  it('and is killed then: the next window is asked', async () => {
    const window = await open();
    window.kill('SIGSTOP');
    await hook(1);
    window.kill('SIGKILL');
    await once(window, 'exit');
    assert.ok(stamp());
    await open();
    assert.equal(stamp(), false);
    await answered(2);
  });
});
