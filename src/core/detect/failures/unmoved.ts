/**
 * An unmoved answer: the same question gets the same answer, time after time, whatever was done to one and the same thing in
 * between. Edits that move on to other places, and acts that name something else each time, may be about anything; an answer
 * that says that all is well is what is wanted. Where what is edited anew is one and the same, the question may be put in other
 * words each time: its answer alone tells that nothing moved.
 */
import { onWhatIsShown } from '../../evidence/evidence.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';
import { Recent } from '../../identity/recent.js';
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
import { goesWrong } from '../runs.js';
import { areAlike, findDeed, type Deed } from './deeds.js';
import { isFailure, isView, mayShow } from './witnesses.js';

export const unmoved = defineDetector({
  id: 'unmoved',
  words: {
    'verdict.unmoved': {
      en: 'The same question got the same answer {count} times, whatever was done in between (limit {threshold}).',
      de: 'Dieselbe Frage bekam {count}-mal dieselbe Antwort, was dazwischen auch getan wurde (Grenze {threshold}).',
      equal: 'equal.unmoved',
      next: 'next.unmoved',
      tell: ['tell.unmoved'],
    },
    'verdict.unmoved.several': {
      en: '{questions} questions got the same answers again and again, this one {count} times, whatever was done in between (limit {threshold}).',
      de: '{questions} Fragen bekamen immer wieder dieselben Antworten, diese {count}-mal, was dazwischen auch getan wurde (Grenze {threshold}).',
      equal: 'equal.unmoved',
      next: 'next.unmoved',
      tell: ['tell.unmoved'],
    },
    'verdict.unmoved.edits': {
      en: 'Checks got the same answer {count} times, though the same place was edited anew before each (limit {threshold}).',
      de: 'Prüfungen bekamen {count}-mal dieselbe Antwort, obwohl vor jeder dieselbe Stelle neu bearbeitet wurde (Grenze {threshold}).',
      equal: 'equal.unmoved.edits',
      next: 'next.unmoved',
      tell: ['tell.unmoved.edits'],
    },
    'equal.unmoved.edits': {
      en: 'the answer to each check',
      de: 'die Antwort auf jede Prüfung',
    },
    'equal.unmoved': {
      en: 'the question and its answer',
      de: 'die Frage und ihre Antwort',
    },
    'counter.unmoved': {
      en: 'Same answer despite changes',
      de: 'Gleiche Antwort trotz Änderungen',
    },
    'next.unmoved': {
      en: 'Ask it whether what it changes is what it looks at: another copy, cache, environment or account may answer.',
      de: 'Fragen Sie ihn, ob das, was er ändert, auch das ist, was er ansieht: Vielleicht antwortet eine andere Kopie, ein Cache, eine andere Umgebung oder ein anderes Konto.',
    },
    'cause.unmoved': {
      en: '{call} got the same answer {count} times, whatever was changed in between.',
      de: '{call} bekam {count}-mal dieselbe Antwort, was dazwischen auch geändert wurde.',
    },
    'cause.unmoved.edits': {
      en: '{call} and other checks got the same answer {count} times, though you edited the same place anew before each.',
      de: '{call} und andere Prüfungen bekamen {count}-mal dieselbe Antwort, obwohl du vor jeder dieselbe Stelle neu bearbeitet hast.',
    },
    'tell.unmoved.edits': {
      en: 'Check that what you edit is what answers: it may be another copy, cache, environment or account.',
      de: 'Prüf, ob das antwortet, was du bearbeitest: Es kann eine andere Kopie, ein Cache, eine andere Umgebung oder ein anderes Konto sein.',
      cause: 'cause.unmoved.edits',
    },
    'tell.unmoved': {
      en: 'Check that what you change is what answers: it may be another copy, cache, environment or account.',
      de: 'Prüf, ob das antwortet, was du änderst: Es kann eine andere Kopie, ein Cache, eine andere Umgebung oder ein anderes Konto sein.',
      cause: 'cause.unmoved',
    },
  },
  thresholds: {
    'balanced.unmovedAnswers': {
      default: 6,
      min: 3,
      max: 50,
      unit: 'times',
      group: 'edits',
      name: 'counter.unmoved',
      text: {
        en: 'A turn has stalled when one question gets the same answer this many times, although the same thing was changed again and again in between.',
        de: 'Ein Turn gilt als festgefahren, wenn eine Frage so oft dieselbe Antwort bekommt, obwohl dazwischen immer wieder dasselbe geändert wurde.',
      },
    },
  },
  hears: ['turn-start', 'step-end'],
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new UnmovedRun(recent, thresholds),
});

