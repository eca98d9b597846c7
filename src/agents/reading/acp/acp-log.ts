/**
 * The messages between a client and an agent that speak the Agent Client Protocol (JSON-RPC, one message in each line) → events. Of a
 * transcript that holds only the agent's notifications, the words tell where turns begin.
 */
import type { TurnEvent } from '../../../core/events.js';
import type { LogReader, Result } from '../../agent.js';
import { AcpUpdates, plainDialect, readStopReason } from './acp-updates.js';
import { UNKNOWN_FOLDER } from '../event-collector.js';
import { fieldsIn, nameIn, objectIn, shortName, type Fields } from '../fields.js';
import { nameOfFile, readId, readInteger, readTime, type Time } from '../recorded-values.js';
import type { LineFormat } from '../recording-format.js';
import { SessionLogWriter } from '../session-log.js';

const FORMAT = 'acp';
/** Requests without an answer that are remembered. */
const MOST_REQUESTS = 1000;
const MOST_TERMINALS = 1000;
const MOST_SESSIONS = 1000;

export const acpFormat: LineFormat = {
  kind: 'lines',
  id: FORMAT,
  // agents that keep such lines as their own log know more of them
  general: true,
  recognises: (line) => {
    const { method, params } = fieldsIn(line);
    const { sessionId, update, clientCapabilities } = fieldsIn(params);
    return method === 'session/update'
      ? typeof sessionId === 'string' && typeof fieldsIn(update)['sessionUpdate'] === 'string'
      : method === 'initialize' && clientCapabilities !== undefined;
  },
  open: (file) => new AcpLog(file),
};

interface AcpSession {
  log: SessionLogWriter;
  updates: AcpUpdates;
}

interface AskedRequest {
  method: string;
  params: Fields;
}

class AcpLog implements LogReader {
  private agent = FORMAT;
  private readonly folders = new Map<string, string>();
  private readonly terminals = new Map<string, { output: string; exitCode: number | undefined }>();
  private readonly asked = new Map<string, AskedRequest>();
  private readonly sessions = new Map<string, AcpSession>();

  constructor(private readonly file: string) {}

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    const { fields } = parsed;
    const at = readTime(
      fields['timestamp'] ?? fieldsIn(fieldsIn(fields['params'])['_meta'])['timestamp'],
    );
    const method = nameIn(fields['method']);
    const id = readId(fields['id']);
    if (method === undefined) {
      return id === undefined ? [] : this.answered(id, fields, at);
    }
    const params = fieldsIn(fields['params']);
    // the ids of both sides count on their own: no method is asked by both
    if (id !== undefined && this.asked.size < MOST_REQUESTS) {
      this.asked.set(`${findSide(method)} ${id}`, { method, params });
    }
    return this.told(method, params, at);
  }

  end(): TurnEvent[] {
    return [...this.sessions.values()].flatMap(({ updates }) => updates.over());
  }

  private told(method: string, params: Fields, at: Time): TurnEvent[] {
    switch (method) {
      case 'session/update':
        return this.inSession(params, at, ({ updates }) =>
          updates.read(fieldsIn(params['update']), at),
        );
      case 'session/prompt':
        return this.inSession(params, at, ({ updates }) => updates.prompt(at, params['prompt']));
      case 'session/load': {
        this.noteFolder(params['sessionId'], params);
        return [];
      }
      case 'session/request_permission':
        return this.inSession(params, at, ({ updates }) =>
          updates.waiting(at, nameIn(fieldsIn(params['toolCall'])['toolCallId'])),
        );
      default:
        return [];
    }
  }

  private answered(id: string, fields: Fields, at: Time): TurnEvent[] {
    const result = fieldsIn(fields['result']);
    // an agent's answer has a form of its own; whose request it was shows which side it comes from
    const key = [`client ${id}`, `agent ${id}`].find((each) => this.fits(each, result));
    const request = key === undefined ? undefined : this.asked.get(key);
    if (key === undefined || request === undefined) {
      return [];
    }
    this.asked.delete(key);
    const { method, params } = request;
    switch (method) {
      case 'initialize':
        this.agent = shortName(fieldsIn(result['agentInfo'])['name']) ?? this.agent;
        return [];
      case 'session/new':
        this.noteFolder(result['sessionId'], params);
        return [];
      case 'session/prompt':
        return this.inSession(params, at, ({ updates }) =>
          updates.endTurn(
            at,
            fields['error'] === undefined ? readStopReason(result['stopReason']) : 'error',
          ),
        );
      case 'terminal/output':
        this.noteTerminal(params['terminalId'], result);
        return [];
      default:
        return [];
    }
  }

  private fits(key: string, result: Fields): boolean {
    const method = this.asked.get(key)?.method;
    const field = method === undefined ? undefined : answerFields[method];
    return (
      method !== undefined &&
      (field === undefined || result[field] !== undefined || Object.keys(result).length === 0)
    );
  }

  private inSession(
    params: Fields,
    at: Time,
    read: (session: AcpSession) => TurnEvent[],
  ): TurnEvent[] {
    const id = shortName(params['sessionId']) ?? nameOfFile(this.file, ['.jsonl', '.log']);
    const session = this.sessions.get(id) ?? this.open(id);
    return [...session.log.start(at, this.folders.get(id) ?? UNKNOWN_FOLDER), ...read(session)];
  }

  private open(id: string): AcpSession {
    const log = new SessionLogWriter(id, this.agent);
    const session = { log, updates: new AcpUpdates(log, plainDialect, this.terminals) };
    if (this.sessions.size < MOST_SESSIONS) {
      this.sessions.set(id, session);
    }
    return session;
  }

  private noteFolder(session: unknown, { cwd }: Fields): void {
    const [id, folder] = [shortName(session), nameIn(cwd)];
    if (id !== undefined && folder !== undefined && this.folders.size < MOST_REQUESTS) {
      this.folders.set(id, folder);
    }
  }

  private noteTerminal(terminal: unknown, { output, exitStatus }: Fields): void {
    const id = nameIn(terminal);
    if (id !== undefined && this.terminals.size < MOST_TERMINALS) {
      this.terminals.set(id, {
        output: typeof output === 'string' ? output : '',
        exitCode: readInteger(fieldsIn(exitStatus)['exitCode']),
      });
    }
  }
}

/** The field that every answer to a request has. */
const answerFields: Readonly<Record<string, string>> = {
  initialize: 'protocolVersion',
  'session/new': 'sessionId',
  'session/prompt': 'stopReason',
  'session/request_permission': 'outcome',
  'terminal/create': 'terminalId',
  'terminal/output': 'output',
};

/** Who asks it. */
function findSide(method: string): 'client' | 'agent' {
  return /^(?:fs|terminal)\/|^session\/request_permission$/.test(method) ? 'agent' : 'client';
}
