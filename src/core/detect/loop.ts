/**
 * Repetition: one call with the same result in several steps, or equal rounds of several steps. Results that differ only in
 * numbers of unknown meaning are the same after a few more steps, unless a number moves towards an end. A step is one attempt,
 * however many calls it holds; sets of calls are compared, and each call of a varying set is counted too. After a real change
 * of files, the same look is a look at something else.
 */
import type { Noise } from '../identity/noise/noise.js';
import { isFailing } from '../identity/test-run/test-run.js';
import type { Session } from '../turns/session.js';
import type { Thresholds } from '../thresholds/thresholds.js';
import { defineDetector, type Counter, type Finding, type DetectorContext } from './detector.js';
import type { CallRecord, StepRecord } from '../evidence/recent-steps.js';
import { chooseLevel, ENDLESS, graver } from './level.js';
import { isAnsweredAnew, isOnOtherPage } from './pages.js';
import { listMembers, POLL_FACTOR, windowFacts, WindowRun } from './window-run.js';

export const loop = defineDetector({
  id: 'loop',
  words: {
    'verdict.loop.same': {
      en: 'The same call gave the same result in {count} steps (limit {threshold}).',
      de: 'Derselbe Aufruf ergab in {count} Schritten dasselbe (Grenze {threshold}).',
      equal: 'equal.result',
      tell: ['tell.failed-again', 'tell.repeated'],
    },
    'verdict.loop.numbers': {
      en: 'The results of the same call differed only in numbers in {count} steps, with nothing changed in between (limit {threshold}).',
      de: 'Die Ergebnisse desselben Aufrufs unterschieden sich in {count} Schritten nur in Zahlen, ohne dass sich dazwischen etwas änderte (Grenze {threshold}).',
      equal: 'equal.numberless',
      tell: ['tell.repeated'],
    },
    'verdict.loop.rounds': {
      en: 'The same {steps} steps repeated {count} times with the same results.',
      de: 'Dieselben {steps} Schritte wiederholten sich {count}-mal mit denselben Ergebnissen.',
      equal: 'equal.rounds',
      tell: ['tell.rounds'],
    },
    'equal.result': {
      en: 'the call and its result',
      de: 'der Aufruf und sein Ergebnis',
    },
    'equal.numberless': {
      en: 'the call and its result, apart from its numbers',
      de: 'der Aufruf und sein Ergebnis, abgesehen von dessen Zahlen',
    },
    'equal.rounds': {
      en: 'the calls of each repetition and their results',
      de: 'die Aufrufe jeder Wiederholung und ihre Ergebnisse',
    },
    'counter.loop': {
      en: 'Same call, same result',
      de: 'Gleicher Aufruf, gleicher Ausgang',
    },
    'cause.repeated': {
      en: '{call} gave the same result {count} times.',
      de: '{call} ergab {count}-mal dasselbe.',
    },
    'tell.repeated': {
      en: 'Don’t repeat it: say what its result tells you, then take another way or ask.',
      de: 'Wiederhole das nicht: Sag, was dir das Ergebnis sagt, und geh dann anders vor, oder frag nach.',
      cause: 'cause.repeated',
    },
    'tell.rounds': {
      en: 'Leave this round: say what is missing to get on, then do something else or ask for it.',
      de: 'Verlass diese Runde: Sag, was zum Weiterkommen fehlt, und tu dann etwas anderes, oder frag danach.',
      cause: 'verdict.loop.rounds',
    },
  },
  thresholds: {
    'balanced.sameResult': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'steps',
      group: 'loops',
      name: 'counter.loop',
      text: {
        en: 'The same call with the same result in this many steps, with no file change in between, is a loop.',
        de: 'Derselbe Aufruf mit demselben Ergebnis in so vielen Schritten, ohne Dateiänderung dazwischen, ist eine Schleife.',
      },
    },
    'balanced.cycleRounds': {
      default: 3,
      min: 2,
      max: 20,
      unit: 'times',
      group: 'loops',
      title: { en: 'Same sequence of steps', de: 'Gleiche Folge von Schritten' },
      text: {
        en: 'The same sequence of steps with the same results, this many times in a row, is a loop.',
        de: 'Dieselbe Folge von Schritten mit denselben Ergebnissen, so oft hintereinander, ist eine Schleife.',
      },
    },
  },
  hears: windowFacts,
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new LoopRun(recent, thresholds),
});

