/** Hooks of sessions in worktrees: to the window that has the worktree open, else to one of its repository. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bridge } from '../../../src/bridge/bridge.js';
import { parseWindowFile, windowFor, WindowRegistry } from '../../../src/bridge/windows.js';
import { pathKey } from '../../../src/core/paths.js';
import { patientLimits } from '../support/patient.js';
import { until } from '../support/until.js';

describe('bridge: worktrees', () => {
  it('gives a worktree to the window that has it open, else to one of its repository', () => {
    const windows = [
      { id: 'main', folders: ['/repo'], worktrees: ['/tree', '/other'], touchedAt: 3 },
      { id: 'tree', folders: ['/tree'], worktrees: ['/repo', '/other'], touchedAt: 1 },
      { id: 'above', folders: [pathKey('/', 'linux')], touchedAt: 4 },
      { id: 'below', folders: ['/other/src'], touchedAt: 2 },
    ];
    const routed = (cwd: string): string | undefined => windowFor(windows, cwd)?.id;
    assert.equal(routed('/repo/src'), 'main');
    assert.equal(routed('/tree/src'), 'tree', 'though the other was focused later');
    assert.equal(routed('/other'), 'main', 'of two that have it not open, the one focused last');
    assert.equal(routed('/other/src/a'), 'below');
    assert.equal(routed('/elsewhere'), 'above');
  });

  it('keeps a session in a worktree with its window until another has that open', async () => {
    const registry = new WindowRegistry(() => 0);
    registry.set({ id: 'main', folders: ['/repo'], worktrees: ['/tree'], touchedAt: 1 });
    assert.equal(await registry.route('/tree', 'S'), 'main');
    registry.set({
      id: 'sibling',
      folders: ['/third'],
      worktrees: ['/repo', '/tree'],
      touchedAt: 2,
    });
    assert.equal(await registry.route('/tree', 'S'), 'main', 'the other has it not open either');
    assert.equal(await registry.route('/tree', 'new'), 'sibling');
    registry.set({ id: 'tree', folders: ['/tree'], worktrees: ['/repo'], touchedAt: 0 });
    assert.equal(await registry.route('/tree/src', 'S'), 'tree');
    registry.delete('tree');
    assert.equal(await registry.route('/tree', 'S'), 'sibling');
  });

  it('looks up where a path leads beside the hooks; one waits for it only after a long pause', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'turnwatch-links-')));
    const [one, other, link] = [join(root, 'one'), join(root, 'other'), join(root, 'link')];
    const leadTo = async (folder: string): Promise<void> => {
      await rm(link, { force: true });
      await symlink(folder, link);
    };
    let now = 0;
    const registry = new WindowRegistry(() => now);
    const routed = (): Promise<string | undefined> => registry.route(link, undefined);
    try {
      for (const folder of [one, other]) {
        await mkdir(folder);
        const id = folder === one ? 'one' : 'other';
        registry.set({ id, folders: [pathKey(folder, process.platform)], touchedAt: 0 });
      }
      await leadTo(one);
      assert.equal(await routed(), 'one');
      await leadTo(other);
      now += 4_999;
      assert.equal(await routed(), 'one', 'known');
      now += 1;
      assert.equal(await routed(), 'one', 'at once');
      await until('the next hook', async () => (await routed()) === 'other');
      await leadTo(one);
      now += 60_000;
      assert.equal(await routed(), 'one', 'after a long pause');
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('understands windows of releases that know no worktrees', () => {
    const file = { id: 'a', folders: ['/a'], touchedAt: 1, door: { path: '/run/w-1' } };
    assert.deepEqual(parseWindowFile(JSON.stringify(file)), file);
  });

  it('tells each window which of its worktrees another one has open, until that closes', async () => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'turnwatch-elsewhere-')));
    const told = { main: [] as string[], tree: [] as string[] };
    const [main, tree] = [join(root, 'main'), join(root, 'tree')];
    const open = (name: keyof typeof told, folder: string, worktree: string): Bridge =>
      new Bridge({
        dir: join(root, 'bridge'),
        folders: () => [folder],
        worktrees: () => [worktree],
        onElsewhere: (worktrees) => told[name].push(worktrees.join()),
        handle: () => Promise.resolve(''),
        log: () => undefined,
        limits: patientLimits,
      });
    const windows = [open('main', main, tree), open('tree', tree, main)] as const;
    try {
      await mkdir(main);
      await mkdir(tree);
      for (const window of windows) {
        await window.start();
      }
      await until(
        'both know',
        () => told.main.length + told.tree.length === 2,
        () => told,
      );
      assert.deepEqual(told, { main: [tree], tree: [main] });
      await windows[1].stop();
      await until(
        'it closed',
        () => told.main.length === 2,
        () => told,
      );
      assert.deepEqual(told.main, [tree, '']);
    } finally {
      await Promise.all(windows.map((window) => window.stop()));
      await rm(root, { recursive: true, force: true });
    }
  });
});
