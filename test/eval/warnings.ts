/** Early warnings: how many productive runs carry one, and which found stalls were warned of before they were called. */
import type { Verdict } from '../../src/core/verdict.js';
import type { JudgedRun } from './judged.js';
import { foundBy, isCertainStall, isProductive } from './score.js';

export interface WarningShare {
  /** A source, a detector or a sentence. */
  of: string;
  /** Productive runs, and how many of them have a `watch`. */
  runs: number;
  watched: number;
  /** All `watch` verdicts of these runs, and their calls. */
  watches: number;
  calls: number;
}

/** Where a run comes from: the name before `__`, else the agent. */
export function sourceOf({ file, agent }: Pick<JudgedRun, 'file' | 'agent'>): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name.includes('__') ? name.slice(0, name.indexOf('__')) : agent || 'unknown';
}

export function watchesOf({ verdicts }: JudgedRun): Verdict[] {
  return verdicts.filter(({ level }) => level === 'watch');
}

/** Of the productive ones among these runs. */
export function shareOfWarned(name: string, judged: readonly JudgedRun[]): WarningShare {
  return share(name, judged.filter(isProductive), () => true);
}

/** Shares of the warnings that `nameOf` names alike, the largest first. */
export function sharesBy(
  judged: readonly JudgedRun[],
  nameOf: (verdict: Verdict) => string,
): WarningShare[] {
  const productive = judged.filter(isProductive);
  const names = new Set(productive.flatMap((run) => watchesOf(run).map(nameOf)));
  return [...names]
    .map((name) => share(name, productive, (verdict) => nameOf(verdict) === name))
    .sort((one, other) => other.watched - one.watched);
}

function share(
  of: string,
  runs: readonly JudgedRun[],
  counts: (verdict: Verdict) => boolean,
): WarningShare {
  const watches = runs.map((run) => watchesOf(run).filter(counts).length);
  return {
    of,
    runs: runs.length,
    watched: watches.filter((count) => count > 0).length,
    watches: watches.reduce((sum, count) => sum + count, 0),
    calls: runs.reduce((sum, { calls }) => sum + calls, 0),
  };
}

/** Whether the verdict by which a stall was found followed a `watch` of the same episode, at least one step before. */
export function isWarnedOf(run: JudgedRun): boolean {
  const stalled = run.verdicts.filter(({ level }) => level === 'stalled');
  const found = foundBy({ ...run, alarms: stalled });
  return (
    found !== undefined &&
    watchesOf(run).some(
      ({ session, step, turn, call, clearedAtCall = Infinity }) =>
        session === found.session &&
        (step < found.step || turn < found.turn) &&
        call <= found.call &&
        clearedAtCall >= found.call,
    )
  );
}

/** Found stalls that were called without a warning before. */
export function unwarned(judged: readonly JudgedRun[]): JudgedRun[] {
  return judged.filter(
    (run) => isCertainStall(run) && foundBy(run) !== undefined && !isWarnedOf(run),
  );
}
