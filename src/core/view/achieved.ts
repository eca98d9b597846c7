/** What a turn has achieved, as far as it is known: files and lines that the agent itself changed, how its tests went, its tasks. */
import type { CallValue, EditEvidence } from '../evidence/evidence.js';
import type { EditValue } from '../identity/edits/file-content.js';
import { hashText } from '../identity/hash.js';
import { isFailing, type TestRun } from '../identity/test-run/test-run.js';
import { contains, recordedPathKey } from '../paths.js';
import type { Call, Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Achieved, ChangedLines, TestTally } from './snapshot.js';
import { editedLines } from './timeline/call-row.js';
import { TaskList } from './task-list.js';
import type { LineCounts } from './timeline/rows.js';

/** More files are not told apart. */
const MOST_FILES = 4096;

export class TurnAchievements {
  private files = new Set<string>();
  private lines: ChangedLines = { added: 0, removed: 0 };
  private readonly runs = new TestRuns();
  /** A reopened step brings its older calls again. */
  private counted = -1;
  readonly tasks = new TaskList();
  private plannedIn: number | undefined;

  onFact(session: Session, fact: TurnFact): void {
    if (fact.kind === 'turn-start') {
      this.files = new Set();
      this.lines = { added: 0, removed: 0 };
      this.runs.reset();
    } else if (fact.kind === 'step-end') {
      fact.step.calls.forEach((call, index) => {
        const value = fact.step.values[index];
        if (call.number > this.counted && call.result !== undefined && value !== undefined) {
          this.counted = call.number;
          this.countCall(call, value, session);
        }
      });
    }
  }

  /** Undefined where nothing is known. */
  show({ turn }: Session): Achieved | undefined {
    const { files, lines } = this;
    const { tally } = this.runs;
    const tasks = this.plannedIn === turn ? this.tasks.summary : undefined;
    const shownParts: Achieved = {
      ...(files.size > 0 && { files: files.size }),
      ...(lines.added + lines.removed > 0 && { lines: { ...lines } }),
      ...(tally !== undefined && { tests: tally }),
      ...(tasks !== undefined && { tasks }),
    };
    return Object.keys(shownParts).length === 0 ? undefined : shownParts;
  }

  private countCall(call: Call, { evidence }: CallValue, session: Session): void {
    const { edits, tests, outcome } = evidence;
    const { state } = outcome;
    // a list says what the agent means, also where its answer came too late to be judged
    if (call.class === 'todo' && (state === 'answered' || state === 'unanswered')) {
      this.plannedIn = this.tasks.take(call) ? session.turn : this.plannedIn;
    }
    if (call.class === 'todo' || state !== 'answered') {
      return;
    }
    const changed = listChanged(edits, session.cwd);
    for (const { path } of changed) {
      if (this.files.size < MOST_FILES) {
        this.files.add(hashText(path));
      }
    }
    if (changed.length > 0) {
      this.addLines(editedLines(call));
    }
    if (tests !== undefined) {
      this.runs.take(tests.run, call.key);
    }
  }

  private addLines(edited: LineCounts | undefined): void {
    if (edited === undefined) {
      this.lines.isPartial = true;
    } else {
      this.lines.added += edited.added;
      this.lines.removed += edited.removed;
    }
  }
}

interface SeenRun extends TestTally {
  /** The identity of its call. */
  key: string;
}

/** How the tests go: the newest run, and where it is about as wide as the first one, what that said. */
class TestRuns {
  private first: SeenRun | undefined;
  private newest: SeenRun | undefined;

  reset(): void {
    this.first = this.newest = undefined;
  }

  take(told: TestRun, key: string): void {
    const { failed = 0, passed, runner } = told;
    if (passed !== undefined && failed + passed > 0) {
      // Go tells packages that pass, not their tests
      const total = runner.split('+').includes('go') ? undefined : failed + passed;
      this.newest = { key, failed, ...(total !== undefined && { total }) };
      this.first ??= this.newest;
    } else if (this.newest?.key === key && isFailing(told)) {
      // it broke on the way: how many fail now is not known any more
      this.newest = undefined;
    }
  }

  get tally(): TestTally | undefined {
    const { first, newest } = this;
    if (newest === undefined) {
      return undefined;
    }
    const { key, ...tally } = newest;
    const isAlike = first !== undefined && (first.key === key || isAsWide(tally, first));
    return isAlike && first.failed !== tally.failed ? { ...tally, before: first.failed } : tally;
  }
}

/** Tests may have been removed, or added. */
function isAsWide({ total: now }: TestTally, { total: before }: TestTally): boolean {
  return now !== undefined && before !== undefined && now >= before * 0.9 && now <= before * 2;
}

/** Files that a call changed, without those that nobody keeps and what came with another commit. */
export function listChanged({ elsewhere, files }: EditEvidence, cwd: string): EditValue[] {
  return elsewhere
    ? []
    : files.filter(({ path, state }) => state !== 'same' && !isScratch(path, cwd));
}

/** A file outside the agent's folder that nobody would keep: of a temporary folder, or of the agent's own. */
const scratch = /^\/(?:tmp|var\/(?:tmp|folders)|private)\/|\/\.[^/]+\/|[\\/]AppData[\\/]/i;

function isScratch(path: string, cwd: string): boolean {
  return scratch.test(path) && !contains(recordedPathKey(cwd), recordedPathKey(path));
}
