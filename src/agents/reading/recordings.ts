/** Recorded runs: which format a file has, and what it tells as events. Every format is one entry of `formats`. */
import { isObject } from '../../core/json.js';
import { open } from 'node:fs/promises';
import { messageOf } from '../../core/error-words.js';
import type { TurnEvent } from '../../core/events.js';
import { parseEvent } from '../../core/parse.js';
import { openTranscript } from '../claude-code/transcript.js';
import { codexFormats } from '../codex/formats.js';
import { copilotFormat } from '../copilot/events-log.js';
import { geminiFormats } from '../gemini-cli/chat.js';
import { qwenFormat } from '../qwen-code/chat.js';
import { clineFormat } from '../cline/messages.js';
import { kimiCodeFormat } from '../kimi-code/wire-log.js';
import { miniSweAgentFormat } from '../mini-swe-agent/trajectory.js';
import { openCodeDatabase } from '../opencode/database.js';
import { openCodeDocument, openCodeLines } from '../opencode/recordings.js';
import { openHandsDocument, openHandsLines } from '../openhands/event-log.js';
import { piFormat } from '../pi/session-log.js';
import { sweAgentFormat } from '../swe-agent/trajectory.js';
import { isProblem, type LogReader, type Result } from '../agent.js';
import type {
  DatabaseFormat,
  DocumentFormat,
  LineFormat,
  RecordingFormat,
  Skipped,
  RecordedEvents,
} from './recording-format.js';
import {
  asUtf8,
  linesOf,
  LONGEST_LINE,
  opensDocument,
  parseBroken,
  parsed,
} from './recording-text.js';

/** Narrow formats first: the first that recognises a line or a document has it. One id may have several kinds. */
export const formats: readonly RecordingFormat[] = [
  {
    kind: 'lines',
    id: 'events',
    recognises: (line) => isObject(line) && line['v'] === 1 && typeof line['type'] === 'string',
    open: () => ({ line: readEvent }),
  },
  {
    kind: 'lines',
    id: 'claude-code',
    recognises: (line) =>
      isObject(line) &&
      typeof line['sessionId'] === 'string' &&
      typeof line['type'] === 'string' &&
      !qwenFormat.recognises(line),
    open: openTranscript,
  },
  ...codexFormats,
  ...geminiFormats,
  qwenFormat,
  copilotFormat,
  kimiCodeFormat,
  openCodeLines,
  openCodeDocument,
  openCodeDatabase,
  openHandsLines,
  openHandsDocument,
  sweAgentFormat,
  miniSweAgentFormat,
  piFormat,
  clineFormat, // last: any list of messages looks like it
];

/** What `--format` takes. */
export const formatIds: readonly string[] = ['auto', ...new Set(formats.map(({ id }) => id))];

const DATABASE_HEADER = Buffer.from('SQLite format 3\0', 'latin1');

export interface Recording {
  format: string;
  events: TurnEvent[];
  skipped: Skipped[];
}

/** `format`: one of `formatIds`. @returns the recording, or a sentence that says why the file is none. */
export async function readRecording(file: string, format: string): Promise<Result<Recording>> {
  let bytes: Buffer | undefined;
  try {
    bytes = await bytesOf(file);
  } catch (error) {
    return {
      problem: `cannot be read (${messageOf(error)})`,
    };
  }
  return bytes === undefined ? readDatabase(file, format) : readText(file, bytes, format);
}

