/** Which session started which. Pure. */
import type { CallRow } from '../../src/core/view/timeline/rows.js';
import type { SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';

export interface PlacedSession {
  session: SessionSummary;
  depth: number;
}

/** Children directly after their parents, otherwise in the host's order; a parent comes where the first of its children does. */
export function nestSessions(sessions: readonly SessionSummary[]): PlacedSession[] {
  const known = new Map(sessions.map((session) => [session.session, session]));
  const placed: PlacedSession[] = [];
  const done = new Set<string>();
  const place = (session: SessionSummary, depth: number) => {
    if (done.has(session.session)) {
      return;
    }
    done.add(session.session);
    placed.push({ session, depth });
    for (const child of sessions) {
      if (child.parent === session.session) {
        place(child, depth + 1);
      }
    }
  };
  for (const session of sessions) {
    place(findRoot(session, known), 0);
    place(session, 0);
  }
  return placed;
}

/** In a ring of parents, any of them. */
function findRoot(
  session: SessionSummary,
  byId: ReadonlyMap<string, SessionSummary>,
): SessionSummary {
  const passed = new Set<SessionSummary>();
  let root = session;
  for (
    let parent: SessionSummary | undefined = session;
    parent !== undefined && !passed.has(parent);
    parent = byId.get(parent.parent ?? '')
  ) {
    passed.add((root = parent));
  }
  return root;
}

/** The rows of those that need the person, with their parents and sub-agents, apart from the others'. */
export function splitNeedy<P extends PlacedSession>(
  placed: readonly P[],
): { needy: P[]; rest: P[] } {
  const roots: P[][] = [];
  for (const each of placed) {
    if (each.depth === 0) {
      roots.push([]);
    }
    roots.at(-1)?.push(each);
  }
  const isNeedy = (block: readonly P[]): boolean =>
    block.some(({ session }) => session.needsPerson);
  return {
    needy: roots.filter(isNeedy).flat(),
    rest: roots.filter((block) => !isNeedy(block)).flat(),
  };
}

/**
 * Which sessions are worth a row: those that work or need the person, the one shown, and those that started one of these. The others
 * have finished.
 */
export function splitFinished(
  sessions: readonly SessionSummary[],
  selected: string | undefined,
): { active: SessionSummary[]; finished: SessionSummary[] } {
  const byId = new Map(sessions.map((session) => [session.session, session]));
  const active = new Set<SessionSummary>();
  for (const session of sessions) {
    // one that a limit ended has not finished
    const isActive = session.open || session.needsPerson || session.limit !== undefined;
    if (isActive || session.session === selected) {
      let each: SessionSummary | undefined = session;
      while (each !== undefined && !active.has(each)) {
        active.add(each);
        each = each.parent === undefined ? undefined : byId.get(each.parent);
      }
    }
  }
  return {
    active: sessions.filter((session) => active.has(session)),
    finished: sessions.filter((session) => !active.has(session)),
  };
}

/** The sub-agents that a call of the selected session started. If the agent does not report it, those that began during the call. */
export function startedBy(call: CallRow, snapshot: Snapshot | undefined): SessionSummary[] {
  const parent = snapshot?.selected?.session;
  return (snapshot?.sessions ?? []).filter((session) => {
    if (parent === undefined || session.parent !== parent) {
      return false;
    }
    if (session.parentCall !== undefined) {
      return session.parentCall === call.id;
    }
    const { at = Infinity, durationMs = Infinity } = call;
    return (
      call.class === 'task' &&
      session.turnStartedAt !== undefined &&
      session.turnStartedAt >= at &&
      session.turnStartedAt <= at + durationMs
    );
  });
}
