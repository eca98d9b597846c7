/**
 * Edits that change nothing: after edit upon edit the same tests fail in the same way, or the same command gives the same
 * error. Progress is that the set of failing tests is another one; a repeated good result is none of this detector's business.
 */
import type { Session, Step } from '../session.js';
import type { Thresholds } from '../thresholds.js';
import type { Fact } from '../fact.js';
import { Recent } from '../identity/hash.js';
import type { PersonTextId } from '../wording.js';
import type { Counter, Detector, DetectorRun, Finding } from './detector.js';
import type { CallRecord } from './recent-steps.js';

export const editTest: Detector = {
  id: 'edit-test',
  hears: ['turn-start', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds) => new Run(session, thresholds),
};

/** Runs with one outcome, each after a change that the one before did not have. `afterSource`: how many of them after a change of something else than tests. */
interface Row {
  calls: { step: number; number: number; key: string; outcome: string }[];
  after: number;
  afterSource: number;
  source: number;
  /** How many tests passed: where more pass than before, something came of the edits though the same ones fail. */
  passed: number | undefined;
}

type RunKey = 'balanced.equalTests' | 'balanced.equalRuns';

/** While nothing but tests is edited they are being written, and it takes longer until they run: so many times the limit. */
const WRITING_TESTS = 2;
const REMEMBERED = 256;
const LISTED = 64;

class Run implements DetectorRun {
  /** By outcome of tests, whatever the command; by command and outcome of anything else. */
  private rows = new Recent<Row>(REMEMBERED);
  /** By command that ever went wrong: the row that its last run was part of. */
  private last = new Recent<{ step: number; row: string; before?: string }>(REMEMBERED);
  /** Counts changes of files by this session. */
  private changes = 0;
  /** Of these, changes of other files than tests. */
  private sourceChanges = 0;
  private nearest = 0;

  constructor(private readonly session: Session, private readonly thresholds: Thresholds) {}

  see(fact: Fact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) { this.restart(); }
        return undefined;
      case 'outside':
        if (fact.change.progress && fact.change.signal !== 'task') { this.change(fact.change.paths ?? []); }
        return undefined;
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    return [{ id: 'edit-test', label: { id: 'counter.edit-test' }, value: this.nearest, limit: this.thresholds.values['balanced.equalTests'] }];
  }

  private restart(): void {
    this.rows.clear();
    this.last.clear();
    this.nearest = 0;
  }

  private judge(step: Step): Finding | undefined {
    const record = this.session.recent.newest;
    if (record?.step !== step.number) { return undefined; }
    let best: Finding | undefined;
    for (const call of record.calls) {
      if (call.value.changes === true) { this.change(call.value.edits?.map(({ path }) => path) ?? []); }
      const finding = this.run(call, step.number);
      if (finding !== undefined && (best === undefined || best.level === 'watch')) { best = finding; }
    }
    return best;
  }

  private change(paths: readonly string[]): void {
    this.changes += 1;
    if (paths.length === 0 || !paths.every(isTestFile)) { this.sourceChanges += 1; }
  }

  private run(call: CallRecord, step: number): Finding | undefined {
    if (!isRun(call)) { return undefined; }
    const last = this.last.get(call.key);
    const trouble = troubleOf(call);
    // most commands never go wrong
    if (last === undefined && trouble === undefined) { return undefined; }
    const row = rowOf(call);
    const before = last?.step === step ? last.before : last?.row;
    this.last.set(call.key, { step, row, before });
    // the same command came to something else: what it came to before is over
    if (before !== undefined && before !== row) { this.rows.delete(before); }
    if (trouble === undefined) { return undefined; }
    const passed = call.value.tests?.passed;
    const kept = this.rows.get(row);
    const known = kept !== undefined && kept.passed === passed ? kept : { calls: [], after: -1, source: this.sourceChanges, afterSource: 0, passed };
    const again = known.calls.at(-1)?.step === step;
    if (!again && known.after === this.changes) { return undefined; }
    const calls = [...(again ? known.calls.slice(0, -1) : known.calls), { step, number: call.number, key: call.key, outcome: call.value.outcome ?? '' }].slice(-LISTED);
    const afterSource = known.afterSource + (again || known.source === this.sourceChanges ? 0 : 1);
    this.rows.set(row, { calls, after: this.changes, source: this.sourceChanges, afterSource, passed });
    return this.finding(calls, trouble, afterSource === 0 ? WRITING_TESTS : 1, call);
  }

  private finding(calls: Row['calls'], key: RunKey, patience: number, { value: { tests } }: CallRecord): Finding | undefined {
    const limit = this.thresholds.values[key] * patience;
    const count = calls.length;
    if (key === 'balanced.equalTests') { this.nearest = Math.min(count, limit); }
    if (count < Math.max(2, limit - 1)) { return undefined; }
    const id: PersonTextId = tests === undefined ? 'verdict.edit-test.run' : 'verdict.edit-test.tests';
    return {
      detector: 'edit-test', kind: 'no-progress', level: count >= limit ? 'stalled' : 'watch', count, threshold: limit, key,
      what: { id, params: { count, threshold: limit, failing: tests?.failing.length ?? 0 } }, calls: calls.map(({ number }) => number), members: [...new Set(calls.map((each) => each.key))],
      until: { keys: [...new Set(calls.map((each) => each.key))], outcomes: [...new Set(calls.map(({ outcome }) => outcome))] },
    };
  }
}

const testFile = /(?:^|[\\/._-])(?:tests?|specs?)(?:[._-][^\\/]*)?$|(?:Tests?|Specs?)\.\w+$/;

function isTestFile(path: string): boolean {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return testFile.test(name) || /^tests?[._-]/.test(name);
}

function isRun({ value: { tests, outcome, edits } }: CallRecord): boolean {
  return tests !== undefined || (outcome !== undefined && edits === undefined);
}

/** The limit for runs that end like this one; undefined where it went well. */
function troubleOf({ value: { tests, failed, troubled } }: CallRecord): RunKey | undefined {
  if (tests === undefined) { return failed === true || troubled === true ? 'balanced.equalRuns' : undefined; }
  return tests.failing.length > 0 || tests.errors.length > 0 || (tests.failed ?? 0) > 0 ? 'balanced.equalTests' : undefined;
}

/** The row to which a run belongs. */
function rowOf({ key, value: { tests, outcome = '', error } }: CallRecord): string {
  return tests === undefined ? `${key} ${error?.key ?? outcome}` : `t ${tests.key}`;
}
