/** What a process did with a processor: of a time by the clock on a busy machine, most is spent waiting for one. */
import { readFileSync } from 'node:fs';

export interface ProcessorTime {
  /** Milliseconds that its main thread computed. */
  computed: number;
  /** Milliseconds that its main thread was ready to, while other threads had the processors. */
  waited: number;
}

/** Of a process so far. Undefined where the system does not tell. */
export function processorTime(process: number | undefined): ProcessorTime | undefined {
  if (process === undefined) {
    return undefined;
  }
  try {
    const [computed, waited] = readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ');
    return { computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 };
  } catch {
    return undefined;
  }
}
