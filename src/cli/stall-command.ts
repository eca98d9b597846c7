/** The person's own command at a stall: the shell runs it as they wrote it, and what happened is on its standard input only. */
import { runToEnd } from '../run-to-end.js';

const TIMEOUT_MS = 60_000;

/** @returns why it failed, in words; undefined if it did not. Its output goes to standard error. */
export function runStallCommand(
  command: string,
  state: object,
  timeoutMs = TIMEOUT_MS,
): Promise<string | undefined> {
  return runToEnd({
    file: command,
    input: `${JSON.stringify(state)}\n`,
    timeoutMs,
    options: { shell: true, stdio: ['pipe', 2, 2] },
  });
}
