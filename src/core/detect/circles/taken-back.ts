/** Edits that are taken back once a run showed no difference: always other ones, so that no content comes twice. */
import { isFailing } from '../../identity/test-run/test-run.js';
import type { EditValue } from '../../identity/edits/file-content.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';

export class TakenBack {
  /** The newest edit with new content, until it is reverted. */
  private standing: { path: string; step: number } | undefined;
  private judged = -1;
  private pairs = 0;
  private lasted = false;

  constructor(private readonly recent: RecentSteps) {}

  /** Number of edits in a row that made no difference and were taken back. */
  get count(): number {
    return this.pairs;
  }

  restart(): void {
    this.standing = undefined;
    this.pairs = 0;
    this.lasted = false;
  }

  /** Whether an edit has lasted after some that were taken back; true once. */
  ended(): boolean {
    const { lasted } = this;
    this.lasted = false;
    return lasted;
  }

  /** Takes edits in their order; a call that was seen before changes nothing. */
  see({ path, state, prints, isRestored }: EditValue, { number }: CallRecord, step: number): void {
    if (number <= this.judged || isRestored) {
      return;
    }
    this.judged = number;
    switch (state) {
      case 'new':
        if (this.standing !== undefined) {
          this.end();
        }
        this.standing = { path, step };
        break;
      case 'back':
        if (this.standing?.path !== path) {
          return;
        }
        if (this.madeNoDifference(this.standing.step, step, prints)) {
          this.add();
        } else {
          this.end();
        }
        this.standing = undefined;
        break;
      case 'same':
      case 'again':
        break;
    }
  }

  private add(): void {
    this.pairs += 1;
    this.lasted = false;
  }

  private end(): void {
    this.lasted ||= this.pairs > 0;
    this.pairs = 0;
  }

  /**
   * What ran between came to the same as just before; where tests or an error say how it went, prints are ignored. A run that
   * stays good is a difference, unless the edit only added prints.
   */
  private madeNoDifference(from: number, to: number, prints: boolean): boolean {
    let some = false;
    const { records } = this.recent;
    for (const { step, calls } of records) {
      if (step <= from || step >= to) {
        continue;
      }
      for (const call of calls) {
        if (call.evidence.tests === undefined && !call.evidence.action.runs) {
          continue;
        }
        const before = records
          .findLast((each) => each.step < from && each.calls.some(({ key }) => key === call.key))
          ?.calls.find(({ key }) => key === call.key);
        if (
          before === undefined ||
          findWay(before) !== findWay(call) ||
          !(prints || goesWrong(call))
        ) {
          return false;
        }
        some = true;
      }
    }
    return some;
  }
}

function goesWrong({ evidence: { tests, outcome } }: CallRecord): boolean {
  return tests === undefined ? outcome.failed || outcome.troubled : isFailing(tests.run);
}

/** How a run went. */
function findWay({ evidence: { tests, error, outcome } }: CallRecord): string | undefined {
  return tests?.run.key ?? error?.line ?? outcome.key;
}
