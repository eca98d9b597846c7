/** Which session the view shows. */
import type { SessionSummary, Snapshot } from '../core/view/snapshot.js';

/** What was chosen stays in view while its turn runs; then a turn elsewhere may take its place. */
export class Selection {
  private chosen: string | undefined;
  private isOfPerson = false;

  /** By the person: the next order goes there, too. */
  get choice(): string | undefined {
    return this.isOfPerson ? this.chosen : undefined;
  }

  choose(session: string | undefined): void {
    this.chosen = session;
    this.isOfPerson = true;
  }

  /** To show where an order went. The person's own choice of it stands. */
  show(session: string): void {
    this.isOfPerson &&= this.chosen === session;
    this.chosen = session;
  }

  /** Something happened in `session`: an earlier choice whose turn is over is dropped. */
  yieldTo(session: string, isOpen: (session: string) => boolean): void {
    if (this.chosen !== undefined && this.chosen !== session && !isOpen(this.chosen)) {
      this.chosen = undefined;
    }
  }

  /** A session of another machine (a log from a container) is shown after those that work here. */
  chooseShown(sessions: readonly SessionSummary[]): SessionSummary | undefined {
    const own = sessions.filter(isOwn);
    return (
      sessions.find((session) => session.session === this.chosen) ??
      own.find(needsPerson) ??
      own.find(isAtWork) ??
      sessions.find(needsPerson) ??
      sessions.find(isAtWork) ??
      sessions[0]
    );
  }
}

/**
 * The session that an order without a named session goes to: the one that the person chose while its turn is open, else the one
 * that gave the newest sign of life, also by a sub-agent. Only then one that needs the person: a killed agent may need somebody
 * for as long as nobody knows that it is dead. `findSign`: milliseconds since the epoch.
 */
export function toSteer(
  { sessions, selected }: Snapshot,
  chosen: string | undefined,
  findSign: (session: string) => number,
): SessionSummary | undefined {
  const choice = sessions.find(({ session, open }) => session === chosen && open);
  const own = sessions.filter(isOwn);
  const [newest] = own
    .filter(isAtWork)
    .sort((one, other) => findSign(other.session) - findSign(one.session));
  return choice ?? newest ?? own.find(needsPerson) ?? selected;
}

/** The session whose trouble an answer without a named session is about: the person's choice, else the one that needs the person. */
export function inTrouble(
  { sessions, selected }: Snapshot,
  chosen: string | undefined,
): SessionSummary | undefined {
  return (
    sessions.find(({ session }) => session === chosen) ??
    sessions.filter(isOwn).find(needsPerson) ??
    selected
  );
}

/** The session that needs the person, else the selected one, else any at work; undefined while no turn runs. */
export function chooseForemost({ sessions, selected }: Snapshot): SessionSummary | undefined {
  return (
    sessions.find(needsPerson) ?? (selected?.open === true ? selected : sessions.find(isAtWork))
  );
}

/** Nothing can be steered on another machine. */
const isOwn = ({ foreign }: SessionSummary): boolean => foreign !== true;
const needsPerson = (session: SessionSummary): boolean => session.needsPerson;

/** Sub-agents are shown with their parents. */
function isAtWork({ open, parent }: SessionSummary): boolean {
  return open && parent === undefined;
}
