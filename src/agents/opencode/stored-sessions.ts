/** The newest sessions of a database, and of each its last messages, which tell its state, with the prompt that began their turn. */
import type { TurnEvent } from '../../core/events.js';
import type { Result, StoredSession } from '../agent.js';
import { textIn } from '../reading/content.js';
import { fieldsIn, objectIn, type Fields } from '../reading/fields.js';
import { readId, readInteger } from '../reading/recorded-values.js';
import { OpencodeSessions } from './sessions.js';
import { LIVE_MS, readDatabase, type Database } from './sqlite.js';
import { eventsOfSession, type StoredMessage } from './stored.js';

/** Sessions listed, messages at a session's end, and parts of each that are read. */
const MOST_SESSIONS = 20;
const LAST_MESSAGES = 12;
const MOST_PARTS = 40;
/** A larger part, such as a whole file that was read, is left out (bytes). */
const LARGEST_PART = 64 * 1024;

/** Those that changed at or after `since`, the newest first; sub-agents are left out. */
export function recentSessions(file: string, since: number): Promise<Result<StoredSession[]>> {
  return readDatabase(file, LIVE_MS, async (database) => {
    const rows = await database.rows(
      'SELECT id, time_updated FROM session WHERE parent_id IS NULL AND time_updated >= ? ORDER BY time_updated DESC LIMIT ?',
      since,
      MOST_SESSIONS,
    );
    return rows.flatMap((row) => {
      const [session, at] = [readId(row['id']), readInteger(row['time_updated'])];
      return session === undefined || at === undefined ? [] : [{ session, at }];
    });
  });
}

/** `agent`: its id. */
export function endOfSession(
  agent: string,
  file: string,
  session: string,
): Promise<Result<TurnEvent[]>> {
  return readDatabase(file, LIVE_MS, async (database) => {
    const [info] = await database.rows('SELECT * FROM session WHERE id = ?', session);
    const last = await database.rows(
      'SELECT id, time_created, data FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT ?',
      session,
      LAST_MESSAGES,
    );
    const messages = await messagesIn(database, last.reverse());
    const prompt = readId(messages[0]?.info['parentID']);
    const first =
      prompt === undefined
        ? []
        : await messagesIn(
            database,
            await database.rows('SELECT id, time_created, data FROM message WHERE id = ?', prompt),
          );
    return info === undefined
      ? []
      : eventsOfSession(
          new OpencodeSessions(agent),
          { ...info, time: { created: info['time_created'] } },
          [...first, ...messages],
        );
  });
}

async function messagesIn(database: Database, rows: readonly Fields[]): Promise<StoredMessage[]> {
  const messages: StoredMessage[] = [];
  for (const row of rows) {
    messages.push(await messageIn(database, row));
  }
  return messages;
}

async function messageIn(database: Database, row: Fields): Promise<StoredMessage> {
  const info = readData(row);
  const parts = await database.rows(
    'SELECT id, data FROM part WHERE message_id = ? AND octet_length(data) <= ? ORDER BY id LIMIT ?',
    readId(row['id']) ?? '',
    LARGEST_PART,
    MOST_PARTS,
  );
  return {
    info: { ...info, time: { created: row['time_created'], ...fieldsIn(info['time']) } },
    parts: parts.map(readData),
  };
}

function readData(row: Fields): Fields {
  const data = objectIn(textIn(row['data']));
  return { ...('fields' in data ? data.fields : {}), id: row['id'] };
}
