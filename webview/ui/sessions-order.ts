/** Sub-agents under their parents. Pure. */
import type { SessionSummary } from '../../src/core/snapshot.js';

export interface Placed { session: SessionSummary; depth: number }

/** Children directly after their parents, in the host's order: rows do not jump about when states change. */
export function nestSessions(sessions: readonly SessionSummary[]): Placed[] {
  const known = new Set(sessions.map((session) => session.session));
  const placed: Placed[] = [];
  const done = new Set<string>();
  const place = (session: SessionSummary, depth: number) => {
    if (done.has(session.session)) { return; }
    done.add(session.session);
    placed.push({ session, depth });
    for (const child of sessions) {
      if (child.parent === session.session) { place(child, depth + 1); }
    }
  };
  for (const session of sessions) {
    if (session.parent === undefined || !known.has(session.parent)) { place(session, 0); }
  }
  for (const session of sessions) { place(session, 0); }
  return placed;
}
