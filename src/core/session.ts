/** Session → turn → step → tool call, as the fold holds them. */
import type { CallValue } from './detect/step-value.js';
import type { DeniedBy, JsonObject, ToolClass, TurnEndReason } from './events.js';

export interface CallResult {
  ok: boolean;
  /** See `hasFailed`. */
  failed: boolean;
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
  input: JsonObject;
  /** Identity of the action: a hash of tool and canonical input. */
  key: string;
  noOp: boolean;
  at?: number;
  result?: CallResult;
  /** Still open when another response began: neither success, failure nor new information. */
  unknown: boolean;
  step: Step;
}

export interface Step {
  number: number;
  turn: number;
  response?: string;
  calls: Call[];
  closed: boolean;
  at?: number;
  /** What each call was worth, once the step was judged. */
  values: CallValue[];
}

export interface Wait {
  for: 'permission' | 'input' | 'job';
  call?: string;
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
  calls: number;
  steps: number;
  hops: number;
  lastAt?: number;
  openStep?: Step;
  /** The newest closed step: a later call with its response reopens it. */
  lastStep?: Step;
  /** A closed step none of whose calls was answered, not judged until it is clear that no retry replaces it. */
  unanswered?: Step;
  /** The model wrote text since the last call. */
  spokeSinceCall: boolean;
  lastEnd?: TurnEndReason;
  wait?: Wait;
  /** Sub-agents with an open turn. */
  openChildren: Set<string>;
}

export function newSession(id: string): Session {
  return {
    id, agent: 'unknown', cwd: '', explicitSteps: false, turn: -1, open: false, turnCalls: 0, calls: 0, steps: 0, hops: 0,
    spokeSinceCall: false, openChildren: new Set(),
  };
}
