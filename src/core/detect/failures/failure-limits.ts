/** How many runs with one failure are a stall, by what they share and by what each of them told. */
import type { TestRun } from '../../identity/test-run/test-run.js';
import { baseName } from '../../paths.js';
import type { FailureRow } from './equal-failures.js';
import type { Run, RunGroup } from '../runs.js';

export interface FailureLimit {
  /** Runs that count. */
  count: number;
  /** The count that is a stall, and the one that is a warning. */
  limit: number;
  watchAt: number;
}

/** Where another copy runs than the one that is edited, no edit can change anything. */
const OTHER_COPY = 3;
/** An answer that no edit changes is worth a look this many runs before the limit. */
const WITNESS_WARNED = 2;
/** A script may have nothing to say for some time: this many times the limit. */
const SILENCE = 2;

/** @param usual the limit that is set */
export function chooseLimit(
  row: FailureRow,
  { sameness, extra }: RunGroup,
  usual: number,
  tests: TestRun | undefined,
): FailureLimit {
  if (row.runs.at(-1)?.copyEdited === true) {
    const limit = Math.min(OTHER_COPY, usual);
    const count = row.runs.filter(({ copyEdited }) => copyEdited).length;
    return { count, limit, watchAt: count > 1 ? limit - 1 : limit };
  }
  switch (sameness) {
    case 'silence':
      return judgeSilence(row, usual);
    case 'nothing': {
      const limit = isRewritten(row.runs) ? usual + extra : Infinity;
      return { count: row.runs.length, limit, watchAt: limit - 1 };
    }
    case 'witness':
      return judgeWitness(row, usual);
    case 'script':
      // its prints are no facts, the error is
      return isRewritten(row.runs) ? judgeScript(row, usual) : withNews(row, usual);
    case 'growing':
      return isRewritten(row.runs)
        ? judgeScript(row, usual)
        : { count: row.runs.length, limit: Infinity, watchAt: Infinity };
    case 'tried': {
      // the other value is no news
      const limit = usual + extra;
      return { count: attemptsIn(row.runs), limit, watchAt: limit - 1 };
    }
    case 'tests':
    case 'command':
    case 'error':
    case 'edit': {
      const patience = patienceWith(row, tests, sameness === 'error');
      const limit = usual + extra;
      return patience === Infinity
        ? { count: attemptsIn(row.runs), limit: Infinity, watchAt: limit * OLD_FAILURES - 1 }
        : withNews(row, limit * patience);
    }
  }
}

/** A script that is rewritten in circles, so that a failure that was behind comes back, needs one run fewer. */
function judgeScript({ runs, setBack }: FailureRow, usual: number): FailureLimit {
  const limit = usual - (setBack ? 1 : 0);
  return { count: runs.length, limit, watchAt: limit - 1 };
}

/** A script that only speaks of faults says nothing while the edits move on through other files. */
function judgeSilence({ runs, revisited }: FailureRow, usual: number): FailureLimit {
  const isAbout = revisited || isRewritten(runs);
  return isAbout
    ? { count: runs.length, limit: usual * SILENCE, watchAt: usual }
    : { count: runs.length, limit: Infinity, watchAt: Infinity };
}

/** Whether a script was rewritten between its runs. */
function isRewritten(runs: readonly Run[]): boolean {
  return runs.some(({ rewritten }, i) => i > 0 && rewritten);
}

/** Edits that move on through other files are about something else than an answer that stays, unless they only add prints. */
function judgeWitness({ runs, afterSource, revisited }: FailureRow, usual: number): FailureLimit {
  const isAbout = runs.some(
    ({ looks, isOwn, isWrong }) => looks || isOwn || (isWrong && revisited),
  );
  // a script that was rewritten itself is no test, whatever it is called
  const isTried = afterSource > 0 || isRewritten(runs);
  const limit = usual * (isTried ? 1 : WRITING_TESTS);
  return isAbout
    ? { count: runs.length, limit, watchAt: limit - WITNESS_WARNED }
    : { count: runs.length, limit: Infinity, watchAt: Infinity };
}

/**
 * Each run that told something new allows one more, until there are more than twice the limit; what runs told that only followed
 * prints allows one more in all. Till then it is only a warning.
 */
function withNews({ runs }: FailureRow, limit: number): FailureLimit {
  const told = runs.filter((run, i) => i > 0 && run.news);
  const news = told.filter(isAttempt).length;
  return {
    count: attemptsIn(runs),
    limit: limit + Math.min(news, limit + 1) + (told.length > news ? 1 : 0),
    watchAt: told.length === 0 ? limit - 1 : limit,
  };
}

/** A run after only prints were added or removed is a read: this many equal one attempt. */
const LOOKS = 3;

function isAttempt({ looks }: Run): boolean {
  return !looks;
}

/** Runs that followed an attempt; looks count less. */
function attemptsIn(runs: readonly Run[]): number {
  const attempts = runs.filter(isAttempt).length;
  return attempts + Math.floor((runs.length - attempts) / LOOKS);
}

/** While only tests and their samples are edited they are being written: this many times the limit. */
const WRITING_TESTS = 2;
/** With this many passing tests for each failing one, the failing ones may be old: this many times the limit. */
const NEARLY_ALL = 20;
const OLD_FAILURES = 2;
/** Tools whose findings may be old ones in untouched files. */
const checkers = /^(?:tsc|eslint|lint|compiler)(?:\+(?:tsc|eslint|lint|compiler))*$/;

/**
 * How many times the limit the same failures may last: they may be old ones that the edits are not about.
 * @param isShared the row holds runs of other commands too
 */
function patienceWith(
  { runs, afterSource, revisited, reworked, paths }: FailureRow,
  tests: TestRun | undefined,
  isShared: boolean,
): number {
  if (runs.length === 1) {
    return 1;
  }
  const isAbout = (revisited && (reworked || !areElsewhere(tests, paths))) || isShared;
  if (tests !== undefined && !isAbout && (checkers.test(tests.runner) || mostlyPasses(tests))) {
    return Infinity;
  }
  const mayBeOld = !isAbout || (tests !== undefined && mayBeOldFailures(tests));
  return (afterSource > 0 ? 1 : WRITING_TESTS) * (mayBeOld ? OLD_FAILURES : 1);
}

/** The name by which a checker may know the file, however it writes it. */
function findStem(path: string): string {
  return baseName(path)
    .replace(/\.\w+$/, '')
    .toLowerCase();
}

/** Settings and declarations: a change of them shows in other files. */
const settings =
  /\.(?:json5?|jsonc|ya?ml|toml|xml|ini|cfg|conf|lock|gradle|kts|props|csproj|pyi|d\.[cm]?ts|mod|cabal|sbt)$|config|settings|(?:^|[\\/])\.[^\\/]+$|rc(?:\.\w+)?$/i;

/** A checker finds faults in other files than those that were edited, which are code. */
export function areElsewhere(tests: TestRun | undefined, paths: readonly string[]): boolean {
  return (
    tests !== undefined &&
    checkers.test(tests.runner) &&
    !paths.some((path) => settings.test(path)) &&
    !tests.failing.some((id) => paths.some((path) => id.toLowerCase().includes(findStem(path))))
  );
}

function mostlyPasses({ failing, passed = 0 }: TestRun): boolean {
  return failing.length > 0 && passed > failing.length;
}

function mayBeOldFailures({ runner, failing, failed = 0, passed = 0 }: TestRun): boolean {
  // of many findings that read alike another one may be gone each time
  const areAlike = checkers.test(runner) && failed > failing.length;
  return areAlike || (failing.length > 0 && passed >= failing.length * NEARLY_ALL);
}
