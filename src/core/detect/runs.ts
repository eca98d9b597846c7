/** Runs of tests and programs: whether they went wrong, and which other runs went wrong in the same way. */
import type { OtherCopy } from '../identity/other-copy.js';
import type { RunCore } from '../identity/answer/run-core.js';
import type { CallRecord } from '../evidence/recent-steps.js';
import { isFailing, type Figure } from '../identity/test-run/test-run.js';

/** The setting that limits equal runs of this kind. */
export type RunKey = 'balanced.equalTests' | 'balanced.equalRuns';

export interface Run {
  step: number;
  /** Number of the call. */
  number: number;
  /** Identity of the action. */
  key: string;
  outcome: string;
  /** Identities of the error by which it is compared with others. */
  errors: readonly string[];
  /** The errors that it named. */
  core: RunCore | undefined;
  /** It told something that was not known before. */
  news: boolean;
  /** It ran a script of the agent's own that is new or was rewritten. */
  rewritten: boolean;
  /** It ran a script of the agent's own, whether or not it was rewritten. */
  isOwn: boolean;
  isWrong: boolean;
  otherCopy: OtherCopy | undefined;
  /** It followed an edit of the copy that does not run: after an edit of the script, say, it tells nothing of that. */
  copyEdited: boolean;
  /** Only prints were added or removed before it. `EqualFailures` finds out. */
  looks: boolean;
}

/**
 * What the runs of a group share. `tests`: what failed. `command`: the command and its outcome. `error`: the error of one
 * program, whatever it was to do. `script`: the errors of the agent's own scripts. `growing`: their last error, however much they
 * print besides. `silence`: that these print nothing. `nothing`: that one of them finds nothing, whatever it prints besides.
 * `tried`: the answer but for the value that was put in before it.
 * `edit`: what the tool that edits said of the edited program. `witness`: the command and its answer, though it is no error.
 */
export type Sameness =
  | 'tests'
  | 'command'
  | 'tried'
  | 'error'
  | 'script'
  | 'growing'
  | 'silence'
  | 'nothing'
  | 'edit'
  | 'witness';

/** Runs that are counted together. */
export interface RunGroup {
  /** What ran. */
  of: string;
  /** What ran and how it went. */
  id: string;
  /** Undefined if it went well. */
  key: RunKey | undefined;
  sameness: Sameness;
  /** Runs to add to the limit. */
  extra: number;
  /** What went well beside, as a number: where more does, the edits got somewhere though the same failed. */
  good?: number | undefined;
  /** See `TestRun.reached`. */
  reached?: number | undefined;
  /** See `TestRun.figure`. */
  figure?: Figure | undefined;
}

/** Where the output speaks neither of trouble nor of success, and where other scripts came to the same error. */
const EXTRA_UNPROVEN = 1;
const EXTRA_OTHER_SCRIPTS = 1;
/** Where the error names another value each time, the one that was put in. */
const EXTRA_OTHER_VALUES = 1;
/** Where a script finds nothing: that may be so. */
const EXTRA_NOTHING = 1;

/** @param changed files since the run before, if what runs may be another copy than the one that is edited */
export function findRun(
  { number, key, evidence: { outcome, error, run } }: CallRecord,
  step: number,
  changed?: readonly string[],
): Run {
  const copy = changed && run?.otherCopy;
  return {
    step,
    number,
    key,
    outcome: outcome.key ?? '',
    errors: [error?.line, outcome.untried].filter((each) => each !== undefined),
    core: run?.core,
    news: run !== undefined && run.facts > 0,
    rewritten: run?.rewritten === true,
    isOwn: run?.script !== undefined || outcome.isOwn,
    isWrong: outcome.failed || outcome.says === 'negative',
    otherCopy: copy,
    copyEdited: copy !== undefined && changed?.includes(copy.edited) === true,
    looks: false,
  };
}

export function goesWrong({ evidence: { tests, outcome, reads } }: CallRecord): boolean {
  return tests !== undefined
    ? isFailing(tests.run)
    : outcome.failed || outcome.troubled || outcome.unproven || reads?.unmoved === true;
}

/** It tells what no run had told before. Tests do so by what they name as failing. */
export function tellsNews({ evidence: { tests, run } }: CallRecord): boolean {
  return tests === undefined && (run?.facts ?? 0) > 0;
}

/** An edit alone shows no outcome, unless the command also runs something. */
export function onlyEdits({ evidence: { edits, action } }: CallRecord): boolean {
  return edits.files.length > 0 && !action.runs;
}

/** How the identity of failing tests begins. */
export const TESTS = 't ';

/** Tests by their failures, whatever the command; anything else by command and outcome. */
export function findFailure({ key, evidence }: CallRecord): string {
  const { tests, error, run, outcome } = evidence;
  return tests === undefined
    ? `${key} ${error?.line ?? (run?.facts === 0 ? run.core?.all : undefined) ?? outcome.key ?? ''}`
    : `${TESTS}${tests.run.key}`;
}

/** What failed in a run, by name where the output says so. */
export function failingNames(call: CallRecord): readonly string[] {
  const run = call.evidence.tests?.run;
  if (run === undefined) {
    return [findFailure(call)];
  }
  if (run.failing.length > 0) {
    return run.failing;
  }
  return run.errors.length > 0 ? run.errors : [run.runner];
}

