/** How a call repeats earlier ones, and whether there is a reason to: an action that was issued before, an answer that was given before. */
import {
  asksElsewhere,
  dismisses,
  isBenchmark,
  isStatus,
  mayAct,
} from '../identity/tool/call-nature.js';
import { tellsSuccess } from '../identity/errors/call-error.js';
import { viewedIn } from '../identity/reads.js';
import { isFailing } from '../identity/test-run/test-run.js';
import type { Call } from '../turns/session.js';
import { findPath } from '../identity/tool/tool.js';
import { isEdit, type Answer } from './answer.js';
import type {
  ActionEvidence,
  OnlyNumbers,
  OutcomeEvidence,
  ReadEvidence,
  RepeatEvidence,
  TestEvidence,
} from './evidence.js';
import { onlyNumbersIn, type AlikeOutcomes, type IssuedAction } from './issued-actions.js';
import type { SessionMemory } from './memory.js';

/** Times that tests which were said to fail now and then may be seen to pass. */
const STEADY = 20;

export interface Observed {
  action: ActionEvidence;
  told: OutcomeEvidence;
  tests: TestEvidence | undefined;
  reads: ReadEvidence | undefined;
}

export function observeRepeat(
  answer: Answer,
  { action, told, tests, reads }: Observed,
  { times, earlier, alike }: ReturnType<SessionMemory['actions']['issue']>,
  memory: SessionMemory,
): RepeatEvidence {
  const { call, step, text } = answer;
  const sameOutcome = earlier?.outcome === answer.outcome;
  const recalled = isRecalled(answer, action, reads, earlier, memory);
  const isSteady = passesSteadily(answer, tests, times, memory);
  const isSilentPoll = sameOutcome && tellsNothing(answer, told, earlier.step, memory);
  const first = earlier === undefined ? observeFirst(answer, action, told, memory) : notFirst;
  return {
    pair: recalled || isSteady ? undefined : makePair(answer, isSilentPoll, tests),
    first: earlier === undefined,
    step: earlier?.step,
    times,
    sweep: first.sweep,
    askedFor: times > 1 && (isSteady || times <= memory.asked),
    wanted: first.wanted,
    gone: first.gone,
    oneAnswer: memory.answers.see(answer, told),
    steers: earlier !== undefined && memory.newsIn > earlier.step && isEffect(answer, action, told),
    continuesAnother:
      earlier !== undefined && continues(answer, { step: earlier.step, times }, told, memory),
    sameOutcome,
    sameButNumbers: earlier?.numberless === answer.numberless,
    needless: sameOutcome && earlier.step >= reasonToAskIn(answer, memory),
    replays: sameOutcome && times === SECOND && replays(answer, action, earlier.step, memory),
    recalled,
    confirmed: sameOutcome && earlier.step < memory.changedIn && isAllWell(answer, told, action),
    onlyNumbers: alike && observeNumbers(alike, answer, action.looks),
    masked: sameOutcome ? memory.outputs.noiseIn(call.key, text, step) : undefined,
  };
}

/** Alike dialogs that may stand in the way one behind the other. */
const DIALOGS = 12;

/** Another thing was begun since it was issued before, or came into the way: it goes on with that one. */
function continues(
  { call, command }: Answer,
  { step, times }: { step: number; times: number },
  { failed }: OutcomeEvidence,
  { underWay }: SessionMemory,
): boolean {
  return (
    !failed && (underWay.begunIn(command) > step || (dismisses(call, command) && times <= DIALOGS))
  );
}

type FirstEvidence = Pick<RepeatEvidence, 'sweep' | 'wanted' | 'gone'>;
const notFirst: FirstEvidence = { sweep: undefined, wanted: false, gone: false };

/** What there is to an action that no earlier step issued. */
function observeFirst(
  answer: Answer,
  action: ActionEvidence,
  told: OutcomeEvidence,
  memory: SessionMemory,
): FirstEvidence {
  return {
    sweep: memory.findSweep(action.question, answer.step),
    wanted: isWanted(answer, told, memory),
    gone: told.fruitless && isGone(answer, action, memory),
  };
}

/** The person said that the tests fail now and then: that they pass is worth seeing several times. */
function passesSteadily(
  { command, failed }: Answer,
  tests: TestEvidence | undefined,
  times: number,
  { wanted }: SessionMemory,
): boolean {
  if (!wanted.steady || times > STEADY) {
    return false;
  }
  // how many passed may be all that is left of what they told
  return tests === undefined ? command?.kind === 'test' && !failed : !isFailing(tests.run);
}

/** It did something and says no more than that it did. */
function isEffect(
  { call, command }: Answer,
  { runs }: ActionEvidence,
  { says, failed, tellsSuccess, tellsWell }: OutcomeEvidence,
): boolean {
  return (
    !failed &&
    (isEdit(call) || mayAct(call, command)) &&
    (says === 'good' || tellsSuccess || tellsWell || (says === 'silent' && !runs))
  );
}

/** A poll of a job that goes on as it did. That it is still in trouble after something was changed is an answer. */
function tellsNothing(
  { call, failed }: Answer,
  { troubled, says }: OutcomeEvidence,
  before: number,
  { changedIn }: SessionMemory,
): boolean {
  return call.polls && !failed && (before >= changedIn || (!troubled && says !== 'negative'));
}

