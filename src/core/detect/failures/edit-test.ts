/**
 * Edits that change nothing: after edit upon edit the same tests fail in the same way, or the same command gives the same
 * error. Progress is another set of failing tests; a repeated good result is not judged here.
 */
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import { Recent } from '../../identity/recent.js';
import { countWantedFailures } from '../../identity/test-run/test-files.js';
import type { ThresholdKey, Thresholds } from '../../thresholds/thresholds.js';
import type { Session, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import type { Message, PersonTextId } from '../../view/words/wording.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from '../detector.js';
import { EqualFailures, FileChanges, type FailureRow } from './equal-failures.js';
import { chooseLimit } from './failure-limits.js';
import { AlternatingFailures } from './alternating-failures.js';
import { KnownFailures } from './known-failures.js';
import { chooseLevel } from '../level.js';
import {
  failingNames,
  findFailure,
  goesWrong,
  groupRuns,
  isUnremarkable,
  onlyEdits,
  findRun,
  tellsNews,
  type Run,
  type RunGroup,
  type RunKey,
  type Sameness,
} from '../runs.js';

export const editTest = defineDetector({
  id: 'edit-test',
  words: {
    'verdict.edit-test.tests': {
      en: 'The same tests failed {count} times despite edits (limit {threshold}).',
      de: 'Dieselben Tests schlugen trotz Bearbeitungen {count}-mal fehl (Grenze {threshold}).',
      equal: 'equal.tests',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.run': {
      en: 'The same command gave the same result {count} times despite edits (limit {threshold}).',
      de: 'Derselbe Befehl ergab trotz Bearbeitungen {count}-mal dasselbe (Grenze {threshold}).',
      equal: 'equal.outcome',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.script': {
      en: 'The agent’s own scripts ended in the same error {count} times despite edits (limit {threshold}).',
      de: 'Die eigenen Skripte des Agents endeten trotz Bearbeitungen {count}-mal mit demselben Fehler (Grenze {threshold}).',
      equal: 'equal.script',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.silent': {
      en: 'The script printed nothing in {count} runs despite edits (limit {threshold}).',
      de: 'Das Skript gab trotz Bearbeitungen in {count} Läufen nichts aus (Grenze {threshold}).',
      equal: 'equal.silence',
      tell: ['tell.silent'],
    },
    'verdict.edit-test.trial': {
      en: '{count} edits were answered with the same failure (limit {threshold}).',
      de: '{count} Bearbeitungen wurden mit demselben Fehlschlag beantwortet (Grenze {threshold}).',
      equal: 'equal.trial',
      tell: ['tell.refused-edit', 'tell.error'],
    },
    'verdict.edit-test.copy': {
      en: 'The same failure {count} times (limit {threshold}): the run uses {ran}, but the edits went to {edited}.',
      de: '{count}-mal derselbe Fehlschlag (Grenze {threshold}): Der Lauf verwendet {ran}, bearbeitet wurde aber {edited}.',
      equal: 'equal.outcome',
      next: 'next.copy',
      tell: ['tell.copy'],
    },
    'verdict.edit-test.known': {
      en: 'The last {count} runs after edits failed in ways already seen (limit {threshold}).',
      de: 'Die letzten {count} Läufe nach Bearbeitungen schlugen auf schon bekannte Weise fehl (Grenze {threshold}).',
      equal: 'equal.known',
      tell: ['tell.after-edits'],
    },
    'verdict.edit-test.alternating': {
      en: 'The same failures alternated {count} times despite edits (limit {threshold}).',
      de: 'Dieselben Fehlschläge wechselten sich trotz Bearbeitungen {count}-mal ab (Grenze {threshold}).',
      equal: 'equal.alternating',
      tell: ['tell.after-edits'],
    },
    'equal.alternating': {
      en: 'the order of the runs and their outcomes',
      de: 'die Folge der Läufe und ihre Ausgänge',
    },
    'equal.tests': {
      en: 'the failing tests',
      de: 'die fehlschlagenden Tests',
    },
    'equal.outcome': {
      en: 'the command and its outcome',
      de: 'der Befehl und sein Ausgang',
    },
    'equal.script': {
      en: 'the last error of the agent’s own scripts',
      de: 'der letzte Fehler der eigenen Skripte des Agents',
    },
    'equal.silence': {
      en: 'that nothing was printed',
      de: 'dass nichts ausgegeben wurde',
    },
    'equal.trial': {
      en: 'the failure after each edit',
      de: 'der Fehlschlag nach jeder Bearbeitung',
    },
    'counter.edit-test': {
      en: 'Same tests failing',
      de: 'Gleiche Tests schlagen fehl',
    },
    'next.copy': {
      en: 'Tell it that its edits don’t reach the run: install or rebuild the edited copy, or edit the one that runs.',
      de: 'Sagen Sie ihm, dass seine Bearbeitungen den Lauf nicht erreichen: die bearbeitete Kopie installieren oder neu bauen, oder die bearbeiten, die läuft.',
    },
    'cause.unopened': {
      en: '{call} came out the same {count} times despite edits of {edits}. Its output points to {place}, which none of your calls in this turn names.',
      de: '{call} ergab trotz Bearbeitungen von {edits} {count}-mal dasselbe. Die Ausgabe verweist auf {place}, was keiner deiner Aufrufe in diesem Turn nennt.',
    },
    'tell.unopened': {
      en: 'Open it before the next edit.',
      de: 'Öffne sie vor der nächsten Bearbeitung.',
      cause: 'cause.unopened',
    },
    'cause.after-edits': {
      en: 'Runs came out the same {count} times despite edits of {edits}, most recently with {told}.',
      de: 'Läufe ergaben trotz Bearbeitungen von {edits} {count}-mal dasselbe, zuletzt mit {told}.',
    },
    'tell.after-edits': {
      en: 'Find out why before the next edit: print the values on the way there, and say what you expect and what you see.',
      de: 'Finde heraus, warum, bevor du weiter bearbeitest: Gib die Werte auf dem Weg dorthin aus, und sag, was du erwartest und was du siehst.',
      cause: 'cause.after-edits',
    },
    'cause.silent': {
      en: 'The script printed nothing in {count} runs.',
      de: 'Das Skript gab in {count} Läufen nichts aus.',
    },
    'tell.silent': {
      en: 'Make it print a line at its very start first: it may not run the code that you edit.',
      de: 'Lass es zuerst ganz am Anfang eine Zeile ausgeben: Vielleicht führt es den Code, den du bearbeitest, gar nicht aus.',
      cause: 'cause.silent',
    },
    'cause.copy': {
      en: 'The run uses {ran}, but the edits went to {edited}.',
      de: 'Der Lauf verwendet {ran}, bearbeitet wurde aber {edited}.',
    },
    'tell.copy': {
      en: 'Make the edits reach the run: install or rebuild the edited copy (in Python: editable, or with PYTHONPATH), or edit the one that runs.',
      de: 'Sorg dafür, dass die Bearbeitungen den Lauf erreichen: Installiere oder bau die bearbeitete Kopie neu (in Python: editierbar oder mit PYTHONPATH), oder bearbeite die, die läuft.',
      cause: 'cause.copy',
    },
  },
  thresholds: {
    'balanced.equalTests': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'times',
      group: 'edits',
      name: 'counter.edit-test',
      text: {
        en: 'A turn has stalled when the same tests fail in this many runs despite edits.',
        de: 'Ein Turn gilt als festgefahren, wenn in so vielen Läufen trotz Bearbeitungen dieselben Tests fehlschlagen.',
      },
    },
    'balanced.equalRuns': {
      default: 5,
      min: 3,
      max: 50,
      unit: 'times',
      group: 'edits',
      title: { en: 'Same failing run', de: 'Gleicher fehlschlagender Lauf' },
      text: {
        en: 'A turn has stalled when one command fails with the same output in this many runs despite edits.',
        de: 'Ein Turn gilt als festgefahren, wenn ein Befehl in so vielen Läufen trotz Bearbeitungen mit derselben Ausgabe fehlschlägt.',
      },
    },
  },
  hears: ['turn-start', 'prompt-told', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new EditTestRun(session, recent, thresholds),
});

/** Alternating between known failures may be a way forward: this many times the limit, and an early warning before. */
const TO_AND_FRO = 3;
const TO_AND_FRO_WARNED = 2;
const COMMANDS = 256;

/** How a run went wrong, whatever the command. */
function findWay(call: CallRecord): string {
  const { outcome, tests, error } = call.evidence;
  const named = tests === undefined ? error?.line : undefined;
  return outcome.core ?? named ?? findFailure(call);
}

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
  edit: 'verdict.edit-test.trial',
  witness: 'verdict.edit-test.run',
};

