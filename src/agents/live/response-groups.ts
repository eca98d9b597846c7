/**
 * Which calls are of one response, where hooks do not say, and the log names a call's response only once the call is denied or is over. The
 * agent asks for one call after the other, so that a call belongs with the one before it while that one has no result, or was denied just
 * now: no model reads a denial so fast. Pure: times are those of the events.
 */
import type { ToolCallEvent, ToolResultEvent, TurnEvent } from '../../core/events.js';
import { Recent } from '../../core/identity/recent.js';
import { PerSession } from '../reading/per-session.js';

/** By the agent's own clock, from a denial in its log to its hook for the next call: seven milliseconds at most were seen. */
const NEXT_CALL_MS = 100;
/** From our denial to that hook, as long as the log does not tell of the denial. */
const TOLD_MS = 600;
const MOST_CALLS = 256;

interface Group {
  /** Counts up in the session. */
  number: number;
  response: string | undefined;
}

interface AskedCall {
  group: Group;
  isOver: boolean;
  /** A call that comes later than this is of another response; undefined while it is not denied. */
  until: number | undefined;
}

interface GroupedSession {
  calls: Recent<AskedCall>;
  newest: AskedCall | undefined;
  groups: number;
}

export class ResponseGroups {
  private readonly sessions = new PerSession<GroupedSession>(() => ({
    calls: new Recent(MOST_CALLS),
    newest: undefined,
    groups: 0,
  }));

  /** @returns the events, of which the hooks' calls tell their response */
  pass(source: 'hook' | 'log', events: readonly TurnEvent[]): readonly TurnEvent[] {
    return events.map((event) => {
      switch (event.type) {
        case 'tool.call':
          return this.called(source, event);
        case 'tool.result':
          this.answered(source, event);
          return event;
        case 'turn.start':
        case 'turn.end':
          this.sessions.of(event.session).newest = undefined;
          return event;
        default:
          return event;
      }
    });
  }

  private called(source: 'hook' | 'log', event: ToolCallEvent): ToolCallEvent {
    const session = this.sessions.of(event.session);
    const known = session.calls.get(event.call);
    const call = known ?? {
      group: findGroup(session, source, event),
      isOver: false,
      until: undefined,
    };
    if (known === undefined) {
      session.calls.set(event.call, call);
      session.newest = call;
    }
    const { group } = call;
    group.response ??= event.response;
    return source === 'log'
      ? event
      : {
          iteration: group.number,
          ...(group.response !== undefined && { response: group.response }),
          ...event,
        };
  }

  private answered(source: 'hook' | 'log', { session, call, at, deniedBy }: ToolResultEvent): void {
    const known = this.sessions.of(session).calls.get(call);
    if (known === undefined) {
      return;
    }
    known.isOver = true;
    known.until =
      deniedBy !== undefined && at !== undefined
        ? at + (source === 'log' ? NEXT_CALL_MS : TOLD_MS)
        : undefined;
  }
}

function findGroup(
  session: GroupedSession,
  source: 'hook' | 'log',
  { at, response }: ToolCallEvent,
): Group {
  const { newest } = session;
  const belongs =
    newest !== undefined &&
    (source === 'log'
      ? response !== undefined && response === newest.group.response
      : !newest.isOver || (at !== undefined && newest.until !== undefined && at <= newest.until));
  return belongs ? newest.group : { number: (session.groups += 1), response: undefined };
}
