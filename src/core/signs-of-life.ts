/** When a session last did something: of its own, and by its sub-agents. */
import type { EventType, TurnEvent } from './events.js';
import type { Session } from './turns/session.js';

/** Generations of sub-agents that a sign of life passes through. */
const DEEPEST = 8;

export function noteSignOfLife(
  event: TurnEvent,
  session: Session,
  sessions: ReadonlyMap<string, Session>,
): void {
  if (!isSignOfLife(event)) {
    return;
  }
  // without a time of its own, it is not known how long ago the event was
  session.aliveAt = event.at === undefined ? undefined : session.lastAt;
  tellParents(session, sessions);
}

const ownTypes: ReadonlySet<EventType> = new Set([
  'config',
  'feedback',
  'intervention',
  'cap',
  'quota',
]);

/** What we did and what a person set is no sign of the agent, nor is a request that nobody answers. */
function isSignOfLife(event: TurnEvent): boolean {
  if (event.type === 'request') {
    return event.state === 'bytes';
  }
  return !ownTypes.has(event.type);
}

/** The model answered, or the turn is another one, or over: an earlier failure of a request is past. */
export function showsAnswer({ type }: TurnEvent): boolean {
  return (
    type === 'message' ||
    type === 'tool.call' ||
    type === 'turn.start' ||
    type === 'turn.end' ||
    type === 'session.end'
  );
}

/** Work of a sub-agent is a sign of those that wait for it. */
function tellParents({ parent, aliveAt }: Session, sessions: ReadonlyMap<string, Session>): void {
  for (let id = parent, depth = 0; id !== undefined && depth < DEEPEST; depth++) {
    const waiting = sessions.get(id);
    if (waiting !== undefined && aliveAt !== undefined) {
      waiting.childAt = Math.max(waiting.childAt ?? -Infinity, aliveAt);
    }
    id = waiting?.parent;
  }
}
