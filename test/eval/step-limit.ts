/** The simplest guard there is: a turn is stopped after so many steps, chosen so that few honest runs are stopped. */
import type { JudgedRun } from './judged.js';
import { isProductive, type Judged } from './score.js';
import { sourceOf } from './warnings.js';

/** Share of productive runs that may be stopped. */
const MOST_STOPPED = 0.05;

export interface StepLimit {
  steps: number;
  judged: Judged[];
}

/** @returns undefined where no run is productive: there is nothing to choose it by. */
export function calibrateStepLimit(runs: readonly JudgedRun[]): StepLimit | undefined {
  const lengths = runs
    .filter(isProductive)
    .map((run) => mainSteps(run).length)
    .sort((one, other) => other - one);
  const steps = lengths[Math.floor(lengths.length * MOST_STOPPED)];
  return steps === undefined ? undefined : { steps, judged: runs.map((run) => stop(run, steps)) };
}

/** A limit for each source: the guard at its best, as if one knew beforehand what kind of task it is. */
export function limitEachSource(runs: readonly JudgedRun[]): Judged[] {
  return [...new Set(runs.map(sourceOf))].flatMap((source) => {
    const own = runs.filter((run) => sourceOf(run) === source);
    return calibrateStepLimit(own)?.judged ?? own.map((run) => stop(run, Infinity));
  });
}

/** The last call of each step of the file's first session. */
function mainSteps({ session, steps }: JudgedRun): number[] {
  const lasts = new Map<number, number>();
  for (const each of steps) {
    if (each.session === session) {
      lasts.set(each.step, each.call);
    }
  }
  return [...lasts.values()];
}

function stop(run: JudgedRun, limit: number): Judged {
  const { file, session, mainCalls, label, unknown } = run;
  const lasts = mainSteps(run);
  const call = lasts.length > limit ? lasts[limit - 1] : undefined;
  const alarms = call === undefined ? [] : [{ session, call, reason: `step ${limit}` }];
  return { file, session, mainCalls, label, unknown, alarms };
}
