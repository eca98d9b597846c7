/**
 * A complaint that stays: check after check says nothing that earlier ones did not say, whatever was changed before each. Unlike
 * `edit-test` and `unmoved`, which compare whole failures, it does not matter how the checks are put and how much of the output
 * they show. Another place further down, a number that moves and more or less that is told show that the changes get somewhere.
 */
import type { Complaint } from '../../evidence/complaints.js';
import type { Evidence } from '../../evidence/evidence.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import { isFailing } from '../../identity/test-run/test-run.js';
import { isTestFile } from '../../identity/test-run/test-files.js';
import { fromFolder } from '../../identity/tool/tool.js';
import { pushNewest } from '../../push-newest.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session, Step } from '../../turns/session.js';
import type { TurnFact } from '../../turns/turn-fact.js';
import {
  defineDetector,
  type Counter,
  type DetectorContext,
  type DetectorRun,
  type Finding,
} from '../detector.js';
import { chooseLevel, graver } from '../level.js';
import { LookedCalls } from '../looked-calls.js';
import { isOtherPage } from '../pages.js';
import { areElsewhere } from './failure-limits.js';
import { getsSomewhere, SAME, share } from './trend.js';

export const repeatedComplaint = defineDetector({
  id: 'repeated-complaint',
  words: {
    'verdict.complaint': {
      en: '{count} checks complained only of what was known already, whatever was changed before each (limit {threshold}).',
      de: '{count} Prüfungen beanstandeten nur schon Bekanntes, was vor jeder auch geändert wurde (Grenze {threshold}).',
      equal: 'equal.complaint',
      tell: ['tell.complaint'],
    },
    'equal.complaint': {
      en: 'the complaint, whatever else was printed',
      de: 'die Beanstandung, was sonst auch ausgegeben wurde',
    },
    'counter.complaint': {
      en: 'Same complaint despite changes',
      de: 'Gleiche Beanstandung trotz Änderungen',
    },
    'cause.complaint': {
      en: '{count} checks complained of the same despite edits of {edits}, most recently with {told}.',
      de: '{count} Prüfungen beanstandeten trotz Bearbeitungen von {edits} dasselbe, zuletzt mit {told}.',
    },
    'tell.complaint': {
      en: 'Don’t change anything else yet: find out where the complaint comes from, or say what you need to know.',
      de: 'Ändere vorerst nichts weiter: Finde heraus, woher die Beanstandung kommt, oder sag, was du wissen musst.',
      cause: 'cause.complaint',
    },
  },
  thresholds: {
    'balanced.repeatedComplaints': {
      default: 5,
      min: 3,
      max: 50,
      unit: 'times',
      group: 'edits',
      name: 'counter.complaint',
      text: {
        en: 'A turn has stalled when this many checks complain of nothing but what is known, although something was changed before each.',
        de: 'Ein Turn gilt als festgefahren, wenn so viele Prüfungen nur Bekanntes beanstanden, obwohl vor jeder etwas geändert wurde.',
      },
    },
  },
  hears: ['turn-start', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new RepeatedComplaintRun(session, recent, thresholds),
});

const LISTED = 64;
/** Factor on the limit while only tests are edited. */
const WRITING_TESTS = 2;

/** What was done about a complaint: the file that was edited, or else the tool that was used. */
interface Remedy {
  readonly what: string;
  readonly isEdit: boolean;
  readonly reworks: boolean;
}

/** Checks in a row that said nothing new. */
interface ComplaintRow {
  readonly calls: CallRecord[];
  readonly complaints: Complaint[];
  /** What was done between its checks, repeats included. */
  readonly remedies: Remedy[];
  /** Some of its checks followed an edit. */
  isEdited: boolean;
}

class RepeatedComplaintRun implements DetectorRun {
  private row: ComplaintRow | undefined;
  /** What was done since the newest complaint. */
  private remedies: Remedy[] = [];
  private readonly looked = new LookedCalls();
  private nearest = 0;

  constructor(
    private readonly session: Session,
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    switch (fact.kind) {
      case 'turn-start':
        if (!fact.goOn) {
          this.row = undefined;
          this.nearest = 0;
        }
        return undefined;
      case 'step-end':
        return this.judge(fact.step);
      default:
        return undefined;
    }
  }

  counters(): Counter[] {
    const limit = this.limit;
    return this.nearest === 0 || limit === Infinity
      ? []
      : [
          {
            id: 'repeated-complaint',
            label: { id: 'counter.complaint' },
            value: this.nearest,
            limit,
          },
        ];
  }

  /** What the person asked to repeat, wants to see fail or knows of, is no stall. */
  private get limit(): number {
    return (
      (this.thresholds.values['balanced.repeatedComplaints'] + this.recent.timesAsked) *
      this.recent.timesWanted(this.row?.calls.at(-1))
    );
  }

  private judge({ number: step }: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step) {
      return undefined;
    }
    let found: Finding | undefined;
    for (const call of record.calls) {
      if (this.looked.add(step, call.number)) {
        this.remember(call);
      }
      found = graver(found, this.finding(call));
    }
    return found;
  }

  private remember(call: CallRecord): void {
    const { action, edits, outcome, tests } = call.evidence;
    if (edits.elsewhere || (edits.restores && this.hasEdits)) {
      this.row = undefined; // another commit, or what was there before the edits, may fail alike
    }
    for (const remedy of listRemedies(call)) {
      pushNewest(this.remedies, remedy, LISTED);
    }
    const { complaint } = outcome;
    if (complaint !== undefined && !action.rewrites) {
      // another test that fails is another failure, even if the agent has just given it its name
      const isOther = outcome.movedOn || (tests !== undefined && outcome.isNew);
      this.add(call, complaint, complaint.saysNew || isOther || !this.isSame(call, complaint));
    } else if (this.row !== undefined && (wentWell(call, this.row) || isOtherPage(call))) {
      this.row = undefined;
    }
    this.nearest = this.row?.calls.length ?? 0;
  }

  private get hasEdits(): boolean {
    return [...(this.row?.remedies ?? []), ...this.remedies].some(({ isEdit }) => isEdit);
  }

  /** Failures that take turns may be a way forward: `edit-test` counts these. */
  private isSame({ evidence: { tests } }: CallRecord, { subject }: Complaint): boolean {
    const newest = this.row?.calls.at(-1)?.evidence;
    return (
      newest?.tests?.run.key === tests?.run.key &&
      (tests !== undefined || newest?.outcome.complaint?.subject === subject)
    );
  }

  private add(call: CallRecord, complaint: Complaint, isNew: boolean): void {
    const { row, remedies } = this;
    this.remedies = [];
    if (row === undefined || isNew) {
      this.row = { calls: [call], complaints: [complaint], remedies: [], isEdited: false };
      return;
    }
    for (const remedy of remedies) {
      pushNewest(row.remedies, remedy, LISTED);
    }
    const files = row.remedies.map(({ what }) => what);
    const isReworked = row.remedies.some(({ reworks }) => reworks);
    const isOld = !isReworked && areElsewhere(call.evidence.tests?.run, files);
    const isAbout = !complaint.isElsewhere && !isOld;
    if (remedies.length > 0 && isAbout) {
      pushNewest(row.calls, call, LISTED);
      pushNewest(row.complaints, complaint, LISTED);
      row.isEdited ||= remedies.some(({ isEdit }) => isEdit);
    }
  }

  /** While only tests and their samples are edited, they are being written. */
  private writesTests({ remedies, complaints }: ComplaintRow): boolean {
    const isWarned = complaints.some(({ ofWarning }) => ofWarning);
    return (
      !isWarned &&
      remedies.every(({ what, isEdit }) => isEdit && isTestFile(fromFolder(what, this.session.cwd)))
    );
  }

  private finding(call: CallRecord): Finding | undefined {
    const { row } = this;
    if (row?.calls.at(-1) !== call || !isOne(row) || getsSomewhere(row.complaints)) {
      return undefined;
    }
    const count = row.calls.length;
    const threshold = this.limit * (this.writesTests(row) ? WRITING_TESTS : 1);
    const level = chooseLevel(count, threshold);
    const keys = [...new Set(row.calls.map(({ key }) => key))];
    return (
      level && {
        detector: 'repeated-complaint',
        kind: 'no-progress',
        level,
        count,
        threshold,
        key: 'balanced.repeatedComplaints',
        what: { id: 'verdict.complaint', params: { count, threshold } },
        calls: row.calls.map(({ number }) => number),
        members: keys,
        until: {
          keys,
          outcomes: row.calls.flatMap(({ evidence }) => evidence.outcome.key ?? []),
          complaints: true,
        },
      }
    );
  }
}

