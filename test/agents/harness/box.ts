/** Runs an agent's program in a fresh repository, with a home that knows nothing of the person's. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neededProgram } from './program.js';

export interface Sandbox {
  home: string;
  /** A git repository with one commit; also the agent's working folder. */
  workspace: string;
  /** A worktree of that repository outside it, on `WORKTREE_BRANCH`. */
  worktree: string;
  env: Record<string, string>;
  dispose(): void;
}

export interface Outcome {
  /** Exit code; null if it was ended by a signal, as after the time limit. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export const WORKTREE_BRANCH = 'beside';

/** `agentEnv`: what the agent's own program wants in its environment. */
export function makeBox(name: string, agentEnv: Readonly<Record<string, string>> = {}): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), `turnwatch-${name}-`)));
  const [home, workspace, temp] = [join(root, 'home'), join(root, 'workspace'), join(root, 'tmp')];
  for (const folder of [home, workspace, temp]) {
    mkdirSync(folder, { recursive: true });
  }
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Test\n\temail = test@example.com\n[init]\n\tdefaultBranch = main\n',
  );
  const env = {
    HOME: home,
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    TMPDIR: temp,
    LANG: 'C.UTF-8',
    SHELL: '/bin/bash',
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local/share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local/state'),
    NO_PROXY: '127.0.0.1,localhost', // a proxy in the environment would swallow what goes to loopback
    ...(process.env.TURNWATCH_RUN === undefined
      ? {}
      : { TURNWATCH_RUN: process.env.TURNWATCH_RUN }),
    ...agentEnv,
  };
  writeFileSync(join(workspace, 'README.md'), '# A project\n\nSomething to work on.\n');
  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: workspace, env, stdio: 'pipe' });
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'First');
  const worktree = join(root, 'beside');
  git('worktree', 'add', '-q', '-b', WORKTREE_BRANCH, worktree);
  return {
    home,
    workspace,
    worktree,
    env,
    dispose: () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}

/** What a program that has ended may still have to say, where one that it left behind holds its output open (milliseconds). */
const LAST_WORDS_MS = 2000;

/** Groups of the programs that run now: none outlives its test. */
const groups = new Set<number>();
process.on('exit', () => groups.forEach(endGroup));

function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    /* it has ended */
  }
}

/**
 * Runs the agent's program to its end, or until `ms`, or when `signal` says so (then it rejects). Some start a second one and hand it their
 * output: at the limit these end, too.
 */
export function runAgent(
  agent: string,
  box: Sandbox,
  args: readonly string[],
  ms = 120_000,
  signal?: AbortSignal,
): Promise<Outcome> {
  return new Promise((done, failed) => {
    const { program, args: first } = neededProgram(agent);
    const child = spawn(program, [...first, ...args], {
      cwd: box.workspace,
      env: box.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // a group of its own
    });
    const { pid } = child;
    const end = (): void => {
      if (pid !== undefined) {
        endGroup(pid);
      }
    };
    if (pid !== undefined) {
      groups.add(pid);
    }
    const limit = setTimeout(end, ms);
    const abort = (): void => {
      end();
      failed(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    signal?.addEventListener('abort', abort, { once: true });
    const over = (): void => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', abort);
      if (pid !== undefined) {
        groups.delete(pid);
      }
    };
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error) => {
      over();
      failed(error);
    });
    child.on('close', (code) => done({ code, stdout, stderr }));
    child.on('exit', (code) => {
      over();
      setTimeout(() => done({ code, stdout, stderr }), LAST_WORDS_MS).unref();
    });
  });
}
