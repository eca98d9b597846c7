/** The extension host processes of an editor: one per window, and briefly those of closed or reloaded windows. */
import { readdirSync, readFileSync } from 'node:fs';
import { LONG, untilDeadline } from './window.js';

/** Waits until the editor with this home has this many, without those that should be gone. @returns their processes, oldest first. */
export function extensionHosts(
  home: string,
  count: number,
  gone: readonly number[] = [],
): Promise<number[]> {
  return untilDeadline(LONG, () => {
    const running = runningIn(home);
    if (running.length === count && !running.some((pid) => gone.includes(pid))) {
      return Promise.resolve(running);
    }
    return Promise.reject(
      new Error(
        `extension hosts: ${running.join()}; there are to be ${count}, without ${gone.join()}`,
      ),
    );
  });
}

function runningIn(home: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=extensionHost') &&
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`HOME=${home}\0`)
        );
      } catch {
        return false;
      } // ended meanwhile, or not ours to look at
    })
    .sort((a, b) => a - b);
}
