/** A database as a working opencode keeps it: written with the SQLite of VS Code's Node, in write-ahead mode, held open. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../../src/core/json.js';
import { noOp } from '../../unit/readers/session-logs.js';

interface Statement {
  run(...values: (string | number)[]): unknown;
}
interface Store {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Sqlite {
  DatabaseSync: new (file: string) => Store;
}

function isSqlite(module: unknown): module is Sqlite {
  return isObject(module) && typeof module['DatabaseSync'] === 'function';
}

export class OpenCodeStore {
  private readonly store: Store;
  private seq = 0;

  constructor(file: string) {
    const module: unknown = process.getBuiltinModule('node:sqlite');
    if (!isSqlite(module)) {
      throw new Error(`Node ${process.version} has no SQLite`);
    }
    mkdirSync(dirname(file), { recursive: true });
    this.store = new module.DatabaseSync(file);
    this.store.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE session (id text PRIMARY KEY, directory text, parent_id text, time_created integer, time_updated integer); CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text)',
    );
  }

  begin(session: string, folder: string): void {
    const now = Date.now();
    this.store
      .prepare('INSERT INTO session VALUES (?, ?, NULL, ?, ?)')
      .run(session, folder, now, now);
    this.add(session, 'session.created.1', {
      sessionID: session,
      info: { id: session, directory: folder, time: { created: now } },
    });
    this.add(session, 'message.updated.1', {
      sessionID: session,
      info: { id: `u_${session}`, sessionID: session, role: 'user', time: { created: now } },
    });
    this.part(session, {
      id: `pu_${session}`,
      messageID: `u_${session}`,
      type: 'text',
      text: 'Fix the failing test in the parser',
    });
  }

  step(session: string, n: number): void {
    const now = Date.now();
    const message = `m_${session}_${n}`;
    const call = {
      id: `p_${n}`,
      messageID: message,
      type: 'tool',
      callID: `call_${n}`,
      tool: 'bash',
    };
    const input = { command: noOp(n), description: 'noop' };
    this.add(session, 'message.updated.1', {
      sessionID: session,
      info: {
        id: message,
        sessionID: session,
        role: 'assistant',
        time: { created: now },
        modelID: 'm',
      },
    });
    this.part(session, { ...call, state: { status: 'running', input, time: { start: now } } });
    this.part(session, {
      ...call,
      state: {
        status: 'completed',
        input,
        output: '',
        metadata: { exit: 0 },
        time: { start: now, end: now + 1 },
      },
    });
    this.add(session, 'message.updated.1', {
      sessionID: session,
      info: {
        id: message,
        sessionID: session,
        role: 'assistant',
        time: { created: now, completed: now + 2 },
        modelID: 'm',
        finish: 'tool-calls',
      },
    });
    this.store.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(now, session);
  }

  end(session: string): void {
    const now = Date.now();
    this.add(session, 'message.updated.1', {
      sessionID: session,
      info: {
        id: `end_${session}`,
        sessionID: session,
        role: 'assistant',
        time: { created: now, completed: now },
        modelID: 'm',
        finish: 'stop',
      },
    });
    this.store.prepare('UPDATE session SET time_updated = ? WHERE id = ?').run(now, session);
  }

  close(): void {
    this.store.close();
  }

  private part(session: string, part: object): void {
    this.add(session, 'message.part.updated.1', {
      sessionID: session,
      part: { sessionID: session, ...part },
      time: Date.now(),
    });
  }

  private add(session: string, type: string, data: object): void {
    this.seq += 1;
    this.store
      .prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)')
      .run(`evt_${this.seq}`, session, this.seq, type, JSON.stringify(data));
  }
}
