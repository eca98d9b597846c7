/** The working trees of a repository, read without git; and repositories that claim folders of others. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { findTrees } from '../../../src/workspace/worktrees.js';
import { newRepo, removeTempFolders, repoAt, tempFolder, type TestRepo } from './repository.js';

/** `branch folder`, the folder's own tree first. */
async function seen(folder: string): Promise<string[]> {
  const found = await findTrees(folder);
  const { own, others = [] } = found ?? {};
  return [own, ...others.sort((one, other) => (one.top < other.top ? -1 : 1))]
    .filter((tree) => tree !== undefined)
    .map(({ top, branch }) => `${branch ?? '?'} ${basename(top)}`);
}

/** The folders that git itself lists for it. */
function listed(folder: string): string[] {
  return repoAt(folder)
    .git('worktree', 'list', '--porcelain')
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .map((line) => line.slice('worktree '.length))
    .sort();
}

function added(repo: TestRepo, name: string, folder = join(tempFolder(), name)): TestRepo {
  repo.git('worktree', 'add', '-q', '-b', name, folder);
  return repoAt(folder);
}

async function tops(folder: string): Promise<string[]> {
  const found = await findTrees(folder);
  return [found?.own, ...(found?.others ?? [])]
    .flatMap((tree) => (tree === undefined ? [] : [tree.top]))
    .sort();
}

describe('workspace: the working trees of a repository', () => {
  afterEach(removeTempFolders);

  it('are those that git lists, seen from each of them and from a folder inside', async () => {
    const repo = newRepo();
    const [one, two] = [added(repo, 'one'), added(repo, 'two', join(repo.root, 'trees/two'))];
    for (const folder of [repo.root, one.root, two.root, join(repo.root, 'dir')]) {
      assert.deepEqual(await tops(folder), listed(folder), folder);
    }
    assert.deepEqual(await seen(join(one.root, 'dir')), [
      'one one',
      `main ${basename(repo.root)}`,
      'two two',
    ]);
  });

  it('of a bare repository, and of one in a folder beside its worktrees', async () => {
    const repo = newRepo();
    const bare = join(tempFolder(), 'bare.git');
    repo.git('clone', '-q', '--bare', repo.root, bare);
    const one = added(repoAt(bare), 'one');
    assert.deepEqual(await seen(bare), ['one one']);
    assert.deepEqual(await seen(one.root), ['one one']);

    const project = tempFolder();
    repo.git('clone', '-q', '--bare', repo.root, join(project, '.bare'));
    fs.writeFileSync(join(project, '.git'), 'gitdir: ./.bare\n');
    added(repoAt(project), 'inside', join(project, 'inside'));
    added(repoAt(project), 'outside');
    for (const folder of [project, join(project, 'inside')]) {
      const all = await tops(folder);
      assert.deepEqual(
        all
          .map((top) => basename(top))
          .filter((name) => /side$/.test(name))
          .sort(),
        ['inside', 'outside'],
        folder,
      );
    }
  });

  it('behind links, with relative paths, moved, with a commit instead of a branch', async () => {
    const repo = newRepo();
    const link = join(tempFolder(), 'link');
    fs.symlinkSync(repo.root, link);
    const one = added(repo, 'one');
    assert.deepEqual(await tops(link), listed(repo.root));

    // as git writes them since 2.48 with worktree.useRelativePaths
    const admin = join(repo.root, '.git/worktrees/one');
    fs.writeFileSync(join(admin, 'gitdir'), `${relative(admin, join(one.root, '.git'))}\n`);
    fs.writeFileSync(join(one.root, '.git'), `gitdir: ${relative(one.root, admin)}\n`);
    assert.deepEqual(await tops(repo.root), [repo.root, one.root].sort());

    const elsewhere = join(tempFolder(), 'elsewhere');
    const two = added(repo, 'two');
    repo.git('worktree', 'move', two.root, elsewhere);
    repoAt(elsewhere).git('checkout', '-q', '--detach');
    const commit = repo.git('rev-parse', 'HEAD').slice(0, 7);
    assert.ok((await seen(repo.root)).includes(`${commit} elsewhere`));
  });

  it('are not submodules, nor what was deleted or is not yet there', async () => {
    const part = newRepo();
    const repo = newRepo();
    repo.git('submodule', 'add', '-q', part.root, 'sub');
    repo.commit('submodule');
    const one = added(repo, 'one');
    assert.deepEqual(await tops(repo.root), [repo.root, one.root].sort());
    assert.equal(await findTrees(join(repo.root, 'sub')), undefined);
    assert.equal((await findTrees(repo.root))?.incomplete, false);
    fs.rmSync(one.root, { recursive: true });
    assert.deepEqual(await tops(repo.root), [repo.root]);
    assert.equal((await findTrees(repo.root))?.incomplete, true);
    assert.equal(await findTrees(tempFolder()), undefined);
    assert.equal(await findTrees(join(repo.root, 'gone')), undefined);
  });

  it('cost little, also many of them', async () => {
    const repo = newRepo();
    const folder = tempFolder();
    for (let n = 0; n < 50; n++) {
      // as `git worktree add`, without its fifty processes
      const [admin, top] = [join(repo.root, `.git/worktrees/w${n}`), join(folder, `w${n}`)];
      fs.mkdirSync(admin, { recursive: true });
      fs.mkdirSync(top);
      fs.writeFileSync(join(admin, 'gitdir'), `${join(top, '.git')}\n`);
      fs.writeFileSync(join(admin, 'commondir'), '../..\n');
      fs.writeFileSync(join(admin, 'HEAD'), `ref: refs/heads/b${n}\n`);
      fs.writeFileSync(join(top, '.git'), `gitdir: ${admin}\n`);
    }
    assert.equal(listed(repo.root).length, 51);
    const took: number[] = [];
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      assert.equal((await findTrees(repo.root))?.others.length, 50);
      took.push(Math.round(performance.now() - began));
    }
    console.log(`      50 worktrees: ${took.join(', ')} ms`);
  });
});

