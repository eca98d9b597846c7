/** Runs that fail in the same way, each after a change of files that the one before did not have. */
import { Recent } from '../identity/recent.js';
import { isTestFile } from '../identity/test-run/test-files.js';
import type { TestRun } from '../identity/test-run/test-run.js';
import { fromFolder } from '../identity/tool.js';
import type { Run } from './runs.js';

const LISTED = 64;
const REMEMBERED = 256;

/** Changes of files by the session, counted. */
export class FileChanges {
  all = 0;
  /** Those of other files than tests. */
  source = 0;
  /** Those that were more than prints. */
  attempts = 0;
  /** Files changed since the last run that counted. */
  paths: string[] = [];

  add(paths: readonly string[], isPrints: boolean, cwd: string): void {
    this.all += 1;
    if (!isPrints) {
      this.attempts += 1;
    }
    for (const path of paths) {
      this.paths.push(path);
    }
    while (this.paths.length > LISTED) {
      this.paths.shift();
    }
    if (paths.length === 0 || !paths.every((path) => isTestFile(fromFolder(path, cwd)))) {
      this.source += 1;
    }
  }
}

/** A run after only prints were added or removed is a read: this many equal one attempt. */
const LOOKS = 3;

/** Runs in a row with one outcome. */
export interface FailureRow {
  readonly runs: readonly (Run & { looks: boolean })[];
  /** How many of them followed a change outside the tests. */
  readonly afterSource: number;
  /** A file was changed again: the edits are about this, and do not move on through other files. */
  readonly revisited: boolean;
  /** Files that were changed between them. */
  readonly paths: readonly string[];
  /** How many tests passed: where more pass than before, the edits got somewhere though the same ones fail. */
  readonly passed: number | undefined;
  /** `FileChanges` at the newest run. */
  readonly at: { readonly all: number; readonly source: number; readonly attempts: number };
}

export class EqualFailures {
  private readonly rows = new Recent<FailureRow>(REMEMBERED);

  clear(): void {
    this.rows.clear();
  }

  /** The same thing went differently. */
  end(id: string): void {
    this.rows.delete(id);
  }

  /** The row with this run, whose files in `changes` are then used up; undefined if nothing was changed since the run before. */
  add(
    id: string,
    run: Run,
    passed: number | undefined,
    changes: FileChanges,
  ): FailureRow | undefined {
    const known = this.rows.get(id);
    const row = known?.passed === passed && known ? known : emptyRow(passed, changes);
    const isAgain = row.runs.at(-1)?.step === run.step;
    if (!isAgain && row.at.all === changes.all) {
      return undefined;
    }
    const longer = extended(row, run, isAgain, changes);
    this.rows.set(id, longer);
    changes.paths = [];
    return longer;
  }
}

function emptyRow(passed: number | undefined, { source }: FileChanges): FailureRow {
  return {
    runs: [],
    afterSource: 0,
    revisited: false,
    paths: [],
    passed,
    at: { all: -1, source, attempts: -1 },
  };
}

/** @param isAgain the newest run of the row is this one: its step is judged again */
function extended(row: FailureRow, run: Run, isAgain: boolean, changes: FileChanges): FailureRow {
  const newest = row.runs.at(-1);
  const looks = isAgain ? newest?.looks === true : row.at.attempts === changes.attempts;
  const runs = [...(isAgain ? row.runs.slice(0, -1) : row.runs), { ...run, looks }].slice(-LISTED);
  const isFirst = runs.length === 1;
  const paths = isFirst ? [] : changes.paths;
  const isAfterSource = !isAgain && row.at.source !== changes.source;
  return {
    runs,
    afterSource: row.afterSource + (isAfterSource ? 1 : 0),
    revisited:
      row.revisited ||
      (!isFirst && paths.length === 0) ||
      paths.some((path) => row.paths.includes(path)),
    paths: paths.length === 0 ? row.paths : [...new Set([...row.paths, ...paths])].slice(-LISTED),
    passed: row.passed,
    at: { all: changes.all, source: changes.source, attempts: changes.attempts },
  };
}

/** Runs of a row that followed an attempt; looks count less. */
export function attemptsIn({ runs }: FailureRow): number {
  const looks = runs.filter((run) => run.looks).length;
  return runs.length - looks + Math.floor(looks / LOOKS);
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
export function patienceWith(
  { runs, afterSource, revisited }: FailureRow,
  tests: TestRun | undefined,
  isShared: boolean,
): number {
  if (runs.length === 1) {
    return 1;
  }
  const isAbout = revisited || isShared;
  if (tests !== undefined && !isAbout && checkers.test(tests.runner)) {
    return Infinity;
  }
  const mayBeOld = !isAbout || (tests !== undefined && mayBeOldFailures(tests));
  return (afterSource > 0 ? 1 : WRITING_TESTS) * (mayBeOld ? OLD_FAILURES : 1);
}

function mayBeOldFailures({ runner, failing, failed = 0, passed = 0 }: TestRun): boolean {
  // of many findings that read alike another one may be gone each time
  const areAlike = checkers.test(runner) && failed > failing.length;
  return areAlike || (failing.length > 0 && passed >= failing.length * NEARLY_ALL);
}
