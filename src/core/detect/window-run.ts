/** A detector that looks at nothing but the newest steps: the same for a step that is over and for one that is about to be. */
import type { TurnFact, TurnFactKind } from '../turns/turn-fact.js';
import type { CallValue } from '../evidence/evidence.js';
import type { Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Counter, DetectorRun, Finding } from './detector.js';
import type { CallRecord, RecentSteps, StepRecord } from '../evidence/recent-steps.js';

/** So many steps back a repetition is still the same attempt. */
const WINDOW = 20;
/** Who waits for something asks longer, and with sleeps between: so many times. */
export const POLLS_LATER = 4;
const POLLS_WINDOW = 2;

export const windowFacts: readonly TurnFactKind[] = ['turn-start', 'step-end'];

export abstract class WindowRun implements DetectorRun {
  protected nearest = 0;

  constructor(
    private readonly recent: RecentSteps,
    protected readonly thresholds: Thresholds,
  ) {}

  /** @param records newest last, never empty. */
  protected abstract judge(records: readonly StepRecord[], newest: StepRecord): Finding | undefined;
  abstract counters(): Counter[];

  see(fact: TurnFact): Finding | undefined {
    if (fact.kind === 'turn-start' && !fact.goOn) {
      this.nearest = 0;
    }
    const { newest, records } = this.recent;
    return fact.kind === 'step-end' && newest?.step === fact.step.number
      ? this.judge(records, newest)
      : undefined;
  }

  wouldStall(step: Step, values: CallValue[]): boolean {
    const record = this.recent.preview(step, values);
    if (record === undefined) {
      return false;
    }
    const before = this.recent.records.filter((each) => each.step !== step.number);
    return this.judge([...before, record], record)?.level === 'stalled';
  }
}

/** Calls, one a step, that are members, from the newest step back to one that ends the row. Oldest first. `polls`: with sleeps between. */
export function membersOf(
  records: readonly StepRecord[],
  isMember: (call: CallRecord) => boolean,
  ends: (record: StepRecord) => 'before' | 'with' | 'not',
  polls = false,
): CallRecord[] {
  const members: CallRecord[] = [];
  const newest = records.at(-1)?.step ?? 0;
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i];
    if (record === undefined || newest - record.step >= WINDOW * (polls ? POLLS_WINDOW : 1)) {
      break;
    }
    const end = ends(record);
    const member = end === 'before' ? undefined : record.calls.find(isMember);
    if (member !== undefined) {
      members.push(member);
    }
    if (end !== 'not') {
      break;
    }
  }
  return members.reverse();
}

/** The better of two findings of one step: `stalled` before `watch`, the first of equals. */
export function graver(one: Finding | undefined, other: Finding | undefined): Finding | undefined {
  return one === undefined || (one.level !== 'stalled' && other?.level === 'stalled') ? other : one;
}

/** The level of so many members: `watch` at one less than what stalls. */
export function levelOf(
  count: number,
  limit: number,
  watchAt = limit - 1,
): 'watch' | 'stalled' | undefined {
  if (count >= limit) {
    return 'stalled';
  }
  return count >= Math.max(2, watchAt) ? 'watch' : undefined;
}
