import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  planChange,
  writeChange,
  type Disk,
  type PlannedChange,
  type WrittenChange,
} from '../../../src/agents/install/config-file.js';
import {
  hookStatus,
  installHooks,
  uninstallHooks,
} from '../../../src/agents/claude-code/answer.js';
import type { Problem } from '../../../src/agents/agent.js';
import { contains } from '../../contains.js';

const disk: Disk = { fs, now: () => new Date(Date.UTC(2026, 10, 21, 4, 5, 6, 7)) };
const client = '/home/a/turnwatch';
const stamp = '.turnwatch-2026-11-21T04-05-06-007Z.bak';

const planInstall = (on: Disk, file: string, client: string) =>
  planChange(on, file, (text) => installHooks(text, client));
const planUninstall = (on: Disk, file: string) => planChange(on, file, uninstallHooks);

function planned(change: PlannedChange | Problem): PlannedChange {
  assert.ok('after' in change, 'problem' in change ? change.problem : '');
  return change;
}
function written(result: WrittenChange | Problem): WrittenChange {
  assert.ok('file' in result, 'problem' in result ? result.problem : '');
  return result;
}

describe('Claude Code hooks on disk', () => {
  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), 'turnwatch-claude-'));
    file = join(folder, 'config', 'settings.json');
  });
  afterEach(() => fs.rm(folder, { recursive: true, force: true }));

  it('creates a missing file as private, and removes it again', async () => {
    assert.deepEqual(
      written(await writeChange(disk, planned(await planInstall(disk, file, client)))),
      { file },
    );
    assert.equal((await fs.stat(file)).mode & 0o777, 0o600);
    assert.deepEqual(written(await writeChange(disk, planned(await planUninstall(disk, file)))), {
      file,
    });
    assert.deepEqual(await fs.readdir(join(folder, 'config')), []);
  });

  it('keeps mode, link and text; backs up; leaves no temporary file', async () => {
    const real = join(folder, 'dotfiles', 'claude.json');
    await fs.mkdir(join(folder, 'dotfiles'));
    await fs.mkdir(join(folder, 'config'));
    await fs.writeFile(real, '{\r\n\t"theme": "dark"\r\n}');
    await fs.chmod(real, 0o640);
    await fs.symlink('../dotfiles/claude.json', file);
    const change = planned(await planInstall(disk, file, client));
    assert.deepEqual(written(await writeChange(disk, change)), {
      file: real,
      backup: real + stamp,
    });
    assert.ok((await fs.lstat(file)).isSymbolicLink());
    assert.equal((await fs.stat(real)).mode & 0o777, 0o640);
    assert.equal(hookStatus(await fs.readFile(file, 'utf8'), client), 'installed');
    assert.equal(await fs.readFile(real + stamp, 'utf8'), '{\r\n\t"theme": "dark"\r\n}');
    assert.deepEqual((await fs.readdir(join(folder, 'dotfiles'))).sort(), [
      'claude.json',
      `claude.json${stamp}`,
    ]);
    written(await writeChange(disk, planned(await planUninstall(disk, file))));
    assert.equal(await fs.readFile(real, 'utf8'), '{\r\n\t"theme": "dark"\r\n}');
  });

  describe('where a backup would be committed', () => {
    const theirs = '{ "theme": "dark" }';
    let home = '';
    let storage = '';
    let on: Disk = disk;
    beforeEach(async () => {
      home = join(folder, 'home');
      storage = join(folder, 'storage', 'backups');
      on = { ...disk, storage: { home, folder: storage } };
      file = join(home, '.claude', 'settings.json');
      await fs.mkdir(join(home, 'dotfiles', 'claude'), { recursive: true });
    });
    const put = async (at: string): Promise<void> => {
      await fs.mkdir(dirname(at), { recursive: true });
      await fs.writeFile(at, theirs, { mode: 0o600 });
    };
    /** In and out again. @returns the folder of both backups. */
    async function there(at: string, names: readonly string[]): Promise<string> {
      const real = await fs.realpath(at);
      const change = planned(await planInstall(on, at, client));
      const added = written(await writeChange(on, change));
      assert.equal(await fs.readFile(added.backup ?? '', 'utf8'), theirs);
      assert.equal((await fs.stat(added.backup ?? '')).mode & 0o777, 0o600);
      const out = planned(await planUninstall(on, at));
      const removed = written(await writeChange({ ...on, now: () => new Date(0) }, out));
      assert.equal(await fs.readFile(at, 'utf8'), theirs, 'removed exactly');
      assert.equal(
        hookStatus(await fs.readFile(removed.backup ?? '', 'utf8'), client),
        'installed',
      );
      assert.equal(change.backupIn, out.backupIn, 'told before');
      const beside = dirname(real);
      assert.deepEqual((await fs.readdir(beside)).sort(), [...names].sort());
      const places = new Set([added.backup, removed.backup].map((each) => dirname(each ?? '')));
      assert.equal(places.size, 1);
      const [place = ''] = places;
      assert.equal(change.backupIn, place === beside ? undefined : place);
      return place;
    }

    it('keeps it in the storage: a linked file', async () => {
      const real = join(home, 'dotfiles', 'claude', 'claude.json');
      await put(real);
      await fs.mkdir(dirname(file));
      await fs.symlink('../dotfiles/claude/claude.json', file);
      const place = await there(file, ['claude.json']);
      assert.equal(place, join(storage, dirname(real)));
      assert.deepEqual(await fs.readdir(dirname(file)), ['settings.json']);
      assert.equal((await fs.stat(storage)).mode & 0o777, 0o700);
    });
    it('keeps it in the storage: a file in a linked folder', async () => {
      await put(join(home, 'dotfiles', 'claude', 'settings.json'));
      await fs.symlink('dotfiles/claude', join(home, '.claude'));
      const place = await there(file, ['settings.json']);
      assert.ok(place.startsWith(storage), place);
    });
    it('keeps it in the storage: a file in a repository', async () => {
      await put(file);
      await fs.mkdir(join(home, '.git'));
      assert.ok((await there(file, ['settings.json'])).startsWith(storage));
      const project = join(folder, 'project', '.claude', 'settings.local.json');
      await put(project);
      await fs.writeFile(join(folder, 'project', '.git'), 'gitdir: elsewhere\n');
      assert.ok((await there(project, ['settings.local.json'])).startsWith(storage));
    });
    it('keeps it next to a file that is neither, even if the home folder itself is a link', async () => {
      await fs.symlink('home', join(folder, 'moved'));
      on = { ...on, storage: { home: join(folder, 'moved'), folder: storage } };
      await put(file);
      const at = join(folder, 'moved', '.claude', 'settings.json');
      const names = [1, 0].map(
        (n) => `settings.json${n === 1 ? stamp : '.turnwatch-1970-01-01T00-00-00-000Z.bak'}`,
      );
      assert.equal(await there(at, ['settings.json', ...names]), dirname(file));
    });
    it('writes nothing if it cannot be kept', async () => {
      const real = join(home, 'dotfiles', 'claude', 'claude.json');
      await put(real);
      await fs.mkdir(dirname(file));
      await fs.symlink(real, file);
      await fs.writeFile(join(folder, 'storage'), 'no folder');
      const result = await writeChange(on, planned(await planInstall(on, file, client)));
      assert.ok('problem' in result && /cannot be written/.test(result.problem));
      assert.equal(await fs.readFile(real, 'utf8'), theirs);
      assert.deepEqual(await fs.readdir(dirname(real)), ['claude.json']);
    });
  });

  it('follows a link to a file that does not exist yet', async () => {
    await fs.mkdir(join(folder, 'config'));
    await fs.symlink('../real.json', file);
    written(await writeChange(disk, planned(await planInstall(disk, file, client))));
    assert.ok((await fs.lstat(file)).isSymbolicLink());
    contains(await fs.readFile(join(folder, 'real.json'), 'utf8'), '"hooks"');
  });

  it('writes nothing once the file has changed since the change was shown', async () => {
    await fs.mkdir(join(folder, 'config'));
    await fs.writeFile(file, '{}');
    const change = planned(await planInstall(disk, file, client));
    await fs.writeFile(file, '{"theme":"light"}');
    const result = await writeChange(disk, change);
    assert.ok('problem' in result);
    assert.match(result.problem, /has changed since the change was shown; nothing was written/);
    assert.equal(await fs.readFile(file, 'utf8'), '{"theme":"light"}');
    assert.deepEqual(await fs.readdir(join(folder, 'config')), ['settings.json']);
  });

  it('writes nothing where nothing changes', async () => {
    await fs.mkdir(join(folder, 'config'));
    await fs.writeFile(file, '{}');
    assert.deepEqual(written(await writeChange(disk, planned(await planUninstall(disk, file)))), {
      file,
    });
    assert.deepEqual(await fs.readdir(join(folder, 'config')), ['settings.json']);
  });

  it('explains why it refuses a broken, a binary and an unreadable file', async () => {
    await fs.mkdir(join(folder, 'config'));
    await fs.writeFile(file, '{ "a" 1 }');
    const broken = await planInstall(disk, file, client);
    assert.ok(
      'problem' in broken &&
        /settings\.json: the settings file is invalid at line 1, column 7/.test(broken.problem),
      JSON.stringify(broken),
    );
    await fs.writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    const binary = await planInstall(disk, file, client);
    assert.ok('problem' in binary);
    assert.match(binary.problem, /is not UTF-8 text$/);
    const asFolder = await planInstall(disk, join(folder, 'config'), client);
    assert.ok('problem' in asFolder && /cannot be read: .*EISDIR/.test(asFolder.problem));
  });

  it('leaves the file as it was when the disk fails', async () => {
    await fs.mkdir(join(folder, 'config'));
    await fs.writeFile(file, '{}');
    const full: Disk = {
      ...disk,
      fs: {
        ...fs,
        rename: () =>
          Promise.reject(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' })),
      },
    };
    const result = await writeChange(full, planned(await planInstall(disk, file, client)));
    assert.ok('problem' in result && /cannot be written: ENOSPC/.test(result.problem));
    assert.equal(await fs.readFile(file, 'utf8'), '{}');
    assert.deepEqual(
      (await fs.readdir(join(folder, 'config'))).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });
});
