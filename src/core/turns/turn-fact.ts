/** What the fold saw, for detectors, episodes, the timeline and the policy. */
import type { TurnEndReason } from '../events.js';
import type { Call, Session, Step, Wait } from './session.js';
import type { Tokens } from './tokens.js';
import type { Message } from '../view/wording.js';

export type TurnFact =
  /** `goOn`: the person only asked to go on. */
  | { kind: 'turn-start'; prompt?: string; goOn: boolean }
  /** The turn had ended, but the agent goes on with it. */
  | { kind: 'turn-continued' }
  /** `goOn`: ended by nothing but a message that asks to go on. */
  | { kind: 'turn-end'; reason: TurnEndReason; goOn: boolean }
  | { kind: 'message'; text: string }
  | { kind: 'call'; call: Call }
  | { kind: 'result'; call: Call }
  /** Step rules are judged now. `again`: the step was reopened, what was judged of it before is void. */
  | { kind: 'step-end'; step: Step; again: boolean }
  /** A provider's retry replaced this step: it never counted. */
  | { kind: 'step-dropped'; step: Step }
  /** `at`: the change's own time, if known. */
  | { kind: 'outside'; change: WorkspaceChange; at?: number }
  | { kind: 'waiting'; wait: Wait }
  | { kind: 'resumed' }
  | { kind: 'children'; open: number }
  | { kind: 'compaction' }
  /** `count`: the dispatcher's total so far; absent: one more. */
  | { kind: 'hop'; count?: number }
  /** `tokens`: what it adds to what was counted. `step`: the one that the response began, if it is known. */
  | { kind: 'usage'; tokens: Tokens; step?: Step }
  | { kind: 'deadline'; at: number };

/** A change of the workspace, from the view of one session. */
export interface WorkspaceChange {
  signal: 'git' | 'save' | 'task';
  what: Message;
  /** The files concerned, where they are known. */
  paths?: string[];
  /** Progress of this session by the rules of EVENTS.md. */
  progress: boolean;
  /** The exact preset of seed 1 counts a change of plain porcelain or of the tasks in its root, whoever made it. */
  plain: boolean;
  by: 'agent' | 'person' | 'tool' | 'unknown';
}

export type TurnFactKind = TurnFact['kind'];

export type TurnFactListener = (session: Session, fact: TurnFact) => void;
