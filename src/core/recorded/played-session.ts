/** Sessions of a recorded run at one place. */
import type { EscalationReport, SessionDetail, SessionSummary } from '../view/snapshot.js';
import type { Turnwatch } from '../turnwatch.js';

/** The views at one place. */
export interface PlayedSession {
  sessions: SessionSummary[];
  selected: SessionDetail | undefined;
  /** The report of the selected session's trouble, also once its turn is over. */
  report?: EscalationReport | undefined;
}

export function summaries(watch: Turnwatch): SessionSummary[] {
  return [...watch.sessions.values()]
    .filter((session) => session.turn >= 0)
    .map((session) => watch.views.summary(session));
}

/** A session that begins after the place that is shown. */
export function notBegun(summary: SessionSummary): SessionSummary {
  return {
    ...summary,
    state: 'idle',
    open: false,
    steps: 0,
    turnStartedAt: undefined,
    lastEventAt: undefined,
    needsPerson: false,
  };
}
