/** Runs that fail in the same way, each after a change of files that the one before did not have. */
import { Recent } from '../identity/recent.js';
import { isTestFile } from '../identity/test-run/test-files.js';
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

export interface RowRun extends Run {
  /** Only prints were added or removed before it. */
  looks: boolean;
}

/** Runs in a row with one outcome. */
export interface FailureRow {
  readonly runs: readonly RowRun[];
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

  /** The row with this run; undefined if nothing was changed since the run before. */
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
