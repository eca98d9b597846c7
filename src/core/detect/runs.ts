/** Runs of tests and programs: whether they went wrong, and which other runs went wrong in the same way. */
import type { CallRecord } from '../evidence/recent-steps.js';
import { isFailing } from '../identity/test-run/test-run.js';

/** The setting that limits equal runs of this kind. */
export type RunKey = 'balanced.equalTests' | 'balanced.equalRuns';

export interface Run {
  step: number;
  /** Number of the call. */
  number: number;
  /** Identity of the action. */
  key: string;
  outcome: string;
}

/** Runs that are counted together. */
export interface RunGroup {
  /** What ran. */
  of: string;
  /** What ran and how it went. */
  id: string;
  /** Undefined if it went well. */
  key: RunKey | undefined;
  /** Runs to add to the limit. */
  extra: number;
}

/** Where the output speaks neither of trouble nor of success, and where other scripts came to the same error. */
const EXTRA_UNPROVEN = 1;
const EXTRA_OTHER_SCRIPTS = 1;

export function runOf({ number, key, evidence }: CallRecord, step: number): Run {
  return { step, number, key, outcome: evidence.outcome.key ?? '' };
}

export function goesWrong({ evidence: { tests, outcome, reads } }: CallRecord): boolean {
  return tests !== undefined
    ? isFailing(tests.run)
    : outcome.failed || outcome.troubled || outcome.unproven || reads?.unmoved === true;
}

/** An edit alone shows no outcome, unless the command also runs something. */
export function onlyEdits({ evidence: { edits, action } }: CallRecord): boolean {
  return edits.files.length > 0 && !action.runs;
}

/** Tests by their failures, whatever the command; anything else by command and outcome. */
export function failureOf({ key, evidence: { tests, error, outcome } }: CallRecord): string {
  return tests === undefined ? `${key} ${error?.line ?? outcome.key ?? ''}` : `t ${tests.run.key}`;
}

/** What failed in a run, by name where the output says so. */
export function failingNames(call: CallRecord): readonly string[] {
  const run = call.evidence.tests?.run;
  if (run === undefined) {
    return [failureOf(call)];
  }
  if (run.failing.length > 0) {
    return run.failing;
  }
  return run.errors.length > 0 ? run.errors : [run.runner];
}

/** The groups that a run belongs to; none for a call that runs nothing. */
export function groupsOf(call: CallRecord): RunGroup[] {
  const {
    key,
    evidence: { tests, outcome, error, action, reads },
  } = call;
  const isWrong = goesWrong(call);
  if (tests !== undefined) {
    const limit = isWrong ? 'balanced.equalTests' : undefined;
    return [{ of: key, id: failureOf(call), key: limit, extra: 0 }];
  }
  if (onlyEdits(call)) {
    return [];
  }
  const isProven = outcome.failed || outcome.troubled || reads?.unmoved === true;
  const own: RunGroup = {
    of: key,
    id: failureOf(call),
    key: isWrong ? 'balanced.equalRuns' : undefined,
    extra: isProven ? 0 : EXTRA_UNPROVEN,
  };
  if (!action.runs || error === undefined) {
    return [own];
  }
  // ever new scripts that come to the same error
  const alike: RunGroup = {
    of: error.target,
    id: `${error.target} ${error.line}`,
    key: 'balanced.equalRuns',
    extra: EXTRA_OTHER_SCRIPTS,
  };
  return [own, alike];
}