const asides: ReadonlySet<Sameness> = new Set(['script', 'growing']);
const scripted: ReadonlySet<Sameness> = new Set(['script', 'growing', 'silence']);

class EditTestRun implements DetectorRun {
  private readonly failures = new EqualFailures();
  private readonly knownFailures = new KnownFailures();
  private readonly alternating = new AlternatingFailures();
  private readonly changes = new FileChanges();
  /** By command that ever went wrong: where its last run belongs. */
  private readonly last = new Recent<{ step: number; now: RowPlace; before: RowPlace | undefined }>(
    COMMANDS,
  );
  private nearest = 0;
  /** How many times the usual limit failures may come: see `countWantedFailures`. */
  private failuresWanted = 1;
  /** The same thing went differently after an edit, so whatever its path says, what is edited runs. */
  private editsMatter = false;

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
          this.failuresWanted = countWantedFailures(fact.prompt ?? '');
        }
        return undefined;
      case 'prompt-told':
        this.failuresWanted = countWantedFailures(fact.prompt);
        return undefined;
      case 'outside':
        if (fact.change.progress && fact.change.signal !== 'task') {
          this.changes.add(fact.change.paths ?? [], false, this.session.cwd);
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
    this.knownFailures.restart();
    this.alternating.restart();
    this.nearest = 0;
    this.editsMatter = false;
  }

  private judge(step: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step.number) {
      return undefined;
    }
    let best: Finding | undefined;
    for (const call of record.calls) {
      const { elsewhere, changes, files } = call.evidence.edits;
      const trial = call.evidence.run?.trial;
      if (elsewhere) {
        this.restart();
      }
      if (trial !== undefined && trial.failure === undefined) {
        this.failures.clear();
      }
      const isBack = files.some(({ state }) => state === 'back');
      if (changes || isBack || trial?.failure !== undefined || isDoneAgain(call)) {
        this.changes.add(
          files.map(({ path }) => path),
          files.length > 0 && files.every(({ prints }) => prints),
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
    const alternating = this.alternate(call, step);
    if (isUnremarkable(call) && !this.last.has(call.key)) {
      return alternating;
    }
    const groups = groupRuns(call);
    if (!groups.some(({ of, key }) => key !== undefined || this.last.has(of))) {
      return alternating;
    }
    for (const group of groups) {
      if (call.evidence.run?.movedOn === true || this.failures.isFurther(group, this.changes)) {
        this.failures.end(group.id);
        this.knownFailures.wentWell(call.key);
      }
    }
    let found = better(alternating, this.toAndFro(call, step));
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
    return found;
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
    const moved = asides.has(sameness) ? before?.aside : before?.row;
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
    { evidence: { tests } }: CallRecord,
  ): Finding | undefined {
    const usual = this.thresholds.values[key];
    const { count, limit, watchAt } = chooseLimit(row, group, usual, tests?.run);
    const { failuresWanted } = this;
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
    return verdict(level, row.runs, count, threshold, key, { id, params }, ofScripts);
  }

  /** Failures that alternate, whichever commands show them. */
  private alternate(call: CallRecord, step: number): Finding | undefined {
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
    const threshold = this.thresholds.values[key] * this.failuresWanted;
    const level = chooseLevel(runs.length, period * threshold, period * threshold - 1);
    const count = Math.floor(runs.length / period);
    return (
      level &&
      verdict(level, runs, count, threshold, key, {
        id: 'verdict.edit-test.alternating',
        params: { count, threshold },
      })
    );
  }

  /** Failures that keep changing, all of them known. */
  private toAndFro(call: CallRecord, step: number): Finding | undefined {
    const { tests, error, outcome, run } = call.evidence;
    if (!goesWrong(call)) {
      if (outcome.key !== '') {
        this.knownFailures.wentWell(call.key);
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
    const runs = this.knownFailures.see(
      `${findFailure(call)} ${tests?.run.passed ?? ''}`,
      failingNames(call),
      findRun(call, step),
      this.changes.attempts,
      this.changes.paths,
    );
    const key = tests === undefined ? 'balanced.equalRuns' : 'balanced.equalTests';
    const usual = this.thresholds.values[key] * this.failuresWanted;
    const [count, threshold] = [runs.length, usual * TO_AND_FRO];
    const level = chooseLevel(count, threshold, usual * TO_AND_FRO_WARNED);
    return (
      level &&
      verdict(level, runs, count, threshold, key, {
        id: 'verdict.edit-test.known',
        params: { count, threshold },
      })
    );
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

/** The later finding, unless the earlier one is `stalled`. */
function better(one: Finding | undefined, other: Finding | undefined): Finding | undefined {
  return one === undefined || (one.level === 'watch' && other !== undefined) ? other : one;
}

function verdict(
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
