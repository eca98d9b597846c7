/**
 * The same trouble again: one call that keeps failing, whatever its error says, or one error whatever the arguments, also if
 * it arrives as ordinary output. A change of files restarts the count. Distinct questions that each find nothing are no error
 * loop: their errors must be the same, arguments included, and even then they only warn. Commands that the shell refuses in
 * one class are one error, however different they are. Commands that are mostly repeats are one error if they end in the same
 * lines, whatever trace comes before them. So is, after three times as many, one error of a program, whatever it was
 * asked for and whatever values the error names.
 */
import type { CallError, ErrorSameness } from '../../identity/errors/call-error.js';
import type { ShellRefusal } from '../../identity/errors/shell-refusal.js';
import { REJECTED_RESPONSE } from '../../identity/errors/rejected-response.js';
import { redact } from '../../redact.js';
import type { Session } from '../../turns/session.js';
import type { Thresholds } from '../../thresholds/thresholds.js';
import { defineDetector, type Counter, type Finding, type DetectorContext } from '../detector.js';
import type { CallRecord, StepRecord } from '../../evidence/recent-steps.js';
import { chooseLevel, ENDLESS, graver } from '../level.js';
import { isOnOtherPage } from '../pages.js';
import { listMembers, POLL_FACTOR, windowFacts, WindowRun } from '../window-run.js';

