/** What the page shows at a moment, and what its clocks say then. Pure. */
import type { SessionDetail, SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';

export interface ShownState {
  snapshot: Snapshot;
  /** The selected session. */
  detail: SessionDetail | undefined;
  /** The host's clock, advanced by the page between snapshots; milliseconds since the epoch. */
  now: number;
}

/** How long the turn has run, in milliseconds. The clock stops while the agent waits and after the turn, when paused and in recorded runs. */
export function turnTime(
  session: SessionSummary,
  { snapshot, now }: ShownState,
): number | undefined {
  if (session.turnStartedAt === undefined) {
    return undefined;
  }
  const runs =
    session.open &&
    session.state !== 'waiting' &&
    snapshot.playback === undefined &&
    !snapshot.paused;
  const end = runs ? now : session.lastEventAt;
  return end === undefined ? undefined : Math.max(0, end - session.turnStartedAt);
}

/** Milliseconds since the last progress. The clock stops after the turn and in recorded runs. */
export function timeSinceProgress({ detail, snapshot, now }: ShownState): number | undefined {
  const at = detail?.metrics.lastProgress?.at;
  const stopped = snapshot.playback !== undefined || detail?.open !== true;
  return at === undefined
    ? undefined
    : Math.max(0, (stopped ? (detail?.lastEventAt ?? now) : now) - at);
}
