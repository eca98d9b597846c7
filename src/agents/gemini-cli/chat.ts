/** Gemini CLI's chats: `session-*.jsonl`, the older `session-*.json`, and saved histories. */
import { basename } from 'node:path';
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { fieldsIn, listIn, nameIn, objectIn, timeIn, type Fields } from '../reading/fields.js';
import type { DocumentFormat, LineFormat, RecordedEvents } from '../reading/recording-format.js';
import { SessionLogWriter } from '../reading/session-log.js';
import { AGENT_ID } from './home.js';
import { Messages } from './messages.js';

export const geminiFormats: readonly (LineFormat | DocumentFormat)[] = [
  {
    kind: 'lines',
    id: AGENT_ID,
    recognises: (line) =>
      isObject(line) &&
      (isHeader(line) || isChanged(line) || (isMessage(line) && nameIn(line['id']) !== undefined)),
    open: openChat,
  },
  {
    kind: 'document',
    id: AGENT_ID,
    recognises: (document) => readHistory(document) !== undefined,
    read: readChat,
  },
];

export function openChat(file: string): LogReader {
  return new GeminiChat(file);
}

function isHeader(line: Fields): boolean {
  return (
    typeof line['sessionId'] === 'string' &&
    typeof line['projectHash'] === 'string' &&
    line['type'] === undefined
  );
}

/** An update of the header or of all messages. */
function isChanged(line: Fields): boolean {
  const changed = line['$set'];
  return (
    isObject(changed) &&
    (typeof changed['lastUpdated'] === 'string' || Array.isArray(changed['messages']))
  );
}

function isMessage(message: Fields): boolean {
  const { type, content, timestamp, toolCalls } = message;
  if (typeof timestamp !== 'string') {
    return false;
  }
  return type === 'gemini'
    ? content !== undefined || Array.isArray(toolCalls)
    : type === 'user' &&
        (typeof content === 'string' || (Array.isArray(content) && !('message' in message)));
}

/** The messages of a chat or of a saved history (`{role, parts}`). */
function readHistory(document: unknown): Fields[] | undefined {
  const messages = listIn(
    isObject(document) ? (document['messages'] ?? document['history']) : document,
  );
  const [first] = messages;
  if (first === undefined) {
    return undefined;
  }
  const chat =
    isObject(document) &&
    typeof document['sessionId'] === 'string' &&
    messages.some(
      (each) => each['type'] === 'gemini' || (each['type'] === 'user' && isMessage(each)),
    );
  const history = messages.every(
    (each) => (each['role'] === 'user' || each['role'] === 'model') && Array.isArray(each['parts']),
  );
  return chat || history ? messages : undefined;
}

function readChat(document: unknown, file: string): RecordedEvents {
  const { sessionId, startTime } = fieldsIn(document);
  const log = new SessionLogWriter(nameIn(sessionId) ?? basename(file, '.json'), AGENT_ID);
  const messages = new Messages(log);
  const events = log.start(timeIn(startTime), undefined);
  for (const message of readHistory(document) ?? []) {
    events.push(...messages.message(message));
  }
  events.push(...log.over(messages.lastAt));
  return { events, skipped: [] };
}

class GeminiChat implements LogReader {
  private log: SessionLogWriter | undefined;
  private messages: Messages | undefined;

  constructor(private readonly file: string) {}

  line(text: string): Result<TurnEvent[]> {
    const read = objectIn(text);
    if ('problem' in read) {
      return read;
    }
    const { fields: line } = read;
    if (isHeader(line)) {
      return this.begin(line);
    }
    if (isChanged(line)) {
      return this.changed(fieldsIn(line['$set']));
    }
    if (!isMessage(line) && line['type'] !== 'info' && line['type'] !== 'error') {
      return [];
    }
    return [...this.begin({}), ...this.chat().message(line)];
  }

  end(): TurnEvent[] {
    return this.log?.over(this.messages?.lastAt) ?? [];
  }

  /** Only the model's final text marks the end of a turn. */
  settle(): TurnEvent[] {
    return this.end();
  }

  private session(header: Fields): SessionLogWriter {
    this.log ??= new SessionLogWriter(
      nameIn(header['sessionId']) ?? basename(this.file, '.jsonl'),
      AGENT_ID,
    );
    return this.log;
  }

  private chat(): Messages {
    this.messages ??= new Messages(this.session({}));
    return this.messages;
  }

  /** A resumed chat repeats its header. */
  private begin(header: Fields): TurnEvent[] {
    return this.session(header).start(timeIn(header['startTime']), undefined);
  }

  private changed(changed: Fields): TurnEvent[] {
    const messages = listIn(changed['messages']);
    return messages.length === 0
      ? []
      : [...this.begin({}), ...messages.flatMap((message) => this.chat().message(message))];
  }
}
