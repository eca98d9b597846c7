/** What a window that was killed left half written goes with the next start, and nothing else does. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDrafts } from '../../../src/bridge/leftovers.js';

describe('drafts of a window that was killed', () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'turnwatch-drafts-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('are removed once nobody can be writing them', async () => {
    const drafts = [
      '.turnwatch-0b1e1c9e-54d2-4a0e-9d55-6a4c2f6f9e01.tmp',
      'endpoint.json.4711.0a1b2c3d',
      'token.4711.0a1b2c3d',
    ];
    const others = [
      '.turnwatch-notes.tmp',
      'settings.json',
      'settings.json.turnwatch-2026-01-15T12-00-00-000Z.bak',
      'token',
      'token.4711.txt',
    ];
    for (const name of [...drafts, ...others]) {
      await writeFile(join(dir, name), '');
    }
    await mkdir(join(dir, 'token.1.00000000'));
    await symlink('gone', join(dir, 'h.0a1b2c'));
    assert.deepEqual(await removeDrafts([dir]), [], 'one may be at work on them');
    const later = Date.now() + 10 * 60_000;
    await utimes(join(dir, 'token.4711.0a1b2c3d'), later / 1000, later / 1000);
    const removed = await removeDrafts([dir, dir, join(dir, 'none')], later);
    assert.deepEqual(
      removed.sort(),
      [...drafts.slice(0, 2), 'h.0a1b2c'].map((name) => join(dir, name)),
    );
    assert.deepEqual(
      (await readdir(dir)).sort(),
      [...others, 'token.1.00000000', 'token.4711.0a1b2c3d'].sort(),
    );
  });
});
