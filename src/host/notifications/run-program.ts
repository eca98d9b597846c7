/** Runs a program that calls the person: no shell, no output, a time limit. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { messageOf } from '../../core/error-words.js';

export interface Program {
  file: string;
  args: readonly string[];
  /** On standard input. */
  input?: string;
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>;
}

/** Aborting `signal` ends it, too. @returns why it failed, in words; undefined if it did not. */
export function runProgram(
  { file, args, input, env }: Program,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve('not run: the window closes');
      return;
    }
    // a group of its own, so that what it started ends with it
    const isGroup = process.platform !== 'win32';
    const child = spawn(file, args, {
      cwd: existsSync(homedir()) ? homedir() : tmpdir(),
      env: { ...process.env, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
      detached: isGroup,
    });
    const end = (): void => {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      try {
        process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
      } catch {
        // it has ended by itself
      }
    };
    let problem: string | undefined;
    const timer = setTimeout(() => {
      problem = `ended after ${timeoutMs / 1000} s`;
      end();
    }, timeoutMs);
    const done = (why: string | undefined): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve(why);
    };
    signal.addEventListener('abort', end);
    child.once('error', (error) => done(messageOf(error)));
    child.once('exit', (code, by) => {
      done(problem ?? (code === 0 ? undefined : `ended with ${code ?? by ?? 'an error'}`));
    });
    // a program that does not read it
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}
