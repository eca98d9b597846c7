/** opencode's exports (`opencode export`, one document) and rows of its `event` table (JSON Lines) → events. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { fieldsIn, listIn, objectIn, type Fields } from '../reading/fields.js';
import { readId, readInteger, readTime } from '../reading/recorded-values.js';
import type { DocumentFormat, LineFormat } from '../reading/recording-format.js';
import { OpencodeSessions } from './sessions.js';
import { byTime, eventsOfSession } from './stored.js';

/** `agent`: its id. */
export function exportFormats(agent: string): readonly [LineFormat, DocumentFormat] {
  return [
    {
      kind: 'lines',
      id: agent,
      recognises: (line) => {
        const { aggregate_id: aggregate, seq, type, data } = fieldsIn(line);
        return (
          typeof aggregate === 'string' &&
          typeof seq === 'number' &&
          typeof type === 'string' &&
          data !== undefined
        );
      },
      open: () => new EventRows(agent),
    },
    {
      kind: 'document',
      id: agent,
      recognises: (document) => sessionsIn(document).length > 0,
      read: (document) => {
        const sessions = new OpencodeSessions(agent);
        const streams = sessionsIn(document).map((each) =>
          eventsOfSession(
            sessions,
            fieldsIn(each['info']),
            listIn(each['messages']).map((message) => ({
              info: fieldsIn(message['info']),
              parts: listIn(message['parts']),
            })),
          ),
        );
        return { events: byTime(streams), skipped: [] };
      },
    },
  ];
}

/** An export holds one session, or a list of them. */
function sessionsIn(document: unknown): Fields[] {
  const all = Array.isArray(document) ? listIn(document) : isObject(document) ? [document] : [];
  return all.filter(
    (each) =>
      isObject(each['info']) &&
      typeof each['info']['id'] === 'string' &&
      Array.isArray(each['messages']),
  );
}

const eventType =
  /^(?:session|message|message\.part)\.(?:created|updated|removed|deleted)(?:\.\d+)?$/;

export interface EventRow {
  aggregate: string;
  seq: number;
  type: string;
  data: Fields;
}

export function eventRow(fields: Fields): EventRow | undefined {
  const [aggregate, seq, type] = [
    readId(fields['aggregate_id']),
    readInteger(fields['seq']),
    fields['type'],
  ];
  const data =
    typeof fields['data'] === 'string'
      ? objectIn(fields['data'])
      : { fields: fieldsIn(fields['data']) };
  return aggregate === undefined ||
    seq === undefined ||
    typeof type !== 'string' ||
    'problem' in data
    ? undefined
    : { aggregate, seq, type, data: data.fields };
}

/** Accepts rows in any order: a query may list the newest first. */
class EventRows implements LogReader {
  private readonly rows: EventRow[] = [];

  constructor(private readonly agent: string) {}

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const row = eventRow(parsed.fields);
    if (row === undefined) {
      return { problem: 'not a row of the event table' };
    }
    if (eventType.test(row.type)) {
      this.rows.push(row);
    }
    return [];
  }

  end(): TurnEvent[] {
    return eventsOfRows(this.agent, this.rows);
  }
}

/** `agent`: its id. */
export function eventsOfRows(agent: string, rows: readonly EventRow[]): TurnEvent[] {
  const sessions = new OpencodeSessions(agent);
  const streams = new Map<string, TurnEvent[]>();
  for (const row of [...rows].sort((a, b) => a.seq - b.seq)) {
    const stream = streams.get(row.aggregate) ?? [];
    stream.push(...eventsOfRow(sessions, row));
    streams.set(row.aggregate, stream);
  }
  return byTime([...streams.values()]);
}

/** Reads one row; each session's rows must come in order. */
export function eventsOfRow(
  sessions: OpencodeSessions,
  { aggregate, type, data }: EventRow,
): TurnEvent[] {
  const session = readId(data['sessionID']) ?? aggregate;
  const info = fieldsIn(data['info']);
  if (type.startsWith('session.')) {
    return sessions.session({ id: session, ...info }, readTime(fieldsIn(info['time'])['created']));
  }
  if (type.startsWith('message.part.')) {
    const part = fieldsIn(data['part']);
    const message = readId(part['messageID']);
    return message === undefined
      ? []
      : sessions.part(session, message, part, readTime(data['time']));
  }
  return sessions.message(session, info);
}
