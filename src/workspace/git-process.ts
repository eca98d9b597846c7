/** Runs one git process with limits on time and output. simple-git is loaded on first use, not at activation. */
import type { SimpleGit } from 'simple-git';
import { readErrorMessage } from '../core/error-words.js';

export interface GitLimits {
  /** Total milliseconds, from now. */
  ms: number;
  /** Bytes of standard output. */
  bytes: number;
}

export type GitOutcome =
  | { ok: true; out: string }
  /** `late`: stopped by us at a limit. Otherwise git failed or could not start; `problem` is its error message. */
  | { ok: false; problem: string; late: boolean };

export type RunGit = (folder: string, args: readonly string[]) => Promise<GitOutcome>;

/** Runs `git <args>` in `folder`. `executable`: path of git if it is not on the PATH. Never rejects. */
export async function runGit(
  folder: string,
  args: readonly string[],
  limits: GitLimits,
  executable?: string,
): Promise<GitOutcome> {
  const stop = new AbortController();
  const stopped = new Promise<GitOutcome>((resolve) => {
    stop.signal.addEventListener(
      'abort',
      () => resolve({ ok: false, problem: String(stop.signal.reason), late: true }),
      { once: true },
    );
  });
  if (limits.ms <= 0) {
    return { ok: false, problem: 'git took too long', late: true };
  }
  const timer = setTimeout(() => stop.abort('git took too long'), limits.ms);
  try {
    // Waiting for the process alone could take long: a hook started by git may keep its pipes open.
    return await Promise.race([stopped, output(folder, args, limits.bytes, stop, executable)]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs `git cat-file` for what may be no text; undefined if it fails, takes too long or prints too much. */
export async function catFile(
  folder: string,
  args: readonly string[],
  limits: GitLimits,
): Promise<Buffer | undefined> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort('git took too long'), limits.ms);
  try {
    const { simpleGit } = await import('simple-git');
    const git = simpleGit({ baseDir: folder, abort: stop.signal, errors: failOnCode });
    stopAbove(limits.bytes, git, stop);
    const content: unknown = await git.binaryCatFile([...args]);
    return Buffer.isBuffer(content) ? content : undefined;
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function output(
  folder: string,
  args: readonly string[],
  bytes: number,
  stop: AbortController,
  executable?: string,
): Promise<GitOutcome> {
  try {
    const { simpleGit } = await import('simple-git');
    const git = simpleGit({
      baseDir: folder,
      abort: stop.signal,
      trimmed: false,
      // Only `close` guarantees that all output has arrived: 50 ms after `exit` (the default), a busy host may not have read it all.
      completion: { onClose: true, onExit: false },
      errors: failOnCode,
      // all arguments are ours
      unsafe: { allowUnsafeConfigPaths: true, allowUnsafeCustomBinary: executable !== undefined },
      ...(executable === undefined ? {} : { binary: executable }),
    });
    stopAbove(bytes, git, stop);
    return { ok: true, out: await git.raw([...args]) };
  } catch (error) {
    return { ok: false, problem: sentence(error, folder), late: false };
  }
}

function stopAbove(bytes: number, git: SimpleGit, stop: AbortController): void {
  let received = 0;
  git.outputHandler((_command, stdout) => {
    stdout.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > bytes) {
        stop.abort('too many changed files to list');
      }
    });
  });
}

/** A killed git has no exit code and maybe no message: partial output must not pass for all of it. */
function failOnCode(
  error: Buffer | Error | undefined,
  { exitCode }: { exitCode: number },
): Buffer | Error | undefined {
  return error ?? (exitCode === 0 ? undefined : new Error(ending(exitCode)));
}

/** Node gives null for a process ended by a signal, although simple-git's types rule it out. */
function ending(exitCode: number | null): string {
  return exitCode === null ? 'git was killed' : `git ended with exit code ${exitCode}`;
}

function sentence(error: unknown, folder: string): string {
  const message = readErrorMessage(error);
  if (message.includes('does not exist')) {
    return `the folder ${folder} does not exist`;
  }
  if (/spawn .*ENOENT/.test(message)) {
    return 'git is not installed';
  }
  const lines = message
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return (lines.find((line) => line.startsWith('fatal:')) ?? lines[0] ?? 'git failed')
    .replace(/^Error: /, '')
    .slice(0, 300);
}
