/** A stored session, with all parts in their final state → events in the order in which they happened. */
import type { TurnEvent } from '../../core/events.js';
import { fieldsIn, type Fields } from '../reading/fields.js';
import { readId, readTime } from '../reading/recorded-values.js';
import type { OpencodeSessions } from './sessions.js';

export interface StoredMessage {
  info: Fields;
  parts: Fields[];
}

export function eventsOfSession(
  sessions: OpencodeSessions,
  info: Fields,
  messages: readonly StoredMessage[],
): TurnEvent[] {
  const session = readId(info['id']);
  if (session === undefined) {
    return [];
  }
  const events = sessions.session(info, readTime(fieldsIn(info['time'])['created']));
  for (const message of messages) {
    events.push(...eventsOfMessage(sessions, session, message));
  }
  return events;
}

function eventsOfMessage(
  sessions: OpencodeSessions,
  session: string,
  { info, parts }: StoredMessage,
): TurnEvent[] {
  const id = readId(info['id']);
  if (id === undefined) {
    return [];
  }
  const created = readTime(fieldsIn(info['time'])['created']);
  // the message's end is added after its parts
  const events = sessions.message(
    session,
    { ...info, time: { created }, finish: undefined, error: undefined },
    created,
  );
  for (let from = 0; from < parts.length;) {
    // calls of one response run in parallel: all calls first, then their results by time
    const next = parts.findIndex((part, i) => i > from && part['type'] === 'step-start');
    const step = parts.slice(from, next === -1 ? undefined : next);
    for (const part of step) {
      events.push(...sessions.part(session, id, running(part), created));
    }
    for (const part of step.filter(isTool).sort((a, b) => readEnd(a) - readEnd(b))) {
      events.push(...sessions.part(session, id, part, created));
    }
    from += step.length;
  }
  events.push(...sessions.message(session, info, created));
  return events;
}

function isTool(part: Fields): boolean {
  return part['type'] === 'tool';
}

function running(part: Fields): Fields {
  const state = fieldsIn(part['state']);
  return isTool(part) && state['status'] !== 'pending'
    ? {
        ...part,
        state: {
          status: 'running',
          input: state['input'],
          time: state['time'],
          metadata: state['metadata'],
        },
      }
    : part;
}

function readEnd(part: Fields): number {
  return readTime(fieldsIn(fieldsIn(part['state'])['time'])['end']) ?? Number.MAX_SAFE_INTEGER;
}

/** Several sessions, merged by time; each keeps its own order. */
export function byTime(streams: readonly TurnEvent[][]): TurnEvent[] {
  const keyed = streams.flatMap((events) => {
    let latest = 0;
    return events.map((event) => {
      latest = Math.max(latest, event.at ?? 0);
      return { event, latest };
    });
  });
  return keyed.sort((a, b) => a.latest - b.latest).map(({ event }) => event);
}
