/** Runs that fail in the same way, each after a change of files that the one before did not have. */
import { Recent } from '../../identity/recent.js';
import { isTestFile } from '../../identity/test-run/test-files.js';
import { fromFolder } from '../../identity/tool/tool.js';
import { addNewest, pushNewest } from '../../push-newest.js';
import { TESTS, type Run, type RunGroup } from '../runs.js';

const LISTED = 64;
const REMEMBERED = 256;
/** No number of changes: of a row without runs. */
const NONE = -1;

/** Changes of files by the session, counted. */
export class FileChanges {
  all = 0;
  /** Those of other files than tests, and of tests. */
  source = 0;
  tests = 0;
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
    const tests = paths.filter((path) => isTestFile(fromFolder(path, cwd))).length;
    if (paths.length === 0 || tests < paths.length) {
      this.source += 1;
    }
    if (tests > 0) {
      this.tests += 1;
    }
  }
}

/** Runs in a row with one outcome. */
export interface FailureRow {
  readonly runs: readonly Run[];
  /** How many of them followed a change outside the tests. */
  readonly afterSource: number;
  /** A file was changed again: the edits are about this, and do not move on through other files. */
  readonly revisited: boolean;
}

/** A row that grows: copying it for each of its runs would cost more the longer it is. */
interface GrowingRow {
  readonly id: string;
  readonly runs: Run[];
  afterSource: number;
  revisited: boolean;
  /** Files that were changed between them. */
  readonly paths: string[];
  /** See `RunGroup.good`. */
  good: number | undefined;
  /** See `RunGroup.reached`. */
  reached: number | undefined;
  /** `FileChanges` at the newest run. */
  all: number;
  source: number;
  tests: number;
  attempts: number;
}

export class EqualFailures {
  private readonly rows = new Recent<GrowingRow>(REMEMBERED);

  clear(): void {
    this.rows.clear();
  }

  has(id: string): boolean {
    return this.rows.has(id);
  }

  /** The same thing went well. */
  end(id: string): void {
    this.rows.delete(id);
  }

  /** More tests passed than did beside these failures, and none failed: they are mended, whatever the command. */
  endTests(passed: number): void {
    for (const { id, good } of this.rows.values()) {
      if (id.startsWith(TESTS) && good !== undefined && passed > good) {
        this.rows.delete(id);
      }
    }
  }

  /** Whether the test failed at a later line than ever: the edits got somewhere, unless they moved the line. */
  isFurther({ id, reached = 0 }: RunGroup, { tests }: FileChanges): boolean {
    const row = this.rows.get(id);
    return row?.tests === tests && row.reached !== undefined && reached > row.reached;
  }

  /** The same thing failed in another way. If this failure comes back, it is known: its newest run counts. */
  interrupt(id: string): void {
    const row = this.rows.get(id);
    const newest = row?.runs.at(-1);
    if (row !== undefined && newest !== undefined) {
      this.rows.set(id, { ...row, runs: [newest], afterSource: 0, revisited: false, paths: [] });
    }
  }

  /** The row with this run; undefined if nothing was changed since the run before. */
  add({ id, good, reached }: RunGroup, run: Run, changes: FileChanges): FailureRow | undefined {
    let row = this.rows.get(id);
    if (row === undefined || isBetter(good, row.good)) {
      row = emptyRow(id, good, changes);
      this.rows.set(id, row);
    }
    const isAgain = row.runs.at(-1)?.step === run.step;
    if (!isAgain && row.all === changes.all) {
      return undefined;
    }
    extend(row, run, isAgain, changes);
    reach(row, reached, changes);
    return row;
  }
}

function reach(row: GrowingRow, reached: number | undefined, { tests }: FileChanges): void {
  if (row.tests !== tests) {
    row.tests = tests;
    row.reached = reached;
  } else if (reached !== undefined) {
    row.reached = Math.max(row.reached ?? 0, reached);
  }
}

function isBetter(now: number | undefined, before: number | undefined): boolean {
  return now !== before && (now === undefined || before === undefined || now > before);
}

function emptyRow(
  id: string,
  good: number | undefined,
  { source, tests }: FileChanges,
): GrowingRow {
  return {
    id,
    runs: [],
    afterSource: 0,
    revisited: false,
    paths: [],
    good,
    reached: undefined,
    all: NONE,
    source,
    tests,
    attempts: NONE,
  };
}

/** @param isAgain the newest run of the row is this one: its step is judged again */
function extend(row: GrowingRow, run: Run, isAgain: boolean, changes: FileChanges): void {
  run.looks = isAgain ? row.runs.pop()?.looks === true : row.attempts === changes.attempts;
  pushNewest(row.runs, run, LISTED);
  const isFirst = row.runs.length === 1;
  if (!isAgain && row.source !== changes.source) {
    row.afterSource += 1;
  }
  const { paths } = changes;
  if (!isFirst) {
    row.revisited ||= paths.length === 0 || paths.some((path) => row.paths.includes(path));
    addNewest(row.paths, paths, LISTED);
  }
  row.all = changes.all;
  row.source = changes.source;
  row.attempts = changes.attempts;
}
