/**
 * The same trouble again: one call that keeps failing, whatever its error says, or one error whatever the arguments, also if
 * it arrives as ordinary output. A change of files restarts the count. Distinct questions that each find nothing are no error
 * loop: their errors must be the same, arguments included, and even then they only warn.
 */
import type { ErrorSameness } from '../identity/call-error.js';
import type { Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { Counter, Detector, Finding, DetectorContext } from './detector.js';
import type { CallRecord, StepRecord } from '../evidence/recent-steps.js';
import { graver, levelOf, membersOf, POLL_FACTOR, windowFacts, WindowRun } from './window-run.js';

export const errorLoop: Detector = {
  id: 'error-loop',
  hears: windowFacts,
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new ErrorLoopRun(recent, thresholds),
};

/** Factor on the limit: how long it may be honest that other arguments give the same error. */
const patience: Record<ErrorSameness, number> = {
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
      if (!call.evidence.outcome.failed || call.evidence.tests !== undefined) {
        continue;
      }
      found = graver(graver(found, this.sameCall(records, call)), this.sameError(records, call));
    }
    return found;
  }

  /** One action that failed in step after step. */
  private sameCall(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const polls = call.evidence.action.polls;
    const members = membersOf(
      records,
      ({ key, evidence }) =>
        key === call.key && evidence.outcome.failed && evidence.tests === undefined,
      ({ calls, changed }) =>
        calls.some(({ key, evidence }) => key === call.key && !evidence.outcome.failed)
          ? 'before'
          : changed
            ? 'with'
            : 'not',
      polls,
    );
    return this.finding('verdict.error-loop.call', members, polls ? POLL_FACTOR : 1, call);
  }

  /** One error on one target, whatever the arguments. */
  private sameError(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const error = call.evidence.error;
    if (error === undefined) {
      return undefined;
    }
    const isSame = ({ tool, evidence: { error: other, outcome } }: CallRecord): boolean => {
      // a refusal that could not be recognised as one when it came first
      if (other === undefined) {
        return outcome.key === error.exact && tool === call.tool;
      }
      if (error.kind === 'validation') {
        return other.key === error.key;
      }
      return (
        other.target === error.target &&
        (error.sameness === 'any-arguments' || error.sameness === 'denied'
          ? other.key === error.key
          : other.exact === error.exact)
      );
    };
    // a call that was rejected for its form and then corrected is no loop
    const isPutRight = (each: CallRecord): boolean =>
      each.evidence.edits.changes || (error.kind === 'validation' && !each.evidence.outcome.failed);
    const members = membersOf(records, isSame, ({ calls }) =>
      !calls.some(isSame) && calls.some(isPutRight) ? 'before' : 'not',
    );
    return this.finding(
      'verdict.error-loop.error',
      members,
      call.evidence.action.polls
        ? Math.max(POLL_FACTOR, patience[error.sameness])
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
      call.evidence.action.polls ? (limit * POLL_FACTOR) / 2 : limit - 1,
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
        what: { id, params: { count, threshold, error: call.evidence.error?.text ?? '' } },
        calls: members.map(({ number }) => number),
        members: [...new Set(members.map(({ key }) => key))],
      }
    );
  }
}
