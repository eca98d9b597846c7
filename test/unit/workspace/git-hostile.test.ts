/** Repositories inside the opened one whose settings name commands: cloned, unpacked, or set up by an agent in its sandbox. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skip } from '../../skip.js';
import {
  newRepo,
  patientTree,
  removeTempFolders,
  repoAt,
  tempFolder,
  type TestRepo,
} from './repository.js';
import { across, known } from './tree-state.js';

/** What can make `git status` run a command. `script` writes the marker and passes its input through. */
const traps: Readonly<Record<string, (repo: TestRepo, script: string) => void>> = {
  'a monitor of the file system': (repo, script) => repo.git('config', 'core.fsmonitor', script),
  'a monitor in a file that the settings include': (repo, script) => {
    writeFileSync(join(repo.root, '.git/more'), `[core]\n\tfsmonitor = ${script}\n`);
    repo.git('config', 'include.path', 'more');
  },
  'a filter for content that is committed': (repo, script) => {
    repo.git('config', 'filter.evil=x.clean', script);
    repo.write('.git/info/attributes', '* filter=evil=x\n');
    repo.write('a.txt', 'b\n');
  },
  'a filter that goes on running': (repo, script) => {
    repo.git('config', 'filter.evil.process', script);
    repo.git('config', 'filter.evil.required', 'true');
    repo.write('.gitattributes', '*.txt filter=evil\n');
    repo.write('a.txt', 'b\n');
  },
  'a program that hands out missing objects': (repo, script) => {
    const head = repo.git('rev-parse', 'HEAD^{tree}').trim();
    repo.git('config', 'core.repositoryFormatVersion', '1');
    repo.git('config', 'extensions.partialClone', 'origin');
    repo.git('config', 'remote.origin.url', repo.root);
    repo.git('config', 'remote.origin.promisor', 'true');
    repo.git('config', 'remote.origin.uploadpack', script);
    repo.git('rm', '-q', '--cached', 'a.txt'); // the index no longer tells the tree
    rmSync(join(repo.root, '.git/objects', head.slice(0, 2), head.slice(2)), { force: true });
  },
};

