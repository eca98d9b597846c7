/** A terminal beside windows: hooks go to it only where no window has the folder open. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bridge } from '../../../src/bridge/bridge.js';
import { isOpenInWindow } from '../../../src/bridge/ask-window.js';
import { parseWindowFile, WindowRegistry, type WindowEntry } from '../../../src/bridge/windows.js';
import { patientLimits } from '../support/patient.js';
import { until } from '../support/until.js';

describe('bridge: a terminal', () => {
  const terminal: Pick<WindowEntry, 'folders' | 'terminal'> = { folders: [], terminal: true };

  it('gets the hooks of its folders until a window has them open, wholly or with what is around them', async () => {
    const registry = new WindowRegistry(() => 0);
    registry.set({ ...terminal, id: 'terminal', worktrees: ['/repo/app'], touchedAt: 9 });
    assert.equal(await registry.route('/repo/app/src', 'S'), 'terminal');
    assert.equal(await registry.route('/repo', 'other'), undefined);
    assert.deepEqual(registry.elsewhere('terminal'), []);
    registry.set({ id: 'window', folders: ['/repo'], touchedAt: 1 });
    assert.equal(await registry.route('/repo/app/src', 'S'), 'window', 'in the middle of a turn');
    assert.equal(await registry.route('/repo/app/src', 'new'), 'window');
    assert.deepEqual(registry.elsewhere('terminal'), ['/repo/app']);
    registry.delete('window');
    assert.equal(await registry.route('/repo/app/src', 'S'), 'terminal');
    assert.deepEqual(registry.elsewhere('terminal'), []);
  });

  it('takes nothing from a window, which hears nothing of it', async () => {
    const registry = new WindowRegistry(() => 0);
    registry.set({ id: 'window', folders: ['/repo'], worktrees: ['/tree'], touchedAt: 1 });
    assert.equal(await registry.route('/tree', 'S'), 'window');
    registry.set({ ...terminal, id: 'terminal', worktrees: ['/tree', '/repo'], touchedAt: 9 });
    assert.equal(await registry.route('/tree', 'S'), 'window');
    assert.equal(await registry.route('/tree', 'new'), 'window');
    assert.deepEqual(registry.elsewhere('window'), []);
  });

  it('says so in its file', () => {
    const file = {
      ...terminal,
      id: 'a',
      worktrees: ['/a'],
      touchedAt: 1,
      door: { path: '/run/w-1' },
    };
    assert.deepEqual(parseWindowFile(JSON.stringify(file)), file);
  });

  describe('asks whether a window has a folder open', () => {
    let root = '';
    const open: Bridge[] = [];
    beforeEach(async () => {
      root = await realpath(await mkdtemp(join(tmpdir(), 'turnwatch-terminal-')));
      await mkdir(join(root, 'work', 'app'), { recursive: true });
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((bridge) => bridge.stop()));
      await rm(root, { recursive: true, force: true });
    });
    const dir = (): string => join(root, 'bridge');
    const bridge = async (
      options: Pick<ConstructorParameters<typeof Bridge>[0], 'folders' | 'worktrees'> & {
        terminal?: true;
        onElsewhere?: (worktrees: readonly string[]) => void;
      },
    ): Promise<Bridge> => {
      const made = new Bridge({
        dir: dir(),
        handle: () => Promise.resolve(''),
        log: () => undefined,
        limits: patientLimits,
        ...options,
      });
      open.push(made);
      await made.start();
      return made;
    };

    it('where none is: no, and nothing is made', async () => {
      assert.equal(await isOpenInWindow(dir(), join(root, 'work')), false);
      assert.deepEqual(await readdir(root), ['work']);
    });

    it('where another terminal watches it alone: no; with a window: yes, until it closes', async () => {
      const told: string[] = [];
      const app = join(root, 'work', 'app');
      await bridge({
        terminal: true,
        folders: () => [],
        worktrees: () => [app],
        onElsewhere: (worktrees) => told.push(worktrees.join()),
      });
      assert.equal(await isOpenInWindow(dir(), app), false);
      const window = await bridge({ folders: () => [join(root, 'work')] });
      assert.equal(await isOpenInWindow(dir(), app), true);
      assert.equal(await isOpenInWindow(dir(), root), false);
      await until(
        'the terminal knows',
        () => told.at(-1) === app,
        () => told,
      );
      await window.stop();
      assert.equal(await isOpenInWindow(dir(), app), false);
      await until(
        'the terminal knows again',
        () => told.at(-1) === '',
        () => told,
      );
    });
  });
});
