/** Follows the `event` table of a database: session by session, a bounded number of rows at a time. */
import type { TurnEvent } from '../../core/events.js';
import { messageOf } from '../../core/error-words.js';
import { isProblem, type DatabaseReader, type Result } from '../agent.js';
import { idOf, integerOf } from '../reading/recorded-values.js';
import { byTime } from './stored.js';
import { eventRow, eventsOfRow } from './recordings.js';
import { OpencodeSessions } from './sessions.js';
import { openDatabase, type Database } from './sqlite.js';

/** Rows read at a time; a row may hold a whole tool output. */
const ROWS_AT_ONCE = 200;
const MOST_SESSIONS = 32;

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

  async read(
    wanted: (folder: string) => boolean,
    since: number,
  ): Promise<Result<{ events: TurnEvent[]; more: boolean }>> {
    const database = await openDatabase(this.file);
    if (isProblem(database)) {
      return database;
    }
    try {
      return this.news(database, wanted, since);
    } catch (error) {
      // the agent is still creating the tables, or its version has others
      return {
        problem: `the database cannot be read: ${messageOf(error)}`,
      };
    } finally {
      database.close();
    }
  }

  private news(
    database: Database,
    wanted: (folder: string) => boolean,
    since: number,
  ): { events: TurnEvent[]; more: boolean } {
    const recent = database.rows(
      'SELECT id, directory FROM session WHERE time_updated >= ? ORDER BY time_updated DESC LIMIT ?',
      since,
      MOST_SESSIONS,
    );
    const streams: TurnEvent[][] = [];
    let left = ROWS_AT_ONCE;
    for (const { id, directory } of recent) {
      const session = idOf(id);
      if (
        session === undefined ||
        typeof directory !== 'string' ||
        !wanted(directory) ||
        left === 0
      ) {
        continue;
      }
      const rows = database.rows(
        'SELECT aggregate_id, seq, type, data FROM event WHERE aggregate_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        session,
        this.lastRead.get(session) ?? -1,
        left,
      );
      left -= rows.length;
      const events: TurnEvent[] = [];
      for (const row of rows) {
        const seq = integerOf(row['seq']);
        if (seq !== undefined) {
          this.lastRead.set(session, seq);
        }
        const event = eventRow(row);
        if (event !== undefined) {
          events.push(...eventsOfRow(this.sessions, event));
        }
      }
      streams.push(events);
    }
    return { events: byTime(streams), more: left === 0 };
  }
}
