/** Session → turn → step → tool call, as the fold keeps them. */
import type {
  DeniedBy,
  FailedRequest,
  JsonObject,
  ToolClass,
  TurnEndReason,
  WaitReason,
} from '../events.js';
import type { CallValue } from '../evidence/evidence.js';
import { Recent } from '../identity/recent.js';
import type { Quota } from './quotas.js';
import type { Responses, Tokens } from './tokens.js';

export interface CallResult {
  ok: boolean;
  /** See `hasFailed`. */
  failed: boolean;
  /** Whole up to 16 KB; head, tail and length of a longer one. */
  output: string;
  /** The agent does not tell what the call printed. */
  untold: boolean;
  /** What `normalOutput` made of the whole result, if that was cut. */
  normal: string | undefined;
  exitCode: number | undefined;
  durationMs: number | undefined;
  deniedBy: DeniedBy | undefined;
  at: number | undefined;
}

export interface Call {
  /** 0-based number in the session, in order of arrival. */
  number: number;
  id: string;
  tool: string;
  class: ToolClass;
  /** The class comes from the agent's own table; otherwise it is derived. */
  classGiven: boolean;
  input: JsonObject;
  /** Identity of the action: a hash of tool and canonical input. */
  key: string;
  noOp: boolean;
  /** Looks at a job that is still running: a poll tool, or the same command again after a sleep. */
  polls: boolean;
  at: number | undefined;
  /** `at` is the event's own, so that durations are known. */
  timed: boolean;
  /** The event's own time, before `at` where the log tells of the call later than of what followed. */
  toldAt: number | undefined;
  result: CallResult | undefined;
  /** Still open when another response began: neither success, failure nor new information. */
  unknown: boolean;
  step: Step;
  /** The session's entry for it. */
  known: CallEntry;
}

export interface Step {
  number: number;
  turn: number;
  response: string | undefined;
  /** See `ToolCallEvent`. */
  iteration: number | undefined;
  calls: Call[];
  /** How many of them have a result, and how many may still get one: counted, so that no event walks all calls of a step. */
  answered: number;
  open: number;
  closed: boolean;
  /** Step rules have judged it. Closing it again is the same attempt. */
  judged: boolean;
  at: number | undefined;
  /** What its response cost, where that is known. */
  tokens: Tokens | undefined;
  /** What each call was worth, once the step was judged. */
  values: CallValue[];
}

export interface Wait {
  for: WaitReason;
  call: string | undefined;
  /** Undefined if not known. */
  since: number | undefined;
  /** See `Waiting`. */
  until?: number | undefined;
  attempt?: number | undefined;
}

/** A job that the agent keeps looking at. */
interface Poll {
  call: string;
  /** What the call asks for, in part. */
  input: string;
  /** Hash of its output without noise. */
  output: string;
  /** The same with noise. `ticks`: only the noise ever differed, so the job is alive. */
  raw: string;
  ticks: boolean;
  /** Consecutive looks that showed the same. */
  unchanged: number;
  since: number | undefined;
  /** Unchanged looks by the time a `task` event showed that nothing runs any more. */
  goneAfter: number | undefined;
}

export interface Session {
  id: string;
  agent: string;
  cwd: string;
  /** The first folder other than `cwd` that a command ran in. */
  home: string | undefined;
  model: string | undefined;
  parent: string | undefined;
  parentCall: string | undefined;
  task: string | undefined;
  /** What its parent called it; undefined for a main agent, or if not known. */
  role: string | undefined;
  explicitSteps: boolean;
  /** −1 before the first turn. */
  turn: number;
  open: boolean;
  turnStartedAt: number | undefined;
  /** False while only a call or a message has begun the turn. */
  startTold: boolean;
  /** Calls of the current turn. */
  turnCalls: number;
  /** Steps of earlier turns. */
  stepsBefore: number;
  /** How often calls were told, again or for the first time. */
  toldCalls: number;
  calls: number;
  steps: number;
  /** The greatest `at` seen in the session. */
  lastAt: number | undefined;
  /** When the agent or one of its sub-agents last gave a sign of life; undefined if not known. */
  aliveAt: number | undefined;
  /** When one of its sub-agents last gave a sign of life, if any did. */
  childAt: number | undefined;
  /** The newest sign of the turn is the model's text. */
  spokeLast: boolean;
  /** When the last turn ended, and whether that was told by itself: some logs show it only by the next message. */
  endedAt: number | undefined;
  endsTold: boolean;
  /** The relay carries a request to the model that is not answered in full. */
  requestOpen: boolean;
  /** The newest request to the model failed, and the agent has not gone on since. */
  failedRequest: FailedRequest | undefined;
  lastCall: string | undefined;
  openStep: Step | undefined;
  /** The newest closed step, which a later call of its response reopens. */
  lastStep: Step | undefined;
  /** Calls of the turn without a result when another response began: how many, and whether one of them got its result after all. */
  overtaken: { open: number; answered: boolean };
  /** A closed step without any result. It is judged once no retry can replace it. */
  unanswered: Step | undefined;
  /** The model wrote text since the last call. */
  spokeSinceCall: boolean;
  /** The model wrote text after the end of the turn. */
  spokeSinceEnd: boolean;
  /** Hash of the newest message. */
  lastSaid: string | undefined;
  lastEnd: TurnEndReason | undefined;
  /** The provider's limit ended the last turn. `until`: when it is over (milliseconds since the epoch), if known. */
  endedByLimit: { until: number | undefined } | undefined;
  /** The provider's windows, as far as the agent tells of them. */
  quotas: Quota[];
  /** The oldest wait; those of other calls of the same response come after it. */
  wait: Wait | undefined;
  laterWaits: Wait[];
  /** Sub-agents that wait for the person, and those that their provider makes wait. */
  askingChildren: Set<string>;
  limitedChildren: Set<string>;
  poll: Poll | undefined;
  /** The newest call that was no wait, and whether a wait followed. */
  lastAction: string | undefined;
  sleptSince: boolean;
  /** Sub-agents with an open turn. */
  openChildren: Set<string>;
  /** Its background jobs that run, as far as that is told. */
  jobs: readonly string[];
  /** Set once the cost of a response is known. */
  responses: Responses | undefined;
  /** Calls by id. Of those that can no longer get a result or a second event, only the id is kept. */
  known: Recent<CallEntry>;
}

