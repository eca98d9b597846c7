/** Reads recorded runs: detects a file's format and converts it to events. */
import { openToRead, readOpened } from '../../bounded-files.js';
import { readErrorMessage } from '../../core/error-words.js';
import type { TurnEvent } from '../../core/events.js';
import { parseJson } from '../../core/json.js';
import { isProblem, type Result } from '../agent.js';
import { candidates, type Candidates } from './formats.js';
import { BackgroundTasks } from './background-tasks.js';
import type { LineFormat, RecordedEvents, Skipped } from './recording-format.js';
import { asUtf8, splitLines, LONGEST_LINE, opensDocument, parseBroken } from './recording-text.js';

/** Magic bytes of SQLite files. */
const DATABASE_HEADER = Buffer.from('SQLite format 3\0', 'latin1');
/** In bytes: a recording is held in memory. */
const LARGEST = 1024 * 1024 * 1024;
const NO_EVENT = 'no valid event';

export interface Recording {
  format: string;
  events: TurnEvent[];
  skipped: Skipped[];
}

/** `format`: one of `formatIds`. `session`: the one to read of a database. A Problem explains why the file is not a recording. */
export async function readRecording(
  file: string,
  format: string,
  session?: string,
): Promise<Result<Recording>> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readBytes(file);
  } catch (error) {
    return {
      problem: `cannot be read (${readErrorMessage(error)})`,
    };
  }
  return bytes === undefined ? readDatabase(file, format, session) : readText(file, bytes, format);
}

/** All bytes of a file; undefined for a database, which may be large and is opened by its own reader. */
async function readBytes(file: string): Promise<Buffer | undefined> {
  const handle = await openToRead(file);
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(DATABASE_HEADER.length),
      0,
      DATABASE_HEADER.length,
      0,
    );
    if (bytesRead === buffer.length && buffer.equals(DATABASE_HEADER)) {
      return undefined;
    }
    return await readOpened(file, handle, LARGEST);
  } finally {
    await handle.close();
  }
}

async function readDatabase(
  file: string,
  format: string,
  session: string | undefined,
): Promise<Result<Recording>> {
  const found = candidates(format);
  if (isProblem(found)) {
    return found;
  }
  let why =
    format === 'auto'
      ? 'no known format recognized'
      : `a database, but "${format}" is not a database format`;
  for (const each of found.databases) {
    const read = await each.read(file, session);
    if (!isProblem(read)) {
      return recording(each.id, read);
    }
    why = read.problem;
  }
  return { problem: why };
}

/** The same for a text in memory. `file`: its name. */
export function readText(file: string, bytes: Buffer, format: string): Result<Recording> {
  const found = candidates(format);
  if (isProblem(found)) {
    return found;
  }
  if (bytes.subarray(0, DATABASE_HEADER.length).equals(DATABASE_HEADER)) {
    return { problem: 'a database can only be read from a file' };
  }
  const text = asUtf8(bytes);
  const [first, second] = firstLines(text);
  if (first === undefined) {
    return { problem: 'the file is empty' };
  }
  const source: RecordingSource = {
    file,
    text,
    candidates: found,
    isChosen: format !== 'auto',
    isDocument: found.documents.length > 0 && opensDocument(text),
    isOneLine: second === undefined,
    firstValue: first.text === undefined ? undefined : parseJson(first.text),
  };
  return (
    readDocument(source) ??
    readLog(source) ??
    readBroken(source) ??
    readChosenLog(source) ?? { problem: whyUnread(source) }
  );
}

/** A text, and the shape suggested by its beginning. */
interface RecordingSource {
  file: string;
  text: Buffer;
  candidates: Candidates;
  /** The person chose the format: read it even if the text does not look like it. */
  isChosen: boolean;
  /** It may be one JSON document. */
  isDocument: boolean;
  isOneLine: boolean;
  /** The value of the first line; undefined if that line is not JSON. */
  firstValue: unknown;
}

