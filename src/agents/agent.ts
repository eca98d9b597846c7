/**
 * What an agent's folder provides, as plain data and functions. Adding an agent: one folder and an entry in each list that it has
 * something for: known.ts (who it is, where its logs lie), index.ts (all that reads and answers it), installers.ts (its hooks' files).
 */
import type { TurnEvent } from '../core/events.js';
import type { Decision, AnswerPoint } from '../core/interventions/policy.js';
import type { Capabilities } from '../core/view/snapshot.js';

/** An expected failure, as a sentence for the log or a person. */
export interface Problem {
  problem: string;
}

export type Result<T> = T | Problem;

export function isProblem(value: object): value is Problem {
  return 'problem' in value;
}

/** The person's machine, as an agent sees it. `configured`: the person's own choice of the agent's folder, by a setting of ours; of VS Code's own agents the window's storage. */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: string;
  configured?: string;
}

/** Session logs that can be followed without any set-up. What reads them is `Agent.log`. */
interface LogSource {
  /** `lines`: grows by lines. `document`: rewritten as a whole. `database`: SQLite, asked for what is new. */
  kind: 'lines' | 'document' | 'database';
  /**
   * The folders in which logs of sessions at work in the workspace's `folders` may lie, whether they exist yet or not, and those in
   * which such a folder may appear. Asked whenever one of them has changed, and every 30 seconds.
   */
  folders(where: Surroundings, folders: readonly string[]): Promise<string[]>;
  /** Whether a file of such a folder is a log. */
  accepts(file: string): boolean;
  /** The folder in which the session works, by the log's first bytes (at most 64 KB); undefined: its events will tell. */
  folderOf?(head: string): string | undefined;
}

/** One choice of Connect, or a place where hooks of ours may be. */
export interface InstallPlace {
  scope: 'user' | 'project';
  /** All files that are changed together, the main one first. */
  files: readonly [string, ...string[]];
  /** Whether Connect offers it; else it is only looked at. */
  offered: boolean;
}

/** What an idle window needs of an agent: loaded at activation, so nothing but names and places. */
export interface KnownAgent {
  id: string;
  name: string;
  /** Of a session whose hooks arrive. */
  capabilities: Capabilities;
  /** The agent's own folder: where it is, the agent is in use on this machine. */
  home(where: Surroundings): string;
  logs: LogSource;
  /** Where its hooks can be: the user's place first. Absent: it can only be watched, or reached by the relay. */
  places?(where: Surroundings, folders: readonly string[]): InstallPlace[];
  /** When installed hooks are taken up: by sessions that run already, by the next ones, or after the person has trusted them. */
  hooksApply?: 'at-once' | 'next-session' | 'after-review';
}

/** All of an agent: loaded with the first session. */
export interface Agent extends KnownAgent {
  log: LiveLog;
  /** Absent: it is only watched. */
  hooks?: Hooks;
  /** Absent where its sessions run without one. */
  server?: OwnServer;
  /** One session told twice, by its hooks and by its log, as one stream. */
  createMerge(): Merge;
}

export type LiveLog =
  | { kind: 'lines'; open(file: string): LogReader }
  /** All events of a document (parsed JSON, untrusted), the same ones again each time it has grown. */
  | { kind: 'document'; read(document: unknown, file: string): { events: TurnEvent[] } }
  | { kind: 'database'; open(file: string): DatabaseReader };

export interface LogReader {
  /** Events of one line; a Problem for a line that is no record. Lines without meaning give no event. */
  line(text: string): Result<TurnEvent[]>;
  /** What is still held back when the file has ended. A live log does not end. */
  end?(): TurnEvent[];
  /** The log has been silent for a while: what may be concluded from that, such as the end of a turn that no line marks. */
  settle?(): TurnEvent[];
}

export interface DatabaseReader {
  /**
   * What is new of sessions whose folder is `wanted`, and were changed at or after `since` (milliseconds since the epoch). Bounded work;
   * `more`: ask again. Opens the file read-only and closes it, so that its owner finds it as it left it.
   */
  read(
    wanted: (folder: string) => boolean,
    since: number,
  ): Promise<Result<{ events: TurnEvent[]; more: boolean }>>;
}