/** All bytes of a file; undefined for a database, which may be large and is opened by its reader. */
async function bytesOf(file: string): Promise<Buffer | undefined> {
  const handle = await open(file);
  try {
    // a pipe cannot be looked into before it is read
    if ((await handle.stat()).isFile()) {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(DATABASE_HEADER.length),
        0,
        DATABASE_HEADER.length,
        0,
      );
      if (bytesRead === buffer.length && buffer.equals(DATABASE_HEADER)) {
        return undefined;
      }
    }
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function readDatabase(file: string, format: string): Promise<Result<Recording>> {
  const { problem, databases } = candidates(format);
  if (problem !== undefined) {
    return { problem };
  }
  let why =
    format === 'auto' ? 'no known format recognised' : `a database, which "${format}" is not`;
  for (const each of databases) {
    const read = await each.read(file);
    if (!isProblem(read)) {
      return recording(each.id, read);
    }
    why = read.problem;
  }
  return { problem: why };
}

/** The same for a text that is held already. `file`: its name. */
export function readText(file: string, bytes: Buffer, format: string): Result<Recording> {
  const { problem, lines, documents, databases } = candidates(format);
  if (problem !== undefined) {
    return { problem };
  }
  if (bytes.subarray(0, DATABASE_HEADER.length).equals(DATABASE_HEADER)) {
    return { problem: 'a database can only be read from a file' };
  }
  const text = asUtf8(bytes);
  const [first, second] = firstLines(text);
  if (first === undefined) {
    return { problem: 'the file is empty' };
  }
  const head = first.text === undefined ? undefined : parsed(first.text);
  const isDocument = documents.length > 0 && opensDocument(text);

  // a line of its own may be a document as well
  if (isDocument && (head === undefined || second === undefined)) {
    const document = head ?? parsed(text.toString('utf8'));
    const found = documents.find((each) => each.recognises(document));
    if (found !== undefined) {
      return recording(found.id, found.read(document, file));
    }
  }
  const byLine = recogniseLines(text, lines, head !== undefined);
  if (byLine !== undefined) {
    return recording(byLine.id, readLines(byLine, file, text));
  }
  if (isDocument) {
    const { value, skipped } = parseBroken(text);
    const found = documents.find((each) => each.recognises(value));
    const [asked] = format !== 'auto' && lines.length === 0 ? documents : [];
    const told = (found ?? asked)?.read(value, file);
    if (told !== undefined && (found !== undefined || tellsRun(told))) {
      return recording(found?.id ?? format, {
        events: told.events,
        skipped: [...told.skipped, ...skipped],
      });
    }
  }
  const [asked] = lines;
  if (format !== 'auto' && asked !== undefined) {
    const told = readLines(asked, file, text);
    return tellsRun(told) ? recording(asked.id, told) : { problem: 'no valid event' };
  }
  return {
    problem:
      format === 'auto'
        ? 'no known format recognised'
        : lines.length + documents.length === 0 && databases.length > 0
          ? 'not a database'
          : 'no valid event',
  };
}

/** Of a text that does not look like the format asked for: a name and a prompt alone may come of any text. */
function tellsRun({ events }: RecordedEvents): boolean {
  return events.some(({ type }) => type !== 'session.start' && type !== 'turn.start');
}

interface Candidates {
  problem?: string;
  lines: LineFormat[];
  documents: DocumentFormat[];
  databases: DatabaseFormat[];
}

function candidates(format: string): Candidates {
  const found: Candidates = { lines: [], documents: [], databases: [] };
  for (const each of formats) {
    if (format !== 'auto' && each.id !== format) {
      continue;
    }
    switch (each.kind) {
      case 'lines':
        found.lines.push(each);
        break;
      case 'document':
        found.documents.push(each);
        break;
      case 'database':
        found.databases.push(each);
        break;
    }
  }
  if (!formatIds.includes(format)) {
    found.problem = `unknown format "${format}"; known: ${formatIds.join(', ')}`;
  }
  return found;
}

function recording(format: string, { events, skipped }: RecordedEvents): Result<Recording> {
  return events.length === 0 ? { problem: 'no valid event' } : { format, events, skipped };
}

function firstLines(text: Buffer): { text?: string }[] {
  const found: { text?: string }[] = [];
  for (const line of linesOf(text)) {
    found.push(line);
    if (found.length === 2) {
      break;
    }
  }
  return found;
}

/** The format of the first line that tells it: broken or other lines may come before. `indented`: lines of a document are, those of a log are not. */
function recogniseLines(
  text: Buffer,
  lines: readonly LineFormat[],
  indented: boolean,
): LineFormat | undefined {
  for (const { text: line } of linesOf(text)) {
    if (line === undefined || !(indented ? line.trimStart() : line).startsWith('{')) {
      continue;
    }
    const value = parsed(line);
    if (value === undefined) {
      continue;
    }
    const format = lines.find((each) => each.recognises(value));
    if (format !== undefined) {
      return format;
    }
  }
  return undefined;
}

function readLines(format: LineFormat, file: string, text: Buffer): RecordedEvents {
  const reader = format.open(file);
  const told: { events: TurnEvent[]; skipped: Skipped[] } = { events: [], skipped: [] };
  for (const { number, text: line } of linesOf(text)) {
    const read: Result<TurnEvent[]> =
      line === undefined ? { problem: `longer than ${LONGEST_LINE} bytes` } : reader.line(line);
    if (isProblem(read)) {
      told.skipped.push({ line: number, reason: read.problem });
    } else {
      for (const event of read) {
        told.events.push(event);
      }
    }
  }
  for (const event of reader.end?.() ?? []) {
    told.events.push(event);
  }
  return told;
}

function readEvent(text: string): ReturnType<LogReader['line']> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: `not JSON: ${messageOf(error)}` };
  }
  const read = parseEvent(value);
  if ('problem' in read) {
    return { problem: read.problem };
  }
  return 'event' in read ? [read.event] : [];
}
