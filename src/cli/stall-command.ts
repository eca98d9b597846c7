/** The person's own command at a stall: the shell runs it as they wrote it, and what happened is on its standard input only. */
import { spawn } from 'node:child_process';
import { messageOf } from '../core/error-words.js';

const TIMEOUT_MS = 60_000;

/** @returns why it failed, in words; undefined if it did not. Its output goes to standard error. */
export function runStallCommand(
  command: string,
  state: object,
  timeoutMs = TIMEOUT_MS,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // a group of its own, so that what it started ends with it
    const isGroup = process.platform !== 'win32';
    const child = spawn(command, { shell: true, stdio: ['pipe', 2, 2], detached: isGroup });
    let problem: string | undefined;
    const timer = setTimeout(() => {
      problem = `ended after ${timeoutMs / 1000} s`;
      try {
        if (child.pid !== undefined) {
          process.kill(isGroup ? -child.pid : child.pid, 'SIGKILL');
        }
      } catch {
        // it has ended by itself
      }
    }, timeoutMs);
    const done = (why: string | undefined): void => {
      clearTimeout(timer);
      resolve(why);
    };
    child.once('error', (error) => done(messageOf(error)));
    child.once('exit', (code, by) => {
      done(problem ?? (code === 0 ? undefined : `ended with ${code ?? by ?? 'an error'}`));
    });
    // a command that does not read it
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${JSON.stringify(state)}\n`);
  });
}
