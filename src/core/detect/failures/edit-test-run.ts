/** One session's runs after edits, judged by `edit-test`. */
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import { Recent } from '../../identity/recent.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { PersonTextId } from '../../view/words/wording.js';
import type { Counter, DetectorRun, Finding } from '../detector.js';
import { chooseLevel } from '../level.js';
import {
  findRun,
  goesWrong,
  groupRuns,
  isUnremarkable,
  tellsNews,
  type RunGroup,
  type RunKey,
  type Sameness,
} from '../runs.js';
import { EqualFailures, FileChanges, type FailureRow } from './equal-failures.js';
import { chooseLimit } from './failure-limits.js';
import { better, FailuresInTurn, makeFinding } from './failures-in-turn.js';

const COMMANDS = 256;

/** The row of a run, and that of the run before if it was another. */
interface RowPlace {
  readonly row: string;
  readonly aside: string | undefined;
}

const sentences: Record<Sameness, PersonTextId> = {
  tests: 'verdict.edit-test.tests',
  command: 'verdict.edit-test.run',
  tried: 'verdict.edit-test.run',
  error: 'verdict.edit-test.run',
  script: 'verdict.edit-test.script',
  growing: 'verdict.edit-test.script',
  silence: 'verdict.edit-test.silent',
  nothing: 'verdict.edit-test.run',
  edit: 'verdict.edit-test.trial',
  witness: 'verdict.edit-test.run',
};

const asides: ReadonlySet<Sameness> = new Set(['script', 'growing']);
const scripted: ReadonlySet<Sameness> = new Set(['script', 'growing', 'silence']);

export class EditTestRun implements DetectorRun {
  private readonly failures = new EqualFailures();
  private readonly changes = new FileChanges();
  private readonly inTurn: FailuresInTurn;
  /** By command that ever went wrong: where its last run belongs. */
  private readonly last = new Recent<{ step: number; now: RowPlace; before: RowPlace | undefined }>(
    COMMANDS,
  );
  /** By command: the row of the error that it shares with others. */
  private readonly shared = new Recent<string>(COMMANDS);
  private nearest = 0;
  /** The same thing went differently after an edit, so whatever its path says, what is edited runs. */
  private editsMatter = false;
  /** Since the last run, files were put back into the state before the edits: what fails there failed before them. */
  private isRestored = false;

  constructor(
    private readonly session: Session,
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {
    this.inTurn = new FailuresInTurn(this.changes, thresholds);
  }

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.restart();
        }
        return undefined;
      case 'outside':
        if (fact.change.progress && fact.change.signal !== 'task') {
          this.changes.add(fact.change.paths ?? [], false, false, this.session.cwd);
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
    this.failures.clear();
    this.last.clear();
    this.shared.clear();
    this.inTurn.restart();
    this.nearest = 0;
    this.editsMatter = false;
    this.isRestored = false;
  }

