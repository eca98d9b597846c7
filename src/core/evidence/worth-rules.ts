/** What a call is worth: the first rule that fits its evidence decides. */
import type { EditValue } from '../identity/edits/file-content.js';
import { isFailing, type TestRun } from '../identity/test-run/test-run.js';
import type { Message } from '../view/words/wording.js';
import type { CallValue, Evidence, OutcomeState, Worth } from './evidence.js';

export interface WorthRule {
  /** Shown where a call says why it counted. */
  readonly id: string;
  readonly when: (evidence: Evidence) => boolean;
  readonly worth: Worth;
  readonly note: (evidence: Evidence) => Message | undefined;
}

/** Characters from which on a known answer is a repetition: shorter ones may be equal by chance. */
const TELLING = 60;
/** Answers in a row that differ only in numbers of unknown meaning, with nothing changed, from which on their numbers are no news. */
const ANY_NUMBERS = 6;
/** Steps that may run the same failing tests to see more of them; further ones are repetitions, whatever their options. */
const SHOWN_MORE = 3;

const notesOfState: Partial<Record<OutcomeState, Message>> = {
  denied: { id: 'idle.denied' },
  declined: { id: 'idle.declined' },
};

const nothingNew: WorthRule = {
  id: 'nothing-new',
  when: () => true,
  worth: 'idle',
  note: noNews,
};

