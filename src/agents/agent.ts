/** The parts of an agent, as plain data and functions: its logs, its hooks, its server, and what is put into its files. */
import type { InstalledHook } from './install/command-lines.js';
import type { JsonObject, TurnEnd, TurnEvent } from '../core/events.js';
import type { AnswerPoint, Decision } from '../core/interventions/answer.js';
import type { PromptAnswer, PromptKind } from '../core/interventions/prompt-answer.js';

/** An expected failure, as a sentence for the log or a person. */
export interface Problem {
  problem: string;
}

export type Result<T> = T | Problem;

export function isProblem(value: object): value is Problem {
  return 'problem' in value;
}

/**
 * The person's machine, as an agent sees it. `configured`: the agent's folder as set in our settings; for VS Code's own agents, the
 * window's storage.
 */
export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  platform: string;
  configured?: string;
  /** More folders of the agent, as set in our settings. */
  others?: readonly string[];
  /** What the running processes are told; absent where the system does not show it, or where they are not to be looked at. */
  processes?: ProcessFolders;
  /** Folders of the agent that its hooks named: untrusted. */
  named?: readonly string[];
}

export interface ProcessFolders {
  /** The folders by which the environment variable is set in the agent's processes: untrusted. */
  named(variable: string): Promise<string[]>;
}

/** Session logs that can be followed without any set-up. `LiveAgent.log` reads them. */
export interface SessionRunner {
  process: number | undefined;
  /** The session has ended, though the process may serve others. */
  isOver: boolean;
}

export interface LogSource {
  /** `lines`: lines are appended. `document`: rewritten as a whole. `database`: SQLite, polled for new rows. */
  kind: 'lines' | 'document' | 'database';
  /**
   * The folders that may hold logs of sessions in the workspace's `folders`, existing or not, and those in which such a
   * folder may appear. Called whenever one of them has changed, and every 30 seconds.
   */
  folders(where: Surroundings, folders: readonly string[]): Promise<string[]>;
  /** Those that may hold recent logs of sessions in any folder. Default: `folders` for none. */
  allFolders?(where: Surroundings): Promise<string[]>;
  /** The agent's own folder by the path of a log, which a hook may have named: untrusted. */
  findHome?(log: unknown): string | undefined;
  /** Whether a file in such a folder is a log. */
  accepts(file: string): boolean;
  /** The session's working folder, from the log's first bytes (at most 64 KB); undefined if only its events name it. */
  readFolder?(head: string): string | undefined;
  /** What the agent writes down beside a log of what runs its session: its hooks may be run by a process that outlives it. */
  readRunner?(file: string): Promise<SessionRunner>;
}

/** A place where our hooks can be installed, or may have been. */
export interface InstallPlace {
  scope: 'user' | 'project';
  /** All files that are changed together, the main one first. */
  files: readonly [string, ...string[]];
  /** Whether Connect offers it; otherwise it is only checked. */
  offered: boolean;
}

export type LiveLog =
  /** `folders`: those of the window that follows it. */
  | { kind: 'lines'; open(file: string, folders?: readonly string[]): LogReader }
  /** All events of a document (parsed JSON, untrusted), including earlier ones each time it has grown. */
  | { kind: 'document'; read(document: unknown, file: string): { events: TurnEvent[] } }
  | DatabaseLog;

/** One database holds all sessions of an agent. Each reading opens the file read-only and closes it, leaving it unchanged for its owner. */
interface DatabaseLog {
  kind: 'database';
  open(file: string): DatabaseReader;
  /** The sessions that changed at or after `since` (milliseconds since the epoch), the newest first; bounded, without sub-agents. */
  recent(file: string, since: number): Promise<Result<StoredSession[]>>;
  /** The events of a session’s last messages, with the prompt that began their turn. */
  readEnd(file: string, session: string): Promise<Result<TurnEvent[]>>;
}

export interface StoredSession {
  session: string;
  /** When it last changed, in milliseconds since the epoch. */
  at: number;
}

export interface LogReader {
  /** The events of one line; a Problem if the line is not a record. Many lines have no events. */
  line(text: string): Result<TurnEvent[]>;
  /** Events still held back when the file ends. A live log does not end. */
  end?(): TurnEvent[];
  /** Events inferred from silence, such as the end of a turn that no line marks. */
  settle?(): TurnEvent[];
}

export interface DatabaseReader {
  /**
   * New events of sessions whose folder is `wanted` and that changed at or after `since` (milliseconds since the epoch). The work is
   * bounded; `more`: call again.
   */
  read(
    wanted: (folder: string) => boolean,
    since: number,
  ): Promise<Result<{ events: TurnEvent[]; more: boolean }>>;
}

