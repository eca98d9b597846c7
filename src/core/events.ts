/**
 * The vocabulary: everything that Turnwatch sees, live or recorded, is one of these events.
 *
 * Frozen: recordings of earlier versions are read, and programs report these events. Types and fields are only added.
 */

export const toolClasses = [
  'read',
  'search',
  'edit',
  'write',
  'shell',
  'test',
  'todo',
  'task',
  'poll',
  'web',
  'ask',
  'other',
] as const;
export type ToolClass = (typeof toolClasses)[number];

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export type TurnEndReason = 'completed' | 'interrupted' | 'error' | 'stopped';
export type DeniedBy = 'turnwatch' | 'person' | 'rule';
export type WorkspaceSignal = 'git' | 'save' | 'task';
export type Author = 'agent' | 'person' | 'tool';
/**
 * What we did to a turn. `guide`: a person's sentence delivered to the agent. `tools-on`: that an order of an earlier turn is over.
 * `resume`: a turn that a limit ended goes on, as the person had asked for.
 */
export type InterventionKind =
  | 'remind'
  | 'guide'
  | 'text-only'
  | 'stop'
  | 'escalate'
  | 'tools-on'
  | 'resume';
/** `withdrawn`: the person took a request back before it was delivered. */
export type InterventionState = 'requested' | 'delivered' | 'obeyed' | 'ignored' | 'withdrawn';

interface Common {
  v: 1;
  /** Milliseconds since the epoch. */
  at?: number;
}
interface OfSession extends Common {
  /** The agent session's id; a sub-agent of Claude Code is `<session>/<agent>`. */
  session: string;
}

export interface SessionStart extends OfSession {
  type: 'session.start';
  agent: string;
  cwd: string;
  model?: string;
  parent?: string;
  parentCall?: string;
  task?: string;
  /** What its parent called a sub-agent, such as `Explore`. Derived from the call named by `parentCall` where absent. */
  role?: string;
  steps?: 'explicit';
}
export interface TurnStart extends OfSession {
  type: 'turn.start';
  prompt?: string;
}
export interface MessageEvent extends OfSession {
  type: 'message';
  response?: string;
  text: string;
}
export interface ToolCallEvent extends OfSession {
  type: 'tool.call';
  response?: string;
  /** The agent's own count of its requests to the model in this turn, where the response has no id yet. */
  iteration?: number;
  call: string;
  tool: string;
  input: JsonObject;
  class?: ToolClass;
}
export interface ToolResultEvent extends OfSession {
  type: 'tool.result';
  call: string;
  /** False only if the agent marked the result as an error or as denied. */
  ok: boolean;
  /** Absent: the agent does not tell outputs. What the call found is unknown: neither empty nor new. */
  output?: string;
  exitCode?: number;
  durationMs?: number;
  deniedBy?: DeniedBy;
}
export interface StepEnd extends OfSession {
  type: 'step.end';
  response?: string;
}
/** For the person, for a job, or because the model's provider makes the agent wait: at its limit, or overloaded. */
export const waitReasons = ['permission', 'input', 'job', 'limit', 'overload'] as const;
export type WaitReason = (typeof waitReasons)[number];
export interface Waiting extends OfSession {
  type: 'waiting';
  for: WaitReason;
  call?: string;
  /** When the agent asks the provider again, or its limit is over (milliseconds since the epoch). */
  until?: number;
  /** Which try the next one is, counted from 1. Absent where the agent does not try again by itself, or does not say so. */
  attempt?: number;
}
export interface Resumed extends OfSession {
  type: 'resumed';
  for?: WaitReason;
  call?: string;
}
interface Compaction extends OfSession {
  type: 'compaction';
}
interface Hop extends OfSession {
  type: 'hop';
  count?: number;
  task?: string;
}
export interface TurnEnd extends OfSession {
  type: 'turn.end';
  reason: TurnEndReason;
}
interface SessionEnd extends OfSession {
  type: 'session.end';
}
export interface WorkspaceEvent extends Common {
  type: 'workspace';
  signal: WorkspaceSignal;
  fingerprint: string;
  /** Hash of plain `git status --porcelain`, for the preset that is exact to its source. */
  porcelain?: string;
  root: string;
  session?: string;
  paths?: string[];
  by?: Author;
}
export interface ConfigEvent extends OfSession {
  type: 'config';
  preset?: string;
  set?: { [key: string]: number };
  /** Where the values of `set` came from; with it, a key of `set` that it does not name has its default. */
  from?: { [key: string]: string };
}
export type FeedbackAnswer = 'false-alarm' | 'really-stuck';
/** `verdict`: the id of a verdict of this session. */
export interface Feedback extends OfSession {
  type: 'feedback';
  verdict: string;
  answer: FeedbackAnswer;
}
export interface InterventionEvent extends OfSession {
  type: 'intervention';
  id: string;
  rung: InterventionKind;
  state: InterventionState;
  by: 'person' | 'auto';
  /** Model responses so far whose calls were denied because of it. */
  denials?: number;
  /** Model responses so far that called tools although they could read it. */
  ignored?: number;
  /** The person sent the turn back at its end. By itself, Turnwatch says nothing else as `guide`. */
  sendsBack?: boolean;
  /** For `escalate`: when the turn is stopped unless the person says otherwise (milliseconds since the epoch). */
  stopsAt?: number;
}
export const capScopes = ['turn', 'session', 'day'] as const;
export type CapScope = (typeof capScopes)[number];
export const capUnits = ['tokens', 'dollars'] as const;
export type CapUnit = (typeof capUnits)[number];
export const capActions = ['warn', 'ask', 'end'] as const;
export type CapAction = (typeof capActions)[number];
/** A person's own cap was reached in this session, told once. What it does is an `intervention` of its own. */
export interface CapEvent extends OfSession {
  type: 'cap';
  of: CapScope;
  unit: CapUnit;
  cap: number;
  spent: number;
  /** What the person chose to be done. */
  then: CapAction;
  /** Not all that was spent is known in dollars. */
  atLeast?: boolean;
}
/** How much of one of the provider's windows is used, as it told: each is known by its length. */
export interface QuotaEvent extends OfSession {
  type: 'quota';
  /** Its length (minutes). */
  minutes: number;
  /** Percent. */
  used: number;
  /** When it begins anew (milliseconds since the epoch). */
  resetsAt?: number;
}
/**
 * What a request to the model cost, as its provider counted, and the calls that its response requested. The same response may
 * be reported more than once: it counts once, by its greatest numbers.
 */
