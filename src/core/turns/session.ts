/** Session → turn → step → tool call, as the fold holds them. */
import type { DeniedBy, JsonObject, ToolClass, TurnEndReason } from '../events.js';
import type { EditValue } from '../identity/edits/file-states.js';
import type { ErrorPrint } from '../identity/error.js';
import { Recent } from '../identity/hash.js';
import type { Noise } from '../identity/noise/noise.js';
import type { TestRun } from '../identity/test-run/test-run.js';
import type { Responses, Tokens } from './tokens.js';
import type { Message } from '../view/wording.js';

export interface CallResult {
  ok: boolean;
  /** See `hasFailed`. */
  failed: boolean;
  /** Whole up to 16 KB, beyond that head, tail and length. */
  output: string;
  /** Only of a result that was cut: what `normalOutput` made of the whole. */
  normal?: string;
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
  /** Under which the session knows it. */
  known: KnownCall;
}

/**
 * `progress`: something was changed or learned. `idle`: nothing came of a call that could have brought something.
 * `empty`: a no-op, or a repetition with nothing new. `neutral`: says nothing about the agent (asked the person, waits for a
 * job, denied by us, declined by a person).
 */
export type Worth = 'progress' | 'idle' | 'empty' | 'neutral';

export interface CallValue {
  worth: Worth;
  note?: Message;
  /** Identity of action and outcome together; absent where the call says nothing about the agent, or its outcome is not known. */
  pair?: string;
  /** Kinds of noise that were left out to see that the result is the same as before. */
  masked?: Noise[];
  /** Identity of the outcome: the result without noise, or how the tests went. */
  outcome?: string;
  /** The call failed, or its ordinary output reports an error. */
  failed?: boolean;
  error?: CallError;
  tests?: TestRun;
  /** The same tests went differently before, and nothing was changed between. */
  flaky?: boolean;
  /** What it did to files, as far as that is known. */
  edits?: EditValue[];
  /** No step before issued the same action. */
  first?: boolean;
  /** It ran a program of the project. */
  script?: boolean;
  /** Its output tells of trouble. */
  troubled?: boolean;
  /** It ran a program that this session wrote, and the output does not say that all is well. */
  unproven?: boolean;
  /** It may have changed something that no one sees, and was not done before. */
  acts?: boolean;
  /** It waits for a job, or looks at one after a wait. */
  polls?: boolean;
  /** It only looked at something. */
  looks?: boolean;
  /** It only looked at the repository's state. */
  overview?: boolean;
  /** It read a whole file that an edit should have changed, and had not. */
  unmoved?: boolean;
  /** It changed files in a way that is new in the session. */
  changes?: boolean;
  /** It set all files to another commit: what is run there has nothing to do with earlier edits. */
  elsewhere?: boolean;
}

export interface CallError extends Pick<ErrorPrint, 'key' | 'text' | 'kind'> {
  /** Identity of the telling line, with what it says of the arguments. */
  line: string;
  /** Identity of the whole error text, with what it says of the arguments. */
  exact: string;
  /**
   * Which other errors are the same trouble. `any-arguments`: an edit that does not fit is the same trouble wherever it was tried.
   * `denied`: so is what may not be done, if it is tried in many ways. `same-text`: only if the arguments made no difference.
   * `command`: as that, but a program may be tried out in several ways.
   * `probe`: as that, but a question that finds nothing may be honest.
   */
  sameness: 'any-arguments' | 'denied' | 'same-text' | 'command' | 'probe';
  /** What the call was about: its tool and path, or its program. The same error there for other arguments is the same trouble. */
  target: string;
}

export interface Step {
  number: number;
  turn: number;
  response?: string;
  calls: Call[];
  closed: boolean;
  /** Step rules saw it: closing it again is the same attempt. */
  judged: boolean;
  at?: number;
  /** What its response cost, where that is known. */
  tokens?: Tokens;
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
interface Poll {
  call: string;
  /** Hash of what it showed, without noise. */
  output: string;
  /** The same with noise, and whether that ever differed alone: what is looked at is alive. */
  raw: string;
  ticks: boolean;
  /** Looks in a row that showed the same. */
  unchanged: number;
  since?: number;
  /** A `task` event has shown that nothing runs any more, after so many unchanged looks. */
  goneAfter?: number;
}

export interface Session {
  id: string;
  agent: string;
  cwd: string;
  /** The first other folder that a command named to run in. */
  home?: string;
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
  /** Set once something tells what responses cost. */
  responses?: Responses;
  /** Calls that can still get a result or a second sighting, by id; of the others only that they were there. */
  known: Recent<KnownCall>;
}

/** `call`: let go once nothing more can come of it. */
interface KnownCall {
  call?: Call;
}

/** Calls remembered per session for late results. */
const REMEMBERED_CALLS = 2048;

export function newSession(id: string): Session {
  return {
    id,
    agent: 'unknown',
    cwd: '',
    explicitSteps: false,
    turn: -1,
    open: false,
    turnCalls: 0,
    stepsBefore: 0,
    calls: 0,
    steps: 0,
    spokeSinceCall: false,
    sleptSince: false,
    openChildren: new Set(),
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