export const errorLoop = defineDetector({
  id: 'error-loop',
  words: {
    'verdict.error-loop.call': {
      en: 'The same call failed in {count} steps (limit {threshold}).',
      de: 'Derselbe Aufruf schlug in {count} Schritten fehl (Grenze {threshold}).',
      equal: 'equal.failing',
      tell: ['tell.failed-again'],
    },
    'verdict.error-loop.error': {
      en: '{count} steps hit the same error, whatever the agent tried (limit {threshold}): {error}',
      de: 'Derselbe Fehler in {count} Schritten, was der Agent auch versuchte (Grenze {threshold}): {error}',
      equal: 'equal.error',
      tell: ['tell.refused-edit', 'tell.error'],
    },
    'verdict.error-loop.syntax': {
      en: 'The shell couldn’t parse the command in {count} steps (limit {threshold}): {error}',
      de: 'Die Shell konnte den Befehl in {count} Schritten nicht lesen (Grenze {threshold}): {error}',
      equal: 'equal.refusal',
      tell: ['tell.syntax'],
    },
    'verdict.error-loop.prose': {
      en: 'The shell was sent prose instead of a command in {count} steps (limit {threshold}): {error}',
      de: 'Die Shell bekam in {count} Schritten Prosa statt eines Befehls (Grenze {threshold}): {error}',
      equal: 'equal.prose',
      tell: ['tell.syntax'],
    },
    'verdict.error-loop.no-command': {
      en: 'The shell didn’t find the command in {count} steps (limit {threshold}): {error}',
      de: 'Die Shell fand den Befehl in {count} Schritten nicht (Grenze {threshold}): {error}',
      equal: 'equal.refusal',
      tell: ['tell.no-command'],
    },
    'verdict.error-loop.no-file': {
      en: 'The shell didn’t find the program’s file in {count} steps (limit {threshold}): {error}',
      de: 'Die Shell fand die Datei des Programms in {count} Schritten nicht (Grenze {threshold}): {error}',
      equal: 'equal.refusal',
      tell: ['tell.no-file'],
    },
    'verdict.error-loop.not-executable': {
      en: 'The shell couldn’t execute the program in {count} steps (limit {threshold}): {error}',
      de: 'Die Shell konnte das Programm in {count} Schritten nicht ausführen (Grenze {threshold}): {error}',
      equal: 'equal.refusal',
      tell: ['tell.not-executable'],
    },
    'equal.failing': {
      en: 'the failing call',
      de: 'der fehlschlagende Aufruf',
    },
    'equal.error': {
      en: 'the error, despite different arguments',
      de: 'der Fehler, trotz verschiedener Argumente',
    },
    'equal.prose': {
      en: 'that the shell was sent sentences, not commands',
      de: 'dass die Shell Sätze bekam statt Befehle',
    },
    'equal.refusal': {
      en: 'the shell’s reason for refusing, despite different commands',
      de: 'der Grund, aus dem die Shell ablehnte, trotz verschiedener Befehle',
    },
    'counter.error-loop': {
      en: 'Same error',
      de: 'Gleicher Fehler',
    },
    'cause.failed-again': {
      en: '{call} failed {count} times, most recently with {error}.',
      de: '{call} schlug {count}-mal fehl, zuletzt mit {error}.',
    },
    'tell.failed-again': {
      en: 'Don’t repeat it unchanged: say what the error means, and remove its cause first.',
      de: 'Wiederhole das nicht unverändert: Sag, was der Fehler bedeutet, und behebe erst seine Ursache.',
      cause: 'cause.failed-again',
    },
    'cause.refused-edit': {
      en: '{count} edits of {file} failed with {error}.',
      de: '{count} Bearbeitungen von {file} schlugen fehl mit {error}.',
    },
    'tell.refused-edit': {
      en: 'Read {file} as it is now before the next edit; if it can’t be edited at all, say so.',
      de: 'Lies {file} im jetzigen Zustand, bevor du es erneut versuchst; lässt sich die Datei gar nicht bearbeiten, sag das.',
      cause: 'cause.refused-edit',
    },
    'cause.error': {
      en: '{count} steps ended in the same error, {error}.',
      de: '{count} Schritte endeten im selben Fehler, {error}.',
    },
    'tell.error': {
      en: 'Don’t vary the call any further: find what causes this error, or say what you need to get past it.',
      de: 'Variiere den Aufruf nicht weiter: Finde die Ursache dieses Fehlers, oder sag, was du brauchst, um daran vorbeizukommen.',
      cause: 'cause.error',
    },
    'tell.syntax': {
      en: 'Send only the command itself, without prose or markup; put longer text into a file first.',
      de: 'Sende nur den Befehl selbst, ohne Prosa oder Auszeichnung; längeren Text schreib erst in eine Datei.',
      cause: 'cause.error',
    },
    'tell.no-command': {
      en: 'Say which program is missing. Install it if you may, or use one that is there.',
      de: 'Sag, welches Programm fehlt. Installiere es, wenn du darfst, oder nimm eines, das da ist.',
      cause: 'cause.error',
    },
    'tell.no-file': {
      en: 'List the folder, and take the path from there.',
      de: 'Liste den Ordner auf, und nimm den Pfad von dort.',
      cause: 'cause.error',
    },
    'tell.not-executable': {
      en: 'Look at the file’s permissions and first line, or call it through its interpreter.',
      de: 'Sieh dir Rechte und erste Zeile der Datei an, oder ruf sie über ihren Interpreter auf.',
      cause: 'cause.error',
    },
  },
  thresholds: {
    'balanced.sameError': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'steps',
      group: 'loops',
      name: 'counter.error-loop',
      text: {
        en: 'The same failing call, or the same error with varying arguments, in this many steps is an error loop.',
        de: 'Derselbe fehlschlagende Aufruf oder derselbe Fehler bei verschiedenen Argumenten in so vielen Schritten ist eine Fehlerschleife.',
      },
    },
  },
  hears: windowFacts,
  start: (_session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new ErrorLoopRun(recent, thresholds),
});

/** Factor on the limit: how long it may be honest that other arguments give the same error. */
const patience: Record<ErrorSameness, number> = {
  'any-arguments': 1,
  denied: 2,
  'same-text': 1,
  command: 2,
  probe: Infinity,
  unanswered: 1.5,
};

/** Factor on the limit: one error of a program, whatever its arguments and the values that it names. */
const OTHER_ARGUMENTS = 3;

/** Factor on the limit: one call that fails for ever other reasons, each of which was mended. */
const MENDED = 4;

/** Factor on the limit: one negative answer to different questions. */
const OTHER_QUESTIONS = 1.5;

/** The same, where other things were done in between that told nothing: each may have been what helps. */
const BESIDE_ACTS = 2;

/** Factor on the limit: one text that never gets in, with work between. */
const SAME_PROPOSAL = 1.25;

/** Factor on the limit: ever different programs that could be there, but are not. */
const LOOKING_FOR_TOOL = 2;

/** Share of the limit at which there is a warning. */
const WARNED = 3 / 4;

/** What else was asked for makes no other error. */
const whateverArguments: ReadonlySet<ErrorSameness> = new Set([
  'any-arguments',
  'denied',
  'unanswered',
]);