/** In the order in which they are tried; the last fits everything. */
export const worthRules: readonly WorthRule[] = [
  {
    // denied by us, declined by a person, a question to a person, or no answer that anybody told
    id: 'not-its-own-doing',
    when: ({ outcome }) => outcome.state !== 'answered',
    worth: 'neutral',
    note: ({ outcome }) => notesOfState[outcome.state],
  },
  {
    id: 'sleeps-for-a-job',
    when: ({ action }) => action.waits,
    worth: 'neutral',
    note: just('idle.noop'),
  },
  {
    id: 'heading',
    when: ({ action }) => action.narrates,
    worth: 'neutral',
    note: just('idle.noop'),
  },
  {
    id: 'no-op',
    when: ({ action }) => action.noOp,
    worth: 'empty',
    note: just('idle.noop'),
  },
  {
    // whatever is asked: nothing of it is seen
    id: 'one-answer',
    when: ({ repeat }) => repeat.oneAnswer,
    worth: 'empty',
    note: just('idle.one-answer'),
  },
  {
    // another set of failing tests, or that all pass now
    id: 'tests-went-differently',
    when: ({ tests, outcome }) => tests !== undefined && outcome.isNew,
    worth: 'progress',
    note: ({ tests }) => testNote(tests?.run),
  },
  {
    // on another commit, a successful program is judged by its output; work that was taken out for a look goes on once it is back
    id: 'changed-files',
    when: ({ action, edits, tests, outcome }) =>
      edits.alters ||
      // which file it was about is not known, but what is told of it is new
      (action.class === 'edit' && edits.files.length === 0 && !outcome.failed && outcome.isNew) ||
      (!outcome.failed && edits.files.some(isPutBackIn)) ||
      (edits.elsewhere && (tests !== undefined || outcome.failed)),
    worth: 'progress',
    note: changeNote,
  },
  {
    // not a repetition by itself: a change may be reverted for good
    id: 'earlier-content-back',
    when: (evidence) =>
      (isAcceptedEdit(evidence) || isSilentCommand(evidence)) &&
      (evidence.edits.restores ||
        evidence.edits.files.some(({ state }) => state === 'back') ||
        (evidence.edits.files.length > 0 && evidence.edits.files.every(isFirstAgain))),
    worth: 'idle',
    note: sameAsBefore('idle.seen'),
  },
  {
    id: 'edit-changed-nothing',
    when: (evidence) =>
      isAcceptedEdit(evidence) || (isSilentCommand(evidence) && evidence.edits.files.length > 0),
    worth: 'empty',
    note: sameAsBefore('idle.seen'),
  },
  {
    // one item after the other: neither work nor a stall
    id: 'bookkeeping',
    when: ({ action, outcome, repeat }) =>
      action.keepsBooks && !outcome.failed && repeat.first && !action.replans,
    worth: 'neutral',
    note: just('idle.books'),
  },
  {
    id: 'plan-rewritten',
    when: isAcceptedPlan,
    worth: 'empty',
    note: sameAsBefore('idle.seen'),
  },
  {
    // one helper after the other comes to the same, in other words
    id: 'restated',
    when: ({ outcome, edits }) =>
      outcome.restates &&
      !outcome.tellsSuccess &&
      (outcome.says !== 'good' || !outcome.isNew) &&
      !edits.changes,
    worth: 'empty',
    note: noNews,
  },
  {
    // another thing was done, or is well: a sweep may be long
    id: 'done',
    when: ({ action, outcome, repeat, edits, tests }) =>
      repeat.first &&
      !outcome.failed &&
      !outcome.fruitless &&
      !action.keepsBooks &&
      action.class !== 'search' &&
      ((outcome.says === 'good' && (tests === undefined || !isFailing(tests.run))) ||
        (tests !== undefined && !isFailing(tests.run)) ||
        (outcome.says === 'told' && outcome.tellsSuccess && edits.unseen && !action.runs) ||
        (outcome.says === 'silent' && !outcome.untold && edits.unseen && !action.runs)),
    worth: 'progress',
    note: just('progress.done'),
  },
  {
    // of another thing than before: where nothing is wrong, many of them have nothing to say
    id: 'checked',
    when: ({ action, outcome, repeat }) =>
      (action.checks || action.compares) &&
      repeat.first &&
      !outcome.failed &&
      outcome.says === 'silent',
    worth: 'neutral',
    note: just('idle.checked'),
  },
  {
    // of an agent that does not tell outputs: neither nothing nor something
    id: 'untold',
    when: ({ outcome, repeat }) => outcome.untold && repeat.first,
    worth: 'neutral',
    note: just('idle.untold'),
  },
  {
    // the numbers of such an answer differ by themselves
    id: 'only-numbers-differ',
    when: ({ repeat: { onlyNumbers, steers, askedFor }, reads }) =>
      reads !== undefined &&
      !steers &&
      !askedFor &&
      onlyNumbers !== undefined &&
      onlyNumbers.steps >= ANY_NUMBERS &&
      !onlyNumbers.moves &&
      !onlyNumbers.live,
    worth: 'empty',
    note: just('idle.numbers'),
  },
  {
    // lines that were not read before are news even if they look like others; that nothing is there is none, in whatever words
    id: 'new-information',
    when: ({ reads, outcome }) =>
      reads !== undefined &&
      (reads.lines === 'new' ||
        (reads.lines === undefined && outcome.isNew && !outcome.fruitless && !reads.foundKnown)),
    worth: 'progress',
    note: just('progress.new-output'),
  },
  {
    // to look again once at what a condensed context has lost is no repetition, and no news
    id: 'recalled',
    when: ({ repeat }) => repeat.recalled,
    worth: 'neutral',
    note: just('idle.recalled'),
  },
  {
    // whether all is still well had to be asked after the change; to ask once more is a repetition
    id: 'confirmed',
    when: ({ repeat }) => repeat.confirmed,
    worth: 'neutral',
    note: just('idle.confirmed'),
  },
  {
    // the key is always the same, and what it does shows elsewhere
    id: 'steers',
    when: (evidence) =>
      evidence.repeat.continuesAnother || (evidence.repeat.steers && !isAcceptedEdit(evidence)),
    worth: 'neutral',
    note: just('idle.steers'),
  },
  {
    id: 'asked-for',
    when: ({ repeat }) => repeat.askedFor || repeat.wanted,
    worth: 'neutral',
    note: just('idle.asked'),
  },
  {
    // old names are looked for one after the other, to see that none is left
    id: 'taken-out',
    when: ({ repeat }) => repeat.gone,
    worth: 'neutral',
    note: just('idle.gone'),
  },
  {
    // one question, put to one place after the other; what has which value is an answer about anything, and each may have faults of its own
    id: 'sweep',
    when: (evidence) =>
      evidence.tests === undefined &&
      ((evidence.repeat.sweep === 'places' &&
        (evidence.outcome.fruitless || isFault(evidence) || isKnownElsewhere(evidence))) ||
        (evidence.repeat.sweep !== undefined && isValue(evidence))),
    worth: 'neutral',
    note: noNews,
  },
  {
    id: 'job-unchanged',
    when: ({ action, tests, repeat }) => action.polls && tests === undefined && repeat.sameOutcome,
    worth: 'neutral',
    note: noNews,
  },
  {
    id: 'same-tests-run-again',
    when: ({ tests }) => tests !== undefined && tests.looks > SHOWN_MORE,
    worth: 'empty',
    note: noNews,
  },
  {
    // what may have been lost from sight is read once more in the same order: a second time is no circle yet
    id: 'read-anew',
    when: ({ repeat }) => repeat.needless && repeat.replays,
    worth: 'neutral',
    note: noNews,
  },
  {
    // the same question with the same answer, and no reason to ask again; a count may pause on its way
    id: 'repeated',
    when: ({ repeat }) => repeat.needless && repeat.onlyNumbers?.moves !== true,
    worth: 'empty',
    note: noNews,
  },
  {
    // known information at length, requested in other words
    id: 'known-information',
    when: isKnownInformation,
    worth: 'empty',
    note: noNews,
  },
  nothingNew,
];

/** Judges a call by its evidence. */
export function judgeCall(evidence: Evidence, rules: readonly WorthRule[] = worthRules): CallValue {
  const rule = rules.find(({ when }) => when(evidence)) ?? nothingNew;
  return { worth: rule.worth, note: rule.note(evidence), rule: rule.id, evidence };
}

