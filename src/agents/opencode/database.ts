/** The database of opencode and its like (`opencode.db`: tables session, message, part; event with every change) → events. */
import type { TurnEvent } from '../../core/events.js';
import { readErrorMessage } from '../../core/error-words.js';
import { isProblem, type Problem } from '../agent.js';
import { fieldsIn, objectIn, type Fields } from '../reading/fields.js';
import { readId } from '../reading/recorded-values.js';
import type { DatabaseFormat, Skipped, RecordedEvents } from '../reading/recording-format.js';
import { eventRow, eventsOfRows, type EventRow } from './recordings.js';
import type { Distribution } from './distribution.js';
import { openCodeDistribution } from './known.js';
import { OpencodeSessions } from './sessions.js';
import { openDatabase, type Database } from './sqlite.js';
import { byTime, eventsOfSession, type StoredMessage } from './stored.js';

export const openCodeDatabase = databaseFormat(openCodeDistribution);

export function databaseFormat(distribution: Distribution): DatabaseFormat {
  return {
    kind: 'database',
    id: distribution.id,
    read: async (file, session): Promise<RecordedEvents | Problem> => {
      const database = await openDatabase(file);
      if (isProblem(database)) {
        return database;
      }
      try {
        return readTables(distribution, database, session);
      } catch (error) {
        return {
          problem: `the database cannot be read: ${readErrorMessage(error)}`,
        };
      } finally {
        database.close();
      }
    },
  };
}

function readTables(
  { id: agent, name, ownTable = 'session' }: Distribution,
  database: Database,
  only?: string,
): RecordedEvents | Problem {
  const tables = new Set(
    database.rows(`SELECT name FROM sqlite_master WHERE type = 'table'`).map((row) => row['name']),
  );
  if (!tables.has(ownTable) && !(ownTable === 'session' && tables.has('event'))) {
    return { problem: `a SQLite database, but not one of ${name}: it has no table "${ownTable}"` };
  }
  const skipped: Skipped[] = [];
  if (tables.has('session') && tables.has('message') && tables.has('part')) {
    const events = storedSessions(agent, database, skipped, only);
    if (only !== undefined || events.some((event) => event.type !== 'session.start')) {
      return { events, skipped };
    }
  }
  if (tables.has('event')) {
    return { events: eventTable(agent, database, skipped), skipped };
  }
  return { events: [], skipped };
}

/** `only`: one session, with its sub-agents. */
function storedSessions(
  agent: string,
  database: Database,
  skipped: Skipped[],
  only: string | undefined,
): TurnEvent[] {
  const sessions = new OpencodeSessions(agent);
  const rows =
    only === undefined
      ? database.rows('SELECT * FROM session ORDER BY time_created, id')
      : database.rows(
          'WITH RECURSIVE mine(id) AS (SELECT ? UNION SELECT session.id FROM session JOIN mine ON session.parent_id = mine.id) SELECT * FROM session WHERE id IN mine ORDER BY time_created, id',
          only,
        );
  const streams = rows.map((row) => {
    const id = readId(row['id']) ?? '';
    const parts = new Map<string, Fields[]>();
    for (const part of database.rows(
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
    for (const message of database.rows(
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
    return eventsOfSession(sessions, { ...row, time: { created: row['time_created'] } }, messages);
  });
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

function eventTable(agent: string, database: Database, skipped: Skipped[]): TurnEvent[] {
  const rows: EventRow[] = [];
  for (const row of database.rows(
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
