/** The plain `git status --porcelain` of a working tree, against the real one. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkingTree } from '../../../src/workspace/git.js';
import { newRepo, patientTree, removeTempFolders, repoAt, type TestRepo } from './repository.js';
import { known } from './tree-state.js';

describe('workspace: the state of a working tree, porcelain', () => {
  after(removeTempFolders);

  describe('over 200 random actions', () => {
    const random = mulberry(Number(process.env.TURNWATCH_TEST_SEED ?? 20_240_607));
    const hashes = new Map<string, string>();
    const outputs = new Map<string, string>();
    const done: string[] = [];
    let repo: TestRepo;
    let tree: WorkingTree;
    before(() => {
      const part = newRepo();
      repo = newRepo();
      repo.git('submodule', 'add', '-q', part.root, 'sub');
      repo.commit('submodule');
      tree = patientTree(repo.root);
    });

    // in parts: each starts hundreds of programs, which takes a busy machine its time
    for (let first = 1; first <= 200; first += 25) {
      it(`changes exactly when the real output of plain \`git status --porcelain\` changes: ${first}–${first + 24}`, async () => {
        for (let i = 0; i < 25; i++) {
          done.push(randomAction(repo, random));
          const output = repo.git('status', '--porcelain');
          const { porcelain } = known(await tree.read());
          assert.equal(
            hashes.get(output) ?? porcelain,
            porcelain,
            `same output, other hash after ${done.slice(-3).join(', ')}`,
          );
          assert.equal(
            outputs.get(porcelain) ?? output,
            output,
            `same hash, other output after ${done.slice(-3).join(', ')}`,
          );
          hashes.set(output, porcelain);
          outputs.set(porcelain, output);
        }
      });
    }
    it('meets many different states', () => {
      assert.equal(done.length, 200);
      assert.ok(hashes.size > 40, `${hashes.size} different states`);
    });
  });

  it('follows settings that change the plain output', async () => {
    for (const [key, value] of [
      ['status.showUntrackedFiles', 'no'],
      ['status.showUntrackedFiles', 'all'],
      ['status.renames', 'false'],
      ['core.quotePath', 'false'],
      ['status.relativePaths', 'true'],
      ['status.branch', 'true'],
    ] as const) {
      const repo = newRepo();
      repo.git('config', key, value);
      const tree = patientTree(repo.root);
      const outputs = new Map<string, string>();
      const acts: (() => void)[] = [
        () => repo.write('new/x', '1'),
        () => repo.write('new/ü', '1'),
        () => repo.git('mv', 'a.txt', 'c.txt'),
        () => repo.write('dir/b.txt', 'x'),
        () => repo.write('new/x', '2'),
      ];
      for (const act of acts) {
        act();
        const output = repo.git('status', '--porcelain');
        const { porcelain } = known(await tree.read());
        assert.equal(outputs.get(porcelain) ?? output, output, key);
        outputs.set(porcelain, output);
      }
      const real = new Set(outputs.values());
      assert.equal(outputs.size, real.size, `${key}=${value}: as many hashes as outputs`);
    }
  });
});

function randomAction(repo: TestRepo, random: () => number): string {
  const pick = <T>(list: readonly T[]): T =>
    list[Math.floor(random() * list.length)] ?? assert.fail('empty list');
  const file = pick([
    'a.txt',
    'dir/b.txt',
    'new/one',
    'new/two',
    'new/deep/three',
    'dir/untracked',
    'sp ace',
    'ü',
    'line\nbreak',
    'sub/a.txt',
    'sub/new',
  ]);
  const whole = join(repo.root, file);
  const sub = repoAt(join(repo.root, 'sub'));
  const actions: Record<string, () => void> = {
    write: () => repo.write(file, `${Math.floor(random() * 3)}\n`.repeat(30)),
    'write again': () => repo.write(file, `${Math.floor(random() * 3)}\n`.repeat(30)),
    delete: () => rmSync(whole, { force: true }),
    stage: () => repo.tryGit('add', '-A', '--', file),
    unstage: () => repo.tryGit('reset', '-q', '--', file),
    'rm --cached': () => repo.tryGit('rm', '-q', '--cached', '--', file),
    'add -N': () => repo.tryGit('add', '-N', '--', file),
    move: () => {
      if (existsSync(whole) && !file.startsWith('sub')) {
        renameSync(whole, join(repo.root, pick(['moved', 'new/moved', 'dir/moved'])));
      }
    },
    'stage all': () => repo.tryGit('add', '-A'),
    commit: () => repo.tryGit('commit', '-q', '-m', 'x'),
    'commit in the submodule': () => sub.commit('x'),
    restore: () => repo.tryGit('checkout', '-q', 'HEAD', '--', file),
    'empty folder': () =>
      mkdirSync(join(repo.root, `empty${Math.floor(random() * 3)}`), { recursive: true }),
    ignored: () => repo.write('build/x', '1'),
    'ignore more': () =>
      repo.write('.gitignore', pick(['build/\n', 'build/\nnew/one\n', 'build/\nnew/\n'])),
    nested: () => {
      if (random() < 0.3) {
        newRepo(join(repo.root, pick(['nested', 'new/nested', 'dir/nested'])));
      }
    },
    conflict: () => {
      repo.tryGit('stash', '-q', '-u');
      repo.write('a.txt', 'local\n');
      repo.tryGit('commit', '-q', '-am', 'local');
      repo.tryGit('stash', 'pop', '-q');
    },
  };
  const name = pick(Object.keys(actions));
  actions[name]?.();
  return `${name} ${file}`;
}

/** A small generator with a fixed seed, so that a failure comes again. */
function mulberry(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
