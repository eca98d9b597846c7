/** Which receipts stand above the timeline: all others are rows of it, where they were requested. Pure. */
import type { Receipt, SessionDetail } from '../../src/core/view/snapshot.js';

/** More would push the timeline out of a small side bar. */
const MAX_RECEIPTS = 3;

/** Those still on their way, and of this turn the newest that has settled. Newest first. */
export function currentReceipts({ receipts, turnStartedAt = 0 }: SessionDetail): Receipt[] {
  const newest = [...receipts].sort((a, b) => b.requestedAt - a.requestedAt);
  const settled = newest.find((each) => !isPending(each));
  return newest
    .filter((each) => isPending(each) || (each === settled && lastTime(each) >= turnStartedAt))
    .slice(0, MAX_RECEIPTS);
}

function isPending({ state }: Receipt): boolean {
  return state === 'requested' || state === 'delivered';
}

function lastTime({ requestedAt, settledAt = 0 }: Receipt): number {
  return Math.max(requestedAt, settledAt);
}