class ErrorLoopRun extends WindowRun {
  counters(): Counter[] {
    return [
      {
        id: 'error-loop',
        label: { id: 'counter.error-loop' },
        value: this.nearest,
        limit: this.thresholds.values['balanced.sameError'],
      },
    ];
  }

  protected judge(records: readonly StepRecord[], newest: StepRecord): Finding | undefined {
    this.nearest = 0;
    let found: Finding | undefined;
    for (const call of newest.calls) {
      const { action, tests, repeat, outcome } = call.evidence;
      // that one place after the other has none of it is no error, and of faults each may have its own
      const isOfPlace = action.checks || outcome.isAbsent || outcome.says === 'nothing';
      if (tests !== undefined || repeat.wanted || (call.rule === 'sweep' && isOfPlace)) {
        continue;
      }
      found = graver(found, this.sameAnswer(records, call));
      if (!call.evidence.outcome.failed) {
        continue;
      }
      found = graver(found, this.sameCall(records, call));
      found = graver(found, this.sameError(records, call));
      found = graver(found, this.otherArguments(records, call));
      found = graver(found, this.refusedAlike(records, call));
      found = graver(found, this.sameProposal(records, call));
    }
    return found;
  }

  /** One action that failed in step after step. */
  private sameCall(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const polls = call.evidence.action.polls;
    const members = listMembers(
      records,
      ({ key, evidence }) =>
        key === call.key && evidence.outcome.failed && evidence.tests === undefined,
      (record) =>
        record.calls.some(({ key, evidence }) => key === call.key && !evidence.outcome.failed)
          ? 'before'
          : record.changed ||
              isOnOtherPage(record, call) ||
              (record.unseen && call.evidence.action.looks)
            ? 'with'
            : 'not',
      polls,
    );
    const times = polls ? POLL_FACTOR : areMended(members) ? MENDED : 1;
    return this.finding('verdict.error-loop.call', members, times, call);
  }

  /** One error on one target, whatever the arguments. */
  private sameError(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const { error } = call.evidence;
    if (error === undefined) {
      return undefined;
    }
    const isOnTarget = ({ evidence: { error: other } }: CallRecord): boolean =>
      other?.target === error.target;
    const isSame = (each: CallRecord): boolean => {
      const { error: other, outcome } = each.evidence;
      // a refusal that could not be recognised as one when it came first
      if (other === undefined) {
        return outcome.key === error.exact && each.tool === call.tool;
      }
      if (error.kind === 'validation') {
        return other.key === error.key;
      }
      return (
        isOnTarget(each) &&
        (whateverArguments.has(error.sameness)
          ? other.key === error.key
          : other.exact === error.exact)
      );
    };
    const members = findErrors(records, call, error, isSame);
    const found = this.judgeErrors(call, members, patienceWith(error.sameness, members));
    if (error.sameness !== 'command') {
      return found;
    }
    // the same commands again end in the same lines, whatever else they print on the way, such as frames of a trace
    const alike = findErrors(
      records,
      call,
      error,
      (each) => isOnTarget(each) && each.evidence.error?.line === error.line,
    );
    return isMostlyRepeated(alike) ? graver(found, this.judgeErrors(call, alike, 1)) : found;
  }

  private judgeErrors(
    call: CallRecord,
    members: readonly CallRecord[],
    times: number,
  ): Finding | undefined {
    return this.finding(
      'verdict.error-loop.error',
      members,
      call.evidence.action.polls ? Math.max(POLL_FACTOR, times) : times,
      call,
    );
  }

  /** One program that fails in one way though it was asked for other things each time. Only looks and failures may stand between. */
  private otherArguments(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const error = call.evidence.error;
    if (error === undefined || call.evidence.action.polls) {
      return undefined;
    }
    const isSame = ({ evidence: { error: other } }: CallRecord): boolean =>
      other?.target === error.target && other.key === error.key;
    const members = listMembers(records, isSame, ({ calls, progress, changed }) => {
      const isEnded = progress || changed || calls.some(mayHelp);
      return !isEnded ? 'not' : calls.some(isSame) ? 'with' : 'before';
    });
    return this.finding('verdict.error-loop.error', members, OTHER_ARGUMENTS, call);
  }

