/**
 * Edits that change nothing: after edit upon edit the same tests fail in the same way, or the same command gives the same
 * error. Progress is that the set of failing tests is another one; a repeated good result is none of this detector's business.
 */
import type { Session, Step } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { Recent } from '../identity/hash.js';
import type { Message, PersonTextId } from '../view/wording.js';
import type { Counter, Detector, DetectorRun, Finding, DetectorContext } from './detector.js';
import { KnownFailures, type FailedRun } from './known-failures.js';
import { isFailing, type TestRun } from '../identity/test-run/test-run.js';
import { fromFolder } from '../identity/tool.js';
import type { CallRecord, RecentSteps } from '../evidence/recent-steps.js';
import { asksForFailure, isTestFile } from '../identity/test-run/test-files.js';
import { levelOf } from './window-run.js';

export const editTest: Detector = {
  id: 'edit-test',
  hears: ['turn-start', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new EditTestRun(session, recent, thresholds),
};

/** Runs with one outcome, each after a change that the one before did not have. `afterSource`: how many of them after a change of something else than tests. */
interface Row {
  calls: (FailedRun & { looks: boolean })[];
  after: number;
  /** After how many changes that were more than prints. */
  afterAttempts: number;
  afterSource: number;
  source: number;
  /** Files that were changed between them. */
  paths: string[];
  /** One of them was changed again: the edits are about this, and do not move on through other files. */
  revisited: boolean;
  /** How many tests passed: where more pass than before, something came of the edits though the same ones fail. */
  passed: number | undefined;
}

type RunKey = 'balanced.equalTests' | 'balanced.equalRuns';

/** While nothing but tests and their samples is edited they are being written, and it takes longer until they run: so many times the limit. */
const WRITING_TESTS = 2;
/** Where a person wants a test that fails, or something that is refused, it cannot be known whether red is bad: so many times the limit. */
const ASKED_FOR = 2;
/** So many passing tests for each that fails, and those that fail may be old: so many times the limit. */
const NEARLY_ALL = 20;
const OLD_FAILURES = 2;
/** A run after nothing but prints were put in or taken out is a look: so many are worth an attempt. */
const LOOKS = 3;
/** To go to and fro between failures may be a way forward: so many times the limit, and an early warning before. */
const TO_AND_FRO = 3;
const TO_AND_FRO_WARNED = 2;
/** Runs more where the output neither tells of trouble nor of success, and where other scripts came to the same error. */
const UNPROVEN_LATER = 1;
const OTHERS_LATER = 1;
const REMEMBERED = 256;
const LISTED = 64;

class EditTestRun implements DetectorRun {
  /** By outcome of tests, whatever the command; by command and outcome of anything else. */
  private rows = new Recent<Row>(REMEMBERED);
  /** By command that ever went wrong: the row that its last run was part of. */
  private last = new Recent<{ step: number; row: string; before?: string }>(REMEMBERED);
  private readonly knownFailures = new KnownFailures();
  /** Counts changes of files by this session. */
  private changes = 0;
  /** Of these, changes of other files than tests. */
  private sourceChanges = 0;
  /** Of these, changes that were more than prints. */
  private attempts = 0;
  /** Files changed since the last run that counted. */
  private changedSince: string[] = [];
  private nearest = 0;
  /** The person asked for something that fails. */
  private asked = false;

  constructor(
    private readonly session: Session,
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.restart();
          this.asked = asksForFailure(fact.prompt ?? '');
        }
        return undefined;
      case 'outside':
        if (fact.change.progress && fact.change.signal !== 'task') {
          this.change(fact.change.paths ?? []);
        }
        return undefined;
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [
      {
        id: 'edit-test',
        label: { id: 'counter.edit-test' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.equalTests'],
      },
    ];
  }

  private restart(): void {
    this.rows.clear();
    this.last.clear();
    this.knownFailures.restart();
    this.nearest = 0;
  }

  private judge(step: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step.number) {
      return undefined;
    }
    let best: Finding | undefined;
    for (const call of record.calls) {
      if (call.value.elsewhere === true) {
        this.restart();
      }
      if (call.value.changes === true) {
        this.change(
          call.value.edits?.map(({ path }) => path) ?? [],
          call.value.edits?.every(({ prints }) => prints),
        );
      }
      const finding = this.run(call, step.number);
      if (finding !== undefined && (best === undefined || best.level === 'watch')) {
        best = finding;
      }
    }
    return best;
  }

  private change(paths: readonly string[], prints = false): void {
    this.changes += 1;
    if (!prints) {
      this.attempts += 1;
    }
    for (const path of paths) {
      this.changedSince.push(path);
    }
    while (this.changedSince.length > LISTED) {
      this.changedSince.shift();
    }
    if (
      paths.length === 0 ||
      !paths.every((path) => isTestFile(fromFolder(path, this.session.cwd)))
    ) {
      this.sourceChanges += 1;
    }
  }

  private run(call: CallRecord, step: number): Finding | undefined {
    // most commands never go wrong
    if (!goesWrong(call) && !this.last.has(call.key)) {
      return undefined;
    }
    let found = this.toAndFro(call, step);
    for (const row of rowsOf(call)) {
      const last = this.last.get(row.of);
      const before = last?.step === step ? last.before : last?.row;
      this.last.set(row.of, { step, row: row.id, before });
      // the same command came to something else: what it came to before is over
      if (before !== undefined && before !== row.id) {
        this.rows.delete(before);
      }
      if (row.key === undefined) {
        continue;
      }
      const finding = this.count(row.id, row.key, row.later ?? 0, call, step);
      if (finding !== undefined && (found === undefined || found.level === 'watch')) {
        found = finding;
      }
    }
    return found;
  }

  private count(
    id: string,
    key: RunKey,
    later: number,
    call: CallRecord,
    step: number,
  ): Finding | undefined {
    const { tests } = call.value;
    const kept = this.rows.get(id);
    const known =
      kept !== undefined && kept.passed === tests?.passed
        ? kept
        : {
            calls: [],
            after: -1,
            afterAttempts: -1,
            source: this.sourceChanges,
            afterSource: 0,
            paths: [],
            revisited: false,
            passed: tests?.passed,
          };
    const again = known.calls.at(-1)?.step === step;
    if (!again && known.after === this.changes) {
      return undefined;
    }
    const looks = again
      ? known.calls.at(-1)?.looks === true
      : known.afterAttempts === this.attempts;
    const calls = [
      ...(again ? known.calls.slice(0, -1) : known.calls),
      { step, number: call.number, key: call.key, outcome: call.value.outcome ?? '', looks },
    ].slice(-LISTED);
    const afterSource = known.afterSource + (again || known.source === this.sourceChanges ? 0 : 1);
    const since = calls.length > 1 ? this.changedSince : [];
    const revisited =
      known.revisited ||
      (calls.length > 1 && since.length === 0) ||
      since.some((path) => known.paths.includes(path));
    this.rows.set(id, {
      calls,
      after: this.changes,
      afterAttempts: this.attempts,
      source: this.sourceChanges,
      afterSource,
      revisited,
      passed: tests?.passed,
      paths:
        since.length === 0 ? known.paths : [...new Set([...known.paths, ...since])].slice(-LISTED),
    });
    this.changedSince = [];
    return this.finding(
      calls,
      key,
      calls.length > 1 ? patienceWith(tests, afterSource > 0, revisited || id !== ownRow(call)) : 1,
      later,
      call,
    );
  }

  private toAndFro(call: CallRecord, step: number): Finding | undefined {
    const { tests, error, outcome = '', edits, script } = call.value;
    if (!goesWrong(call)) {
      if (outcome !== '') {
        this.knownFailures.wentWell(call.key);
      }
      return undefined;
    }
    if ((tests === undefined && error === undefined) || (edits !== undefined && script !== true)) {
      return undefined;
    }
    const calls = this.knownFailures.see(
      call.key,
      `${ownRow(call)} ${tests?.passed ?? ''}`,
      namesOf(call),
      { step, number: call.number, key: call.key, outcome },
      this.attempts,
      this.changedSince,
    );
    const key = tests === undefined ? 'balanced.equalRuns' : 'balanced.equalTests';
    const usual = this.thresholds.values[key] * (this.asked ? ASKED_FOR : 1);
    const level = levelOf(calls.length, usual * TO_AND_FRO, usual * TO_AND_FRO_WARNED);
    return (
      level &&
      verdict(level, calls, calls.length, usual * TO_AND_FRO, key, {
        id: 'verdict.edit-test.known',
        params: { count: calls.length, threshold: usual * TO_AND_FRO },
      })
    );
  }

  private finding(
    calls: Row['calls'],
    key: RunKey,
    patience: number,
    later: number,
    { value: { tests } }: CallRecord,
  ): Finding | undefined {
    const usual = this.thresholds.values[key] + later;
    const limit = usual * patience * (this.asked ? ASKED_FOR : 1);
    const count = attemptsIn(calls);
    if (key === 'balanced.equalTests') {
      this.nearest = Math.min(count, usual);
    }
    const level = levelOf(count, limit, patience === Infinity ? usual : limit - 1);
    const id: PersonTextId =
      tests === undefined ? 'verdict.edit-test.run' : 'verdict.edit-test.tests';
    const threshold = patience === Infinity ? usual : limit;
    return (
      level &&
      verdict(level, calls, count, threshold, key, {
        id,
        params: { count, threshold, failing: tests?.failing.length ?? 0 },
      })
    );
  }
}

