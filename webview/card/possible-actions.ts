/** Which actions make sense for the selected session right now. Pure. */
import type { SessionDetail, Snapshot } from '../../src/core/view/snapshot.js';

export interface PossibleActions {
  force: boolean;
  guide: boolean;
  snooze: boolean;
  stop: boolean;
  report: boolean;
  connect: boolean;
  /** Answering the current verdict: false alarm, or really stuck. */
  answer: boolean;
}

export function possibleActions(detail: SessionDetail, snapshot: Snapshot): PossibleActions {
  const isLive = snapshot.playback === undefined && !snapshot.paused;
  const turnIsOpen = isLive && detail.open;
  const isForced = detail.receipts.some(
    (receipt) =>
      receipt.rung === 'text-only' &&
      (receipt.state === 'requested' || receipt.state === 'delivered'),
  );
  const { textOnly, guide, stop } = detail.capabilities;
  return {
    force: turnIsOpen && textOnly !== 'none' && !isForced,
    guide: turnIsOpen && guide,
    snooze: turnIsOpen,
    stop: turnIsOpen && stop,
    report: detail.report !== undefined,
    connect: snapshot.playback === undefined && textOnly === 'none' && detail.open,
    answer: isLive && detail.verdict !== undefined,
  };
}
