/**
 * Sessions told by logs of another machine, such as a container's, in a folder that is mounted here. Whoever writes there can name any
 * session of this machine: so such a session is known by its folder and its id, never by its id alone.
 */
import type { TurnEvent } from '../events.js';

const MARK = 'elsewhere:';

/** `folder`: a short text that stands for the folder of its log. */
function nameForeign(folder: string, session: string): string {
  return `${MARK}${folder}:${session}`;
}

/** It is only shown: nothing that it says concerns another session. */
export function isForeign(session: string): boolean {
  return session.startsWith(MARK);
}

/** An event of such a log. */
export function asForeign(folder: string, event: TurnEvent): TurnEvent {
  switch (event.type) {
    case 'tick':
      return event;
    case 'workspace':
      return event.session === undefined
        ? event
        : { ...event, session: nameForeign(folder, event.session) };
    case 'session.start':
      return {
        ...event,
        session: nameForeign(folder, event.session),
        ...(event.parent !== undefined && { parent: nameForeign(folder, event.parent) }),
      };
    default:
      return { ...event, session: nameForeign(folder, event.session) };
  }
}
