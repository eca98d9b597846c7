/**
 * What a session is busy with, by its newest steps: it changes what counts. Who explores asks many questions that find
 * nothing; who debugs runs and reads the same things again after every change; neither is idle yet.
 */
import { isFailing } from '../identity/test-run.js';
import type { RecentSteps, StepRecord } from './recent-steps.js';

export type Phase = 'exploring' | 'changing' | 'testing' | 'debugging';

const JUDGED_STEPS = 12;
/** Of the judged steps, so many must look at things before it is called exploring, or run things before it is called testing. */
const MANY = 4;

export function phaseOf({ records }: RecentSteps): Phase {
  let [runs, failing, changes, looks] = [0, 0, 0, 0];
  for (const record of records.slice(-JUDGED_STEPS)) {
    if (isRun(record)) {
      runs += 1;
      if (goesWrong(record)) { failing += 1; }
    }
    if (record.changed) { changes += 1; }
    if (isLook(record)) { looks += 1; }
  }
  if (runs >= MANY) { return failing * 2 > runs ? 'debugging' : 'testing'; }
  return changes === 0 && looks >= MANY ? 'exploring' : 'changing';
}

/**
 * How many times as long steps without progress may last. Distinct questions only; repetitions and no-ops count alike in
 * every phase.
 */
export const patienceOf: Record<Phase, number> = { exploring: 1.5, changing: 1, testing: 1, debugging: 1.25 };

function isRun({ calls }: StepRecord): boolean {
  return calls.some(({ value }) => value.tests !== undefined || value.script === true);
}

function goesWrong({ calls }: StepRecord): boolean {
  return calls.some(({ value }) => value.failed === true || (value.tests !== undefined && isFailing(value.tests)));
}

function isLook({ calls }: StepRecord): boolean {
  return calls.every(({ value }) => value.looks === true);
}