/** A whole document. If the first line is a value of its own, the text is a log, unless there is only that line. */
function readDocument(source: RecordingSource): Result<Recording> | undefined {
  const {
    file,
    text,
    candidates: { documents },
    firstValue,
  } = source;
  if (!source.isDocument || (firstValue !== undefined && !source.isOneLine)) {
    return undefined;
  }
  const document = firstValue ?? parseJson(text.toString('utf8'));
  const format = documents.find((each) => each.recognises(document));
  return format === undefined ? undefined : recording(format.id, format.read(document, file));
}

function readLog({
  file,
  text,
  candidates: { lines },
  firstValue,
}: RecordingSource): Result<Recording> | undefined {
  const format = recogniseLines(text, lines, firstValue !== undefined);
  return format === undefined ? undefined : recording(format.id, readLines(format, file, text));
}

/** A broken or truncated document, as far as it can be parsed. */
function readBroken({
  file,
  text,
  candidates: { lines, documents },
  isChosen,
  isDocument,
}: RecordingSource): Result<Recording> | undefined {
  if (!isDocument) {
    return undefined;
  }
  const { value, skipped } = parseBroken(text);
  const recognised = documents.find((each) => each.recognises(value));
  const format = recognised ?? (isChosen && lines.length === 0 ? documents[0] : undefined);
  const read = format?.read(value, file);
  if (format === undefined || read === undefined || (recognised === undefined && !hasRun(read))) {
    return undefined;
  }
  return recording(format.id, { events: read.events, skipped: [...read.skipped, ...skipped] });
}

function readChosenLog({
  file,
  text,
  candidates: {
    lines: [chosen],
  },
  isChosen,
}: RecordingSource): Result<Recording> | undefined {
  if (!isChosen || chosen === undefined) {
    return undefined;
  }
  const read = readLines(chosen, file, text);
  return hasRun(read) ? recording(chosen.id, read) : { problem: NO_EVENT };
}

function whyUnread({
  isChosen,
  candidates: { lines, documents, databases },
}: RecordingSource): string {
  if (!isChosen) {
    return 'no known format recognized';
  }
  return lines.length + documents.length === 0 && databases.length > 0
    ? 'not a database'
    : NO_EVENT;
}

/** Whether a text that does not look like the chosen format holds a run: any text may yield a name and a prompt. */
function hasRun({ events }: RecordedEvents): boolean {
  return events.some(({ type }) => type !== 'session.start' && type !== 'turn.start');
}

function recording(format: string, { events: read, skipped }: RecordedEvents): Result<Recording> {
  // our own recordings name the background tasks already
  const events = format === 'events' ? read : new BackgroundTasks().pass(findAgent(read), read);
  return events.length === 0 ? { problem: NO_EVENT } : { format, events, skipped };
}

function findAgent(events: readonly TurnEvent[]): string {
  return events.find((event) => event.type === 'session.start')?.agent ?? '';
}

function firstLines(text: Buffer): { text?: string }[] {
  const found: { text?: string }[] = [];
  for (const line of splitLines(text)) {
    found.push(line);
    if (found.length === 2) {
      break;
    }
  }
  return found;
}

/** The format of the first line that any of them recognises: broken or foreign lines may come before. `indented`: lines may be indented, as a document's are. */
function recogniseLines(
  text: Buffer,
  lines: readonly LineFormat[],
  indented: boolean,
): LineFormat | undefined {
  for (const { text: line } of splitLines(text)) {
    if (line === undefined || !(indented ? line.trimStart() : line).startsWith('{')) {
      continue;
    }
    const value = parseJson(line);
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
  const all: { events: TurnEvent[]; skipped: Skipped[] } = { events: [], skipped: [] };
  for (const { number, text: line } of splitLines(text)) {
    const read: Result<TurnEvent[]> =
      line === undefined ? { problem: `longer than ${LONGEST_LINE} bytes` } : reader.line(line);
    if (isProblem(read)) {
      all.skipped.push({ line: number, reason: read.problem });
    } else {
      for (const event of read) {
        all.events.push(event);
      }
    }
  }
  for (const event of reader.end?.() ?? []) {
    all.events.push(event);
  }
  return all;
}
