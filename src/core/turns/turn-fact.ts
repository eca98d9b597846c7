/** What happened in a session, for detectors, episodes, the timeline and the policy. */
import type { TurnEndReason } from '../events.js';
import type { Call, Session, Step, Wait } from './session.js';
import type { Tokens } from './tokens.js';
import type { Message } from '../view/words/wording.js';

export interface StartedChild {
  session: string;
  /** What it was told, with single spaces; undefined if not known. */
  prompt: string | undefined;
  /** 1 for a sub-agent, 2 for one of a sub-agent. */
  depth: number;
}

export type TurnFact =
  /** `goOn`: the person only asked to continue. */
  | { kind: 'turn-start'; prompt: string | undefined; goOn: boolean }
  /** The prompt of a turn that an earlier event began. */
  | { kind: 'prompt-told'; prompt: string }
  /** The turn had ended, but the agent goes on with it. */
  | { kind: 'turn-continued' }
  /** `goOn`: it ended only because the person asked to continue. */
  | { kind: 'turn-end'; reason: TurnEndReason; goOn: boolean }
  /** A turn that had ended was answered once more, in words: no prompt asked for that. */
  | { kind: 'turn-ended-again' }
  /** `response`: several messages of one response are its parts. */
  | { kind: 'message'; text: string; response: string | undefined }
  | { kind: 'call'; call: Call }
  | { kind: 'result'; call: Call }
  /** Step rules judge now. `again`: the step was reopened, and its earlier judgement is void. */
  | { kind: 'step-end'; step: Step; again: boolean }
  /** A provider's retry replaced this step, which never counted. */
  | { kind: 'step-dropped'; step: Step }
  /** `at`: the change's own time, if known. */
  | { kind: 'outside'; change: WorkspaceChange; at: number | undefined }
  | { kind: 'waiting'; wait: Wait }
  /** `at`: when; undefined if not known. */
  | { kind: 'resumed'; at: number | undefined }
  /** The relay sees bytes of the model's answer. */
  | { kind: 'bytes' }
  /** `started`: the one that just began a turn. */
  | { kind: 'children'; open: number; started?: StartedChild }
  | { kind: 'compaction' }
  /** `count`: the dispatcher's total so far; undefined for one more. */
  | { kind: 'hop'; count: number | undefined }
  /** `tokens`: the increase of the count. `request`: all of the request so far, if it is known as one. `step`: the one that the response began, if known. */
  | { kind: 'usage'; tokens: Tokens; request: Tokens | undefined; step: Step | undefined }
  | { kind: 'deadline'; at: number };

/** A change of the workspace, seen from one session. */
export interface WorkspaceChange {
  signal: 'git' | 'save' | 'task';
  what: Message;
  /** The files concerned, where they are known. */
  paths: string[] | undefined;
  /** It counts as progress of this session. */
  progress: boolean;
  /** For progress: how it is known to be of this session. */
  owner: ChangeOwner | undefined;
  /** Seed 1 compares plain porcelain and the tasks in its root from step to step, whoever changed them. */
  plain: PlainChange | undefined;
  by: 'agent' | 'person' | 'tool' | 'unknown';
}

/** `told` by the source; by its own `calls`; `assumed`: no other session could have made it, but somebody else could. */
export type ChangeOwner = 'told' | 'calls' | 'assumed';

/** What the preset `progress-detector` sees of a change: one signal's state in one place, before and after. */
export interface PlainChange {
  of: string;
  before: string;
  after: string;
}

export type TurnFactKind = TurnFact['kind'];

export type TurnFactListener = (session: Session, fact: TurnFact) => void;
