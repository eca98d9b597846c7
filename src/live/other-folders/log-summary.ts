/** The newest sessions' logs, and what each tells of its session, by its beginning and its end: its name, folder and state. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isProblem, type LiveLog, type LogReader } from '../../agents/agent.js';
import type { AgentDefinition } from '../../agents/definition.js';
import { agentById } from '../../agents/loaded.js';
import { knownAgents } from '../../agents/index.js';
import { BackgroundTasks } from '../../agents/reading/background-tasks.js';
import { openToRead, readText } from '../../bounded-files.js';
import type { TurnEvent } from '../../core/events.js';
import { parseJson } from '../../core/json.js';
import { onlooker, Turnwatch } from '../../core/turnwatch.js';
import type { SessionSummary } from '../../core/view/snapshot.js';
import { restIfDue } from '../../event-loop.js';

export interface LogSummary {
  summary: SessionSummary;
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
  { agent, file, at, session: stored }: LogFile,
  isSettled = false,
): Promise<LogSummary | undefined> {
  const source = agentById(agent.id)?.log;
  const log = source === undefined ? undefined : await openLog(source, file, stored);
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
  stored: string | undefined,
): Promise<OpenedLog | undefined> {
  switch (source.kind) {
    case 'lines': {
      const ends = await readEnds(file);
      return (isSettled) => readEvents(source.open(file), ends, isSettled);
    }
    case 'document': {
      const text = await readText(file, LARGEST_DOCUMENT).catch(() => '');
      const { events } = source.read(parseJson(text), file);
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
  const handle = await openToRead(file).catch(() => undefined);
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

/** The newest session logs of all agents: by names and times alone, so that looking costs little. */
export interface LogFile {
  agent: AgentDefinition;
  file: string;
  /** When it last changed, in milliseconds since the epoch. */
  at: number;
  /** In bytes. */
  size: number;
  /** Which session it is, in a database of many. */
  session?: string;
}

/** Folders that an agent may name, and names that are looked at in each: the last ones. */
const MOST_FOLDERS = 128;
const MOST_NAMES = 1000;

/** Newest first, at most `most`. `folders`: where an agent's logs are. */
export async function newestLogs(
  most: number,
  kinds: readonly AgentDefinition['logs']['kind'][],
  folders: (agent: AgentDefinition) => Promise<readonly string[]>,
): Promise<LogFile[]> {
  const found = await Promise.all(
    knownAgents
      .filter(({ logs }) => kinds.includes(logs.kind))
      .map(async (agent) => logsIn(agent, await folders(agent).catch(() => []))),
  );
  return found
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, most);
}

async function logsIn(agent: AgentDefinition, folders: readonly string[]): Promise<LogFile[]> {
  const found: LogFile[] = [];
  // one folder after the other: there may be many, and nobody waits
  for (const folder of new Set(folders.slice(0, MOST_FOLDERS))) {
    const names = await readdir(folder).catch(() => []);
    const files = names
      .map((name) => join(folder, name))
      .filter((file) => agent.logs.accepts(file));
    const logs = await Promise.all(files.slice(-MOST_NAMES).map((file) => logAt(agent, file)));
    found.push(...logs.filter((log) => log !== undefined));
  }
  return found;
}

async function logAt(agent: AgentDefinition, file: string): Promise<LogFile | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() !== true) {
    return undefined;
  }
  // what is written to a database goes to a file beside it first
  const beside =
    agent.logs.kind === 'database' ? await stat(`${file}-wal`).catch(() => undefined) : undefined;
  return {
    agent,
    file,
    at: Math.max(found.mtimeMs, beside?.mtimeMs ?? 0),
    size: found.size + (beside?.size ?? 0),
  };
}