  /** One negative answer, whatever was asked. Only looks and failures may stand between, or acts that told nothing. */
  private sameAnswer(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const { core, isWall } = call.evidence.outcome;
    if (
      core === undefined ||
      // put right by any call that is in the right form
      call.tool === REJECTED_RESPONSE ||
      // what will never come is no wait
      (call.evidence.action.polls && !isWall) ||
      call.evidence.reads?.lines !== undefined ||
      (call.evidence.error?.sameness === 'unanswered' && !isWall)
    ) {
      return undefined;
    }
    const isSame = ({ evidence: { outcome, tests } }: CallRecord): boolean =>
      outcome.core === core && tests === undefined;
    const helps = (each: CallRecord): boolean =>
      wentWell(each) || (!isSame(each) && mayHelp(each) && !isVain(each));
    const findRow = (isEnd: (each: CallRecord) => boolean): CallRecord[] =>
      listMembers(records, isSame, ({ calls, changed }) =>
        !changed && !calls.some(isEnd) ? 'not' : calls.some(isSame) ? 'with' : 'before',
      );
    return graver(
      this.finding('verdict.error-loop.error', findRow(helps), OTHER_QUESTIONS, call),
      this.finding(
        'verdict.error-loop.error',
        findRow((each) => helps(each) && each.evidence.outcome.says !== 'silent'),
        BESIDE_ACTS,
        call,
      ),
    );
  }

  /** One text that does not get into a file at ever other places, whatever is read or edited in between. */
  private sameProposal(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const { proposal } = call.evidence;
    if (proposal === undefined) {
      return undefined;
    }
    const isRejected = ({ evidence }: CallRecord): boolean =>
      evidence.proposal === proposal && evidence.outcome.failed;
    const gotIn = ({ evidence }: CallRecord): boolean =>
      evidence.proposal === proposal && !evidence.outcome.failed;
    const members = listMembers(records, isRejected, ({ calls }) =>
      calls.some(gotIn) ? 'before' : 'not',
    );
    return this.finding('verdict.error-loop.error', members, SAME_PROPOSAL, call);
  }

  /** Commands in a row that the shell did not run, for reasons of one class, whatever they are. */
  private refusedAlike(records: readonly StepRecord[], call: CallRecord): Finding | undefined {
    const { error } = call.evidence;
    if (error?.refused === undefined) {
      return undefined;
    }
    const { refused } = error;
    const isAlike = ({ evidence }: CallRecord): boolean => evidence.error?.refused === refused;
    const members = listMembers(records, isAlike, ({ calls, progress, changed }) =>
      (progress || changed || (error.missing !== undefined && calls.some(worked))) &&
      !calls.some(isAlike)
        ? 'before'
        : 'not',
    );
    const times = areDistinctPrograms(members) ? LOOKING_FOR_TOOL : 1;
    return this.finding(`verdict.error-loop.${refused}`, members, times, call);
  }

  /** What the person asked to repeat may fail as often; without an end, only if it is one call. */
  private timesAsked(members: readonly CallRecord[], call: CallRecord): number {
    const times = this.recent.timesAskedFor(call);
    return times === Infinity && new Set(members.map(({ key }) => key)).size > 1 ? 0 : times;
  }

  private finding(
    id:
      | 'verdict.error-loop.call'
      | 'verdict.error-loop.error'
      | `verdict.error-loop.${ShellRefusal}`,
    members: readonly CallRecord[],
    times: number,
    call: CallRecord,
  ): Finding | undefined {
    const limit = this.thresholds.values['balanced.sameError'];
    const count = members.length;
    this.nearest = Math.max(this.nearest, Math.min(limit, count));
    const asked = this.timesAsked(members, call);
    const own = limit * times + asked;
    // where nothing is a stall, the number at which there is a warning
    const warned = asked === Infinity ? ENDLESS * limit : limit;
    const threshold = own === Infinity ? warned : Math.ceil(own);
    const watchAt = asked > 0 ? threshold - 1 : chooseWarning(limit, times, call);
    const level = chooseLevel(count, own, watchAt);
    return (
      level && {
        detector: 'error-loop',
        kind: 'error-loop',
        level,
        count,
        threshold,
        key: 'balanced.sameError',
        what: { id, params: { count, threshold, error: readError(call) } },
        calls: members.map(({ number }) => number),
        members: [...new Set(members.map(({ key }) => key))],
      }
    );
  }
}

