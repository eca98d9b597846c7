/** Answers of tools that try what they edited: they build it or run its tests, and report how that went. */
import { isFailing, mayBeTestRun, testRun } from '../test-run/test-run.js';

/** How the trial of an edit went. */
export interface Trial {
  /** Identity of the failure; undefined if the trial went well. */
  failure: string | undefined;
}

/** Characters from which on an edit's answer is more than an acknowledgement or a refusal. */
const REPORT = 200;

/** Said of this trial: at a line's start, or with a number. */
const failed =
  /^\W{0,3}(?:build|compilation|compile|tests?|checks?) failed\b|^\W{0,3}(?:cannot|could not|failed to) compile\b|^\W{0,3}compil(?:e|ation) errors?\b|^Traceback \(|^\S+:\d+(?::\d+)?:? (?:fatal )?error\b|\b[1-9]\d* (?:tests? )?(?:failed|failing)\b/im;
const passed =
  /\b(?:0|no|zero) (?:tests? )?(?:failing|failed|failures|errors)\b|\ball (?:\d+ )?(?:tests?|test cases|checks) pass|\bbuild succe|\b[1-9]\d* (?:tests? )?passed\b/i;

/**
 * @param hash of the answer without noise
 * @returns undefined if the answer reports no trial
 */
export function trialIn(answer: string, hash: string): Trial | undefined {
  const run = mayBeTestRun(answer) ? testRun(answer) : undefined;
  if (run !== undefined) {
    return { failure: isFailing(run) ? run.key : undefined };
  }
  if (passed.test(answer)) {
    return { failure: undefined };
  }
  return answer.length >= REPORT && failed.test(answer) ? { failure: hash } : undefined;
}