/** Answers before the limit at which there is a warning. */
const WARNED = 2;
/** Another question with so many equal answers allows so many fewer, though never fewer than the last number. */
const [BESIDE, FEWER, FEWEST] = [3, 2, 4];
/** Looks before which nothing can have been done again. */
const FIRST_LOOKS = 2;
const [QUESTIONS, DEEDS, LISTED, FAULTS] = [24, 16, 64, 256];
/** A shorter answer may be one to anything (characters). */
const SHORTEST_ANSWER = 8;
/** Rules of worth by which an answer told something new. */
const news: ReadonlySet<string> = new Set(['new-information', 'tests-went-differently']);

/** The answers to one question since it last got another, or the same answer to any questions. */
interface SameAnswers {
  readonly of: 'question' | 'answer';
  /** Identity of the answer. */
  answer: string;
  /** The calls that got it. */
  calls: { step: number; number: number; key: string }[];
  /** What was done between them. */
  readonly deeds: Deed[];
  /** Answers before which something was done again to what it was done to before. */
  returns: number;
  /** Answers before which a file was changed that had been changed before, wherever in it. */
  revisits: number;
  /** Files were changed between them. */
  edits: boolean;
  /** The first question, and whether there were others: `edit-test` counts failures of one command. */
  readonly question: string;
  varies: boolean;
  /** Answers before which, since the second one, other calls told something new: each allows one more. */
  news: number;
  /** What was done, and what was told, up to the newest answer. */
  done: number;
  told: number;
}

class UnmovedRun implements DetectorRun {
  private readonly questions = new Recent<SameAnswers>(QUESTIONS);
  private readonly answers = new Recent<SameAnswers>(QUESTIONS);
  /** Changes of files, and acts whose effect nothing shows: how many, and the newest. */
  private done = 0;
  private readonly deeds: Deed[] = [];
  /** What went wrong so far, by its identity. */
  private readonly faults = new Recent<true>(FAULTS);
  /** Answers that told something new. To one question, other numbers may be a time or an id; beside it, they may measure what is edited. */
  private readonly told = { question: 0, answer: 0 };
  private readonly looked = new LookedCalls();
  private nearest = 0;

  constructor(
    private readonly recent: RecentSteps,
    private readonly thresholds: Thresholds,
  ) {}

  see(fact: TurnFact): Finding | undefined {
    if (fact.kind === 'turn-start' && !fact.goOn) {
      this.questions.clear();
      this.answers.clear();
      this.nearest = 0;
    }
    return fact.kind === 'step-end' ? this.judge(fact.step) : undefined;
  }

  counters(): Counter[] {
    return this.nearest === 0 || this.limit === Infinity
      ? []
      : [
          {
            id: 'unmoved',
            label: { id: 'counter.unmoved' },
            value: this.nearest,
            limit: this.limit,
          },
        ];
  }

  /** What the person asked to repeat is no repetition. */
  private get limit(): number {
    return this.thresholds.values['balanced.unmovedAnswers'] + this.recent.timesAsked;
  }

  private judge({ number: step }: Step): Finding | undefined {
    const record = this.recent.newest;
    if (record?.step !== step) {
      return undefined;
    }
    this.nearest = 0;
    let found: Finding | undefined;
    for (const call of record.calls) {
      if (this.looked.add(step, call.number)) {
        this.remember(call);
      }
      found = this.look(call, step) ?? found;
    }
    return found;
  }

