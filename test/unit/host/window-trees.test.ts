/** Which folders belong to a window, while worktrees come and go. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { WindowTrees } from '../../../src/live/workspace/window-trees.js';
import { until } from '../support/until.js';
import {
  newRepo,
  removeTempFolders,
  repoAt,
  tempFolder,
  type TestRepo,
} from '../workspace/repository.js';

describe('the worktrees of a window', () => {
  let repo: TestRepo;
  let folders: string[];
  let trees: WindowTrees;
  let told: string[];
  let now: number;
  beforeEach(async () => {
    repo = newRepo();
    folders = [repo.root];
    told = [];
    now = 1_000_000;
    trees = new WindowTrees({
      place: {
        get folders() {
          return folders;
        },
      },
      log: {
        info: () => undefined,
        error: (text, error) => assert.fail(`${text}: ${String(error)}`),
      },
      clock: { now: () => now },
    });
    trees.listen({
      treesChanged: (isOtherFolders) => told.push(isOtherFolders ? 'trees' : 'branch'),
    });
    await trees.readTrees();
    told = [];
  });
  afterEach(() => {
    trees.dispose();
    removeTempFolders();
  });
  const add = (name: string, folder = join(tempFolder(), name)): string => {
    repo.git('worktree', 'add', '-q', '-b', name, folder);
    return folder;
  };

  it('are seen to appear and to vanish, also the first and the last', async () => {
    for (const round of ['one', 'two']) {
      const folder = add(round);
      await until('it is there', () => trees.holds(join(folder, 'src')));
      assert.deepEqual(trees.folders, [repo.root, folder]);
      repo.git('worktree', 'remove', folder);
      await trees.readTrees();
      assert.ok(trees.holds(folder), 'its agent may still end its turn');
      now += 11 * 60_000;
      await trees.readTrees();
      assert.ok(!trees.holds(folder));
    }
    assert.deepEqual(told, ['trees', 'trees', 'trees', 'trees']);
  });

  it('are gone at once where another repository takes their place', async () => {
    const folder = add('one');
    await trees.readTrees();
    rmSync(folder, { recursive: true });
    newRepo(folder);
    await trees.readTrees();
    assert.ok(!trees.holds(folder));
  });

  it('inside the opened folder are no further folders, yet trees of their own', async () => {
    const inside = add('inside', join(repo.root, '.claude/worktrees/inside'));
    await trees.readTrees();
    assert.deepEqual([trees.worktrees, told], [[], ['branch']]);
    assert.ok(trees.holds(inside));
    assert.equal(trees.findTop(join(inside, 'src/a.ts')), inside);
    assert.equal(trees.findTop(join(repo.root, 'src/a.ts')), repo.root);
  });

  it('of a window that has a worktree open are the main one and the others, not folders beside', async () => {
    const [one, two] = [add('one'), add('two')];
    folders = [join(one, 'dir')];
    await trees.foldersChanged();
    assert.deepEqual([...trees.worktrees].sort(), [repo.root, two].sort());
    assert.ok(!trees.holds(one), 'only a folder in it is open');
    assert.ok(trees.holds(join(one, 'dir')) && !trees.holds(`${two}-2`));
  });

  it('belong to the window that has them open, until it closes', async () => {
    const [one, two] = [add('one'), add('two')];
    await trees.readTrees();
    trees.openElsewhere([one]);
    assert.deepEqual(
      [trees.holds(join(one, 'dir')), trees.isElsewhere(join(one, 'dir')), trees.holds(two)],
      [false, true, true],
    );
    assert.deepEqual(trees.folders, [repo.root, two]);
    assert.deepEqual([...trees.worktrees].sort(), [one, two].sort(), 'what the hub is told');
    assert.ok(!trees.isElsewhere(two) && !trees.isElsewhere(repo.root));
    trees.openElsewhere([]);
    assert.ok(trees.holds(one) && !trees.isElsewhere(one));
  });

  it('are known by links, too', async () => {
    const link = join(tempFolder(), 'link');
    const one = add('one');
    symlinkSync(one, link);
    await trees.readTrees();
    assert.ok(trees.holds(join(link, 'dir')));
    const moved = `${one}-moved`;
    renameSync(one, moved);
    mkdirSync(one);
    repo.git('worktree', 'repair', moved);
    await trees.readTrees();
    assert.ok(trees.holds(moved));
  });

  it('tell their branches where agents work in several, or outside', async () => {
    const [one, inside] = [add('one'), add('inside', join(repo.root, 'trees/inside'))];
    await trees.readTrees();
    const main = join(repo.root, 'dir');
    const branches = (...cwds: string[]): (string | undefined)[] =>
      cwds.map((cwd) => trees.findBranch(cwd, cwds));
    assert.deepEqual(branches(main), [undefined]);
    assert.deepEqual(branches(main, repo.root), [undefined, undefined]);
    assert.deepEqual(branches(one), ['one']);
    assert.deepEqual(branches(main, inside, tempFolder()), ['main', 'inside', undefined]);
    told = [];
    repoAt(one).git('checkout', '-q', '-b', 'another');
    now += 6000;
    trees.lookNow();
    await until('the branch', () => told.includes('branch'));
    assert.deepEqual(branches(one), ['another']);
  });
});
