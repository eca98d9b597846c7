/**
 * The same trouble again: one call that fails whatever its error says, or one error whatever the arguments are, also where it
 * arrives as ordinary output. A change of files begins anew. Distinct questions that each find nothing are no error loop:
 * there the error must be the same without leaving the arguments out, and even then it only warns.
 */
import type { CallError, Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Counter, Detector, Finding, DetectorContext } from './detector.js';
import type { CallRecord, StepRecord } from '../evidence/recent-steps.js';
import { graver, levelOf, membersOf, POLLS_LATER, windowFacts, WindowRun } from './window-run.js';

export const errorLoop: Detector = {
  id: 'error-loop',
  hears: windowFacts,
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new ErrorLoopRun(recent, thresholds),
};

/** How many times longer it may be honest that other arguments come to the same error. */
const patience: Record<CallError['sameness'], number> = {
  'any-arguments': 1,
  denied: 2,
  'same-text': 1,
  command: 2,
  probe: Infinity,
};

class ErrorLoopRun extends WindowRun {
  counters(): Counter[] {
    return [
      {
        id: 'error-loop',
        label: { id: 'counter.error-loop' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.sameError'],
      },
    ];
  }

  protected judge(records: readonly StepRecord[], newest: StepRecord): Finding | undefined {
    this.nearest = 0;
    let found: Finding | undefined;
    for (const call of newest.calls) {
      if (call.value.failed !== true || call.value.tests !== undefined) {
        continue;
      }
      found = graver(graver(found, this.sameCall(records, call)), this.sameError(records, call));
    }
    return found;
  }

  /** One action that failed in step after step. */
  private sameCall(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const polls = call.value.polls === true;
    const members = membersOf(
      records,
      ({ key, value }) => key === call.key && value.failed === true && value.tests === undefined,
      ({ calls, changed }) =>
        calls.some(({ key, value }) => key === call.key && value.failed !== true)
          ? 'before'
          : changed
            ? 'with'
            : 'not',
      polls,
    );
    return this.finding('verdict.error-loop.call', members, polls ? POLLS_LATER : 1, call);
  }

  /** One error on one target, whatever the arguments. */
  private sameError(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const error = call.value.error;
    if (error === undefined) {
      return undefined;
    }
    const isSame = ({ tool, value }: CallRecord): boolean => {
      // an answer that turned out to be a refusal was not known as one when it came first
      if (value.error === undefined) {
        return value.outcome === error.exact && tool === call.tool;
      }
      if (error.kind === 'validation') {
        return value.error.key === error.key;
      }
      return (
        value.error.target === error.target &&
        (error.sameness === 'any-arguments' || error.sameness === 'denied'
          ? value.error.key === error.key
          : value.error.exact === error.exact)
      );
    };
    // a response that was refused for its form and then put right is no loop
    const isPutRight = (each: CallRecord): boolean =>
      each.value.changes === true || (error.kind === 'validation' && each.value.failed !== true);
    const members = membersOf(records, isSame, ({ calls }) =>
      !calls.some(isSame) && calls.some(isPutRight) ? 'before' : 'not',
    );
    return this.finding(
      'verdict.error-loop.error',
      members,
      call.value.polls === true
        ? Math.max(POLLS_LATER, patience[error.sameness])
        : patience[error.sameness],
      call,
    );
  }

  private finding(
    id: 'verdict.error-loop.call' | 'verdict.error-loop.error',
    members: readonly CallRecord[],
    times: number,
    call: CallRecord,
  ): Finding | undefined {
    const limit = this.thresholds.values['balanced.sameError'];
    const count = members.length;
    this.nearest = Math.max(this.nearest, Math.min(limit, count));
    const level = levelOf(
      count,
      limit * times,
      call.value.polls === true ? (limit * POLLS_LATER) / 2 : limit - 1,
    );
    const threshold = times === Infinity ? limit : limit * times;
    return (
      level && {
        detector: 'error-loop',
        kind: 'error-loop',
        level,
        count,
        threshold,
        key: 'balanced.sameError',
        what: { id, params: { count, threshold, error: call.value.error?.text ?? '' } },
        calls: members.map(({ number }) => number),
        members: [...new Set(members.map(({ key }) => key))],
      }
    );
  }
}