/** A class: V8 would allocate a literal in its old generation, which keeps the call, its step and its result alive for longer. */
export class CallEntry {
  /** Dropped once no further event of it can matter. */
  call: Call | undefined = undefined;
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
    role: undefined,
    explicitSteps: false,
    turn: -1,
    open: false,
    turnStartedAt: undefined,
    startTold: false,
    turnCalls: 0,
    stepsBefore: 0,
    toldCalls: 0,
    calls: 0,
    steps: 0,
    lastAt: undefined,
    aliveAt: undefined,
    childAt: undefined,
    spokeLast: false,
    endedAt: undefined,
    endsTold: false,
    requestOpen: false,
    failedRequest: undefined,
    lastCall: undefined,
    openStep: undefined,
    lastStep: undefined,
    overtaken: { open: 0, answered: false },
    unanswered: undefined,
    spokeSinceCall: false,
    spokeSinceEnd: false,
    lastSaid: undefined,
    lastEnd: undefined,
    endedByLimit: undefined,
    quotas: [],
    wait: undefined,
    laterWaits: [],
    askingChildren: new Set(),
    limitedChildren: new Set(),
    poll: undefined,
    lastAction: undefined,
    sleptSince: false,
    openChildren: new Set(),
    jobs: [],
    responses: undefined,
    known: new Recent(REMEMBERED_CALLS),
  };
}

/** Whether a call has no result and may still get one. */
export function hasOpenCall({ openStep, lastStep, overtaken }: Session): boolean {
  // an agent that runs calls beside later responses shows it by the first result that comes late
  return ((openStep ?? lastStep)?.open ?? 0) > 0 || (overtaken.answered && overtaken.open > 0);
}

/** Whether one of the calls that may still get a result is such a call. */
export function someOpenCall(session: Session, is: (call: Call) => boolean): boolean {
  const { calls = [], open = 0 } = session.openStep ?? session.lastStep ?? {};
  return open > 0 && calls.some((call) => isOpen(call) && is(call));
}

export function isOpen(call: Call): boolean {
  return call.result === undefined && !call.unknown;
}

/** Whether the clocks stand still: it waits itself, or a sub-agent of it waits for the person or its provider. */
export function isHeldUp({ wait, askingChildren, limitedChildren }: Session): boolean {
  return wait !== undefined || askingChildren.size > 0 || limitedChildren.size > 0;
}

export function waitsForPerson({ wait, askingChildren }: Session): boolean {
  return isForPerson(wait) || askingChildren.size > 0;
}
export function waitsForProvider({ wait, limitedChildren }: Session): boolean {
  return isForProvider(wait) || limitedChildren.size > 0;
}

export function isForPerson(wait: Pick<Wait, 'for'> | undefined): boolean {
  return wait?.for === 'permission' || wait?.for === 'input';
}
export function isForProvider(wait: Pick<Wait, 'for'> | undefined): boolean {
  return wait?.for === 'limit' || wait?.for === 'overload';
}

/** Looks that show the same after which a job counts as waited for. */
const UNCHANGED_POLLS = 3;

export function waitsForJob({ poll }: Session): boolean {
  return poll !== undefined && poll.unchanged >= UNCHANGED_POLLS;
}

/** Tools by which an agent gives its answer, or asks. */
const speaking = /finish|complet|final|submit|respond|report|summar|done|answer/i;

/** Whether no word followed the turn's last call. Some agents never tell what they say. */
export function endedWithCall({
  known,
  lastCall,
  lastSaid,
  turnCalls,
  spokeSinceCall,
}: Session): boolean {
  const call = lastCall === undefined ? undefined : known.get(lastCall)?.call;
  return (
    turnCalls > 0 &&
    !spokeSinceCall &&
    lastSaid !== undefined &&
    call !== undefined &&
    call.class !== 'ask' &&
    !speaking.test(call.tool)
  );
}