/** Added to the limit: careful agents check the repository's state often. */
const EXTRA_OVERVIEW = 1;
/** Added to the limit where a call only says that it was done: what came of it shows in what follows. */
const EXTRA_ACT = 1;
/** Added to the limit where results differ in numbers: they may be measured more than once. */
const EXTRA_NUMBERS = 2;
/** Factor on the limit where no result is told: it may have been another one each time. */
const UNTOLD_FACTOR = 2;
/** In steps. Longer rounds are found because they bring nothing new. */
const LONGEST_ROUND = 10;

class LoopRun extends WindowRun {
  counters(): Counter[] {
    return [
      {
        id: 'loop',
        label: { id: 'counter.loop' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.sameResult'],
      },
    ];
  }

  protected judge(records: readonly StepRecord[], newest: StepRecord): Finding | undefined {
    this.nearest = 0;
    let found: Finding | undefined;
    const seen = newest.calls.length > 1 ? new Set<string>() : undefined;
    for (const call of newest.calls) {
      if (
        seen?.has(call.pair) === true ||
        !isCounted(call) ||
        isRefused(call) ||
        call.evidence.repeat.continuesAnother ||
        (newest.progress && isNoOp(call))
      ) {
        continue;
      }
      seen?.add(call.pair);
      if (call.evidence.repeat.first) {
        this.nearest = Math.max(this.nearest, 1);
      } else {
        found = graver(found, this.same(records, call, newest.progress));
        found = graver(found, this.onlyNumbers(records, call, newest));
      }
    }
    // equal rounds have no change and no new action in them
    // what was asked for comes in rounds, too
    const isRound =
      this.recent.timesAsked === 0 &&
      found?.level !== 'stalled' &&
      !newest.changed &&
      !newest.calls.some(
        ({ evidence: { repeat, action } }) =>
          repeat.first || repeat.continuesAnother || action.polls,
      );
    return isRound ? graver(this.rounds(records), found) : found;
  }

  /** @param besideWork another call of the step was progress: possibly honest work, so it only warns */
  private same(
    records: readonly StepRecord[],
    call: CallRecord,
    besideWork: boolean,
  ): Finding | undefined {
    const limit = this.thresholds.values['balanced.sameResult'];
    const polls = call.evidence.action.polls;
    const asked = this.recent.timesAskedFor(call);
    const isOfPair = (record: StepRecord | undefined): boolean =>
      record?.calls.some(({ pair }) => pair === call.pair) === true;
    const extra = call.evidence.action.overview
      ? EXTRA_OVERVIEW
      : isAct(call) && !isOfPair(records.at(-2))
        ? EXTRA_ACT
        : 0;
    const untold = call.evidence.outcome.untold ? UNTOLD_FACTOR : 1;
    const own = (limit + extra) * untold * (polls ? POLL_FACTOR : 1) + asked;
    // asked for without an end
    const warned = asked === Infinity ? ENDLESS * limit : own;
    // after an unobserved effect, a successful call may have read a different state
    const isGood = !isTrouble(call);
    const members = listMembers(
      records,
      ({ pair }) => pair === call.pair,
      (record) =>
        record.changed ||
        (isGood && (record.unseen || record.progress)) ||
        movesOn(record, call) ||
        isOnOtherPage(record, call)
          ? 'with'
          : 'not',
      polls,
    );
    const count = members.length;
    this.nearest = Math.max(this.nearest, Math.min(limit, count));
    const level = chooseLevel(
      count,
      besideWork ? Infinity : own,
      besideWork ? own : polls ? own / 2 : (asked === Infinity ? warned : limit + asked) - 1,
    );
    return (
      level && {
        ...repeated(level, 'verdict.loop.same', members, warned),
        masked: maskedIn(members),
      }
    );
  }

  /** Results that differ only in numbers. Where they may change by themselves, it only warns. */
  private onlyNumbers(
    records: readonly StepRecord[],
    call: CallRecord,
    { calls }: StepRecord,
  ): Finding | undefined {
    const { repeat, outcome } = call.evidence;
    const { onlyNumbers } = repeat;
    // most calls are done with here
    if (onlyNumbers === undefined || onlyNumbers.moves || outcome.failed || repeat.steers) {
      return undefined;
    }
    const own =
      this.thresholds.values['balanced.sameResult'] + EXTRA_NUMBERS + this.recent.timesAsked;
    const members = listMembers(
      records,
      ({ key, evidence }) => key === call.key && evidence.outcome.numberless === outcome.numberless,
      ({ changed, unseen }) => (changed || unseen ? 'with' : 'not'),
    );
    const count = members.length;
    const besideWork = calls.some((other) => other !== call && other.worth === 'progress');
    const level = chooseLevel(count, onlyNumbers.live || besideWork ? Infinity : own, own - 1);
    return level && repeated(level, 'verdict.loop.numbers', members, own);
  }

  /** Equal rounds of two or more steps with no change between. */
  private rounds(records: readonly StepRecord[]): Finding | undefined {
    const rounds = this.thresholds.values['balanced.cycleRounds'];
    const newest = records.at(-1);
    for (let period = 2; period <= LONGEST_ROUND && period * rounds <= records.length; period++) {
      if (newest?.signature !== records[records.length - 1 - period]?.signature) {
        continue;
      }
      const run = records.slice(-period * rounds);
      const isEqual = run.every(
        ({ signature }, i) => i < period || signature === run[i - period]?.signature,
      );
      if (
        !isEqual ||
        run.some(({ changed, unseen }, i) => (i > 0 && changed) || (i >= period && unseen)) ||
        !run.every(({ calls }) => calls.every((call) => isCounted(call) && isTold(call)))
      ) {
        continue;
      }
      const calls = run.flatMap((record) => record.calls);
      return {
        detector: 'loop',
        kind: 'loop',
        level: 'stalled',
        count: rounds,
        threshold: rounds,
        key: 'balanced.cycleRounds',
        what: { id: 'verdict.loop.rounds', params: { count: rounds, steps: period } },
        calls: calls.map(({ number }) => number),
        members: [...new Set(calls.map(({ key }) => key))],
        masked: maskedIn(calls),
      };
    }
    return undefined;
  }
}

/** One call again and again. */
function repeated(
  level: Finding['level'],
  id: 'verdict.loop.same' | 'verdict.loop.numbers',
  members: readonly CallRecord[],
  threshold: number,
): Finding {
  const count = members.length;
  return {
    detector: 'loop',
    kind: 'loop',
    level,
    count,
    threshold,
    key: 'balanced.sameResult',
    what: { id, params: { count, threshold } },
    calls: members.map(({ number }) => number),
    members: [...new Set(members.map(({ key }) => key))],
  };
}

/** Kinds of noise that were left out when these calls were compared. */
function maskedIn(calls: readonly CallRecord[]): Noise[] {
  return [...new Set(calls.flatMap(({ evidence }) => evidence.repeat.masked ?? []))];
}

function isTrouble({ evidence: { outcome, tests } }: CallRecord): boolean {
  return outcome.failed || outcome.troubled || (tests !== undefined && isFailing(tests.run));
}

/**
 * What the call steers has moved on: it came to something new itself, or tells nothing and what was looked at since is new. A key
 * that is pressed again on another page is no repetition. So has the rest of the world where another question was asked again and
 * answered anew: the next board is plugged in.
 */
function movesOn({ calls, progress }: StepRecord, call: CallRecord): boolean {
  // for a failure, or an answer that is nothing, the rest of the world is no excuse
  const isTold = !isTrouble(call) && !call.evidence.outcome.fruitless;
  return (
    progress &&
    (call.evidence.repeat.steers ||
      calls.some((other) =>
        other.key === call.key
          ? other.pair !== call.pair && other.worth === 'progress'
          : isTold && isAnsweredAnew(other),
      ))
  );
}

function isAct({ evidence: { action, outcome, tests, edits } }: CallRecord): boolean {
  return (
    (outcome.says === 'good' || outcome.tellsSuccess) &&
    !outcome.failed &&
    !action.runs &&
    tests === undefined &&
    edits.files.length === 0
  );
}

/** The pair of a no-op leaves its outcome out. */
function isNoOp({ pair, key }: CallRecord): boolean {
  return pair === key;
}

/** A call rejected for its form is left to `error-loop`. */
function isCounted({ evidence }: CallRecord): boolean {
  return evidence.error?.kind !== 'validation';
}

function isTold({ evidence: { outcome } }: CallRecord): boolean {
  return !outcome.untold;
}

/** The shell itself failed, in words that differ: that is left to `error-loop`, too. */
function isRefused({ evidence: { outcome, repeat } }: CallRecord): boolean {
  return outcome.failed && repeat.masked?.includes('line') === true;
}