  private judge(step: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step.number) {
      return undefined;
    }
    let best: Finding | undefined;
    for (const call of record.calls) {
      const { elsewhere, changes, files, restores, reworks } = call.evidence.edits;
      const trial = call.evidence.run?.trial;
      if (elsewhere) {
        this.restart();
      }
      if (trial !== undefined && trial.failure === undefined) {
        this.failures.clear();
      }
      this.isRestored ||= restores;
      const isBack = files.some(({ state }) => state === 'back');
      if (changes || isBack || trial?.failure !== undefined || isDoneAgain(call)) {
        this.changes.add(
          files.map(({ path }) => path),
          files.length > 0 && files.every(({ prints }) => prints),
          reworks,
          this.session.cwd,
        );
      }
      this.seePassed(call);
      best = better(best, this.run(call, step.number));
    }
    return best;
  }

  private seePassed(call: CallRecord): void {
    const passed = call.evidence.tests?.run.passed;
    if (passed !== undefined && !goesWrong(call)) {
      this.failures.endTests(passed);
    }
  }

  private run(call: CallRecord, step: number): Finding | undefined {
    const failuresWanted = this.recent.timesWanted(call);
    const alternating = this.inTurn.alternate(call, step, failuresWanted);
    if (isUnremarkable(call) && !this.last.has(call.key)) {
      return alternating;
    }
    const groups = groupRuns(call);
    this.seeShared(groups, call);
    if (!groups.some(({ of, key }) => key !== undefined || this.last.has(of))) {
      return alternating;
    }
    for (const group of groups) {
      if (call.evidence.outcome.movedOn || this.failures.isFurther(group, this.changes)) {
        this.failures.end(group.id);
        this.inTurn.known.wentWell(call.key);
      }
    }
    let found = better(alternating, this.inTurn.toAndFro(call, step, failuresWanted));
    for (const group of groups) {
      const last = this.last.get(group.of);
      const before = last?.step === step ? last.before : last?.now;
      this.last.set(group.of, { step, now: this.place(group, before), before });
      if (before !== undefined && before.row !== group.id && group.sameness !== 'tried') {
        this.editsMatter ||= call.evidence.run?.rewritten !== true;
      }
      if (group.key !== undefined && !this.isAnother(group, call)) {
        found = better(found, this.equal(group, group.key, call, step));
      }
    }
    this.changes.paths = [];
    this.isRestored = false;
    return found;
  }

  /** Commands that went well since no longer share an error with others. */
  private seeShared(groups: readonly RunGroup[], call: CallRecord): void {
    const shared = groups.find(({ sameness }) => sameness === 'error');
    if (shared !== undefined) {
      this.shared.set(call.key, shared.id);
    } else if (!goesWrong(call)) {
      const id = this.shared.get(call.key);
      if (id !== undefined) {
        this.failures.withdraw(id, call.key);
      }
    }
  }

  /** A script of its own that breaks in another way once is an aside: only two in a row show that the edits got somewhere. */
  private place({ id, key, sameness }: RunGroup, before: RowPlace | undefined): RowPlace {
    const rows = [before?.row, before?.aside];
    if (key === undefined) {
      for (const row of rows) {
        if (row !== undefined && row !== id) {
          this.failures.end(row);
        }
      }
      return { row: id, aside: undefined };
    }
    const mayBeAside = asides.has(sameness);
    if (mayBeAside && before !== undefined && before.row !== id && !this.isRestored) {
      this.failures.seeAside(before.row, id);
    }
    const moved = mayBeAside ? before?.aside : before?.row;
    if (moved !== undefined && moved !== id) {
      this.failures.interrupt(moved);
    }
    return { row: id, aside: before?.row === id ? undefined : before?.row };
  }

  /** An error of the same name that comes with what no failing run had told before. */
  private isAnother({ id, sameness }: RunGroup, call: CallRecord): boolean {
    return (
      (sameness === 'command' || sameness === 'error') && tellsNews(call) && this.failures.has(id)
    );
  }

  /** The same failure in spite of changes. */
  private equal(group: RunGroup, key: RunKey, call: CallRecord, step: number): Finding | undefined {
    const run = findRun(call, step, this.editsMatter ? undefined : this.changes.paths);
    const row = this.failures.add(group, run, this.changes);
    return row && this.finding(row, group, key, call);
  }

  private finding(
    row: FailureRow,
    group: RunGroup,
    key: RunKey,
    call: CallRecord,
  ): Finding | undefined {
    const { tests } = call.evidence;
    const usual = this.thresholds.values[key];
    const { count, limit, watchAt } = chooseLimit(row, group, usual, tests?.run);
    const failuresWanted = this.recent.timesWanted(call);
    if (key === 'balanced.equalTests') {
      this.nearest = Math.min(count, usual);
    }
    const level = chooseLevel(count, limit * failuresWanted, watchAt * failuresWanted);
    if (level === undefined) {
      return undefined;
    }
    const threshold = limit === Infinity ? watchAt : limit * failuresWanted;
    const newest = row.runs.at(-1);
    const copy = newest?.copyEdited === true ? newest.otherCopy : undefined;
    const params = {
      count,
      threshold,
      failing: tests?.run.failing.length ?? 0,
      ...copy,
    };
    const id = copy === undefined ? sentences[group.sameness] : 'verdict.edit-test.copy';
    const ofScripts = scripted.has(group.sameness);
    return makeFinding(level, row.runs, count, threshold, key, { id, params }, ofScripts);
  }
}

/** A command that says no more than that it was done, as it was before. */
function isDoneAgain({ evidence: { action, outcome, repeat, tests } }: CallRecord): boolean {
  return (
    action.class === 'shell' &&
    !repeat.first &&
    !outcome.failed &&
    (outcome.says === 'good' || outcome.says === 'silent') &&
    tests === undefined &&
    !action.looks &&
    !action.runs &&
    !action.noOp
  );
}
