/** Runs that fail in the same way, each after a change of files that the one before did not have. */
import { Recent } from '../../identity/recent.js';
import { isTestFile } from '../../identity/test-run/test-files.js';
import { fromFolder } from '../../identity/tool/tool.js';
import { addNewest, pushNewest } from '../../push-newest.js';
import type { Figure } from '../../identity/test-run/test-run.js';
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
  /** Those that changed once more what the session had put in. */
  reworks = 0;
  /** Files changed since the last run that counted. */
  paths: string[] = [];

  add(paths: readonly string[], isPrints: boolean, reworks: boolean, cwd: string): void {
    this.all += 1;
    this.reworks += reworks ? 1 : 0;
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
  /** What was put in was changed once more. */
  readonly reworked: boolean;
  /** Between its runs, a failure that was behind came back. */
  readonly setBack: boolean;
  /** Files that were changed between them. */
  readonly paths: readonly string[];
}

/** A row that grows: copying it for each of its runs would cost more the longer it is. */
interface GrowingRow {
  readonly id: string;
  readonly runs: Run[];
  afterSource: number;
  revisited: boolean;
  reworked: boolean;
  setBack: boolean;
  /** It failed in another way since its newest run. */
  isBehind: boolean;
  /** Files that were changed between them. */
  readonly paths: string[];
  /** See `RunGroup.good`. */
  good: number | undefined;
  /** See `RunGroup.reached`. */
  reached: number | undefined;
  /** The best value so far of what the runs measure, and on which side of the one before it was; 0 where it did not move yet. */
  figure: (Figure & { side: number }) | undefined;
  /** `FileChanges` at the newest run. */
  all: number;
  source: number;
  tests: number;
  attempts: number;
  reworks: number;
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

  /** The command went well: what it had in common with others that failed is behind. */
  withdraw(id: string, key: string): void {
    const row = this.rows.get(id);
    if (row !== undefined) {
      this.rows.set(id, { ...row, runs: row.runs.filter((run) => run.key !== key) });
    }
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
      this.rows.set(id, {
        ...row,
        runs: [newest],
        afterSource: 0,
        revisited: false,
        reworked: false,
        setBack: false,
        isBehind: true,
        paths: [],
      });
    }
  }

  /** Amid the runs of the row, another failure came: if it was behind, the edits led back to it. */
  seeAside(id: string, aside: string): void {
    const row = this.rows.get(id);
    if (row !== undefined && this.rows.get(aside)?.isBehind === true) {
      row.setBack = true;
    }
  }

  /** The row with this run; undefined if nothing was changed since the run before. */
  add(group: RunGroup, run: Run, changes: FileChanges): FailureRow | undefined {
    const { id, good, reached, figure } = group;
    let row = this.rows.get(id);
    const followed = followFigure(row?.figure, figure);
    const hasMoved = row?.figure !== undefined && followed !== row.figure;
    if (row === undefined || isBetter(good, row.good) || hasMoved) {
      row = emptyRow(id, good, changes);
      this.rows.set(id, row);
    }
    row.figure = followed;
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

/** A smaller part of a value by which it moves may be chance. */
const MOVED = 0.1;

/** What the runs measure, once it moved on: further the way it moved first. Otherwise as it is known. */
function followFigure(known: GrowingRow['figure'], now: Figure | undefined): GrowingRow['figure'] {
  if (now === undefined) {
    return known;
  }
  if (known?.name !== now.name) {
    return known ?? { ...now, side: 0 };
  }
  const by = now.value - known.value;
  const side = Math.sign(by);
  const moves = Math.abs(by) > known.value * MOVED && (known.side === 0 || known.side === side);
  return moves ? { ...now, side } : known;
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
    reworked: false,
    setBack: false,
    isBehind: false,
    paths: [],
    good,
    reached: undefined,
    figure: undefined,
    all: NONE,
    source,
    tests,
    attempts: NONE,
    reworks: NONE,
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
  row.isBehind = false;
  const { paths } = changes;
  if (!isFirst) {
    row.revisited ||= paths.length === 0 || paths.some((path) => row.paths.includes(path));
    row.reworked ||= row.reworks !== changes.reworks;
    addNewest(row.paths, paths, LISTED);
  }
  row.all = changes.all;
  row.source = changes.source;
  row.attempts = changes.attempts;
  row.reworks = changes.reworks;
}
