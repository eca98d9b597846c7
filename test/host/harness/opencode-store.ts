/** The database of a running opencode: in WAL mode, held open, written with the SQLite of VS Code's Node. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { noOp } from '../../unit/readers/support/session-logs.js';
import { writableDatabase, type WritableDatabase } from '../../unit/readers/support/sqlite-file.js';

export class OpenCodeStore {
  private readonly store: WritableDatabase;
  private seq = 0;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true });
    this.store = writableDatabase(file);
    this.store.run('PRAGMA journal_mode = WAL');
    this.store.run(
      'CREATE TABLE session (id text PRIMARY KEY, directory text, parent_id text, time_created integer, time_updated integer)',
    );
    this.store.run(
      'CREATE TABLE event (id text PRIMARY KEY, aggregate_id text, seq integer, type text, data text)',
    );
  }

  begin(session: string, folder: string): void {
    const now = Date.now();
    this.store.run('INSERT INTO session VALUES (?, ?, NULL, ?, ?)', session, folder, now, now);
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
    this.store.run('UPDATE session SET time_updated = ? WHERE id = ?', now, session);
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
    this.store.run('UPDATE session SET time_updated = ? WHERE id = ?', now, session);
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
    this.store.run(
      'INSERT INTO event VALUES (?, ?, ?, ?, ?)',
      `evt_${this.seq}`,
      session,
      this.seq,
      type,
      JSON.stringify(data),
    );
  }
}
