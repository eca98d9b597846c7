/** The same block of lines, put into the same file round after round: cut out between, or after the same questions. */
import { Recent } from '../../identity/recent.js';
import type { EditValue } from '../../identity/edits/file-content.js';
import type { CallRecord, RecentSteps } from '../../evidence/recent-steps.js';

const KEPT = 64;

export interface BlockRound {
  readonly count: number;
  /** A definition, put in once more after the same questions: it stands in one place of a file. */
  readonly isAsked: boolean;
}

const none: BlockRound = { count: 0, isAsked: false };

export class BlockRounds {
  private readonly rounds = new Recent<BlockRound & { step: number; before: number }>(KEPT);

  constructor(private readonly recent: RecentSteps) {}

  restart(): void {
    this.rounds.clear();
  }

  /** The rounds that the block has gone; none for edits that put in none. A step that is judged again comes to the same result. */
  see({ block }: EditValue, step: number): BlockRound {
    if (block === undefined) {
      return none;
    }
    const { key } = block;
    const known = this.rounds.get(key);
    if (known?.step === step) {
      return known;
    }
    const before = known?.count ?? 0;
    const from = known?.step ?? -1;
    const isAsked =
      known !== undefined && block.kind === 'definition' && this.asksAgain(from, step);
    const isRound = isAsked || (block.cut && !this.ranOtherwise(from, step));
    const round = { step, count: isRound ? before + 1 : before, before, isAsked };
    this.rounds.set(key, round);
    return round;
  }

  /** Whether something was asked between that had been asked before the block was last put in. */
  private asksAgain(from: number, to: number): boolean {
    return this.some(
      from,
      to,
      ({ evidence: { action, repeat } }) =>
        action.looks && repeat.step !== undefined && repeat.step <= from,
    );
  }

  /** Whether a run between went as it never did before: that was worth it. */
  private ranOtherwise(from: number, to: number): boolean {
    return this.some(
      from,
      to,
      ({ evidence: { action, tests, outcome, repeat } }) =>
        (tests !== undefined || action.runs) && repeat.step !== undefined && outcome.isNew,
    );
  }

  private some(from: number, to: number, fits: (call: CallRecord) => boolean): boolean {
    return this.recent.records.some(
      ({ step, calls }) => step > from && step < to && calls.some(fits),
    );
  }
}
