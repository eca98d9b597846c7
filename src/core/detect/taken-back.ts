/** Edits that are taken back as soon as something was run, and made no difference to it: ever other ones, so that no content comes twice. */
import { isFailing } from '../identity/test-run/test-run.js';
import type { EditValue } from '../identity/edits/file-states.js';
import type { CallRecord, RecentSteps } from '../evidence/recent-steps.js';

export class TakenBack {
  /** The newest edit that brought something new, while it stands. */
  private standing: { path: string; step: number } | undefined;
  private judged = -1;
  private pairs = 0;
  private lasted = false;

  constructor(private readonly recent: RecentSteps) {}

  /** How many edits in a row were taken back and had made no difference. */
  get count(): number {
    return this.pairs;
  }

  restart(): void {
    this.standing = undefined;
    this.pairs = 0;
    this.lasted = false;
  }

  /** Whether an edit has come to stay after some that were taken back; said once. */
  ended(): boolean {
    const { lasted } = this;
    this.lasted = false;
    return lasted;
  }

  /** An edit, in the order in which they come; asked again of the same call, nothing changes. */
  see({ path, state, prints }: EditValue, { number }: CallRecord, step: number): void {
    if (number <= this.judged) {
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
   * What was run between came to the same as just before; prints of its own aside where tests or an error tell how it went. That
   * all stays well tells something, unless it was to be seen more.
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
        if (before === undefined || wayOf(before) !== wayOf(call) || !(prints || goesWrong(call))) {
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
function wayOf({ evidence: { tests, error, outcome } }: CallRecord): string | undefined {
  return tests?.run.key ?? error?.line ?? outcome.key;
}