  private remember(call: CallRecord): void {
    const { rule, evidence } = call;
    const { edits, tests, repeat, reads } = evidence;
    if (edits.elsewhere) {
      this.answers.clear(); // another commit may fail alike
    }
    const deed = findDeed(evidence);
    if (deed !== undefined) {
      this.done += 1;
      pushNewest(this.deeds, deed, DEEDS);
    }
    // what the session wrote itself is no news
    if (news.has(rule) && reads?.ofOwnEdit !== true) {
      this.told.answer += 1;
      this.told.question += tests !== undefined || !repeat.sameButNumbers ? 1 : 0;
    } else if (this.isOtherFault(call)) {
      this.told.answer += 1;
      this.told.question += 1;
    }
  }

  /** What was tried before goes wrong for a reason that was not met before: that one is behind. */
  private isOtherFault({ evidence: { outcome, error, repeat } }: CallRecord): boolean {
    const fault = error?.key ?? outcome.core;
    if (outcome.says !== 'negative' || fault === undefined || this.faults.has(fault)) {
      return false;
    }
    this.faults.set(fault, true);
    return !repeat.first;
  }

  private look(call: CallRecord, step: number): Finding | undefined {
    if (isView(call)) {
      return graver(this.sameQuestion(call, step), this.sameAnswer(call, step));
    }
    if (!call.evidence.repeat.first) {
      this.questions.delete(call.key);
    }
    if (isFailure(call)) {
      return this.sameAnswer(call, step);
    }
    if (call.evidence.action.runs && !goesWrong(call)) {
      this.wentWell(call.key);
    }
    return undefined;
  }

  /** What failed before goes well: that failure is behind, whatever others have in common with it. */
  private wentWell(key: string): void {
    for (const row of this.answers.values()) {
      if (row.calls.some((each) => each.key === key)) {
        row.calls = row.calls.filter((each) => each.key !== key);
      }
    }
  }

  private sameQuestion(call: CallRecord, step: number): Finding | undefined {
    const { core, key: outcome = '' } = call.evidence.outcome;
    const answer = core ?? outcome;
    const asked = this.questions.get(call.key);
    if (asked?.answer === answer) {
      return this.goOn(asked, call, step);
    }
    this.questions.set(call.key, this.begin('question', answer, call, step));
    return undefined;
  }

  /** The same answer to whatever question; what a failure says beside its error may differ, unless that does not even say what was wrong. */
  private sameAnswer(call: CallRecord, step: number): Finding | undefined {
    const { error, outcome } = call.evidence;
    if (outcome.length < SHORTEST_ANSWER) {
      return undefined;
    }
    const isTold = isFailure(call) && error?.verbatim.includes(' ') === true;
    const answer = (isTold ? error.anyId : outcome.key) ?? '';
    const answered = this.answers.get(answer);
    if (answered !== undefined) {
      return this.goOn(answered, call, step);
    }
    this.answers.set(answer, this.begin('answer', answer, call, step));
    return undefined;
  }

  private begin(
    of: SameAnswers['of'],
    answer: string,
    { number, key }: CallRecord,
    step: number,
  ): SameAnswers {
    const calls = [{ step, number, key }];
    const [done, told] = [this.done, this.told[of]];
    return {
      of,
      answer,
      calls,
      deeds: [],
      returns: 0,
      revisits: 0,
      edits: false,
      question: key,
      varies: false,
      news: 0,
      done,
      told,
    };
  }

  private goOn(row: SameAnswers, call: CallRecord, step: number): Finding | undefined {
    if (row.calls.at(-1)?.step !== step) {
      const since = this.deedsSince(row);
      const deeds = since.filter((deed) => mayShow(call, deed));
      if (deeds.length === 0) {
        return undefined;
      }
      this.extend(row, deeds);
      row.varies ||= call.key !== row.question;
      pushNewest(row.calls, { step, number: call.number, key: call.key }, LISTED);
    }
    return this.finding(row, call);
  }

