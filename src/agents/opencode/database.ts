/** The database of opencode and its like (`opencode.db`: tables session, message, part; event with every change) → events. */
import type { TurnEvent } from '../../core/events.js';
import type { Result } from '../agent.js';
import { fieldsIn, objectIn, type Fields } from '../reading/fields.js';
import { readId } from '../reading/recorded-values.js';
import type { DatabaseFormat, Skipped, RecordedEvents } from '../reading/recording-format.js';
import { eventRow, eventsOfRows, type EventRow } from './recordings.js';
import type { Distribution } from './distribution.js';
import { OpencodeSessions } from './sessions.js';
import { readDatabase, RECORDING_MS, type Database } from './sqlite.js';
import { byTime, eventsOfSession, type StoredMessage } from './stored.js';

export function databaseFormat(distribution: Distribution): DatabaseFormat {
  return {
    kind: 'database',
    id: distribution.id,
    ...(distribution.ownTable === undefined && { general: true }),
    read: (file, session) =>
      readDatabase(file, RECORDING_MS, (database) => readTables(distribution, database, session)),
  };
}

async function readTables(
  { id: agent, name, ownTable = 'session' }: Distribution,
  database: Database,
  only?: string,
): Promise<Result<RecordedEvents>> {
  const { tables } = database;
  if (!tables.has(ownTable) && !(ownTable === 'session' && tables.has('event'))) {
    return { problem: `a SQLite database, but not one of ${name}: it has no table "${ownTable}"` };
  }
  const skipped: Skipped[] = [];
  if (tables.has('session') && tables.has('message') && tables.has('part')) {
    const events = await storedSessions(agent, database, skipped, only);
    if (only !== undefined || events.some((event) => event.type !== 'session.start')) {
      return { events, skipped };
    }
  }
  if (tables.has('event')) {
    return { events: await eventTable(agent, database, skipped), skipped };
  }
  return { events: [], skipped };
}

/** `only`: one session, with its sub-agents. */
async function storedSessions(
  agent: string,
  database: Database,
  skipped: Skipped[],
  only: string | undefined,
): Promise<TurnEvent[]> {
  const sessions = new OpencodeSessions(agent);
  const rows =
    only === undefined
      ? await database.rows('SELECT * FROM session ORDER BY time_created, id')
      : await database.rows(
          'WITH RECURSIVE mine(id) AS (SELECT ? UNION SELECT session.id FROM session JOIN mine ON session.parent_id = mine.id) SELECT * FROM session WHERE id IN mine ORDER BY time_created, id',
          only,
        );
  const streams: TurnEvent[][] = [];
  for (const row of rows) {
    const id = readId(row['id']) ?? '';
    const parts = new Map<string, Fields[]>();
    for (const part of await database.rows(
      'SELECT id, message_id, data FROM part WHERE session_id = ? ORDER BY id',
      id,
    )) {
      const message = readId(part['message_id']) ?? '';
      const data = readData('part', part, skipped);
      if (data === undefined) {
        continue;
      }
      const known = parts.get(message);
      if (known === undefined) {
        parts.set(message, [data]);
      } else {
        known.push(data);
      }
    }
    const messages: StoredMessage[] = [];
    for (const message of await database.rows(
      'SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created, id',
      id,
    )) {
      const data = readData('message', message, skipped);
      if (data !== undefined) {
        messages.push({
          info: { ...data, time: { created: message['time_created'], ...fieldsIn(data['time']) } },
          parts: parts.get(readId(message['id']) ?? '') ?? [],
        });
      }
    }
    const info = { ...row, time: { created: row['time_created'] } };
    streams.push(eventsOfSession(sessions, info, messages));
  }
  return byTime(streams);
}

function readData(table: string, row: Fields, skipped: Skipped[]): Fields | undefined {
  const data = typeof row['data'] === 'string' ? objectIn(row['data']) : { problem: 'no text' };
  if ('fields' in data) {
    return { ...data.fields, id: row['id'] };
  }
  skipped.push({ line: 0, reason: `${table} ${readId(row['id']) ?? ''}: ${data.problem}` });
  return undefined;
}

async function eventTable(
  agent: string,
  database: Database,
  skipped: Skipped[],
): Promise<TurnEvent[]> {
  const rows: EventRow[] = [];
  for (const row of await database.rows(
    'SELECT aggregate_id, seq, type, data FROM event ORDER BY aggregate_id, seq',
  )) {
    const event = eventRow(row);
    if (event === undefined) {
      skipped.push({
        line: 0,
        reason: `event ${readId(row['aggregate_id']) ?? ''} ${readId(row['seq']) ?? ''}: not JSON`,
      });
    } else {
      rows.push(event);
    }
  }
  return eventsOfRows(agent, rows);
}