describe('workspace: a repository that claims folders of others', () => {
  let victim: TestRepo;
  let theirs: TestRepo;
  let evil: TestRepo;
  beforeEach(() => {
    victim = newRepo();
    theirs = added(victim, 'theirs');
    evil = newRepo();
    added(evil, 'own');
  });
  afterEach(removeTempFolders);

  const admin = (): string => join(evil.root, '.git/worktrees/own');
  const name = (file: string, text: string): void =>
    fs.writeFileSync(join(admin(), file), `${text}\n`);

  for (const [what, folder] of [
    ['repository', () => victim.root],
    ['worktree', () => theirs.root],
    ['folder without git', () => tempFolder()],
  ] as const) {
    it(`by naming the ${what} as its worktree`, async () => {
      name('gitdir', join(folder(), '.git'));
      assert.deepEqual(await tops(evil.root), [evil.root]);
    });
  }

  it('by a link instead of its git folder, its list of worktrees or one of them', async () => {
    const git = join(evil.root, '.git');
    fs.rmSync(join(git, 'worktrees'), { recursive: true });
    fs.mkdirSync(join(git, 'worktrees'));
    fs.symlinkSync(join(victim.root, '.git/worktrees/theirs'), join(git, 'worktrees/theirs'));
    assert.deepEqual(await tops(evil.root), [evil.root]);
    fs.rmSync(join(git, 'worktrees'), { recursive: true });
    fs.symlinkSync(join(victim.root, '.git/worktrees'), join(git, 'worktrees'));
    assert.deepEqual(await tops(evil.root), [evil.root]);
    fs.rmSync(git, { recursive: true });
    fs.symlinkSync(join(victim.root, '.git'), git);
    assert.equal(await findTrees(evil.root), undefined);
  });

  it('by a file instead of its git folder', async () => {
    const git = join(evil.root, '.git');
    for (const to of [
      join(victim.root, '.git'),
      join(victim.root, '.git/worktrees/theirs'),
      join(theirs.root, '.git'),
    ]) {
      fs.rmSync(git, { recursive: true });
      fs.writeFileSync(git, `gitdir: ${to}\n`);
      assert.equal(await findTrees(evil.root), undefined, to);
    }
  });

  it('by copies of its files', async () => {
    fs.cpSync(
      join(victim.root, '.git/worktrees/theirs'),
      join(evil.root, '.git/worktrees/theirs'),
      {
        recursive: true,
      },
    );
    name('commondir', join(victim.root, '.git'));
    assert.deepEqual(await tops(evil.root), [evil.root]);
    const { others = [] } = (await findTrees(dirname(join(evil.root, '.git')))) ?? {};
    assert.deepEqual(others, []);
  });

  it('by making a folder around itself its worktree', async () => {
    const around = tempFolder();
    const inner = join(around, 'evil');
    fs.renameSync(evil.root, inner);
    fs.writeFileSync(join(inner, '.git/worktrees/own/gitdir'), `${join(around, '.git')}\n`);
    fs.writeFileSync(join(around, '.git'), `gitdir: ${join(inner, '.git/worktrees/own')}\n`);
    assert.deepEqual(await tops(inner), [inner]);
  });

  it('by pipes, huge files and several lines', async () => {
    const file = join(admin(), 'gitdir');
    const good = fs.readFileSync(file, 'utf8');
    assert.equal((await tops(evil.root)).length, 2);
    fs.appendFileSync(file, 'x'.repeat(10_000));
    assert.equal((await tops(evil.root)).length, 1);
    fs.writeFileSync(file, `${good}${good}`);
    assert.equal((await tops(evil.root)).length, 1);
    fs.rmSync(file);
    if (process.platform !== 'win32') {
      execFileSync('sh', ['-c', 'mkfifo "$0"', file]);
      assert.equal((await tops(evil.root)).length, 1);
    }
  });
});