  /** Since its newest answer. What the checks themselves may have done is no reason for another answer. */
  private deedsSince({ of, done }: SameAnswers): readonly Deed[] {
    const deeds = this.deeds.slice(Math.max(0, this.deeds.length - (this.done - done)));
    return of === 'answer' ? deeds.filter(({ paths }) => paths !== undefined) : deeds;
  }

  private extend(row: SameAnswers, deeds: readonly Deed[]): void {
    const isReturn =
      deeds.every(({ targets, again }) => again || targets === onWhatIsShown) ||
      deeds.some((deed) => row.deeds.some((before) => areAlike(deed, before)));
    row.returns += isReturn ? 1 : 0;
    const known = row.deeds.flatMap(({ paths = [] }) => paths);
    row.revisits += deeds.some(({ paths }) => paths?.some((path) => known.includes(path))) ? 1 : 0;
    row.edits ||= deeds.some(({ paths }) => paths !== undefined);
    // in a first round, all is new
    row.news += row.calls.length >= FIRST_LOOKS && this.told[row.of] > row.told ? 1 : 0;
    for (const deed of deeds) {
      pushNewest(row.deeds, deed, DEEDS);
    }
    row.done = this.done;
    row.told = this.told[row.of];
  }

  /** Other questions that get the same answer, too, most recently since this one was asked before. */
  private countBeside(row: SameAnswers): number {
    const since = row.calls.at(-2)?.number ?? 0;
    let beside = 0;
    for (const other of this.questions.values()) {
      const isRecent = (other.calls.at(-1)?.number ?? 0) > since;
      const isSame = other.calls.length >= BESIDE && patienceWithLooks(other) === 1;
      beside += other !== row && isRecent && isSame ? 1 : 0;
    }
    return beside;
  }

  private finding(row: SameAnswers, call: CallRecord): Finding | undefined {
    const { key, evidence } = call;
    const count = row.calls.length;
    // that nothing is there may be what is wanted of an edit
    const mayBeWell = row.edits && evidence.outcome.says === 'nothing';
    // `edit-test` counts what goes wrong after edits
    const isOther = (row.of === 'question' || !row.varies) && row.edits && goesWrong(call);
    const patience = isFailure(call) ? patienceWithFailures(row) : patienceWithLooks(row);
    if (row.news * 2 >= count || mayBeWell || isOther || patience === Infinity) {
      return undefined;
    }
    const alone = Math.ceil(this.limit * patience) + row.news;
    const beside = row.of === 'question' ? this.countBeside(row) : 0;
    const threshold = Math.max(Math.min(FEWEST, alone), alone - beside * FEWER);
    this.nearest = Math.max(this.nearest, count);
    const level = chooseLevel(count, threshold, Math.min(threshold, alone - WARNED));
    return (
      level && {
        detector: 'unmoved',
        kind: 'no-progress',
        level,
        count,
        threshold,
        key: 'balanced.unmovedAnswers',
        what:
          beside > 0
            ? {
                id: 'verdict.unmoved.several',
                params: { questions: beside + 1, count, threshold },
              }
            : {
                id: row.of === 'question' ? 'verdict.unmoved' : 'verdict.unmoved.edits',
                params: { count, threshold },
              },
        calls: row.calls.map(({ number }) => number),
        members: [key],
        until: { keys: [key], outcomes: [row.answer], errors: [row.answer] },
      }
    );
  }
}

/** Factor on the limit where the edits go round through some files. */
const GOING_ROUND = 4 / 3;

/** How many times the limit: edits of ever other files may be about anything. */
function patienceWithFailures({ revisits, calls }: SameAnswers): number {
  const again = calls.length - FIRST_LOOKS;
  return revisits >= again ? 1 : revisits * 2 >= again ? GOING_ROUND : Infinity;
}

function patienceWithLooks({ returns, calls }: SameAnswers): number {
  return returns >= calls.length - FIRST_LOOKS ? 1 : Infinity;
}
