/** Order files in the folder that all windows share: whose they are, and who removes them. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderName, ORDERS_FOLDER } from '../../../src/agents/install/hook-names.js';
import { until } from '../support/until.js';
import { OrderFiles, sweepOrders } from '../../../src/bridge/order-files.js';

describe('order files', () => {
  let dir = '';
  let files: OrderFiles;
  const logged: string[] = [];
  const folder = (...names: string[]): string => join(dir, ORDERS_FOLDER, ...names);
  const there = async (): Promise<string[]> => (await fs.readdir(folder()).catch(() => [])).sort();
  async function want(...names: string[]): Promise<void> {
    files.want(new Set(names));
    await files.settle();
  }

  beforeEach(async () => {
    dir = await fs.mkdtemp(join(tmpdir(), 'turnwatch-orders-'));
    logged.length = 0;
    files = new OrderFiles(dir, (text) => logged.push(text));
  });
  afterEach(async () => {
    await files.stop();
    await fs.rm(dir, { recursive: true, force: true });
  });

  it('are named after agent and session, and never lead out of their folder', () => {
    assert.equal(orderName('claude-code', '0a-1_B'), 'claude-code.0a-1_B');
    for (const odd of [undefined, '', '../x', 'a/b', 'a.b', 'x'.repeat(101), 'ä', 'a b', 'a\n']) {
      assert.equal(orderName('codex', odd), 'codex.any', odd);
    }
  });

  it('lie in a private folder while they are wanted', async () => {
    await want('codex.any', 'claude-code.s1');
    assert.deepEqual(await there(), ['claude-code.s1', 'codex.any']);
    for (const each of ['', 'codex.any']) {
      assert.equal((await fs.stat(folder(each))).mode & 0o777, 0o700);
    }
    await want('claude-code.s1', 'claude-code.s2');
    assert.deepEqual(await there(), ['claude-code.s1', 'claude-code.s2']);
    await files.stop();
    assert.deepEqual(await there(), []);
    await want('codex.any');
    assert.deepEqual(await there(), [], 'the window is closed');
    assert.deepEqual(logged, []);
  });

  it('follow what is wanted last, however fast that changes', async () => {
    for (let n = 0; n < 200; n += 1) {
      files.want(new Set(n % 2 === 0 ? ['codex.any', `codex.${n}`] : []));
      if (n % 17 === 0) {
        await files.settle();
      }
    }
    files.want(new Set(['kimi-code.any']));
    await files.settle();
    await files.settle();
    assert.deepEqual(await there(), ['kimi-code.any']);
  });

  it('stay while another window wants the same', async () => {
    const other = folder('codex.any', String(process.ppid));
    await want('codex.any');
    await fs.writeFile(other, '');
    await want();
    assert.deepEqual(await there(), ['codex.any']);
    await sweepOrders(dir);
    assert.deepEqual(await there(), ['codex.any'], 'that window works');
    await sweepOrders(dir, Date.now() + 10 * 60_000);
    assert.deepEqual(await there(), [], 'nobody has renewed it for minutes');
  });

  it('of a window that is gone are removed, and so is what is no order', async () => {
    const gone = spawn('true');
    await once(gone, 'exit');
    await want('codex.s1');
    for (const [name, owner] of [
      ['codex.any', String(gone.pid)],
      ['codex.s1', String(gone.pid)],
      ['codex.odd', 'x'],
      ['codex.none', '-1'],
    ] as const) {
      await fs.mkdir(folder(name), { recursive: true });
      await fs.writeFile(folder(name, owner), '');
    }
    await fs.mkdir(folder('codex.empty'));
    await sweepOrders(dir);
    assert.deepEqual(await there(), ['codex.s1']);
    assert.deepEqual(await fs.readdir(folder('codex.s1')), [String(process.pid)]);
    await sweepOrders(join(dir, 'none'));
  });

  it('are never links: what one leads to stays as it is', async () => {
    const notes = join(dir, 'notes');
    const letter = join(notes, 'letters', 'draft.txt');
    await fs.mkdir(join(notes, 'letters'), { recursive: true, mode: 0o755 });
    await fs.writeFile(letter, 'Dear …');
    const unharmed = async (when: string): Promise<void> => {
      assert.equal(await fs.readFile(letter, 'utf8'), 'Dear …', when);
      assert.deepEqual(await fs.readdir(join(notes, 'letters')), ['draft.txt'], when);
      assert.deepEqual(await fs.readdir(notes), ['letters'], when);
      assert.equal((await fs.stat(notes)).mode & 0o777, 0o755, when);
    };
    for (const act of [() => sweepOrders(dir), () => want('codex.any', 'codex.letters')]) {
      await fs.symlink(notes, folder());
      await act();
      await unharmed('in place of the folder');
      await want();
      await fs.rm(folder(), { recursive: true, force: true });
      await fs.mkdir(folder(), { mode: 0o700 });
      await fs.symlink(join(notes, 'letters'), folder('codex.any'));
      await act();
      await unharmed('in place of an order');
      await want();
      await fs.rm(folder(), { recursive: true, force: true });
    }
    assert.deepEqual(logged, []);
    await want('codex.s1');
    assert.deepEqual(await there(), ['codex.s1']);
  });

  it('are put back whatever is in their place, and it is told', async () => {
    const damaged: string[] = [];
    let timesBack = 0;
    files = new OrderFiles(
      dir,
      (text) => logged.push(text),
      (what) => (what === undefined ? (timesBack += 1) : damaged.push(what)),
    );
    await fs.writeFile(folder(), 'a file in their place');
    await want('codex.any');
    assert.deepEqual(await there(), ['codex.any']);
    const own = folder('codex.any', String(process.pid));
    for (const damage of [
      () => fs.rm(folder(), { recursive: true }),
      () => fs.rm(own).then(() => fs.mkdir(own)),
      () => fs.rm(folder(), { recursive: true }).then(() => fs.writeFile(folder(), '')),
    ]) {
      const told = damaged.length;
      const before = timesBack;
      await damage();
      await until('it is told', () => damaged.length > told);
      await until('it is told that all is back', () => timesBack > before);
      await until('it is back', () =>
        fs.lstat(own).then(
          (found) => found.isFile(),
          () => false,
        ),
      );
    }
    assert.deepEqual([...new Set(damaged)], [ORDERS_FOLDER]);
    assert.deepEqual(logged, []);
  });
});
