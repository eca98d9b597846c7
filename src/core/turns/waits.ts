/**
 * Whom a session waits for. Several calls of one response may ask the person, each in its own time: the oldest wait is the session's,
 * the others follow it. A sub-agent that waits for the person, or for its provider, holds up its parents, too.
 */
import type { TurnFactListener } from './turn-fact.js';
import {
  isForProvider,
  isHeldUp,
  isOpen,
  waitsForPerson,
  waitsForProvider,
  type Session,
  type Wait,
} from './session.js';

interface NewWait {
  for: Wait['for'];
  call?: string | undefined;
  /** Undefined if not known. */
  at?: number | undefined;
  until?: number | undefined;
  attempt?: number | undefined;
}

export class Waits {
  constructor(
    private readonly sessions: ReadonlyMap<string, Session>,
    private readonly emit: TurnFactListener,
  ) {}

  begin(session: Session, { for: what, call, at }: NewWait): void {
    const { wait, laterWaits } = session;
    if (isKnown(session, what, call)) {
      return;
    }
    const since = at === undefined ? undefined : session.lastAt;
    const next: Wait = { for: what, call, since };
    if (wait === undefined || wait.call === undefined || call === undefined) {
      this.replace(session, next);
    } else if (wait.for === 'job' || what === 'job') {
      this.replace(session, next);
    } else {
      laterWaits.push(next);
    }
  }

  /** The provider makes the agent wait. Each further try tells it again: it is the same wait. */
  beginLimit(session: Session, { for: what, at, until, attempt }: NewWait): void {
    const { wait } = session;
    if (wait !== undefined && isForProvider(wait)) {
      wait.until = until ?? (attempt === wait.attempt ? wait.until : undefined);
      wait.for = what;
      wait.attempt = attempt;
    } else if (wait?.call === undefined) {
      const since = at === undefined ? undefined : session.lastAt;
      this.replace(session, { for: what, call: undefined, since, until, attempt });
    }
  }

  /** The model wrote something: its provider makes nobody wait. */
  spoke(session: Session): void {
    if (isForProvider(session.wait)) {
      this.end(session);
    }
  }

  /** @param call absent where all waits are over */
  end(session: Session, call?: string): void {
    const { wait, laterWaits } = session;
    if (wait === undefined || (call !== undefined && isForProvider(wait))) {
      return;
    }
    if (call === undefined || wait.call === undefined) {
      session.laterWaits = [];
    } else if (wait.call !== call) {
      session.laterWaits = laterWaits.filter((each) => each.call !== call);
      return;
    }
    session.wait = undefined;
    if (!isHeldUp(session)) {
      this.emit(session, { kind: 'resumed', at: session.lastAt });
    }
    const next = session.laterWaits.shift();
    if (next !== undefined) {
      // the person was asked for something else until now
      next.since &&= session.lastAt;
      session.wait = next;
      this.emit(session, { kind: 'waiting', wait: next });
    }
    this.tellParent(session);
  }

  /** A call got its result: nobody is asked for it any more. */
  answered(session: Session, call: string): void {
    const { wait, laterWaits } = session;
    // one that ran beside the model's request tells nothing of the provider
    if (wait === undefined || isForProvider(wait)) {
      return;
    }
    if (wait.call === undefined) {
      this.end(session);
    } else if (wait.call === call || laterWaits.some((each) => each.call === call)) {
      this.end(session, call);
    }
  }

  /** A call begins. @param joins it is one of the same response as the newest ones, which may run side by side */
  called(session: Session, call: string, joins: boolean): void {
    const { wait } = session;
    if (wait === undefined || wait.call === call) {
      return;
    }
    const asked = wait.call === undefined ? undefined : session.known.get(wait.call)?.call;
    if (asked === undefined || !isOpen(asked) || !joins) {
      this.end(session);
    }
  }

  /** The turn is over. */
  clear(session: Session): void {
    session.wait = undefined;
    session.laterWaits = [];
    this.tellParent(session);
  }

  private replace(session: Session, wait: Wait): void {
    session.wait = wait;
    this.emit(session, { kind: 'waiting', wait });
    this.tellParent(session);
  }

  private tellParent(session: Session): void {
    const parent = session.parent === undefined ? undefined : this.sessions.get(session.parent);
    if (parent === undefined) {
      return;
    }
    const before = isHeldUp(parent);
    const asks = waitsForPerson(session);
    const isChanged = [
      mark(parent.askingChildren, session.id, asks),
      mark(parent.limitedChildren, session.id, waitsForProvider(session)),
    ].includes(true);
    if (!isChanged) {
      return;
    }
    if (isHeldUp(parent) !== before) {
      const wait: Wait = { for: asks ? 'input' : 'limit', call: undefined, since: session.lastAt };
      this.emit(
        parent,
        before ? { kind: 'resumed', at: session.lastAt } : { kind: 'waiting', wait },
      );
    }
    this.tellParent(parent);
  }
}

/** @returns whether that is news */
function mark(children: Set<string>, child: string, waits: boolean): boolean {
  const isNews = children.has(child) !== waits;
  if (waits) {
    children.add(child);
  } else {
    children.delete(child);
  }
  return isNews;
}

/** Whether the wait is told a second time, or of a call that is over. */
function isKnown(session: Session, what: Wait['for'], call: string | undefined): boolean {
  const { wait, laterWaits } = session;
  if (call === undefined) {
    const isSamePerson = wait?.call !== undefined && wait.for !== 'job' && what !== 'job';
    return wait?.for === what || isSamePerson;
  }
  const known = session.known.get(call);
  if (known !== undefined && (known.call === undefined || !isOpen(known.call))) {
    return true;
  }
  if (wait?.call === undefined && wait?.for === what) {
    // told once more, now with its call
    wait.call = call;
    return true;
  }
  return wait?.call === call || laterWaits.some((each) => each.call === call);
}
