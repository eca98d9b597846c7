/** Working trees in odd places and conditions, and a git that does not answer. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runGit } from '../../../src/workspace/git-process.js';
import type { TreeReading } from '../../../src/workspace/git.js';
import { skip } from '../../skip.js';
import { PATIENT_MS } from '../support/patient.js';
import { until } from '../support/until.js';
import { newRepo, patientTree, removeTempFolders, repoAt, tempFolder } from './repository.js';
import { across, known } from './tree-state.js';

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

describe('workspace: the state of a working tree, odd places', () => {
  after(removeTempFolders);

  it('says why the state is unknown', async () => {
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
    fs.writeFileSync(join(broken.root, '.git/HEAD'), 'nonsense\n');
    assert.match(reason(await patientTree(broken.root).read()), /^fatal: /);
  });

  it('of a worktree that is removed is unknown, not that of the repository around it', async () => {
    const repo = newRepo();
    const folder = join(repo.root, 'trees/one');
    repo.git('worktree', 'add', '-q', '-b', 'one', folder);
    const [tree, inside] = [patientTree(folder), patientTree(join(folder, 'dir'))];
    for (const each of [tree, inside]) {
      known(await each.read());
    }
    repo.write('a.txt', 'in the main one\n');
    repo.git('worktree', 'remove', folder);
    assert.match(reason(await tree.read([], true)), /gone|does not exist/);
    // as by a build that still runs there
    repo.write('trees/one/dir/out.txt', 'late\n');
    for (const each of [tree, inside, tree]) {
      assert.equal(reason(await each.read([], true)), 'the working tree is gone');
    }
  });

  it('remembers a failure for 30 s, unless asked to retry', async () => {
    let now = 0;
    const root = tempFolder();
    const tree = patientTree(root, { now: () => now });
    assert.equal(reason(await tree.read()), 'no repository');
    newRepo(root);
    assert.equal(reason(await tree.read()), 'no repository');
    known(await tree.read([], true));
    fs.rmSync(join(root, '.git'), { recursive: true });
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
    fs.symlinkSync(join(repo.root, 'dir'), link);
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
      assert.deepEqual((await across(tree, () => repo.write(name, `${name}\n`.repeat(20)))).paths, [
        name,
      ]);
    }
    repo.commit('names');
    for (const name of names) {
      repo.git('mv', '--', name, `dir/moved ${name}`);
      assert.deepEqual(
        (await across(tree, () => repo.write(`dir/moved ${name}`, `${name}\n`.repeat(21)))).paths,
        [`dir/moved ${name}`],
      );
    }
    fs.symlinkSync('nowhere', join(repo.root, 'symlink'));
    const relink = await across(tree, () => {
      fs.unlinkSync(join(repo.root, 'symlink'));
      fs.symlinkSync('elsewhere', join(repo.root, 'symlink'));
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
        fs.rmSync(join(repo.root, `t${(i + 3) % 7}`), { force: true });
        await sleep(1);
      }
    })();
    for (let i = 0; i < 15; i++) {
      known(await tree.read());
    }
    going = false;
    await churn;
    const { fingerprint } = known(await tree.read());
    assert.equal(fingerprint, known(await patientTree(repo.root).read()).fingerprint);
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
    assert.equal(known(await tree.read(named)).fingerprint, before.fingerprint, 'not looked into');
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

describe('workspace: the state of a working tree, when git is slow or killed', () => {
  after(removeTempFolders);

  it('stops a git that takes too long: unknown, process gone, and known again afterwards', async function () {
    if (process.platform === 'win32') {
      skip(this, 'needs a shell script');
    }
    const repo = newRepo();
    const hook = join(repo.root, '.git/slow.sh');
    const pidFile = join(repo.root, '.git/pid');
    fs.writeFileSync(hook, `#!/bin/sh\necho $PPID > '${pidFile}'\nexec sleep 3\n`);
    fs.chmodSync(hook, 0o755);
    repo.git('config', 'core.fsmonitor', hook);
    let now = 0;
    const tree = patientTree(repo.root, { limitMs: 700, now: () => now });
    // On a busy machine git may be stopped before it has begun its slow part: then it is looked at again.
    do {
      now += 5_000;
      assert.equal(reason(await tree.read()), 'git took too long');
    } while (!fs.existsSync(pidFile) || fs.readFileSync(pidFile, 'utf8') === '');
    const pid = Number(fs.readFileSync(pidFile, 'utf8'));
    assert.ok(pid > 1);
    await until('git is gone', () => !runs(pid));
    repo.git('config', '--unset', 'core.fsmonitor');
    assert.equal(reason(await tree.read()), 'git took too long', 'rests first');
    now += 5_000;
    known(await tree.read());
  });

  it('truncated output is not a state: git was killed, or its output exceeds the limit', async function () {
    if (process.platform === 'win32') {
      skip(this, 'needs a shell script');
    }
    const repo = newRepo();
    const dying = join(tempFolder(), 'dying git');
    fs.writeFileSync(dying, "#!/bin/sh\nprintf '# branch.oid 1'\nkill -9 $$\n");
    fs.chmodSync(dying, 0o755);
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
});

describe('workspace: the cost of a look', () => {
  after(removeTempFolders);

  it('names what changed in a repository of 2,000 files, and prints what a look costs', async () => {
    const repo = newRepo();
    for (let i = 0; i < 2_000; i++) {
      repo.write(`src/${i % 50}/${i}.txt`, `${i}\n`);
    }
    repo.commit('many');
    const tree = patientTree(repo.root);
    const times: Record<string, number[]> = {};
    const measure = async (
      name: string,
      act: (i: number) => void,
      changed: (i: number) => string[],
    ): Promise<void> => {
      for (let i = 0; i < 5; i++) {
        act(i);
        const { ms, paths } = known(await tree.read());
        assert.deepEqual(paths, changed(i), `${name}, ${i}`);
        (times[name] ??= []).push(ms);
      }
    };
    const edited = ['src/1/1.txt'];
    await measure(
      'clean',
      () => undefined,
      () => [],
    );
    await measure(
      'one tracked file edited',
      (i) => repo.write('src/1/1.txt', `edit ${i}`),
      () => edited,
    );
    await measure(
      'one more untracked file',
      (i) => repo.write(`new/${i}.txt`, 'new'),
      (i) => [`new/${i}.txt`],
    );
    for (let i = 0; i < 1_500; i++) {
      repo.write(`src/${i % 50}/${i}.txt`, `changed ${i}\n`);
    }
    known(await tree.read());
    await measure(
      '1,500 dirty files',
      (i) => repo.write('src/1/1.txt', `again ${i}`),
      () => edited,
    );
    for (const [name, all] of Object.entries(times)) {
      console.log(`      ${name}: ${all.map((ms) => ms.toFixed(0)).join(', ')} ms`);
    }
  });
});
