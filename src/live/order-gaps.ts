/**
 * When agents' hooks lacked what carries an order out: something removed their files, or took the hooks out of an agent's settings. A
 * receipt says so at once, and again when they are back, as meanwhile it is not true that tools are off.
 */
import type { Clock } from '../core/clock.js';
import type { OrderGap, Receipt, SessionDetail } from '../core/view/snapshot.js';

/** What was taken away: a part of what the window laid out for all agents, or an agent's hooks, by its id. */
export type Reins = { files: 'client' | 'orders' } | { agent: string };

interface KnownGap extends OrderGap {
  readonly reins: Reins;
}

/** Those that are over are kept for the receipts of turns that run. */
const MOST_KEPT = 50;

export class OrderGaps {
  private gaps: KnownGap[] = [];

  constructor(
    private readonly clock: Clock,
    private readonly changed: () => void,
  ) {}

  begin(reins: Reins): void {
    if (this.findOpen(reins) === undefined) {
      const gap: KnownGap = {
        reins,
        why: 'agent' in reins ? 'hooks' : 'files',
        at: this.clock.now(),
      };
      this.gaps = [...this.gaps, gap].slice(-MOST_KEPT);
      this.changed();
    }
  }

  end(reins: Reins): void {
    const gap = this.findOpen(reins);
    if (gap !== undefined) {
      gap.until = this.clock.now();
      this.changed();
    }
  }

  /** The session with what its receipts have to say of this. What the relay or an agent's own loop carries out needs no hooks. */
  mark(detail: SessionDetail): SessionDetail {
    const { textOnly } = detail.capabilities;
    return this.gaps.length === 0 || textOnly === 'relay' || textOnly === 'loop'
      ? detail
      : { ...detail, receipts: detail.receipts.map((each) => this.markReceipt(each, detail)) };
  }

  private markReceipt(receipt: Receipt, { agent, open }: SessionDetail): Receipt {
    const { requestedAt, settledAt, state } = receipt;
    // one that was ignored holds until the turn ends
    const to = state === 'ignored' && open ? Infinity : (settledAt ?? Infinity);
    const found = this.gaps.findLast(
      ({ reins, at, until = Infinity }) =>
        at < to && until >= requestedAt && (!('agent' in reins) || reins.agent === agent),
    );
    if (found === undefined) {
      return receipt;
    }
    const { why, at, until } = found;
    return { ...receipt, gap: { why, at, ...(until !== undefined && { until }) } };
  }

  private findOpen(reins: Reins): KnownGap | undefined {
    const key = JSON.stringify(reins);
    return this.gaps.find((gap) => gap.until === undefined && JSON.stringify(gap.reins) === key);
  }
}
