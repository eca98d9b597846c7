import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  watch,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentMark, type ContentMark } from '../../../src/workspace/content.js';
import { runGit } from '../../../src/workspace/git-process.js';
import { type TreeReading, type TreeState, type WorkingTree } from '../../../src/workspace/git.js';
import { contains } from '../../contains.js';
import { until } from '../support/until.js';
import { PATIENT_MS } from '../support/patient.js';
import {
  newRepo,
  patientTree,
  removeTempFolders,
  repoAt,
  tempFolder,
  type TestRepo,
} from './repository.js';
import { skip } from '../../skip.js';

function known(reading: TreeReading): TreeState {
  if ('unknown' in reading) {
    assert.fail(`unknown: ${reading.unknown}`);
  }
  return reading;
}

function reason(reading: TreeReading): string {
  return 'unknown' in reading ? reading.unknown : assert.fail('the state is known');
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Reads, acts, reads: what changed. */
async function across(
  tree: WorkingTree,
  act: () => void,
): Promise<{ changed: boolean; plainChanged: boolean; paths: string[]; state: TreeState }> {
  const before = known(await tree.read());
  act();
  const state = known(await tree.read());
  return {
    changed: before.fingerprint !== state.fingerprint,
    plainChanged: before.porcelain !== state.porcelain,
    paths: state.paths.sort(),
    state,
  };
}

describe('workspace: the state of a working tree', () => {
  after(removeTempFolders);

  describe('what changes it', () => {
    it('an edit of a clean file, and each further edit of the dirty file, of which plain porcelain sees only the first', async () => {
      const repo = newRepo();
      const tree = patientTree(repo.root);
      const first = await across(tree, () => repo.write('a.txt', 'one\n'));
      assert.deepEqual([first.changed, first.plainChanged, first.paths], [true, true, ['a.txt']]);
      const second = await across(tree, () => repo.write('a.txt', 'two\n'));
      assert.deepEqual(
        [second.changed, second.plainChanged, second.paths],
        [true, false, ['a.txt']],
      );
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
      assert.ok(
        (await across(tree, () => repo.git('checkout', '-q', '--detach'))).changed,
        'detach',
      );
      assert.deepEqual(
        (await across(tree, () => unlinkSync(join(repo.root, 'a.txt')))).paths,
        ['a.txt'],
        'delete',
      );
      assert.ok(
        (await across(tree, () => repo.git('mv', 'dir/b.txt', 'dir/c.txt'))).changed,
        'rename',
      );
      repo.write('script', '#!/bin/sh\n');
      assert.deepEqual(
        (await across(tree, () => chmodSync(join(repo.root, 'script'), 0o755))).paths,
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

  describe('what does not', () => {
    it('a touched clean file, a touched dirty file, the same content written again, an ignored file, a fetch, another status', async () => {
      const origin = newRepo();
      const repo = repoAt(join(tempFolder(), 'clone'));
      origin.git('clone', '-q', origin.root, repo.root);
      repo.write('dir/b.txt', 'dirty\n');
      repo.write('new.txt', 'new\n');
      const tree = patientTree(repo.root);
      const actions: Record<string, () => void> = {
        'touched clean file': () => utimesSync(join(repo.root, 'a.txt'), 1e9, 1e9),
        'touched dirty file': () => utimesSync(join(repo.root, 'dir/b.txt'), 1e9, 1e9),
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
        contentMark(file, { bytes: 1000 }, 1000, before, statSync(file).ctimeMs + after);
      let before: ContentMark | undefined;
      for (let i = 10; i < 60; i++) {
        writeFileSync(file, String(i));
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
      utimesSync(join(repo.root, 'a.txt'), 1e9, 1e9); // a status that may write would refresh this entry
      const before = {
        bytes: readFileSync(index),
        mtime: statSync(index, { bigint: true }).mtimeNs,
      };
      const seen: (string | null)[] = [];
      const watcher = watch(join(repo.root, '.git'), (_kind, name) => seen.push(name));
      const tree = patientTree(repo.root);
      for (let i = 0; i < 5; i++) {
        repo.write('a.txt', `${i}`);
        known(await tree.read());
      }
      await sleep(50);
      assert.deepEqual([...seen], []);
      assert.ok(before.bytes.equals(readFileSync(index)));
      assert.equal(statSync(index, { bigint: true }).mtimeNs, before.mtime);
      repo.git('status');
      await until(
        'the watcher sees a status that locks',
        () => seen.includes('index.lock'),
        () => seen,
      );
      watcher.close();
    });

    it('a lock held by another process', async () => {
      const repo = newRepo();
      const tree = patientTree(repo.root);
      writeFileSync(join(repo.root, '.git/index.lock'), '');
      assert.deepEqual((await across(tree, () => repo.write('a.txt', 'x'))).paths, ['a.txt']);
      assert.ok(existsSync(join(repo.root, '.git/index.lock')));
    });
  });

  describe('odd places', () => {
    it('says why nothing can be told', async () => {
      const empty = tempFolder();
      assert.equal(reason(await patientTree(empty).read()), 'no repository');
      assert.match(reason(await patientTree(join(empty, 'gone')).read()), /does not exist/);
      const bare = repoAt(tempFolder());
      bare.git('init', '-q', '--bare');
      assert.match(reason(await patientTree(bare.root).read()), /bare/);
      assert.match(
        reason(await patientTree(join(newRepo().root, '.git')).read()),
        /not a working tree/,
      );
      assert.equal(
        reason(await patientTree(newRepo().root, { git: join(empty, 'no git here') }).read()),
        'git is not installed',
      );
      const broken = newRepo();
      writeFileSync(join(broken.root, '.git/HEAD'), 'nonsense\n');
      assert.match(reason(await patientTree(broken.root).read()), /^fatal: /);
    });

    it('remembers a failure for 30 s, unless asked to retry', async () => {
      let now = 0;
      const root = tempFolder();
      const tree = patientTree(root, { now: () => now });
      assert.equal(reason(await tree.read()), 'no repository');
      newRepo(root);
      assert.equal(reason(await tree.read()), 'no repository');
      known(await tree.read([], true));
      rmSync(join(root, '.git'), { recursive: true });
      reason(await tree.read());
      newRepo(root);
      now += 30_000;
      known(await tree.read());
    });

    it('before the first commit', async () => {
      const repo = repoAt(tempFolder());
      repo.git('init', '-q');
      const tree = patientTree(repo.root);
      assert.match(known(await tree.read()).head, /\(initial\)/);
      repo.write('a.txt', '1');
      assert.ok((await across(tree, () => repo.git('add', '.'))).changed);
      assert.ok((await across(tree, () => repo.write('a.txt', '2'))).changed);
      assert.ok((await across(tree, () => repo.commit('first'))).changed);
    });

    it('a folder inside the repository, and one reached by a link: paths are relative to it, absolute outside', async () => {
      const repo = newRepo();
      const link = join(tempFolder(), 'link');
      symlinkSync(join(repo.root, 'dir'), link);
      for (const root of [join(repo.root, 'dir'), link]) {
        const tree = patientTree(root);
        const { paths } = await across(tree, () => {
          repo.write('dir/b.txt', root);
          repo.write('a.txt', root);
        });
        assert.deepEqual(paths, [join(repo.root, 'a.txt'), 'b.txt']);
      }
    });

    it('names with spaces, quotes, line breaks, unicode and an arrow; links; renames of them', async () => {
      const repo = newRepo();
      const names = [
        ' leading',
        'with space',
        'quote"d',
        'line\nbreak',
        'tab\there',
        'ünï – 漢字 🙂',
        'a -> b',
        '? question',
        'ends with dot.',
        '-dash',
      ];
      for (const name of names) {
        repo.write(name, '1\n'.repeat(20));
      }
      const tree = patientTree(repo.root);
      for (const name of names) {
        assert.deepEqual(
          (await across(tree, () => repo.write(name, `${name}\n`.repeat(20)))).paths,
          [name],
        );
      }
      repo.commit('names');
      for (const name of names) {
        repo.git('mv', '--', name, `dir/moved ${name}`);
        assert.deepEqual(
          (await across(tree, () => repo.write(`dir/moved ${name}`, `${name}\n`.repeat(21)))).paths,
          [`dir/moved ${name}`],
        );
      }
      symlinkSync('nowhere', join(repo.root, 'symlink'));
      const relink = await across(tree, () => {
        unlinkSync(join(repo.root, 'symlink'));
        symlinkSync('elsewhere', join(repo.root, 'symlink'));
      });
      assert.deepEqual(relink.paths, ['symlink']);
    });

    it('a file that is removed from the index but kept, and then edited', async () => {
      const repo = newRepo();
      repo.git('rm', '-q', '--cached', 'a.txt');
      const tree = patientTree(repo.root);
      assert.deepEqual((await across(tree, () => repo.write('a.txt', 'x'))).paths, ['a.txt']);
    });

    it('files that come and go while it looks', async () => {
      const repo = newRepo();
      const tree = patientTree(repo.root);
      let going = true;
      const churn = (async () => {
        for (let i = 0; going; i++) {
          repo.write(`t${i % 7}`, String(i));
          rmSync(join(repo.root, `t${(i + 3) % 7}`), { force: true });
          await sleep(1);
        }
      })();
      for (let i = 0; i < 15; i++) {
        known(await tree.read());
      }
      going = false;
      await churn;
    });

    it('more dirty files than it looks into: HEAD, index, which files, and those that calls name', async () => {
      const repo = newRepo();
      for (let i = 0; i < 30; i++) {
        repo.write(`many/${i}.txt`, '1');
      }
      const tree = patientTree(repo.root, { mostFiles: 20 });
      const named = [join(repo.root, 'many/7.txt')];
      const before = known(await tree.read(named));
      assert.equal(before.limited, true);
      repo.write('many/3.txt', '2');
      assert.equal(
        known(await tree.read(named)).fingerprint,
        before.fingerprint,
        'not looked into',
      );
      repo.write('many/7.txt', '2');
      const after = known(await tree.read(named));
      assert.notEqual(after.fingerprint, before.fingerprint);
      assert.deepEqual(after.paths, ['many/7.txt']);
      repo.git('add', 'many/5.txt');
      assert.notEqual(known(await tree.read(named)).fingerprint, after.fingerprint, 'index');
    });

    it('a large file is told by size and time', async () => {
      const repo = newRepo();
      repo.write('big.bin', 'x'.repeat(1_100_000));
      const tree = patientTree(repo.root);
      assert.deepEqual(
        (await across(tree, () => repo.write('big.bin', 'y'.repeat(1_100_000)))).paths,
        ['big.bin'],
      );
      assert.deepEqual((await across(tree, () => undefined)).paths, []);
    });
  });

  it('stops a git that takes too long: unknown, process gone, and known again afterwards', async function () {
    if (process.platform === 'win32') {
      skip(this, 'needs a shell script');
    }
    const repo = newRepo();
    const hook = join(repo.root, '.git/slow.sh');
    const pidFile = join(repo.root, '.git/pid');
    writeFileSync(hook, `#!/bin/sh\necho $PPID > '${pidFile}'\nexec sleep 3\n`);
    chmodSync(hook, 0o755);
    repo.git('config', 'core.fsmonitor', hook);
    let now = 0;
    const tree = patientTree(repo.root, { limitMs: 700, now: () => now });
    // On a busy machine git may be stopped before it has begun its slow part: then it is looked at again.
    do {
      now += 5_000;
      assert.equal(reason(await tree.read()), 'git took too long');
    } while (!existsSync(pidFile) || readFileSync(pidFile, 'utf8') === '');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    assert.ok(pid > 1);
    await until('git is gone', () => !runs(pid));
    repo.git('config', '--unset', 'core.fsmonitor');
    assert.equal(reason(await tree.read()), 'git took too long', 'rests first');
    now += 5_000;
    known(await tree.read());
  });

  it('half of an output is no state: git killed by somebody, or its output above the limit', async function () {
    if (process.platform === 'win32') {
      skip(this, 'needs a shell script');
    }
    const repo = newRepo();
    const dying = join(tempFolder(), 'dying git');
    writeFileSync(dying, "#!/bin/sh\nprintf '# branch.oid 1'\nkill -9 $$\n");
    chmodSync(dying, 0o755);
    assert.deepEqual(await runGit(repo.root, ['status'], { ms: PATIENT_MS, bytes: 1_000 }, dying), {
      ok: false,
      problem: 'git was killed',
      late: false,
    });
    assert.deepEqual(await runGit(repo.root, ['log'], { ms: PATIENT_MS, bytes: 10 }), {
      ok: false,
      problem: 'too many changed files to list',
      late: true,
    });
    assert.ok((await runGit(repo.root, ['log'], { ms: PATIENT_MS, bytes: 10_000 })).ok);
  });

  describe('porcelain', () => {
    it('changes exactly when the real output of plain `git status --porcelain` changes, over 200 random actions', async () => {
      const part = newRepo();
      const repo = newRepo();
      repo.git('submodule', 'add', '-q', part.root, 'sub');
      repo.commit('submodule');
      const tree = patientTree(repo.root);
      const hashes = new Map<string, string>();
      const outputs = new Map<string, string>();
      const random = mulberry(Number(process.env.TURNWATCH_TEST_SEED ?? 20_240_607));
      const done: string[] = [];
      for (let i = 0; i < 200; i++) {
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
      assert.ok(hashes.size > 40, `${hashes.size} different states`);
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

  it('prints what a look costs in a repository of 2,000 files', async () => {
    const repo = newRepo();
    for (let i = 0; i < 2_000; i++) {
      repo.write(`src/${i % 50}/${i}.txt`, `${i}\n`);
    }
    repo.commit('many');
    const tree = patientTree(repo.root);
    const times: Record<string, number[]> = {};
    const measure = async (name: string, act: (i: number) => void): Promise<void> => {
      for (let i = 0; i < 5; i++) {
        act(i);
        (times[name] ??= []).push(known(await tree.read()).ms);
      }
    };
    await measure('clean', () => undefined);
    await measure('one tracked file edited', (i) => repo.write('src/1/1.txt', `edit ${i}`));
    await measure('one more untracked file', (i) => repo.write(`new/${i}.txt`, 'new'));
    for (let i = 0; i < 1_500; i++) {
      repo.write(`src/${i % 50}/${i}.txt`, `changed ${i}\n`);
    }
    await measure('1,500 dirty files', (i) => repo.write('src/1/1.txt', `again ${i}`));
    for (const [name, all] of Object.entries(times)) {
      console.log(`      ${name}: ${all.map((ms) => ms.toFixed(0)).join(', ')} ms`);
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
