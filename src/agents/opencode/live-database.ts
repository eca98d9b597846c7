/** Follows the `event` table of a database: session by session, a bounded number of rows at a time. */
import type { TurnEvent } from '../../core/events.js';
import type { DatabaseReader, Result, StoredSession } from '../agent.js';
import { type Fields, fieldsIn, objectIn } from '../reading/fields.js';
import { readId, readInteger } from '../reading/recorded-values.js';
import { byTime, eventsOfSession, type StoredMessage } from './stored.js';
import { eventRow, eventsOfRow } from './recordings.js';
import { OpencodeSessions } from './sessions.js';
import { LIVE_MS, readDatabase, type Database } from './sqlite.js';
import { textIn } from '../reading/content.js';

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

/** Rows read at a time; a row may hold a whole tool output. */
const ROWS_AT_ONCE = 200;
const MOST_FOLLOWED = 32;
const DAY_MS = 24 * 60 * 60_000;
/** Sub-agents end this many milliseconds before the session that started them, at most. */
const TOGETHER_MS = 10 * 60_000;

/** New rows of a session, read before any of them counts: a reading may be ended in its middle. */
interface News {
  session: string;
  rows: Fields[];
}

export class LiveDatabase implements DatabaseReader {
  private readonly sessions: OpencodeSessions;
  /** The last row read, by session. */
  private readonly lastRead = new Map<string, number>();

  /** `agent`: its id. */
  constructor(
    agent: string,
    private readonly file: string,
  ) {
    this.sessions = new OpencodeSessions(agent);
  }

  read(
    wanted: (folder: string) => boolean,
    since: number,
  ): Promise<Result<{ events: TurnEvent[]; more: boolean }>> {
    return readDatabase(this.file, LIVE_MS, async (database) => {
      const { found, more } = await this.findNews(database, wanted, since);
      return { events: byTime(found.map((news) => this.readNews(news))), more };
    });
  }

  private async findNews(
    database: Database,
    wanted: (folder: string) => boolean,
    since: number,
  ): Promise<{ found: News[]; more: boolean }> {
    const found: News[] = [];
    let left = ROWS_AT_ONCE;
    for (const session of await sessionsSince(database, wanted, since)) {
      if (left === 0) {
        break;
      }
      const rows = await database.rows(
        'SELECT aggregate_id, seq, type, data FROM event WHERE aggregate_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        session,
        this.lastRead.get(session) ?? -1,
        left,
      );
      left -= rows.length;
      found.push({ session, rows });
    }
    return { found, more: left === 0 };
  }

  private readNews({ session, rows }: News): TurnEvent[] {
    const events: TurnEvent[] = [];
    for (const row of rows) {
      const seq = readInteger(row['seq']);
      if (seq !== undefined) {
        this.lastRead.set(session, seq);
      }
      const event = eventRow(row);
      if (event !== undefined) {
        events.push(...eventsOfRow(this.sessions, event));
      }
    }
    return events;
  }
}

/** Sessions of the wanted folders; if none is that recent, the newest of the last day, with those of its last minutes. */
async function sessionsSince(
  database: Database,
  wanted: (folder: string) => boolean,
  since: number,
): Promise<string[]> {
  const rows = await database.rows(
    'SELECT id, directory, time_updated FROM session WHERE time_updated >= ? ORDER BY time_updated DESC LIMIT ?',
    since - DAY_MS,
    MOST_FOLLOWED,
  );
  const found = rows.flatMap(({ id, directory, time_updated }) => {
    const session = readId(id);
    const at = readInteger(time_updated);
    return session !== undefined &&
      at !== undefined &&
      typeof directory === 'string' &&
      wanted(directory)
      ? [{ session, at }]
      : [];
  });
  const newest = found[0]?.at ?? since;
  const from = newest < since ? newest - TOGETHER_MS : since;
  return found.filter(({ at }) => at >= from).map(({ session }) => session);
}
