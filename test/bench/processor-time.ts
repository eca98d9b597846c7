/** How long a process has computed: what other programs on the machine do does not count, as it does in a time by the clock. */
import { readFileSync } from 'node:fs';

/** Milliseconds of its main thread so far. Undefined where the system does not tell. */
export function processorMs(process: number | undefined): number | undefined {
  if (process === undefined) {
    return undefined;
  }
  try {
    const [ns] = readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1e6;
  } catch {
    return undefined;
  }
}
