/** Runs a program to its end, within a time limit: whatever goes wrong is told in words. */
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readErrorMessage } from './core/error-words.js';

export interface ProgramRun {
  file: string;
  args?: readonly string[];
  /** On standard input. */
  input?: string | undefined;
  timeoutMs: number;
  /** Aborting it ends the program, too. */
  signal?: AbortSignal | undefined;
  options: Omit<SpawnOptions, 'detached'>;
}

/** A group of its own, so that what it started ends with it. */
const isGroup = process.platform !== 'win32';

/** @returns why it failed, in words; undefined if it did not. Never rejects. */
export async function runToEnd(run: ProgramRun): Promise<string | undefined> {
  try {
    return await describeOutcome(
      spawn(run.file, run.args ?? [], { ...run.options, detached: isGroup }),
      run,
    );
  } catch (error) {
    // an empty file name or a NUL character: these throw, where a missing program is an event
    return readErrorMessage(error);
  }
}

function describeOutcome(
  child: ChildProcess,
  { input, timeoutMs, signal }: ProgramRun,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (): void => endAll(child);
    let problem: string | undefined;
    const timer = setTimeout(() => {
      problem = `ended after ${timeoutMs / 1000} s`;
      end();
    }, timeoutMs);
    const done = (why: string | undefined): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve(why);
    };
    signal?.addEventListener('abort', end);
    child.once('error', (error) => done(readErrorMessage(error)));
    child.once('exit', (code, by) => {
      done(problem ?? (code === 0 ? undefined : `ended with ${code ?? by ?? 'an error'}`));
    });
    // a program that does not read it
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

function endAll({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) {
    return;
  }
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // it has ended by itself
  }
}
