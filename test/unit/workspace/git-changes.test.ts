/** What changes the state of a working tree, and what leaves it as it is. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentMark, type ContentMark } from '../../../src/workspace/saves.js';
import { contains } from '../../contains.js';
import { until } from '../support/until.js';
import { newRepo, patientTree, removeTempFolders, repoAt, tempFolder } from './repository.js';
import { across, known } from './tree-state.js';

describe('workspace: the state of a working tree, what changes it', () => {
  after(removeTempFolders);

  it('an edit of a clean file, and each further edit of the dirty file, of which plain porcelain sees only the first', async () => {
    const repo = newRepo();
    const tree = patientTree(repo.root);
    const first = await across(tree, () => repo.write('a.txt', 'one\n'));
    assert.deepEqual([first.changed, first.plainChanged, first.paths], [true, true, ['a.txt']]);
    const second = await across(tree, () => repo.write('a.txt', 'two\n'));
    assert.deepEqual([second.changed, second.plainChanged, second.paths], [true, false, ['a.txt']]);
    const back = await across(tree, () => repo.git('checkout', '-q', 'a.txt'));
    assert.deepEqual([back.changed, back.plainChanged, back.paths], [true, true, ['a.txt']]);
  });

  it('an untracked file and its further edits, inside an untracked folder too', async () => {
    const repo = newRepo();
    const tree = patientTree(repo.root);
    assert.deepEqual((await across(tree, () => repo.write('new/x/one.txt', '1'))).paths, [
      'new/x/one.txt',
    ]);
    const edit = await across(tree, () => repo.write('new/x/one.txt', '2'));
    assert.deepEqual(
      [edit.changed, edit.plainChanged, edit.paths],
      [true, false, ['new/x/one.txt']],
    );
    const sibling = await across(tree, () => repo.write('new/x/two.txt', '2'));
    assert.deepEqual(
      [sibling.changed, sibling.plainChanged, sibling.paths],
      [true, false, ['new/x/two.txt']],
    );
  });

  it('staging, committing, switching the branch, a deleted and a renamed file, an executable bit', async () => {
    const repo = newRepo();
    const tree = patientTree(repo.root);
    repo.write('a.txt', 'one\n');
    assert.ok((await across(tree, () => repo.git('add', 'a.txt'))).changed, 'stage');
    repo.write('a.txt', 'two\n');
    assert.ok((await across(tree, () => repo.git('add', 'a.txt'))).changed, 'stage again');
    const commit = await across(tree, () => repo.git('commit', '-q', '-m', 'x'));
    assert.deepEqual([commit.changed, commit.paths], [true, ['a.txt']], 'commit');
    assert.ok(
      (await across(tree, () => repo.git('checkout', '-q', '-b', 'other'))).changed,
      'branch',
    );
    assert.ok((await across(tree, () => repo.git('checkout', '-q', '--detach'))).changed, 'detach');
    assert.deepEqual(
      (await across(tree, () => fs.unlinkSync(join(repo.root, 'a.txt')))).paths,
      ['a.txt'],
      'delete',
    );
    assert.ok(
      (await across(tree, () => repo.git('mv', 'dir/b.txt', 'dir/c.txt'))).changed,
      'rename',
    );
    repo.write('script', '#!/bin/sh\n');
    assert.deepEqual(
      (await across(tree, () => fs.chmodSync(join(repo.root, 'script'), 0o755))).paths,
      ['script'],
      'executable',
    );
  });

  it('a merge, cherry-pick, rebase or bisect in progress, even where the files stay the same', async () => {
    const repo = newRepo();
    repo.git('checkout', '-q', '-b', 'other');
    repo.write('a.txt', 'other\n');
    repo.commit('other');
    repo.git('checkout', '-q', 'main');
    repo.write('a.txt', 'main\n');
    repo.commit('main');
    const tree = patientTree(repo.root);
    for (const [begin, end] of [
      [
        ['merge', 'other'],
        ['merge', '--abort'],
      ],
      [
        ['cherry-pick', 'other'],
        ['cherry-pick', '--abort'],
      ],
      [
        ['rebase', 'other'],
        ['rebase', '--abort'],
      ],
    ] as const) {
      const clean = known(await tree.read()).fingerprint;
      const conflict = await across(tree, () => repo.tryGit(...begin));
      assert.ok(conflict.changed, begin.join(' '));
      contains(conflict.paths, 'a.txt', begin.join(' '));
      repo.git(...end);
      assert.equal(known(await tree.read()).fingerprint, clean, end.join(' '));
    }
    const bisect = await across(tree, () => repo.git('bisect', 'start'));
    assert.deepEqual([bisect.changed, bisect.plainChanged], [true, false]);
    repo.git('bisect', 'reset');
    repo.git('merge', '-q', '-s', 'ours', '--no-commit', 'other');
    const merged = await across(tree, () => repo.git('merge', '--abort'));
    assert.deepEqual(
      [merged.changed, merged.plainChanged],
      [true, false],
      'a merge that changes no file',
    );
  });

  it('edits and commits in a submodule and in a nested repository, one level down', async () => {
    const part = newRepo();
    const repo = newRepo();
    repo.git('submodule', 'add', '-q', part.root, 'sub');
    repo.commit('submodule');
    const tree = patientTree(repo.root);
    const sub = repoAt(join(repo.root, 'sub'));
    assert.deepEqual((await across(tree, () => sub.write('a.txt', '1'))).paths, [
      'sub',
      'sub/a.txt',
    ]);
    const again = await across(tree, () => sub.write('a.txt', '2'));
    assert.deepEqual(
      [again.changed, again.plainChanged, again.paths],
      [true, false, ['sub/a.txt']],
    );
    assert.deepEqual((await across(tree, () => sub.write('new.txt', '2'))).paths, [
      'sub',
      'sub/new.txt',
    ]);
    assert.ok((await across(tree, () => sub.commit('one'))).changed);
    assert.ok(
      (await across(tree, () => sub.commit('two'))).changed,
      'a second commit that git prints alike',
    );

    const nested = newRepo(join(repo.root, 'tools/nested'));
    const edit = await across(tree, () => nested.write('a.txt', '1'));
    assert.deepEqual(
      [edit.changed, edit.plainChanged, edit.paths],
      [true, false, ['tools/nested/a.txt']],
    );
    assert.deepEqual((await across(tree, () => nested.write('a.txt', '2'))).paths, [
      'tools/nested/a.txt',
    ]);
    assert.ok((await across(tree, () => nested.commit('c'))).changed);
  });

  it('a linked working tree inside the repository counts; the main one and the linked one each have their own state', async () => {
    const repo = newRepo();
    repo.git('worktree', 'add', '-q', '-b', 'feature', 'trees/feature');
    const linked = repoAt(join(repo.root, 'trees/feature'));
    const main = patientTree(repo.root);
    const own = patientTree(linked.root);
    assert.match(known(await own.read()).head, /head feature/);
    assert.deepEqual((await across(main, () => linked.write('a.txt', '1'))).paths, [
      'trees/feature/a.txt',
    ]);
    const before = known(await own.read()).fingerprint;
    repo.write('a.txt', 'in main\n');
    assert.equal(known(await own.read()).fingerprint, before);
    assert.deepEqual((await across(own, () => linked.write('a.txt', '2'))).paths, ['a.txt']);
  });
});

describe('workspace: the state of a working tree, what does not', () => {
  after(removeTempFolders);

  it('a touched clean file, a touched dirty file, the same content written again, an ignored file, a fetch, another status', async () => {
    const origin = newRepo();
    const repo = repoAt(join(tempFolder(), 'clone'));
    origin.git('clone', '-q', origin.root, repo.root);
    repo.write('dir/b.txt', 'dirty\n');
    repo.write('new.txt', 'new\n');
    const tree = patientTree(repo.root);
    const actions: Record<string, () => void> = {
      'touched clean file': () => fs.utimesSync(join(repo.root, 'a.txt'), 1e9, 1e9),
      'touched dirty file': () => fs.utimesSync(join(repo.root, 'dir/b.txt'), 1e9, 1e9),
      'same content again': () => repo.write('new.txt', 'new\n'),
      'ignored file': () => repo.write('build/out.js', String(Math.random())),
      'index refreshed by another status': () => repo.git('status'),
      fetch: () => {
        origin.write('a.txt', 'upstream\n');
        origin.commit('upstream');
        repo.git('fetch', '-q');
      },
      nothing: () => undefined,
    };
    for (const [name, act] of Object.entries(actions)) {
      const { changed, plainChanged, paths } = await across(tree, act);
      assert.deepEqual(
        { name, changed, plainChanged, paths },
        { name, changed: false, plainChanged: false, paths: [] },
      );
    }
  });

  it('an old file is read once; one that was changed just now is read again, since its times may stay at the next change', async () => {
    const file = join(tempFolder(), 'a.txt');
    const look = (before: ContentMark | undefined, after: number): Promise<ContentMark> =>
      contentMark(
        file,
        { bytes: 1000 },
        1000,
        before,
        undefined,
        fs.statSync(file).ctimeMs + after,
      );
    let before: ContentMark | undefined;
    for (let i = 10; i < 60; i++) {
      fs.writeFileSync(file, String(i));
      const now = await look(before, i);
      assert.notEqual(now.mark, before?.mark, `change ${i}`);
      assert.equal(now.stamp, '');
      before = now;
    }
    const old = await look(before, 5000);
    assert.equal(old.mark, before?.mark);
    assert.equal(await look(old, 5000), old);
  });

  it('content that comes back gives the old fingerprint back', async () => {
    const repo = newRepo();
    const tree = patientTree(repo.root);
    repo.write('a.txt', 'one\n');
    const one = known(await tree.read()).fingerprint;
    repo.write('a.txt', 'two\n');
    assert.notEqual(known(await tree.read()).fingerprint, one);
    repo.write('a.txt', 'one\n');
    assert.equal(known(await tree.read()).fingerprint, one);
  });

  it('looking: the index keeps its bytes and time, and no lock is ever taken', async () => {
    const repo = newRepo();
    const index = join(repo.root, '.git/index');
    repo.write('new.txt', 'new\n');
    fs.utimesSync(join(repo.root, 'a.txt'), 1e9, 1e9); // a status that may write would refresh this entry
    const before = {
      bytes: fs.readFileSync(index),
      mtime: fs.statSync(index, { bigint: true }).mtimeNs,
    };
    const seen: (string | null)[] = [];
    const watcher = fs.watch(join(repo.root, '.git'), (_kind, name) => seen.push(name));
    const tree = patientTree(repo.root);
    for (let i = 0; i < 5; i++) {
      repo.write('a.txt', `${i}`);
      known(await tree.read());
    }
    await sleep(50);
    assert.deepEqual([...seen], []);
    assert.ok(before.bytes.equals(fs.readFileSync(index)));
    assert.equal(fs.statSync(index, { bigint: true }).mtimeNs, before.mtime);
    repo.git('status');
    await until(
      'the watcher sees a status that locks',
      () => seen.includes('index.lock'),
      () => seen,
    );
    watcher.close();
  });
});
