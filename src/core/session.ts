/** Session → turn → step → tool call, as the fold holds them. */
import type { DeniedBy, JsonObject, ToolClass, TurnEndReason } from './events.js';
import { Recent } from './identity/hash.js';
import type { Message } from './wording.js';

export interface CallResult {
  ok: boolean;
  /** See `hasFailed`. */
  failed: boolean;
  /** Whole up to 16 KB, beyond that head, tail and length. */
  output: string;
  exitCode?: number;
  durationMs?: number;
  deniedBy?: DeniedBy;
  at?: number;
}

export interface Call {
  /** 0-based number in the session, in order of first sighting. */
  number: number;
  id: string;
  tool: string;
  class: ToolClass;
  /** The agent's own table said so; else the class is derived. */
  classGiven: boolean;
  input: JsonObject;
  /** Identity of the action: a hash of tool and canonical input. */
  key: string;
  noOp: boolean;
  /** Looks at a job that is still running (a poll tool, or the same command again after a sleep). */
  polls: boolean;
  at?: number;
  /** `at` is the event's own: durations over it are known. */
  timed: boolean;
  result?: CallResult;
  /** Still open when another response began: neither success, failure nor new information. */
  unknown: boolean;
  step: Step;
}

/**
 * `progress`: something was changed or learned. `idle`: nothing came of a call that could have brought something.
 * `empty`: a no-op, or a repetition with nothing new. `neutral`: says nothing about the agent (asked the person, waits for a
 * job, denied by us, declined by a person).
 */
export type Worth = 'progress' | 'idle' | 'empty' | 'neutral';

export interface CallValue { worth: Worth; note?: Message }

export interface Step {
  number: number;
  turn: number;
  response?: string;
  calls: Call[];
  closed: boolean;
  /** Step rules saw it: closing it again is the same attempt. */
  judged: boolean;
  at?: number;
  /** What each call was worth, once the step was judged. */
  values: CallValue[];
}

export interface Wait {
  for: 'permission' | 'input' | 'job';
  call?: string;
  /** Absent if it is not known when it began. */
  since?: number;
}

/** A job that the agent looks at again and again. */
export interface Poll {
  call: string;
  output: string;
  /** Looks in a row that showed the same. */
  unchanged: number;
  since?: number;
}

export interface Session {
  id: string;
  agent: string;
  cwd: string;
  model?: string;
  parent?: string;
  parentCall?: string;
  task?: string;
  explicitSteps: boolean;
  /** −1 before the first turn. */
  turn: number;
  open: boolean;
  turnStartedAt?: number;
  /** Calls of the current turn. */
  turnCalls: number;
  /** Steps of earlier turns. */
  stepsBefore: number;
  calls: number;
  steps: number;
  hops: number;
  /** The greatest `at` seen in the session. */
  lastAt?: number;
  /** When the agent or one of its sub-agents last gave a sign; absent if that is not known. */
  aliveAt?: number;
  lastCall?: string;
  openStep?: Step;
  /** The newest closed step: a later call with its response reopens it. */
  lastStep?: Step;
  /** A closed step none of whose calls was answered, not judged until it is clear that no retry replaces it. */
  unanswered?: Step;
  /** The model wrote text since the last call. */
  spokeSinceCall: boolean;
  lastEnd?: TurnEndReason;
  wait?: Wait;
  poll?: Poll;
  /** The newest call that was no wait, and whether a wait came after it. */
  lastAction?: string;
  sleptSince: boolean;
  /** Sub-agents with an open turn. */
  openChildren: Set<string>;
  /** Calls that can still get a result or a second sighting, by id. */
  known: Recent<Call>;
}

/** Calls remembered per session for late results. */
const REMEMBERED_CALLS = 2048;

export function newSession(id: string): Session {
  return {
    id, agent: 'unknown', cwd: '', explicitSteps: false, turn: -1, open: false, turnCalls: 0, stepsBefore: 0, calls: 0, steps: 0, hops: 0,
    spokeSinceCall: false, sleptSince: false, openChildren: new Set(), known: new Recent(REMEMBERED_CALLS),
  };
}

/** Calls without a result that may still get one. */
export function openCalls(session: Session): Call[] {
  return ((session.openStep ?? session.lastStep)?.calls ?? []).filter((call) => call.result === undefined && !call.unknown);
}

/** A job that shows the same so many times is waited for. */
const UNCHANGED_POLLS = 3;

export function waitsForJob({ poll }: Session): boolean {
  return poll !== undefined && poll.unchanged >= UNCHANGED_POLLS;
}