/** What may be honest for longer is worth a look later. */
function chooseWarning(limit: number, times: number, { evidence }: CallRecord): number {
  if (times === OTHER_QUESTIONS || times === Infinity) {
    return limit;
  }
  const threshold = Math.ceil(limit * times);
  return evidence.action.polls
    ? (limit * POLL_FACTOR) / 2
    : Math.min(threshold - 1, Math.ceil(threshold * WARNED));
}

/** As the person sees it. */
function readError({ evidence: { error, outcome } }: CallRecord): string {
  return redact(error?.verbatim ?? outcome.telling ?? '');
}

/** The calls that ended in one error since something was done about it. */
function findErrors(
  records: readonly StepRecord[],
  call: CallRecord,
  error: CallError,
  isSame: (each: CallRecord) => boolean,
): CallRecord[] {
  // a call that was rejected for its form and then corrected is no loop; a whole response is corrected by any call
  const isCorrected = (each: CallRecord): boolean =>
    !each.evidence.outcome.failed && (each.tool === call.tool || call.tool === REJECTED_RESPONSE);
  // it went through after a pause, or at another try
  const wentWellAtLast = ({ key, worth, evidence }: CallRecord): boolean =>
    worth === 'progress' &&
    !evidence.outcome.failed &&
    !evidence.repeat.first &&
    records.some(({ calls }) => calls.some((before) => before.key === key && isSame(before)));
  const isPutRight = (each: CallRecord): boolean =>
    error.sameness === 'unanswered'
      ? each.tool === call.tool && each.worth === 'progress'
      : each.evidence.edits.changes ||
        each.evidence.repeat.continuesAnother ||
        (error.kind === 'validation' && isCorrected(each)) ||
        wentWellAtLast(each);
  const isOther = (each: CallRecord): boolean =>
    isOnAnotherCommit(each) || (isSame(each) && each.evidence.followsHelp);
  return listMembers(records, isSame, (record) => {
    const { calls } = record;
    return calls.some(isOther) || isOnOtherPage(record, call)
      ? 'with'
      : !calls.some(isSame) && calls.some(isPutRight)
        ? 'before'
        : 'not';
  });
}

/** Patience is for other arguments: where most calls repeat earlier ones there is none. */
function patienceWith(sameness: ErrorSameness, members: readonly CallRecord[]): number {
  return isMostlyRepeated(members) ? 1 : patience[sameness];
}

function isMostlyRepeated(members: readonly CallRecord[]): boolean {
  return new Set(members.map(({ key }) => key)).size * 2 <= members.length;
}

/** Ever different programs: the agent looks for one that is there. */
function areDistinctPrograms(members: readonly CallRecord[]): boolean {
  const programs = members.map(({ evidence }) => evidence.error?.missing);
  return !programs.includes(undefined) && new Set(programs).size * 2 > programs.length;
}

/** Ever another error, and something was done after each: what stood in the way before is mended. */
function areMended(members: readonly CallRecord[]): boolean {
  const errors = members.map(({ evidence: { error, outcome } }) => error?.exact ?? outcome.key);
  const isApart = members.every(
    ({ number }, i) => i === 0 || number - (members[i - 1]?.number ?? 0) > 1,
  );
  return isApart && new Set(errors).size === members.length;
}

/** It told something, or did it. */
function wentWell({ worth, evidence: { action, outcome } }: CallRecord): boolean {
  return !action.looks && worth === 'progress' && outcome.says !== 'negative';
}

/** What it did was done before, or told nothing. */
function isVain({ worth }: CallRecord): boolean {
  return worth === 'idle' || worth === 'empty';
}

function worked({ evidence: { action, outcome } }: CallRecord): boolean {
  return action.class === 'shell' && outcome.state === 'answered' && !outcome.failed;
}

/** It was carried out, and did more than look: the next failure may be another one, such as the next missing package. */
function mayHelp({ evidence: { outcome, action } }: CallRecord): boolean {
  return outcome.state === 'answered' && !outcome.failed && !action.looks && !action.noOp;
}

/** The same error of another commit is a fact about that commit. */
function isOnAnotherCommit({ evidence }: CallRecord): boolean {
  return evidence.edits.elsewhere;
}
