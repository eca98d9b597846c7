/** What a detector is: what it watches and finds in one session, its limits, and what people read of it in every language. */
import type { CallValue } from '../evidence/evidence.js';
import type { Session, Step } from '../turns/session.js';
import type { ThresholdKey, ThresholdLimits, Thresholds } from '../thresholds/thresholds.js';
import type { TurnFact, TurnFactKind } from '../turns/turn-fact.js';
import type { PerTask, Task } from '../turns/task.js';
import type { RecentSteps } from '../evidence/recent-steps.js';
import type { Noise } from '../identity/noise/noise.js';
import type { Message, PersonTextId } from '../view/words/wording.js';

export const verdictKinds = [
  'loop',
  'error-loop',
  'oscillation',
  'no-progress',
  'monologue',
  'condensation',
  'hops',
  'silence',
  'hung-call',
  'wait',
  'degenerate',
  'turns',
  'fan-out',
  'limit',
] as const;
export type VerdictKind = (typeof verdictKinds)[number];

export interface Finding {
  detector: string;
  kind: VerdictKind;
  level: 'watch' | 'stalled' | 'waiting';
  count: number;
  threshold: number;
  /** The setting from which `threshold` follows. */
  key?: ThresholdKey;
  what: Message;
  /** What the phase of the work changed about the limit, if anything. */
  phase?: Message;
  /** Numbers of the calls that are the evidence. */
  calls: number[];
  /** Kinds of noise that were left out when results were compared. */
  masked?: Noise[];
  /** Only another outcome of these actions ends the stall: edits alone do not. */
  until?: Until;
  /** It goes on over the ends and beginnings of turns, until its detector says that it is over. */
  outlastsTurn?: true;
  /** Action keys of these calls: a step with one of them is no recovery. */
  members?: string[];
}

/** What a stall lasts until: another outcome of these actions, or of any script of the agent's own. */
interface Until {
  keys: string[];
  outcomes: string[];
  /** Identities of the errors or cores by which they were compared, whatever else they print. */
  errors?: string[];
  /** Another answer that complains in known words is no other outcome. */
  complaints?: true;
  /** How such scripts ended so far: see `RunEvidence.core`. */
  cores?: string[];
}

/** How close a detector is to a finding. */
export interface Counter {
  id: string;
  label: Message;
  value: number;
  limit: number;
  /** The unit of both; absent where the label says what is counted. */
  unit?: 'minutes' | 'tokens';
  /** It counts the minutes since then (milliseconds since the epoch): its value follows from the time at which it is shown. */
  minutesSince?: number;
  /** What last reset it to zero. */
  lastReset?: Message;
}

/** What all detectors of a session share. */
export interface DetectorContext {
  /** The newest judged steps of the session. */
  recent: RecentSteps;
  /** The tasks of the whole stream. */
  tasks: PerTask<Task>;
}

/** A text for the person in every language. */
interface BothLanguages {
  en: string;
  de: string;
}

/** A text of a detector: the sentence of a verdict, with what follows from it, or the name of a counter. */
interface DetectorWords extends BothLanguages {
  /** What the calls of the evidence have in common. */
  equal?: PersonTextId;
  /** The suggested next step, where it is another than that of all verdicts of this kind. */
  next?: PersonTextId;
  /** What clears the verdict, likewise. */
  clears?: PersonTextId;
  /** What to tell the agent, the most telling first: the first of which the evidence holds all facts is drafted. */
  tell?: readonly PersonTextId[];
  /** The cause that is named before what to tell. */
  cause?: PersonTextId;
}

/** A setting of a detector. */
export interface DetectorThreshold extends ThresholdLimits {
  /** The counter whose name is this setting's title, too, unless it has a title of its own. */
  name?: PersonTextId;
  title?: BothLanguages;
  text: BothLanguages;
}

export interface Detector {
  id: string;
  words: Partial<Record<PersonTextId, DetectorWords>>;
  /** In the order in which they are listed in their group. */
  thresholds?: Partial<Record<ThresholdKey, DetectorThreshold>>;
  /** Its state ends with the turn, whatever the person's next message says. */
  perTurn?: boolean;
  /** The facts that its runs see: most facts matter to few detectors. */
  hears: readonly TurnFactKind[];
  /** A fresh run for one session. `thresholds` may change while it runs: read them when judging. */
  start(session: Session, thresholds: Thresholds, context: DetectorContext): DetectorRun;
}

export interface EndingStall {
  /** Called while a stall is open: the kind of stall that has ended by the detector's own rule, once. */
  takeEnd(): VerdictKind | undefined;
}

export interface DetectorRun {
  /** Called with the facts that its detector hears. */
  see(fact: TurnFact): Finding | undefined;
  counters(): Counter[];
  /** What it has reported, where only this detector can see the end of it. */
  readonly stall?: EndingStall;
  /** Milliseconds since the epoch at which it must see a `deadline` even if nothing happens. After that: a later one, or none. */
  deadline?(): number | undefined;
  /** Whether ending this step now would give `stalled`: a live answer then waits for the state of the workspace. */
  wouldStall?(step: Step, values: CallValue[]): boolean;
}

/**
 * Declares a detector. Its texts and settings are copied by `npm run manifest` to where they are read without loading any
 * detector: the settings, the tables of texts and thresholds, and the translations.
 */
export function defineDetector(detector: Detector): Detector {
  return detector;
}
