/** Runs one git process with limits on time and output. simple-git is loaded on first use, not at activation. */
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
      // A killed git has no exit code and maybe no message: a partial status must not pass for a complete one.
      errors: (error, result) =>
        error ?? (result.exitCode === 0 ? undefined : new Error(ending(result.exitCode))),
      // all arguments are ours
      unsafe: { allowUnsafeConfigPaths: true, allowUnsafeCustomBinary: executable !== undefined },
      ...(executable === undefined ? {} : { binary: executable }),
    });
    let received = 0;
    git.outputHandler((_command, stdout) => {
      stdout.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > bytes) {
          stop.abort('too many changed files to list');
        }
      });
    });
    return { ok: true, out: await git.raw([...args]) };
  } catch (error) {
    return { ok: false, problem: sentence(error, folder), late: false };
  }
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
