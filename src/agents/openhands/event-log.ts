/** OpenHands' event logs (JSON Lines, or one list) and its evaluation runs (a line per session, with a `history`) → events. */
import type { TurnEvent } from '../../core/events.js';
import { isObject } from '../../core/json.js';
import type { LogReader, Result } from '../agent.js';
import { type Fields, fieldsIn, listIn, objectIn } from '../reading/fields.js';
import { folderOfFile, readId, nameOfFile } from '../reading/recorded-values.js';
import type { DocumentFormat, LineFormat, RecordedEvents } from '../reading/recording-format.js';
import { EventCollector, UNKNOWN_FOLDER } from '../reading/event-collector.js';
import { SdkEvents, isSdkEvent } from './sdk-events.js';
import { StreamEvents, isStreamEvent } from './stream-events.js';

const AGENT_ID = 'openhands';

/** One line per event, or one line per session of an evaluation run. */
const openHandsLines: LineFormat = {
  kind: 'lines',
  id: AGENT_ID,
  recognises: (line) => isEvent(line) || isRun(line),
  open: (file) => new EventLog(sessionOfFile(file)),
};

/** A list of events, or an object that holds one as its `history`. */
const openHandsDocument: DocumentFormat = {
  kind: 'document',
  id: AGENT_ID,
  recognises: (document) =>
    Array.isArray(document) ? flat(document).slice(0, 50).some(isEvent) : isRun(document),
  read: (document, file): RecordedEvents => {
    const events = Array.isArray(document)
      ? new EventLog(sessionOfFile(file)).session(flat(document))
      : readRun(fieldsIn(document), sessionOfFile(file));
    return { events, skipped: [] };
  },
};

export const openHandsFormats = [openHandsLines, openHandsDocument];

function isEvent(value: unknown): boolean {
  return isObject(value) && (isSdkEvent(value) || isStreamEvent(value));
}

function isRun(value: unknown): boolean {
  const history = fieldsIn(value)['history'] ?? fieldsIn(value)['trajectory'];
  return Array.isArray(history) && flat(history).slice(0, 50).some(isEvent);
}

/** Older evaluation runs keep pairs of action and observation. */
function flat(list: readonly unknown[]): Fields[] {
  return list.flatMap((item: unknown) =>
    Array.isArray(item) ? listIn(item) : isObject(item) ? [item] : [],
  );
}

function readRun(run: Fields, fallback: string): TurnEvent[] {
  const history = run['history'] ?? run['trajectory'];
  const prompt = typeof run['instruction'] === 'string' ? run['instruction'] : undefined;
  return new EventLog(readId(run['instance_id']) ?? readId(run['session_id']) ?? fallback).session(
    flat(Array.isArray(history) ? history : []),
    prompt,
    isObject(run['error']) || typeof run['error'] === 'string',
  );
}

/** In `<session>/trajectory.json` and `<session>/events.jsonl`, the folder identifies the session. */
function sessionOfFile(file: string): string {
  const name = nameOfFile(file, ['.jsonl', '.json']);
  return /^(?:trajectory|events|output|history)$/.test(name) ? (folderOfFile(file) ?? name) : name;
}

class EventLog implements LogReader {
  private readonly collector: EventCollector;
  private readonly stream: StreamEvents;
  private readonly sdk: SdkEvents;
  private started = false;
  private runs = 0;

  constructor(private readonly name: string) {
    this.collector = new EventCollector(name, AGENT_ID);
    this.stream = new StreamEvents(this.collector);
    this.sdk = new SdkEvents(this.collector);
  }

  line(text: string): Result<TurnEvent[]> {
    const parsed = objectIn(text);
    if ('problem' in parsed) {
      return parsed;
    }
    if (isRun(parsed.fields)) {
      this.runs += 1;
      return readRun(parsed.fields, this.runs === 1 ? this.name : `${this.name}/${this.runs}`);
    }
    this.event(parsed.fields);
    return this.collector.drain();
  }

  /** `prompt`: the task, if the events lack it. */
  session(events: readonly Fields[], prompt?: string, failed = false): TurnEvent[] {
    events.forEach((event, i) => {
      if (i === 0 && prompt !== undefined && !events.slice(0, 20).some(isPersonsMessage)) {
        this.start(event);
        this.collector.turn(undefined, prompt);
      }
      this.event(event);
    });
    if (failed) {
      this.collector.endTurn(undefined, 'error');
    }
    return this.collector.drain();
  }

  private event(event: Fields): void {
    if (isSdkEvent(event)) {
      this.start(event);
      this.sdk.event(event);
    } else if (isStreamEvent(event)) {
      this.start(event);
      this.stream.event(event);
    }
  }

  private start(event: Fields): void {
    if (this.started) {
      return;
    }
    this.started = true;
    this.collector.start(this.stream.readTime(event), UNKNOWN_FOLDER);
  }
}

function isPersonsMessage(event: Fields): boolean {
  return (
    event['source'] === 'user' &&
    (event['action'] === 'message' || event['kind'] === 'MessageEvent')
  );
}