export interface UsageEvent extends OfSession {
  type: 'usage';
  response?: string;
  calls?: string[];
  /** All tokens that were read, with those from the provider's cache. */
  inputTokens?: number;
  cachedTokens?: number;
  outputTokens?: number;
}
/**
 * `sent`: a request to the model went out. `bytes`: something of its answer came, told now and then while it comes. `failed`: an error
 * came instead of an answer; where a next try is named, the agent asks again.
 */
export const requestStates = ['sent', 'bytes', 'over', 'failed'] as const;
export type RequestState = (typeof requestStates)[number];
/** What the relay, or an agent's log, knows of a request to the model. */
export interface RequestEvent extends OfSession, FailedRequest {
  type: 'request';
  state: RequestState;
}
/** What is known of a request that failed. */
export interface FailedRequest {
  /** In the provider's words. */
  error?: string | undefined;
  /** Which try the next one is, counted from 1, of how many. */
  attempt?: number | undefined;
  attempts?: number | undefined;
  /** When the agent asks again (milliseconds since the epoch). */
  retryAt?: number | undefined;
}
interface Tick extends Common {
  type: 'tick';
}

export type TurnEvent =
  | SessionStart
  | TurnStart
  | MessageEvent
  | ToolCallEvent
  | ToolResultEvent
  | StepEnd
  | Waiting
  | Resumed
  | Compaction
  | Hop
  | TurnEnd
  | SessionEnd
  | WorkspaceEvent
  | ConfigEvent
  | Feedback
  | InterventionEvent
  | UsageEvent
  | CapEvent
  | QuotaEvent
  | RequestEvent
  | Tick;

export type EventType = TurnEvent['type'];
