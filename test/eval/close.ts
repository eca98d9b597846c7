/** How often a session counts as close to a stall: only then do its agent's hooks ask, and only then can a stalled step be answered. */
import type { JudgedRun } from './judged.js';
import { foundBy, isCertainStall, isProductive } from './score.js';
import { percent } from './table.js';

/** Whether the session was close from the step before the one at which the stall was called, or earlier; undefined if it was not found. */
function wasClose(run: JudgedRun): boolean | undefined {
  const stalled = run.verdicts.filter(({ level }) => level === 'stalled');
  const found = foundBy({ ...run, alarms: stalled });
  if (found === undefined) {
    return undefined;
  }
  const before = run.steps.findLast(
    ({ session, turn, step }) =>
      session === found.session &&
      (turn < found.turn || (turn === found.turn && step < found.step)),
  );
  return before?.isClose ?? false;
}

export function closeLines(judged: readonly JudgedRun[]): string[] {
  const found = judged.filter((run) => isCertainStall(run) && wasClose(run) !== undefined);
  const late = found.filter((run) => wasClose(run) === false);
  const steps = judged.filter(isProductive).flatMap((run) => run.steps);
  const close = steps.filter(({ isClose }) => isClose).length;
  return [
    '',
    `hooks ask at least one step before a stall is called: ${found.length - late.length}/${found.length}`,
    ...late.map(({ file }) => `  not: ${file}`),
    `  and after productive steps: ${close}/${steps.length} (${percent(close, steps.length)})`,
  ];
}
