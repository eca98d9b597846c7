/** Which session the view shows. */
import type { SessionSummary, Snapshot } from '../../core/view/snapshot.js';

/** The person's choice stays in view while its turn runs; then a turn elsewhere may take its place. */
export class Selection {
  private chosen: string | undefined;

  choose(session: string | undefined): void {
    this.chosen = session;
  }

  /** Something happened in `session`: an earlier choice whose turn is over is dropped. */
  yieldTo(session: string, isOpen: (session: string) => boolean): void {
    if (this.chosen !== undefined && this.chosen !== session && !isOpen(this.chosen)) {
      this.chosen = undefined;
    }
  }

  of(sessions: readonly SessionSummary[]): SessionSummary | undefined {
    return (
      sessions.find((session) => session.session === this.chosen) ??
      sessions.find((session) => session.needsPerson) ??
      sessions.find(isAtWork) ??
      sessions[0]
    );
  }
}

/** The session that an action without a named session is about: the one that needs the person, else the selected one. */
export function targetOf({ sessions, selected }: Snapshot): SessionSummary | undefined {
  return sessions.find((session) => session.needsPerson) ?? selected;
}

/** The session that needs the person, else the selected one, else any at work; undefined while no turn runs. */
export function foremostOf({ sessions, selected }: Snapshot): SessionSummary | undefined {
  return (
    sessions.find((session) => session.needsPerson) ??
    (selected?.open === true ? selected : sessions.find(isAtWork))
  );
}

/** Sub-agents are shown with their parents. */
function isAtWork({ open, parent }: SessionSummary): boolean {
  return open && parent === undefined;
}