const SECOND = 2;

/** Whether files are read once more in the order in which they were read before. @param first the step that read this one first */
function replays(
  { call, command, text, step }: Answer,
  { looks }: ActionEvidence,
  first: number,
  memory: SessionMemory,
): boolean {
  const path = command?.reads[0]?.path ?? findPath(call.input) ?? viewedIn(text)?.path;
  return looks && memory.replays(path, first, step);
}

const LONGEST_ZERO = 200;
const denied = /\b40[13]\b/;

/** Whether the person asked to be shown that nothing is there, or that it is refused. */
function isWanted(
  { call, normal, tests }: Answer,
  { says, failed, fruitless, isAbsent, telling }: OutcomeEvidence,
  { wanted }: SessionMemory,
): boolean {
  if (tests !== undefined || isOtherHostDown(telling ?? '', call)) {
    return false;
  }
  const isShort = normal.length <= LONGEST_ZERO;
  const isZero = isShort && /0/.test(normal) && !/[1-9]/.test(normal);
  const isRefused =
    says === 'negative' || (failed && says !== 'silent') || (isShort && denied.test(normal));
  return (
    (wanted.nothing &&
      (isAbsent ||
        (!isRefused && (says === 'nothing' || says === 'good' || fruitless || isZero)))) ||
    (wanted.refusal && isRefused)
  );
}

const host = /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\w-]+(?:\.[\w-]+)+(?=:\d{2,5}\b)|\blocalhost\b/g;
const down = /\b(?:connect\w*|unreachable|resolve|refused|timed? ?out)\b/i;

/** What was to be asked cannot be reached: that says nothing about the question. */
function isOtherHostDown(telling: string, { input }: Call): boolean {
  const hosts = down.test(telling) ? (telling.match(host) ?? []) : [];
  const asked = hosts.length > 0 ? JSON.stringify(input) : '';
  return hosts.some((each) => !asked.includes(each));
}

/** That it is not there is what was to be. */
function isGone(
  { call, command, error }: Answer,
  { question }: ActionEvidence,
  { removed }: SessionMemory,
): boolean {
  const searches =
    call.class === 'search' || command?.segments.some(({ kind }) => kind === 'search') === true;
  return searches && error === undefined && removed.isAskedFor(question);
}

/** Steps after an action with an unseen effect in which there is reason to look again. */
const JUST_BEFORE = 2;

/** The newest step that gave reason to ask again: a person, a condensed context, or just before, something with an unseen effect. */
function reasonToAskIn({ failed, step }: Answer, { askAgainFrom, actedIn }: SessionMemory): number {
  return !failed && step - actedIn <= JUST_BEFORE ? Math.max(askAgainFrom, actedIn) : askAgainFrom;
}

/** Tests, a build or a linter that found nothing wrong, or a program that says so. */
function isAllWell(
  { call, command, tests, text }: Answer,
  { failed, troubled, unproven }: OutcomeEvidence,
  { checks }: ActionEvidence,
): boolean {
  if (failed || troubled || unproven || (tests !== undefined && isFailing(tests))) {
    return false;
  }
  const kinds = command?.segments.map(({ kind }) => kind) ?? [];
  return (
    tests !== undefined ||
    call.class === 'test' ||
    checks ||
    (kinds.includes('run') && tellsSuccess(text))
  );
}

/** The numbers that a test runner or a poll tells are always information. */
function observeNumbers(
  alike: AlikeOutcomes,
  { call, command, tests }: Answer,
  looks: boolean,
): OnlyNumbers | undefined {
  return call.polls || tests !== undefined || isStatus(call, command)
    ? undefined
    : onlyNumbersIn(alike, looks || asksElsewhere(call, command) || isBenchmark(call, command));
}

/** Undefined for a poll that tells nothing new and for a flaky test. */
function makePair(
  { call, outcome }: Answer,
  isSilentPoll: boolean,
  tests: TestEvidence | undefined,
): string | undefined {
  return isSilentPoll || tests?.flaky === true ? undefined : `${call.key} ${outcome}`;
}

/** To look again once after the context was condensed is no repetition. */
function isRecalled(
  { failed, outcome }: Answer,
  { looks }: ActionEvidence,
  reads: ReadEvidence | undefined,
  earlier: IssuedAction | undefined,
  memory: SessionMemory,
): boolean {
  if (failed || !looks || reads?.lines === 'new') {
    return false;
  }
  return earlier?.outcome === outcome
    ? memory.isCondensedSince(earlier.step)
    : reads?.lines === 'again' && memory.isCondensed;
}

/** Shared by all calls that are not remembered. */
export const noRepeat: RepeatEvidence = {
  pair: undefined,
  first: false,
  step: undefined,
  times: 0,
  sweep: undefined,
  askedFor: false,
  wanted: false,
  gone: false,
  oneAnswer: false,
  steers: false,
  continuesAnother: false,
  sameOutcome: false,
  sameButNumbers: false,
  needless: false,
  replays: false,
  recalled: false,
  confirmed: false,
  onlyNumbers: undefined,
  masked: undefined,
};
