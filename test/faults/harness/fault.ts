/** A fault as plain data, how it is played within a time limit, and how its outcome is told. */
import { readErrorMessage } from '../../../src/core/error-words.js';
import { Stage } from './stage.js';

export interface Fault {
  /** What goes wrong. */
  fault: string;
  /** What holds nevertheless. */
  promise: string;
  /** Quick and steady: `npm test` plays it, too. */
  quick: boolean;
  /** Milliseconds for all of it. */
  limitMs?: number;
  /** Called before the first of all chosen faults is played. */
  choose?: () => void;
  play: (stage: Stage) => Promise<Outcome>;
}

/** Faults of one kind: a line of the README's table. */
export interface Subject {
  promise: string;
  faults: readonly Fault[];
}

/** `missing`: what this machine lacks to play it. */
export type Outcome = { ok: boolean; outcome: string; figures?: string } | { missing: string };

/** No working machine is this slow. */
const LIMIT_MS = 90_000;

/** Facts by name, and whether each holds. A figure says how much or how long, and decides nothing. */
export function facts(held: Readonly<Record<string, boolean>>, figures = ''): Outcome {
  const broken = Object.keys(held).filter((name) => held[name] !== true);
  return broken.length === 0
    ? { ok: true, outcome: Object.keys(held).join(', '), figures }
    : { ok: false, outcome: `not so: ${broken.join(', ')}`, figures };
}

export const milliseconds = (ms: number): string => `${Math.round(ms)} ms`;

/** Never rejects: a fault that throws or takes too long is broken. */
export async function played({ play, limitMs = LIMIT_MS }: Fault): Promise<Outcome> {
  const stage = new Stage();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Outcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ ok: false, outcome: `no outcome within ${limitMs / 1000} s` }),
      limitMs,
    );
  });
  try {
    return await Promise.race([play(stage), late]);
  } catch (error) {
    return { ok: false, outcome: readErrorMessage(error) };
  } finally {
    clearTimeout(timer);
    await stage.clear();
  }
}
