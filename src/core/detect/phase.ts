/**
 * What a session is doing, judged by its newest steps. Exploring asks many questions that find nothing; debugging runs and reads
 * the same things again after every change; neither is idle yet.
 */
import type { RecentSteps } from '../evidence/recent-steps.js';
import type { Message } from '../view/words/wording.js';

export type Phase = 'exploring' | 'changing' | 'testing' | 'debugging';

const JUDGED_STEPS = 12;
/** Number of judged steps that must read to count as exploring, or run something to count as testing. */
const MANY = 4;

export function detectPhase({ records }: RecentSteps): Phase {
  let [runs, failing, changes, looks] = [0, 0, 0, 0];
  for (let i = Math.max(0, records.length - JUDGED_STEPS); i < records.length; i++) {
    const record = records[i];
    if (record?.runs === true) {
      runs += 1;
      if (record.goesWrong) {
        failing += 1;
      }
    }
    if (record?.changed === true) {
      changes += 1;
    }
    if (record?.looks === true) {
      looks += 1;
    }
  }
  if (runs >= MANY) {
    return failing * 2 > runs ? 'debugging' : 'testing';
  }
  return changes === 0 && looks >= MANY ? 'exploring' : 'changing';
}

/**
 * How many times as long steps without progress may last. Distinct questions only; repetitions and no-ops count alike in
 * every phase.
 */
export const choosePatience: Record<Phase, number> = {
  exploring: 1.5,
  changing: 1,
  testing: 1,
  debugging: 1.25,
};

/** That the phase held an early warning back: from the usual number of steps to this one. */
export function heldBack(phase: Phase, count: number, usual: number): Message | undefined {
  switch (phase) {
    case 'exploring':
      return { id: 'phase.later.exploring', params: { count, usual } };
    case 'debugging':
      return { id: 'phase.later.debugging', params: { count, usual } };
    case 'changing':
    case 'testing':
      return undefined;
  }
}

/** That steps of the phase weighed less, so that an early warning came later. */
export function weighedLess(phase: Phase): Message | undefined {
  switch (phase) {
    case 'exploring':
      return { id: 'phase.lighter.exploring' };
    case 'debugging':
      return { id: 'phase.lighter.debugging' };
    case 'changing':
    case 'testing':
      return undefined;
  }
}
