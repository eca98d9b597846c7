/** Failures that take turns after edits: between known ways to fail, or in rounds of several commands. */
import type { CallRecord } from '../../evidence/recent-steps.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import type { Message } from '../../view/words/wording.js';
import type { Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import {
  failingNames,
  findFailure,
  findRun,
  goesWrong,
  onlyEdits,
  tellsNews,
  type Run,
} from '../runs.js';
import { AlternatingFailures } from './alternating-failures.js';
import type { FileChanges } from './equal-failures.js';
import { KnownFailures } from './known-failures.js';

/** Alternating between known failures may be a way forward: this many times the limit, and an early warning before. */
const TO_AND_FRO = 3;
const TO_AND_FRO_WARNED = 2;

/** How a run went wrong, whatever the command. */
function findWay(call: CallRecord): string {
  const { outcome, tests, error } = call.evidence;
  const named = tests === undefined ? error?.line : undefined;
  return outcome.core ?? named ?? findFailure(call);
}

export class FailuresInTurn {
  readonly known = new KnownFailures();
  private readonly alternating = new AlternatingFailures();

  constructor(
    private readonly changes: FileChanges,
    private readonly thresholds: Thresholds,
  ) {}

  restart(): void {
    this.known.restart();
    this.alternating.restart();
  }

  /**
   * Failures that alternate, whichever commands show them.
   * @param wanted how many times the usual limit failures may come
   */
  alternate(call: CallRecord, step: number, wanted: number): Finding | undefined {
    const { action, tests } = call.evidence;
    if (action.looks || action.polls || onlyEdits(call)) {
      return undefined;
    }
    const isWrong = goesWrong(call);
    // most calls never go wrong
    if (!isWrong && !this.alternating.hasFailed(call.key)) {
      return undefined;
    }
    const rounds = this.alternating.add({
      run: findRun(call, step),
      way: isWrong ? `${findWay(call)} ${tests?.run.passed ?? ''}` : 'well',
      failing: isWrong ? failingNames(call) : [],
      news: isWrong && tellsNews(call),
      paths: [...new Set(this.changes.paths)],
      changes: this.changes.attempts,
    });
    if (rounds === undefined || !isWrong) {
      return undefined;
    }
    const { runs, period } = rounds;
    const key = 'balanced.cycleRounds';
    const threshold = this.thresholds.values[key] * wanted;
    const level = chooseLevel(runs.length, period * threshold, period * threshold - 1);
    const count = Math.floor(runs.length / period);
    return (
      level &&
      makeFinding(level, runs, count, threshold, key, {
        id: 'verdict.edit-test.alternating',
        params: { count, threshold },
      })
    );
  }

  /** Failures that keep changing, all of them known. */
  toAndFro(call: CallRecord, step: number, wanted: number): Finding | undefined {
    const { tests, error, outcome, run } = call.evidence;
    if (!goesWrong(call)) {
      if (outcome.key !== '') {
        this.known.wentWell(call.key);
      }
      return undefined;
    }
    if (
      (tests === undefined && error === undefined) ||
      onlyEdits(call) ||
      run?.trial !== undefined
    ) {
      return undefined;
    }
    const runs = this.known.see(
      `${findFailure(call)} ${tests?.run.passed ?? ''}`,
      failingNames(call),
      findRun(call, step),
      this.changes.attempts,
      this.changes.paths,
    );
    const key = tests === undefined ? 'balanced.equalRuns' : 'balanced.equalTests';
    const usual = this.thresholds.values[key] * wanted;
    const [count, threshold] = [runs.length, usual * TO_AND_FRO];
    const level = chooseLevel(count, threshold, usual * TO_AND_FRO_WARNED);
    return (
      level &&
      makeFinding(level, runs, count, threshold, key, {
        id: 'verdict.edit-test.known',
        params: { count, threshold },
      })
    );
  }
}

/** The later finding, unless the earlier one is `stalled`. */
export function better(one: Finding | undefined, other: Finding | undefined): Finding | undefined {
  return one === undefined || (one.level === 'watch' && other !== undefined) ? other : one;
}

export function makeFinding(
  level: Finding['level'],
  runs: readonly Run[],
  count: number,
  threshold: number,
  key: ThresholdKey,
  what: Message,
  ofScripts = false,
): Finding {
  const keys = [...new Set(runs.map((run) => run.key))];
  return {
    detector: 'edit-test',
    kind: 'no-progress',
    level,
    count,
    threshold,
    key,
    what,
    calls: runs.map(({ number }) => number),
    members: keys,
    until: {
      keys,
      outcomes: [...new Set(runs.map(({ outcome }) => outcome))],
      errors: [...new Set(runs.flatMap(({ errors }) => errors))],
      ...(ofScripts && {
        cores: [...new Set(runs.flatMap(({ core }) => (core ? [core.all, core.last] : [])))],
      }),
    },
  };
}
