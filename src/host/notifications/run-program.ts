/** Runs a program that calls the person: without a shell, and in no folder of an agent’s choice. */
import { existsSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { runToEnd } from '../../run-to-end.js';

export interface Program {
  file: string;
  args: readonly string[];
  /** On standard input. */
  input?: string;
  /** Added to the environment. */
  env?: Readonly<Record<string, string>>;
}

/** Aborting `signal` ends it, too. @returns why it failed, in words; undefined if it did not. */
export async function runProgram(
  { file, args, input, env }: Program,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (signal.aborted) {
    return 'not run: the window closes';
  }
  return runToEnd({
    file,
    args,
    input,
    timeoutMs,
    signal,
    options: {
      cwd: existsSync(homedir()) ? homedir() : tmpdir(),
      env: { ...process.env, ...env },
      stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore'],
      windowsHide: true,
    },
  });
}
