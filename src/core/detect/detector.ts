/** One signature for every detector: it sees the facts of one session and says what it has found. */
import type { CallValue } from '../evidence/evidence.js';
import type { Session, Step } from '../turns/session.js';
import type { ThresholdKey, Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact, TurnFactKind } from '../turns/turn-fact.js';
import type { PerTask, Task } from '../turns/task.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import type { Noise } from '../identity/noise/noise.js';
import type { Message } from '../view/wording.js';

export type VerdictKind =
  | 'loop'
  | 'error-loop'
  | 'oscillation'
  | 'no-progress'
  | 'monologue'
  | 'condensation'
  | 'hops'
  | 'silence'
  | 'wait';

export interface Finding {
  detector: string;
  kind: VerdictKind;
  level: 'watch' | 'stalled' | 'waiting';
  count: number;
  threshold: number;
  /** The setting that `threshold` is or follows from. */
  key?: ThresholdKey;
  what: Message;
  /** Numbers of the calls that are the evidence. */
  calls: number[];
  /** Kinds of noise that were left out where results were compared. */
  masked?: Noise[];
  /** Only another outcome of these actions ends it: edits alone do not. */
  until?: { keys: string[]; outcomes: string[] };
  /** Action keys of those calls: a step with one of them is no recovery. */
  members?: string[];
}

/** How near a detector is before it trips. */
export interface Counter {
  id: string;
  label: Message;
  value: number;
  limit: number;
  /** What set it back to zero last. */
  lastReset?: Message;
}

/** What is gathered once for all detectors. */
export interface DetectorContext {
  /** The newest judged steps of the session. */
  recent: RecentSteps;
  /** The tasks of the whole stream. */
  tasks: PerTask<Task>;
}

export interface Detector {
  id: string;
  /** Its state ends with the turn, whatever the person's next message says. */
  perTurn?: boolean;
  /** What its runs are told of: most facts matter to few detectors. */
  hears: readonly TurnFactKind[];
  /** A fresh run for one session. `thresholds` may change while it runs: read it when judging. `tasks`: what outlives a session. */
  start(session: Session, thresholds: Thresholds, seen: DetectorContext): DetectorRun;
}

export interface DetectorRun {
  /** Told of the facts that its detector hears. */
  see(fact: TurnFact): Finding | undefined;
  /** How near it is before it trips. */
  counters(): Counter[];
  /** Asked while a stall is open: a kind of which it has seen the end by its own rule, said once. */
  ended?(): VerdictKind | undefined;
  /** Milliseconds since the epoch at which it must be asked again though nothing happened. Once told, it names a later one or none. */
  deadline?(): number | undefined;
  /** Whether ending this step now would give `stalled`: a live answer then waits for the workspace. */
  wouldStall?(step: Step, values: CallValue[]): boolean;
}
