/** The files by which windows are found: a stranger's, or one that he could write, is none. */
import assert from 'node:assert/strict';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  registeredWindows,
  registerWindow,
  unregisterWindow,
} from '../../../src/bridge/windows.js';
import { skip } from '../../skip.js';

describe('files of windows', () => {
  const id = '00000000-0000-4000-8000-000000000000';
  const window = { id, folders: ['/a'], touchedAt: 1, door: { path: '/run/w-1' } };
  let dir = '';
  const file = (): string => join(dir, 'windows', `${id}.json`);
  const found = async (): Promise<unknown[]> => registeredWindows(dir);

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-windows-'));
    await registerWindow(dir, window);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are read as they were written, until the window closes', async () => {
    assert.deepEqual(await found(), [window]);
    await unregisterWindow(dir, id);
    assert.deepEqual(await found(), []);
    assert.deepEqual(await readdir(join(dir, 'windows')), []);
  });

  it('are ignored where others can read or write them, or the folder', async function () {
    if (process.platform === 'win32') {
      skip(this, 'Windows keeps files from others by other means');
    }
    for (const mode of [0o644, 0o620, 0o666]) {
      await chmod(file(), mode);
      assert.deepEqual(await found(), [], mode.toString(8));
    }
    await chmod(file(), 0o600);
    await chmod(join(dir, 'windows'), 0o777);
    assert.deepEqual(await found(), []);
    await chmod(join(dir, 'windows'), 0o700);
    assert.deepEqual(await found(), [window]);
  });

  it('are ignored where they are another user’s', async function () {
    if (process.getuid?.() !== 0) {
      skip(this, 'only root can make a file another user’s');
    }
    await chown(file(), 65_534, 65_534);
    assert.deepEqual(await found(), []);
    await chown(file(), 0, 0);
    await chown(join(dir, 'windows'), 65_534, 65_534);
    assert.deepEqual(await found(), []);
  });

  it('are ignored where they are links, folders, too large, damaged or of another name', async () => {
    await rename(file(), join(dir, 'elsewhere.json'));
    await symlink(join(dir, 'elsewhere.json'), file());
    assert.deepEqual(await found(), []);
    await rm(file());
    await mkdir(file());
    assert.deepEqual(await found(), []);
    await rm(file(), { recursive: true });
    for (const text of [
      '',
      '{"id":',
      '{}',
      JSON.stringify({ ...window, id: id.replace(/0$/, '1') }),
      JSON.stringify({ ...window, more: 'x'.repeat(300_000) }),
    ]) {
      await writeFile(file(), text, { mode: 0o600 });
      assert.deepEqual(await found(), []);
    }
    await rename(join(dir, 'windows'), join(dir, 'moved'));
    await symlink(join(dir, 'moved'), join(dir, 'windows'));
    await registerWindow(join(dir), window);
    assert.deepEqual(await found(), [window], 'a link in place of the folder is replaced');
  });
});
