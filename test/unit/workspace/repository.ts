/** A real git repository in a temporary folder. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WorkingTree, type TreeOptions } from '../../../src/workspace/git.js';
import { PATIENT_MS } from '../support/patient.js';

// Nothing of the person's own settings, nor of a hook of git's in which the tests may run, reaches these repositories.
for (const name of Object.keys(process.env)) {
  if (name.startsWith('GIT_')) {
    Reflect.deleteProperty(process.env, name);
  }
}
process.env['GIT_CONFIG_NOSYSTEM'] = '1';
// Not by GIT_CONFIG_GLOBAL: simple-git does not pass it on, and the tests' own git would see other settings than the product's.
process.env['HOME'] = process.env['XDG_CONFIG_HOME'] = join(tmpdir(), 'turnwatch-no-home');

/** No upkeep: it would be one more process with every commit, and one that may outlive its folder. */
const settings = [
  '-c',
  'maintenance.auto=false',
  '-c',
  'gc.auto=0',
  '-c',
  'user.name=Test',
  '-c',
  'user.email=test@example.org',
  '-c',
  'init.defaultBranch=main',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'protocol.file.allow=always',
];

export interface TestRepo {
  root: string;
  git(...args: string[]): string;
  /** As `git`, for commands that end with a conflict. */
  tryGit(...args: string[]): void;
  write(path: string, content: string): void;
  commit(message: string): void;
}

const folders: string[] = [];

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'turnwatch-git-')));
  folders.push(folder);
  return folder;
}

export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export function repoAt(root: string): TestRepo {
  const git = (...args: string[]): string =>
    execFileSync('git', [...settings, ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    root,
    git,
    tryGit: (...args) => {
      try {
        git(...args);
      } catch {
        /* a conflict is what the test wants */
      }
    },
    write: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    commit: (message) => {
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', message);
    },
  };
}

/** A tree for what is not about the limit of a look. */
export function patientTree(root: string, options: TreeOptions = {}): WorkingTree {
  return new WorkingTree(root, { limitMs: PATIENT_MS, ...options });
}

/** With one commit of `a.txt` and `dir/b.txt`; `build/` is ignored. */
export function newRepo(root = tempFolder()): TestRepo {
  mkdirSync(root, { recursive: true });
  const repo = repoAt(root);
  repo.git('init', '-q');
  repo.write('a.txt', 'a\n');
  repo.write('dir/b.txt', 'b\n');
  repo.write('.gitignore', 'build/\n');
  repo.commit('first');
  return repo;
}