/** Files for notes: to write down a finding is no attempt to mend it. */
const notes = /\.(?:md|mdx|txt|rst|adoc|csv)$/i;

/** Edits that do more than print or take notes, and acts whose effect nothing shows; none that only prepare what the same call looks at. */
function listRemedies(call: CallRecord): Remedy[] {
  const { tool, evidence } = call;
  const { action, edits, outcome } = evidence;
  const { files, changes, setsScene, alters, unseen, reworks } = edits;
  if (setsScene) {
    return [];
  }
  if (files.length === 0) {
    const isDone = (alters || unseen) && outcome.complaint === undefined && !action.keepsBooks;
    const acts = isDone || isAttempt(evidence);
    return acts ? [{ what: tool, isEdit: false, reworks: false }] : [];
  }
  const isChange = changes || files.some(({ state }) => state === 'back');
  return isChange && !files.every(({ path, prints }) => prints || notes.test(path))
    ? files.map(({ path }) => ({ what: path, isEdit: true, reworks }))
    : [];
}

/** A command that is tried in other words, and fails, is a remedy itself. */
function isAttempt({ action, outcome, tests, repeat }: Evidence): boolean {
  return (
    outcome.complaint !== undefined &&
    tests === undefined &&
    action.class === 'shell' &&
    !action.looks &&
    !action.polls &&
    !action.checks &&
    repeat.first
  );
}

/** The same check, or all tests. */
function wentWell(
  { key, evidence: { outcome, tests } }: CallRecord,
  { calls }: ComplaintRow,
): boolean {
  return (
    !outcome.failed &&
    (calls.some((each) => each.key === key) || (tests !== undefined && !isFailing(tests.run)))
  );
}

/** The same files were edited; or one tool changed something that no file shows, and mostly the same was asked after it. */
function isOne({ remedies, isEdited, calls }: ComplaintRow): boolean {
  const isAsked = isEdited || share(calls.map(({ key }) => key)) <= SAME;
  return isAsked && share(remedies.map(({ what }) => what)) <= SAME;
}