export interface Hooks {
  /**
   * Whether the agent's own program sent this payload (parsed JSON, untrusted), by fields that only it sends: the hooks file of one
   * agent may be run by another.
   */
  isOwn(payload: Readonly<Record<string, unknown>>): boolean;
  /** A payload → events, at the host's time `at` (milliseconds since the epoch). */
  read(payload: unknown, at: number): Result<HookReading>;
  /** What the hook prints: the empty string where nothing is to be said, or cannot be said at this hook. */
  answer(
    moment: AnswerPoint,
    decision: Decision,
    payload: Readonly<Record<string, unknown>>,
  ): string;
  /** Whether a stop that is answered here ends the turn without another word: neither a hook nor the log will tell of its end. */
  endsSilently?(moment: AnswerPoint): boolean;
}

/** A server of the agent's own, which steers the sessions that it runs, with hooks or without. Each request to it is limited in time. */
export interface OwnServer {
  /** Undefined where none runs this session. Changes nothing. */
  find(where: Surroundings, session: string): Promise<ServedSession | undefined>;
}

export interface ServedSession {
  /** A sentence that the running turn reads before its next request to the model. */
  say(text: string): Promise<Result<object>>;
  /** The same, and no tools in that request. A Problem: nothing has changed. */
  textOnly(text: string): Promise<Result<ToolsOff>>;
  /** Ends the turn. */
  stop(): Promise<Result<object>>;
  /** Takes back what an earlier window of ours left. */
  clean(): Promise<Result<object>>;
}

/** The tools stay off until they are given back. */
export interface ToolsOff {
  /** Resolves once a request without tools is on its way. Rejects when `signal` says so. */
  taken(signal: AbortSignal): Promise<void>;
  restore(): Promise<Result<object>>;
}

export interface HookReading {
  session: string;
  /** The folder in which the agent works: decides which window owns the session. */
  cwd: string;
  /**
   * In order. A `step.end` or `turn.end` is last, so that the workspace can be looked at before it. A call that the hook names no id
   * for has the id `UNNAMED_CALL`, with its `tool.call` before its `tool.result` in the same reading.
   */
  events: TurnEvent[];
  /** The session's log, as the hook names it: what it holds by now is taken in first. Given where the log tells more than the hook. */
  log?: string;
  /** What can be answered here; absent where the hook only tells. */
  moment?: AnswerPoint;
}

/** The id of a call that its hook does not name: the merge finds the call by tool and input. */
export const UNNAMED_CALL = '';

export type Source = 'hook' | 'log';

/** Pure: `now` is the host's time in milliseconds since the epoch. */
export interface Merge {
  /** What passes now of what a source tells; the rest was told already, or waits for the other source. */
  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[];
  /** What has waited long enough. */
  due(now: number): TurnEvent[];
  /** When `due` gives something next; undefined while nothing waits. */
  nextDue(): number | undefined;
}

/** The folder that all windows share and that the hook client reads: an absolute path. */
export interface HookClient {
  dir: string;
}

/**
 * `outdated`: hooks of ours are there, but not all, or not as they would be written now. `disabled`: they are there, but the file
 * switches hooks off.
 */
export type HookStatus = 'installed' | 'outdated' | 'disabled' | 'absent';

/** Our hooks in the text of one file. What is not ours stays byte for byte; taking out gives back the text from before. */
export interface HookInstall {
  /** Programs that the hooks need on the PATH. */
  needs: readonly string[];
  /** Permissions of a file that is made. Default 0600. */
  mode?: number;
  /** What the agent fetches by itself before it can load the hooks in `file`: until it is there, each of its starts waits for it. */
  awaits?(file: string): string;
  /** `text` is empty where there is no file yet. A second time changes nothing. */
  add(file: string, text: string, client: HookClient): Result<{ text: string }>;
  /** Of whatever version. An empty text means: there was no file before us. */
  remove(file: string, text: string): Result<{ text: string }>;
  status(file: string, text: string, client: HookClient): HookStatus | Problem;
}
