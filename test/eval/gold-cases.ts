/** Cases whose first verdicts somebody else has written down: whether they come as expected. */
import type { Expected } from './labels.js';
import type { JudgedRun } from './judged.js';
import { verdictLine } from './print.js';

export interface CaseOutcome {
  holds: boolean;
  /** The verdicts, in words. */
  got: string[];
}

export function compareCase(expected: Expected, run: JudgedRun): CaseOutcome {
  const verdicts = run.verdicts.filter(({ level }) => level !== 'waiting');
  return {
    holds: isAsExpected(expected, run),
    got: verdicts.map((verdict) => verdictLine(verdict, run.session)),
  };
}

function isAsExpected(expected: Expected, { verdicts }: JudgedRun): boolean {
  const stalled = verdicts.find(({ level }) => level === 'stalled');
  switch (expected.kind) {
    case 'stalled':
      return (
        stalled !== undefined &&
        stalled.call + 1 >= expected.from &&
        stalled.call + 1 <= expected.to
      );
    case 'nostall':
      return stalled === undefined;
    case 'anyverdict':
      return verdicts.some(({ level }) => level !== 'waiting');
    case 'reason-not':
      return verdicts.every(({ reason }) => !reason.includes(expected.text));
  }
}

export function describeExpected(expected: Expected): string {
  switch (expected.kind) {
    case 'stalled':
      return `stalled at calls ${expected.from} to ${expected.to}`;
    case 'nostall':
      return 'no stall';
    case 'anyverdict':
      return 'some verdict';
    case 'reason-not':
      return `no sentence with "${expected.text}"`;
  }
}