function verdict(
  level: Finding['level'],
  calls: readonly FailedRun[],
  count: number,
  threshold: number,
  key: RunKey,
  what: Message,
): Finding {
  const keys = [...new Set(calls.map((each) => each.key))];
  return {
    detector: 'edit-test',
    kind: 'no-progress',
    level,
    count,
    threshold,
    key,
    what,
    calls: calls.map(({ number }) => number),
    members: keys,
    until: { keys, outcomes: [...new Set(calls.map(({ outcome }) => outcome))] },
  };
}

function attemptsIn(calls: Row['calls']): number {
  const looks = calls.filter((call) => call.looks).length;
  return calls.length - looks + Math.floor(looks / LOOKS);
}

/** Runners whose findings may be old ones in files that nobody touches. */
const checkers = /^(?:tsc|eslint|lint|compiler)(?:\+(?:tsc|eslint|lint|compiler))*$/;

/** How many times as long the same failures may last: they may be old ones that the edits are not about. */
function patienceWith(
  tests: TestRun | undefined,
  sourceChanged: boolean,
  revisited: boolean,
): number {
  if (tests === undefined) {
    return (sourceChanged ? 1 : WRITING_TESTS) * (revisited ? 1 : OLD_FAILURES);
  }
  const isChecker = checkers.test(tests.runner);
  if (!revisited && isChecker) {
    return Infinity;
  }
  const { failing, failed = 0, passed = 0 } = tests;
  // of many findings that read alike another one may be gone each time
  const areAlike = isChecker && failed > failing.length;
  const mayBeOld =
    !revisited || areAlike || (failing.length > 0 && passed >= failing.length * NEARLY_ALL);
  return (sourceChanged ? 1 : WRITING_TESTS) * (mayBeOld ? OLD_FAILURES : 1);
}

