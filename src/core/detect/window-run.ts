/** A detector that looks only at the newest steps, closed or about to be. */
import type { TurnFact, TurnFactKind } from '../turns/turn-fact.js';
import type { CallValue } from '../evidence/evidence.js';
import type { Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Counter, DetectorRun, Finding } from './detector.js';
import type { CallRecord, RecentSteps, StepRecord } from '../evidence/recent-steps.js';

/** Number of steps back in which a repetition is still the same attempt. */
const WINDOW = 20;
/** Factors on limit and window of a poll: waiting takes longer, with sleeps between. */
export const POLL_FACTOR = 4;
const POLL_WINDOW_FACTOR = 2;

export const windowFacts: readonly TurnFactKind[] = ['turn-start', 'step-end'];

export abstract class WindowRun implements DetectorRun {
  protected nearest = 0;

  constructor(
    protected readonly recent: RecentSteps,
    protected readonly thresholds: Thresholds,
  ) {}

  /** @param records newest last, never empty */
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

/** Member calls, one per step, from the newest step back to one that ends the row; oldest first. @param polls with sleeps between */
export function listMembers(
  records: readonly StepRecord[],
  isMember: (call: CallRecord) => boolean,
  ends: (record: StepRecord) => 'before' | 'with' | 'not',
  polls = false,
): CallRecord[] {
  const members: CallRecord[] = [];
  const newest = records.at(-1)?.step ?? 0;
  for (let i = records.length - 1; i >= 0; i--) {
    const record = records[i];
    if (record === undefined || newest - record.step >= WINDOW * (polls ? POLL_WINDOW_FACTOR : 1)) {
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
