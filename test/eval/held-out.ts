/** Each source of runs alone, and all others without it. */
import type { JudgedRun } from './judged.js';
import { figures, type Figures } from './score.js';
import { sourceOf } from './warnings.js';

export interface HeldOut {
  source: string;
  alone: Figures;
  others: Figures;
}

export function heldOut(judged: readonly JudgedRun[]): HeldOut[] {
  const sources = [...new Set(judged.filter(({ unknown }) => !unknown).map(sourceOf))].sort();
  return sources.map((source) => ({
    source,
    alone: figures(
      source,
      judged.filter((run) => sourceOf(run) === source),
    ),
    others: figures(
      `all but ${source}`,
      judged.filter((run) => sourceOf(run) !== source),
    ),
  }));
}