/** It went well, and belongs to no group but that of its command. */
export function isUnremarkable(call: CallRecord): boolean {
  const { tests, error, run } = call.evidence;
  return (
    tests === undefined &&
    error === undefined &&
    run?.trial === undefined &&
    run?.script === undefined &&
    !isWitness(call) &&
    !goesWrong(call)
  );
}

/** The groups that a run belongs to; none for a call that runs nothing. */
export function groupRuns(call: CallRecord): RunGroup[] {
  const { tests, run } = call.evidence;
  if (tests !== undefined) {
    const key = goesWrong(call) ? 'balanced.equalTests' : undefined;
    const { apart, passed, reached, figure } = tests.run;
    const good = apart === undefined ? passed : -apart;
    return [
      {
        of: call.key,
        id: findFailure(call),
        key,
        sameness: 'tests',
        extra: 0,
        good,
        reached,
        figure,
      },
    ];
  }
  if (run?.trial !== undefined) {
    // another failure between does not end it: that comes and goes with what is tried
    const id = `e ${call.tool} ${run.trial.failure ?? ''}`;
    const key = run.trial.failure === undefined ? undefined : 'balanced.equalTests';
    return [{ of: id, id, key, sameness: 'edit', extra: 0 }];
  }
  if (run?.script !== undefined) {
    return [...groupsOfScript(call, run.script), ...groupsOfWitness(call)];
  }
  return onlyEdits(call) ? [] : [...groupsOfProgram(call), ...groupsOfWitness(call)];
}

/** What ran answers the same, and does not say that all is well. */
function isWitness({ evidence }: CallRecord): boolean {
  const { action, outcome, tests, edits } = evidence;
  return (
    tests === undefined &&
    action.witnesses &&
    edits.files.length === 0 &&
    !outcome.untold &&
    outcome.length > 0 &&
    (outcome.says === 'told' || outcome.says === 'negative') &&
    !outcome.tellsSuccess
  );
}

function groupsOfWitness(call: CallRecord): RunGroup[] {
  const of = `w ${call.key}`;
  const id = `${of} ${call.evidence.outcome.key ?? ''}`;
  const witness = { of, id, sameness: 'witness' as const, extra: 0 };
  return isWitness(call)
    ? [{ ...witness, key: 'balanced.equalRuns' }]
    : [{ ...witness, key: undefined }];
}

const SILENT = 's silent';

/** A script of the agent's own: by its last error whatever its name, by its silence, else like any program. */
function groupsOfScript(call: CallRecord, script: string): RunGroup[] {
  const { run, outcome } = call.evidence;
  const of = `s ${script}`;
  if (run?.silent === true) {
    const silence: RunGroup = {
      of: SILENT,
      id: SILENT,
      key: 'balanced.equalTests',
      sameness: 'silence',
      extra: 0,
    };
    return [silence];
  }
  const spoke: RunGroup[] =
    outcome.length === 0
      ? []
      : [
          { of: SILENT, id: 's spoke', key: undefined, sameness: 'silence', extra: 0 },
          groupOfNothing(call, script),
        ];
  if (run?.core !== undefined) {
    const { all, last, errors } = run.core;
    const key = 'balanced.equalRuns';
    return [
      ...spoke,
      { of, id: `s ${all}`, key, sameness: 'script', extra: 0 },
      { of: `l ${script}`, id: `l ${last}`, key, sameness: 'growing', extra: 0, good: -errors },
    ];
  }
  const well: RunGroup[] = goesWrong(call)
    ? []
    : [
        { of, id: `${of} well`, key: undefined, sameness: 'script', extra: 0 },
        { of: `l ${script}`, id: 'l well', key: undefined, sameness: 'growing', extra: 0 },
      ];
  return [...spoke, ...well, ...groupsOfProgram(call)];
}

function groupOfNothing({ evidence: { outcome, repeat } }: CallRecord, script: string): RunGroup {
  const of = `n ${script}`;
  const isVain = outcome.says === 'nothing' && !outcome.failed && !repeat.wanted;
  return {
    of,
    id: isVain ? of : `${of} found`,
    key: isVain ? 'balanced.equalRuns' : undefined,
    sameness: 'nothing',
    extra: EXTRA_NOTHING,
  };
}

/** Whatever value is put in, the error names it. */
function groupsOfTried({ key, evidence }: CallRecord, own: RunGroup): RunGroup[] {
  const { untried } = evidence.outcome;
  const of = `p ${key}`;
  if (own.key === undefined) {
    return [{ ...own, of, id: `${of} well`, sameness: 'tried' }];
  }
  return untried === undefined
    ? []
    : [{ ...own, of, id: `${of} ${untried}`, sameness: 'tried', extra: EXTRA_OTHER_VALUES }];
}

function groupsOfProgram(call: CallRecord): RunGroup[] {
  const {
    key,
    evidence: { outcome, error, action, reads },
  } = call;
  const isProven = outcome.failed || outcome.troubled || reads?.unmoved === true;
  const own: RunGroup = {
    of: key,
    id: findFailure(call),
    key: goesWrong(call) ? 'balanced.equalRuns' : undefined,
    sameness: 'command',
    extra: isProven ? 0 : EXTRA_UNPROVEN,
  };
  const groups = [own, ...groupsOfTried(call, own)];
  if (!action.runs || error === undefined) {
    return groups;
  }
  // scripts that are new each time but come to the same error
  const alike: RunGroup = {
    of: error.target,
    id: `${error.target} ${error.line}`,
    key: 'balanced.equalRuns',
    sameness: 'error',
    extra: EXTRA_OTHER_SCRIPTS,
  };
  return [...groups, alike];
}