/** `of`: what was run; `id`: how it went; without `key` it went well. */
interface RunRow {
  of: string;
  id: string;
  key?: RunKey;
  later?: number;
}

function goesWrong({ value: { tests, failed, troubled, unproven, unmoved } }: CallRecord): boolean {
  return tests !== undefined
    ? isFailing(tests)
    : failed === true || troubled === true || unproven === true || unmoved === true;
}

/** One command that is not a test run, and what it came to; of a test run its failures, whatever the command. */
function ownRow({ key, value: { tests, error, outcome } }: CallRecord): string {
  return tests === undefined ? `${key} ${error?.line ?? outcome ?? ''}` : `t ${tests.key}`;
}

/** What failed in a run, by name where that is told. */
function namesOf(call: CallRecord): readonly string[] {
  const { tests } = call.value;
  if (tests === undefined) {
    return [ownRow(call)];
  }
  return tests.failing.length > 0
    ? tests.failing
    : tests.errors.length > 0
      ? tests.errors
      : [tests.runner];
}

/** The rows to which a run belongs; none for calls that run nothing. */
function rowsOf(call: CallRecord): RunRow[] {
  const { key, value } = call;
  const { tests, outcome, edits, failed, troubled, error, script } = value;
  if (tests !== undefined) {
    return [
      { of: key, id: ownRow(call), key: goesWrong(call) ? 'balanced.equalTests' : undefined },
    ];
  }
  if (outcome === undefined || (edits !== undefined && script !== true)) {
    return [];
  }
  const own: RunRow = {
    of: key,
    id: ownRow(call),
    key: goesWrong(call) ? 'balanced.equalRuns' : undefined,
    later: failed === true || troubled === true || value.unmoved === true ? 0 : UNPROVEN_LATER,
  };
  // ever new scripts that come to the same error
  return script === true && error !== undefined
    ? [
        own,
        {
          of: error.target,
          id: `${error.target} ${error.line}`,
          key: 'balanced.equalRuns',
          later: OTHERS_LATER,
        },
      ]
    : [own];
}