/** Names of commands that no look of ours may run, whatever it is made of. */
function setEverything(repo: TestRepo, script: string): void {
  const hooks = join(repo.root, '.git/own-hooks');
  mkdirSync(hooks);
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'pre-commit']) {
    writeFileSync(join(hooks, hook), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  const settings = {
    'core.hooksPath': hooks,
    'core.pager': script,
    'pager.status': script,
    'core.editor': script,
    'core.sshCommand': script,
    'core.gitProxy': script,
    'core.askPass': script,
    'core.alternateRefsCommand': script,
    'credential.helper': `!${script}`,
    'diff.external': script,
    'diff.evil.textconv': script,
    'diff.evil.command': script,
    'merge.evil.driver': script,
    'gpg.program': script,
    'alias.status': `!${script}`,
    'alias.rev-parse': `!${script}`,
    'uploadpack.packObjectsHook': script,
    'submodule.sub.update': `!${script}`,
    'trace2.eventTarget': join(repo.root, 'trace'),
    'status.submoduleSummary': 'true',
  };
  for (const [name, value] of Object.entries(settings)) {
    repo.git('config', name, value);
  }
  repo.write('.gitattributes', '* diff=evil merge=evil\n');
  repo.write('a.txt', 'b\n');
}

describe('workspace: repositories inside the opened one', () => {
  let marker = '';
  let script = '';
  before(function () {
    if (process.platform === 'win32') {
      skip(this, 'needs shell scripts');
    }
  });
  beforeEach(() => {
    const folder = tempFolder();
    marker = join(folder, 'marker');
    script = join(folder, 'evil.sh');
    // a filter, which has no arguments, must pass on what it reads
    writeFileSync(script, `#!/bin/sh\necho run >> '${marker}'\n[ $# -gt 0 ] || exec cat\n`);
    chmodSync(script, 0o755);
  });
  after(removeTempFolders);

  /** The person's own git falls for it: otherwise the test would prove nothing. */
  function firesIn(folder: string): void {
    try {
      execFileSync('git', ['--no-optional-locks', 'status', '--porcelain'], {
        cwd: folder,
        stdio: 'ignore',
      });
    } catch {
      /* what the command does is enough */
    }
    assert.ok(existsSync(marker), 'git runs the command');
    rmSync(marker);
  }

  for (const [name, set] of Object.entries(traps)) {
    it(`runs no command of a repository that lies in it: ${name}`, async () => {
      const repo = newRepo();
      const nested = newRepo(join(repo.root, 'tools/nested'));
      const deeper = newRepo(join(nested.root, 'deeper'));
      set(deeper, script);
      set(nested, script);
      firesIn(nested.root);
      firesIn(deeper.root);
      const tree = patientTree(repo.root, { opened: () => [repo.root] });
      known(await tree.read());
      nested.write('new.txt', '1');
      known(await tree.read());
      assert.ok(!existsSync(marker), 'nothing ran');
    });

    it(`runs no command of a submodule's: ${name}`, async () => {
      const part = newRepo();
      const repo = newRepo();
      repo.git('submodule', 'add', '-q', part.root, 'sub');
      repo.commit('submodule');
      rmSync(join(repo.root, 'sub'), { recursive: true });
      const sub = newRepo(join(repo.root, 'sub'));
      set(sub, script);
      firesIn(repo.root);
      const tree = patientTree(repo.root, { opened: () => [repo.root] });
      known(await tree.read());
      sub.write('new.txt', '1');
      known(await tree.read());
      assert.ok(!existsSync(marker), 'nothing ran');
    });

    it(`runs no command of it where an agent works in it: ${name}`, async () => {
      const repo = newRepo();
      const nested = newRepo(join(repo.root, 'nested'));
      set(nested, script);
      firesIn(nested.root);
      const tree = patientTree(nested.root, { opened: () => [repo.root] });
      await tree.read();
      nested.write('new.txt', '1');
      await tree.read([], true);
      assert.ok(!existsSync(marker), 'nothing ran');
    });
  }

  it('runs no other command that settings can name either', async () => {
    const repo = newRepo();
    const nested = newRepo(join(repo.root, 'nested'));
    setEverything(nested, script);
    const tree = patientTree(repo.root, { opened: () => [repo.root] });
    const inside = patientTree(nested.root, { opened: () => [repo.root] });
    const edit = (text: string) => () => nested.write('a.txt', text);
    assert.deepEqual((await across(tree, edit('1'))).paths, ['nested/a.txt']);
    assert.deepEqual((await across(inside, edit('2'))).paths, ['a.txt']);
    assert.ok(!existsSync(marker), 'nothing ran');
    assert.ok(!existsSync(join(nested.root, 'trace')));
  });

  it('still sees edits, stages, commits and branches in it, from outside and from inside', async () => {
    const repo = newRepo();
    const nested = newRepo(join(repo.root, 'nested'));
    nested.git('config', 'core.fsmonitor', script);
    const quietly = repoAt(nested.root);
    quietly.git = (...args) => nested.git('-c', 'core.fsmonitor=false', ...args);
    for (const root of [repo.root, nested.root]) {
      const tree = patientTree(root, { opened: () => [repo.root] });
      const path = root === repo.root ? 'nested/a.txt' : 'a.txt';
      assert.deepEqual((await across(tree, () => quietly.write('a.txt', root))).paths, [path]);
      assert.deepEqual((await across(tree, () => quietly.write('a.txt', `${root}!`))).paths, [
        path,
      ]);
      assert.ok((await across(tree, () => quietly.git('add', 'a.txt'))).changed, 'stage');
      assert.ok((await across(tree, () => quietly.git('commit', '-qm', 'x'))).changed, 'commit');
      assert.ok(
        (await across(tree, () => quietly.git('checkout', '-q', '-B', `b${root.length}`))).changed,
        'branch',
      );
      assert.deepEqual((await across(tree, () => quietly.git('status'))).changed, false);
      assert.deepEqual(
        (await across(tree, () => quietly.write('build/x', root))).paths,
        [],
        'ignored',
      );
    }
    assert.ok(!existsSync(marker), 'nothing ran');
  });

  it('tells a detached HEAD, SHA-256, a linked working tree and a repository without commits alike', async () => {
    const repo = newRepo();
    const detached = newRepo(join(repo.root, 'detached'));
    detached.git('checkout', '-q', '--detach');
    const linked = join(repo.root, 'linked');
    repo.git('worktree', 'add', '-q', '-b', 'feature', linked);
    const empty = repoAt(join(repo.root, 'empty'));
    mkdirSync(empty.root);
    empty.git('init', '-q');
    const sha256 = repoAt(join(repo.root, 'sha256'));
    mkdirSync(sha256.root);
    sha256.git('init', '-q', '--object-format=sha256');
    sha256.write('a.txt', 'a\n');
    sha256.commit('first');
    for (const root of [detached.root, linked, empty.root, sha256.root]) {
      const guarded = patientTree(root, { opened: () => [repo.root] });
      const own = patientTree(root, { opened: () => [root] });
      assert.equal(
        known(await guarded.read()).fingerprint,
        known(await own.read()).fingerprint,
        root,
      );
      writeFileSync(join(root, 'a.txt'), root);
      const [seen, plain] = [known(await guarded.read()), known(await own.read())];
      assert.deepEqual(
        [seen.paths, seen.head, seen.porcelain, seen.fingerprint],
        [['a.txt'], plain.head, plain.porcelain, plain.fingerprint],
      );
    }
  });

  it('an edit of the same length right after a commit is seen', async () => {
    const repo = newRepo();
    const nested = newRepo(join(repo.root, 'nested'));
    const tree = patientTree(nested.root, { opened: () => [repo.root] });
    for (let i = 0; i < 20; i++) {
      nested.write('a.txt', `${i % 10}\n`);
      nested.commit('x');
      assert.deepEqual(
        (await across(tree, () => nested.write('a.txt', `${(i + 1) % 10}\n`))).paths,
        ['a.txt'],
      );
    }
  });

  it('leaves nothing behind, in the repository or in the temporary folder', async () => {
    const repo = newRepo();
    const nested = newRepo(join(repo.root, 'nested'));
    const temporary = tempFolder();
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = temporary;
    try {
      const listed = (): string[] => readdirSync(join(nested.root, '.git')).sort();
      const files = listed();
      nested.write('a.txt', '1');
      known(await patientTree(repo.root, { opened: () => [repo.root] }).read());
      assert.deepEqual(listed(), files);
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      if (before === undefined) {
        delete process.env['TMPDIR'];
      } else {
        process.env['TMPDIR'] = before;
      }
    }
  });

  it('uses the settings of the opened repository, as the person’s own git does', async () => {
    for (const inside of ['', 'dir']) {
      const repo = newRepo();
      repo.git('config', 'core.fsmonitor', script);
      await patientTree(repo.root, { opened: () => [join(repo.root, inside)] }).read();
      assert.ok(existsSync(marker), 'its monitor is asked');
      rmSync(marker);
    }
  });
});
