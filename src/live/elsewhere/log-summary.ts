/** What a session's log tells of it, by its beginning and its end: its name, folder and state. */
import { open, readFile } from 'node:fs/promises';
import { isProblem, type LiveLog, type LogReader } from '../../agents/agent.js';
import { agentById } from '../../agents/index.js';
import { BackgroundTasks } from '../../agents/reading/background-tasks.js';
import type { TurnEvent } from '../../core/events.js';
import type { SessionSummary } from '../../core/view/snapshot.js';
import type { Message } from '../../core/view/wording.js';
import { onlooker, Turnwatch } from '../../core/turnwatch.js';
import { restIfDue } from '../../event-loop.js';
import type { LogFile } from './newest-logs.js';

export interface LogSummary {
  summary: SessionSummary;
  waitingFor: Message | undefined;
  cwd: string;
}

/** Bytes at a log's start, which name the session and its folder, and at its end, which tell its state. What lies between is not read. */
const HEAD = 64 * 1024;
const TAIL = 128 * 1024;
/** A document can only be read as a whole: at most so many bytes. */
const LARGEST_DOCUMENT = 2 * 1024 * 1024;

/**
 * `isSettled`: the log has been silent for a while, so that its last message ends the turn if no line does.
 * @returns undefined if it is a sub-agent's or nothing is known of it
 */
export async function readSummary(
  { agent, file, at, size, session: stored }: LogFile,
  isSettled = false,
): Promise<LogSummary | undefined> {
  const source = agentById(agent.id)?.log;
  const log = source === undefined ? undefined : await openLog(source, file, size, stored);
  if (log === undefined) {
    return undefined;
  }
  const watch = new Turnwatch({ ...onlooker, agentName: () => agent.name });
  const tasks = new BackgroundTasks();
  for (const events of log(isSettled)) {
    for (const event of tasks.pass(agent.id, events)) {
      watch.push(event, event.at ?? at);
      await restIfDue();
    }
  }
  const [session] = watch.sessions.values();
  if (session === undefined || session.parent !== undefined || session.turn < 0) {
    return undefined;
  }
  return {
    summary: watch.views.summary(session),
    waitingFor: watch.views.detail(session.id, at)?.waitingFor,
    cwd: session.cwd,
  };
}

/** Each session of a database, as a log of its own: those that changed at or after `since`. */
export async function sessionsIn(database: LogFile, since: number): Promise<LogFile[]> {
  const source = agentById(database.agent.id)?.log;
  const found = source?.kind === 'database' ? await source.recent(database.file, since) : [];
  return isProblem(found)
    ? []
    : found.map(({ session, at }) => ({ ...database, session, at, size: 0 }));
}

/** The events of a log, part by part. */
type OpenedLog = (isSettled: boolean) => Iterable<TurnEvent[]>;

async function openLog(
  source: LiveLog,
  file: string,
  size: number,
  stored: string | undefined,
): Promise<OpenedLog | undefined> {
  switch (source.kind) {
    case 'lines': {
      const ends = await readEnds(file);
      return (isSettled) => readEvents(source.open(file), ends, isSettled);
    }
    case 'document': {
      const text = size > LARGEST_DOCUMENT ? '' : await readFile(file, 'utf8').catch(() => '');
      const { events } = source.read(parsed(text), file);
      return () => [events];
    }
    case 'database': {
      const events = stored === undefined ? [] : await source.readEnd(file, stored);
      return isProblem(events) ? undefined : () => [events];
    }
  }
}

function* readEvents(
  reader: LogReader,
  { head, tail }: Ends,
  isSettled: boolean,
): Generator<TurnEvent[], void> {
  for (const line of head) {
    const events = eventsIn(reader, line);
    yield tail === undefined ? events : events.filter(isBeginning);
  }
  for (const line of tail ?? []) {
    yield eventsIn(reader, line);
  }
  if (isSettled) {
    yield reader.settle?.() ?? [];
  }
}

function eventsIn(reader: LogReader, line: string): TurnEvent[] {
  const events = reader.line(line);
  return isProblem(events) ? [] : events;
}

/** What the beginning of a log tells that is still true at its end, where the middle is not read. */
function isBeginning({ type }: TurnEvent): boolean {
  return type === 'session.start' || type === 'turn.start';
}

/** Whole lines at a file's start and at its end. `tail`: undefined if `head` is all. */
interface Ends {
  head: string[];
  tail: string[] | undefined;
}

async function readEnds(file: string): Promise<Ends> {
  const handle = await open(file).catch(() => undefined);
  if (handle === undefined) {
    return { head: [], tail: undefined };
  }
  try {
    const { size } = await handle.stat();
    const read = async (from: number, bytes: number): Promise<string[]> => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, from);
      return buffer.toString('utf8', 0, bytesRead).split('\n');
    };
    return size <= HEAD + TAIL
      ? { head: (await read(0, size)).slice(0, -1), tail: undefined }
      : {
          head: (await read(0, HEAD)).slice(0, -1),
          // the first line is cut, and the last one still being written
          tail: (await read(size - TAIL, TAIL)).slice(1, -1),
        };
  } catch {
    return { head: [], tail: undefined };
  } finally {
    await handle.close();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