export interface Hooks {
  /**
   * Whether the agent's own program sent this payload (parsed JSON, untrusted), by fields that only it sends: some agents run the
   * hook files of others.
   */
  isOwn(payload: Readonly<Record<string, unknown>>): boolean;
  /** A payload → events, at the host's time `at` (milliseconds since the epoch). */
  read(payload: unknown, at: number): Result<HookReading>;
  /** The hook's output: empty if there is nothing to say or this hook cannot say it. */
  answer(
    moment: AnswerPoint,
    decision: Decision,
    payload: Readonly<Record<string, unknown>>,
  ): string;
  /** Its program also runs other agents' hooks, which let none of its answers through: what they tell counts as its log does, or its log tells all of it. */
  othersHooks?: 'as-log' | 'unheard';
  /** Its prompts that a person may answer in the window. Absent: none, as no way to do so is known to work. */
  prompts?: PromptHooks;
  /** Whether a stop answered here ends the turn silently, reported by neither a hook nor the log. */
  endsSilently?(moment: AnswerPoint): boolean;
}

export interface PromptHooks {
  /** What the prompt asks; undefined where a hook of this kind does not answer it. */
  read(payload: Readonly<Record<string, unknown>>, kind: PromptKind): AskedPrompt | undefined;
  /** The hook's output: what the person answered, to this very prompt. */
  answer(asked: AskedPrompt, answer: PromptAnswer): string;
  /** The agent's log tells when an answer of a hook has counted, by `resumed` with the call. Default: the call's result tells. */
  isConfirmed?: true;
  /** `resumed` is told of a call that was allowed; of a denied one only its result. */
  resumesAllowed?: true;
  /** The agent shows no prompt of its own while a hook waits. */
  holdsBack?: true;
}

export interface AskedPrompt {
  tool: string;
  input: JsonObject;
}

/** A server of the agent's own that can steer the sessions it runs, with or without hooks. Each request to it has a time limit. */
export interface OwnServer {
  /** Undefined if no server runs this session. Changes nothing. */
  find(where: Surroundings, session: string): Promise<ServedSession | undefined>;
}

export interface ServedSession {
  /** A sentence that the running turn reads before its next request to the model. */
  say(text: string): Promise<Result<object>>;
  /** The same, and that request has no tools. After a Problem nothing has changed. */
  textOnly(text: string): Promise<Result<ToolsOff>>;
  /** Ends the turn. */
  stop(): Promise<Result<object>>;
  /** Cleans up after an earlier window. */
  clean(): Promise<Result<object>>;
}

/** The tools stay off until `restore`. */
export interface ToolsOff {
  /** Resolves once a request without tools has been sent. Rejects when `signal` aborts. */
  taken(signal: AbortSignal): Promise<void>;
  restore(): Promise<Result<object>>;
}

export interface HookReading {
  session: string;
  /** The agent's working folder, which decides which window owns the session. */
  cwd: string;
  /**
   * In order. A `step.end` or `turn.end` comes last, so that the workspace can be checked before it. A call without an id has
   * `UNNAMED_CALL`, with its `tool.call` before its `tool.result` in the same reading.
   */
  events: TurnEvent[];
  /** The session's log, to be read to its end first. Set if the log contains more than the hook, or what hooks that come late tell. */
  log?: string;
  /** The possible answers here; absent if the hook only informs. */
  moment?: AnswerPoint;
}

/** The id of a call whose hook gives none: the merge finds the call by tool and input. */
export const UNNAMED_CALL = '';

export type Source = 'hook' | 'log';

/** Pure: `now` is the host's time in milliseconds since the epoch. */
export interface Merge {
  /** The events that pass now. The others are already known, or wait for the other source. */
  pass(source: Source, events: readonly TurnEvent[], now: number): TurnEvent[];
  /** The end of a turn that a hook told, once its answer has let the agent stop: passes now, or waits for how the log says it went. */
  end(event: TurnEnd, now: number): TurnEvent[];
  /** Events that have waited long enough. */
  due(now: number): TurnEvent[];
  /** When `due` will next have events; undefined while none wait. */
  nextDue(): number | undefined;
}

/** The folder that all windows share and that the hook client reads: an absolute path. */
export interface HookClient {
  dir: string;
  /** The person wants to answer prompts in the window: hooks that wait for that are installed, too. */
  answersPrompts?: boolean | undefined;
}

/**
 * `outdated`: some of our hooks are missing or differ from the current ones. `disabled`: installed, but the file switches
 * hooks off.
 */
export type HookStatus = 'installed' | 'outdated' | 'disabled' | 'absent';

/** Our hooks in the text of one file. Everything else stays byte for byte; removing them restores the original text. */
export interface HookInstall {
  /** Programs that the hooks need on the PATH. */
  needs: readonly string[];
  /** Permissions of a new file. Default 0600. */
  mode?: number;
  /** What the agent downloads before it can load the hooks in `file`: every start waits until it is there. */
  awaits?(file: string): string;
  /** `text` is empty if there is no file yet. Adding twice changes nothing. */
  add(file: string, text: string, client: HookClient): Result<{ text: string }>;
  /** Removes hooks of any version. An empty text means that there was no file before. */
  remove(file: string, text: string): Result<{ text: string }>;
  status(file: string, text: string, client: HookClient): HookStatus | Problem;
  /** Whether the file is there only for who answers prompts in the window. Default: none is. */
  isForPrompts?(file: string): boolean;
  /** The commands that `add` installs; absent where it installs a plugin. */
  hooks?(client: HookClient): readonly InstalledHook[];
  /** Whether a settings file switches all hooks off, also those of other files; undefined if it does not say. */
  isOff?(text: string): boolean | undefined;
}
