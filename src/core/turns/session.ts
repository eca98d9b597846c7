/** Session → turn → step → tool call, as the fold holds them. */
import type { DeniedBy, JsonObject, ToolClass, TurnEndReason } from '../events.js';
import type { CallValue } from '../evidence/evidence.js';
import { Recent } from '../identity/hash.js';
import type { Responses, Tokens } from './tokens.js';

export interface CallResult {
  ok: boolean;
  /** See `hasFailed`. */
  failed: boolean;
  /** Whole up to 16 KB, beyond that head, tail and length. */
  output: string;
  /** Only of a result that was cut: what `normalOutput` made of the whole. */
  normal: string | undefined;
  exitCode: number | undefined;
  durationMs: number | undefined;
  deniedBy: DeniedBy | undefined;
  at: number | undefined;
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
  at: number | undefined;
  /** `at` is the event's own: durations over it are known. */
  timed: boolean;
  result: CallResult | undefined;
  /** Still open when another response began: neither success, failure nor new information. */
  unknown: boolean;
  step: Step;
  /** Under which the session knows it. */
  known: KnownCall;
}

export interface Step {
  number: number;
  turn: number;
  response: string | undefined;
  calls: Call[];
  closed: boolean;
  /** Step rules saw it: closing it again is the same attempt. */
  judged: boolean;
  at: number | undefined;
  /** What its response cost, where that is known. */
  tokens: Tokens | undefined;
  /** What each call was worth, once the step was judged. */
  values: CallValue[];
}

export interface Wait {
  for: 'permission' | 'input' | 'job';
  call: string | undefined;
  /** Absent if it is not known when it began. */
  since: number | undefined;
}

/** A job that the agent looks at again and again. */
interface Poll {
  call: string;
  /** Hash of what it showed, without noise. */
  output: string;
  /** The same with noise, and whether that ever differed alone: what is looked at is alive. */
  raw: string;
  ticks: boolean;
  /** Looks in a row that showed the same. */
  unchanged: number;
  since: number | undefined;
  /** A `task` event has shown that nothing runs any more, after so many unchanged looks. */
  goneAfter?: number;
}

export interface Session {
  id: string;
  agent: string;
  cwd: string;
  /** The first other folder that a command named to run in. */
  home: string | undefined;
  model: string | undefined;
  parent: string | undefined;
  parentCall: string | undefined;
  task: string | undefined;
  explicitSteps: boolean;
  /** −1 before the first turn. */
  turn: number;
  open: boolean;
  turnStartedAt: number | undefined;
  /** Calls of the current turn. */
  turnCalls: number;
  /** Steps of earlier turns. */
  stepsBefore: number;
  calls: number;
  steps: number;
  /** The greatest `at` seen in the session. */
  lastAt: number | undefined;
  /** When the agent or one of its sub-agents last gave a sign; absent if that is not known. */
  aliveAt: number | undefined;
  lastCall: string | undefined;
  openStep: Step | undefined;
  /** The newest closed step: a later call with its response reopens it. */
  lastStep: Step | undefined;
  /** A closed step none of whose calls was answered, not judged until it is clear that no retry replaces it. */
  unanswered: Step | undefined;
  /** The model wrote text since the last call. */
  spokeSinceCall: boolean;
  lastEnd: TurnEndReason | undefined;
  wait: Wait | undefined;
  poll: Poll | undefined;
  /** The newest call that was no wait, and whether a wait came after it. */
  lastAction: string | undefined;
  sleptSince: boolean;
  /** Sub-agents with an open turn. */
  openChildren: Set<string>;
  /** Set once something tells what responses cost. */
  responses: Responses | undefined;
  /** Calls that can still get a result or a second sighting, by id; of the others only that they were there. */
  known: Recent<KnownCall>;
}

/** `call`: let go once nothing more can come of it. */
export interface KnownCall {
  call: Call | undefined;
}

/** Calls remembered per session for late results. */
const REMEMBERED_CALLS = 2048;

export function newSession(id: string): Session {
  return {
    id,
    agent: 'unknown',
    cwd: '',
    home: undefined,
    model: undefined,
    parent: undefined,
    parentCall: undefined,
    task: undefined,
    explicitSteps: false,
    turn: -1,
    open: false,
    turnStartedAt: undefined,
    turnCalls: 0,
    stepsBefore: 0,
    calls: 0,
    steps: 0,
    lastAt: undefined,
    aliveAt: undefined,
    lastCall: undefined,
    openStep: undefined,
    lastStep: undefined,
    unanswered: undefined,
    spokeSinceCall: false,
    lastEnd: undefined,
    wait: undefined,
    poll: undefined,
    lastAction: undefined,
    sleptSince: false,
    openChildren: new Set(),
    responses: undefined,
    known: new Recent(REMEMBERED_CALLS),
  };
}

/** Calls without a result that may still get one. */
export function openCalls(session: Session): Call[] {
  return ((session.openStep ?? session.lastStep)?.calls ?? []).filter(isOpen);
}

export function isOpen(call: Call): boolean {
  return call.result === undefined && !call.unknown;
}

/** A job that shows the same so many times is waited for. */
const UNCHANGED_POLLS = 3;

export function waitsForJob({ poll }: Session): boolean {
  return poll !== undefined && poll.unchanged >= UNCHANGED_POLLS;
}
