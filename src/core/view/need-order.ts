/** Sessions by need: those that need the person, then those at work, then the finished. */
import type { SessionSummary } from './snapshot.js';

/**
 * Worst first among those that need the person. Within a kind by start, so that no row jumps while the agents work; of the finished,
 * the newest first.
 */
export function compareByNeed(one: SessionSummary, other: SessionSummary): number {
  const [rank, otherRank] = [rankNeed(one), rankNeed(other)];
  if (rank !== otherRank) {
    return rank - otherRank;
  }
  return one.open || one.needsPerson
    ? (one.turnStartedAt ?? 0) - (other.turnStartedAt ?? 0)
    : (other.lastEventAt ?? 0) - (one.lastEventAt ?? 0);
}

function rankNeed({ needsPerson, state, open }: SessionSummary): number {
  if (needsPerson) {
    return state === 'escalated' ? 0 : state === 'stalled' ? 1 : 2;
  }
  return open ? 3 : 4;
}

/** The session after the one that is shown, of those that need the person; the first after the last. */
export function nextInNeed(
  sessions: readonly SessionSummary[],
  shown: string | undefined,
): string | undefined {
  const calling = sessions
    .filter((session) => session.needsPerson)
    .sort(compareByNeed)
    .map(({ session }) => session);
  return calling[shown === undefined ? 0 : (calling.indexOf(shown) + 1) % calling.length];
}