/** Written or made once more for the first time, as one of many files may have been left undone, or undone by another writer. */
function isFirstAgain({ count, isIdle }: EditValue): boolean {
  return count === 1 && !isIdle;
}

/** What a restoration of the file had removed, for the first time. */
function isPutBackIn({ isRestored, count }: EditValue): boolean {
  return isRestored && count === 1;
}

function isValue({ action, outcome, reads, repeat }: Evidence): boolean {
  return (
    reads !== undefined &&
    reads.lines === undefined &&
    repeat.first &&
    outcome.says === 'told' &&
    outcome.length < TELLING &&
    !outcome.failed &&
    !outcome.fruitless &&
    !action.runs
  );
}

/** What a compiler or a linter found there, and nowhere before. */
function isFault({ action, outcome, repeat }: Evidence): boolean {
  return action.checks && repeat.first && outcome.failed && outcome.isNew;
}

/** The same may be told at length of another place. */
function isKnownElsewhere({ action, outcome, repeat }: Evidence): boolean {
  return (
    action.class === 'shell' &&
    repeat.first &&
    outcome.says === 'told' &&
    !outcome.failed &&
    !outcome.isNew &&
    !action.runs
  );
}

function isAcceptedEdit({ action, outcome }: Evidence): boolean {
  return (action.class === 'edit' || action.class === 'write') && !outcome.failed;
}

/** What it told is worth more than what it did. */
function isSilentCommand({ action, outcome }: Evidence): boolean {
  return action.class === 'shell' && !outcome.failed && !outcome.isNew;
}

function isAcceptedPlan({ action, outcome }: Evidence): boolean {
  return action.class === 'todo' && !outcome.failed;
}

/** What an agent puts around an empty answer tells nothing. */
function isAtLength({ length, says }: Evidence['outcome']): boolean {
  return length >= TELLING && says !== 'silent';
}

function isKnownInformation({ action, outcome, error, reads, repeat, tests }: Evidence): boolean {
  if (!repeat.first) {
    return false;
  }
  const isKnown = !outcome.isNew && isAtLength(outcome);
  return (
    // in other words, an unknown tool was asked for what is not there
    (isKnown && action.class === 'other' && outcome.fruitless && error?.kind !== 'validation') ||
    (isKnown && showsTheSame(action, outcome)) ||
    // with other options, a program fails in the very words in which it did before
    (isKnown &&
      tests === undefined &&
      outcome.failed &&
      action.class === 'shell' &&
      !outcome.fruitless &&
      !action.namesFiles) ||
    (reads !== undefined &&
      (reads.lines === 'seen-since' || (reads.lines === undefined && action.looks && isKnown)))
  );
}

/** Whatever a tool is asked, it shows one and the same. */
function showsTheSame(
  { class: kind, observes }: Evidence['action'],
  { says, tellsSuccess }: Evidence['outcome'],
): boolean {
  return (kind === 'other' || kind === 'web') && observes && says === 'told' && !tellsSuccess;
}

function just(id: Message['id']): () => Message {
  return () => ({ id });
}

/** Names the step with the same action; without one, says `id`. */
function sameAsBefore(id: Message['id']): (evidence: Evidence) => Message {
  return ({ repeat: { step } }) =>
    // a message for people, who count from 1
    step === undefined ? { id } : { id: 'idle.same', params: { step: step + 1 } };
}

const sameTests = sameAsBefore('idle.tests');
const failed = sameAsBefore('idle.failed');
const noOutput = sameAsBefore('idle.empty');
const knownLines = sameAsBefore('idle.covered');
const seen = sameAsBefore('idle.seen');

function noNews(evidence: Evidence): Message {
  const { tests, outcome, reads, repeat } = evidence;
  if (tests !== undefined) {
    return isFailing(tests.run) ? sameTests(evidence) : { id: 'idle.tests.pass' };
  }
  if (reads === undefined) {
    return failed(evidence);
  }
  if (outcome.length === 0) {
    return noOutput(evidence);
  }
  if (outcome.fruitless && repeat.first) {
    return { id: 'idle.nothing' };
  }
  return reads.lines !== undefined || reads.foundKnown ? knownLines(evidence) : seen(evidence);
}

function testNote(run: TestRun | undefined): Message {
  if (run === undefined || isFailing(run)) {
    const failing = Math.max(run?.failing.length ?? 0, run?.failed ?? 0);
    return failing === 0
      ? { id: 'progress.tests.broken' }
      : { id: 'progress.tests', params: { failing } };
  }
  return (run.passed ?? 0) === 0
    ? { id: 'progress.tests.pass' }
    : { id: 'progress.tests.counted', params: { passed: run.passed ?? 0 } };
}

function changeNote({ action, edits: { files, path } }: Evidence): Message {
  if (files.length === 0 && action.class !== 'edit' && action.class !== 'write') {
    return { id: 'progress.command' };
  }
  return path === undefined
    ? { id: 'progress.edit.unnamed' }
    : { id: 'progress.edit', params: { path } };
}
