/**
 * What the view shows, as plain data: whole snapshots, never deltas, because posts to a hidden view vanish. Undefined and absent mean
 * the same: JSON drops what is undefined on the way to the page.
 */
import type { DirectiveDraft, Message, EndFact } from './words/wording.js';
import type { Ask, ShownPrompt } from './ask.js';
import type { Counter } from '../detect/detector.js';
import type { FailedRequest, InterventionState, InterventionKind } from '../events.js';
import type { Advice } from '../interventions/advice.js';
import type { ReachedCap } from '../money/caps.js';
import type { Spent } from '../money/spending.js';
import type { ThresholdKey, ThresholdOrigin } from '../thresholds/thresholds.js';
import type { Quota } from '../turns/quotas.js';
import type { Tokens } from '../turns/tokens.js';
import type { VerdictLevel } from '../verdict.js';
import type { ShownPast } from './shown-past.js';
import type { HowEnded, CallOutcome, LineCounts, Row } from './timeline/rows.js';

/** Newest rows that a snapshot holds; older ones come on request. */
export const SNAPSHOT_ROWS = 300;

export type SessionState =
  | 'idle'
  | 'progressing'
  | 'waiting'
  | 'watch'
  | 'stalled'
  | 'reminded'
  | 'text-only'
  | 'escalated'
  | 'stopping'
  | 'stopped'
  | 'snoozed';

export interface SessionSummary {
  session: string;
  agent: string;
  agentName: string;
  /** What the person asked, or a sub-agent's task: one line. Absent until it is known. */
  name?: string | undefined;
  /** Last part of the folder in which the agent works. */
  folder: string;
  /** Set where the window's sessions work in several working trees. */
  branch?: string | undefined;
  /** Its log is another machine's, such as a container's: it is only shown. */
  foreign?: true | undefined;
  /** One of the editor's terminals is known to run the agent. */
  terminal?: true | undefined;
  parent?: string | undefined;
  /** The parent's call that started it: its id, as in `CallRow`. */
  parentCall?: string | undefined;
  state: SessionState;
  /** Milliseconds since the epoch. */
  turnStartedAt?: number | undefined;
  lastEventAt?: number | undefined;
  /** When the agent last gave a sign of life. */
  signAt?: number | undefined;
  /** When the oldest of the calls that run began; absent where none runs. */
  callSince?: number | undefined;
  steps: number;
  /** A turn is open. */
  open: boolean;
  /** How its last turn ended; absent while one is open. */
  end?: ShownEnd | undefined;
  /** The session waits for a decision of the person (counts into the badge). */
  needsPerson: boolean;
  /** For `progressing`: nothing has counted as progress so far. */
  noProgressYet?: true | undefined;
  /** The newest request to the model failed: the agent asks again, or gives up. */
  failedRequest?: FailedRequest | undefined;
  /** For `waiting`. */
  waitingFor?: Message | undefined;
  /** Since when it waits for the person. */
  waitsSince?: number | undefined;
  /** The model's provider makes it wait, or ended its turn by a limit. */
  limit?: ShownLimit | undefined;
}

export interface ShownLimit {
  for: 'limit' | 'overload';
  /** When the agent asks again or, once the turn is over, when the limit is (milliseconds since the epoch). */
  until?: number | undefined;
  /** Which try the next one is, counted from 1. */
  attempt?: number | undefined;
}

/** The person's switch: the turn that a limit ended goes on once that is over. */
export interface ShownResume {
  isOn: boolean;
  /** Its bounds: the time of day after which it does not go on (milliseconds since the epoch), and how much of a window may be used (percent). */
  latest: number;
  mostUsed: number;
  /** Why it did not go on. */
  refused?: RefusedResume | undefined;
}

/** `closed`: VS Code was, or it stood still. `open`: the agent’s program is still there. `failed`: it could not be started, or began no turn. */
export type RefusedResume = 'closed' | 'late' | 'share' | 'open' | 'failed';

/** A recent session of a folder that belongs to no folder of this window, as its log tells. It is only shown. */
export interface OtherFolderSession extends SessionSummary {
  /** The whole folder in which it works. */
  path: string;
  /** That folder is there, so it can be opened. */
  canOpen: boolean;
}

export interface ShownEnd {
  /** `unanswered`: it came to its end, but with a call, and no word followed. */
  how: HowEnded;
  /** The steps of that turn. */
  steps: number;
  /** For `stalled`: the steps from the first that the verdict stands on. */
  stalledSteps?: number | undefined;
  /** What the end is held against; absent where there is nothing to tell. */
  facts?: EndFact[] | undefined;
  /** What the answer claims of the tests that speak against it: a sentence of its own, redacted. */
  claim?: string | undefined;
  /** The prompt that sends the turn back to its agent, where something speaks against its end. */
  sendBack?: string | undefined;
  /** The agent waits for it: nobody has to paste it. */
  isHeld?: true;
}

export interface ProgressMetrics {
  filesRead: number;
  filesModified: number;
  testsRun: number;
  commandsExecuted: number;
  lastProgress?: { at?: number | undefined; what: Message; call?: number | undefined } | undefined;
  /** Where a source reports what model requests cost: of all requests, and of those since the last progress. */
  tokens?: { spent: Tokens; sinceProgress: Tokens } | undefined;
}

/** Lines that edits added and removed. */
export interface ChangedLines extends LineCounts {
  /** Those of other edits are not known. */
  isPartial?: true;
}

/** How the newest test run went. */
export interface TestTally {
  failed: number;
  /** Absent where the runner does not tell how many pass. */
  total?: number | undefined;
  /** How many failed in the turn's first run, where that is another number and the newest run is about as wide. */
  before?: number | undefined;
}

/** What a turn has achieved: each part only where it is known. */
export interface Achieved {
  /** Files that the agent itself changed. */
  files?: number | undefined;
  lines?: ChangedLines | undefined;
  tests?: TestTally | undefined;
  /** `name`: the task at work, or the next one. */
  tasks?: { done: number; total: number; name?: string | undefined } | undefined;
}

/** requested → delivered → answered (or ignored), each with its time; nothing is shown that did not happen. */
export interface Receipt {
  id: string;
  kind: InterventionKind;
  state: InterventionState;
  by: 'person' | 'auto';
  /** What the person wrote. */
  words?: string | undefined;
  /** See InterventionEvent. */
  sendsBack?: boolean;
  requestedAt: number;
  deliveredAt?: number | undefined;
  ignoredAt?: number | undefined;
  settledAt?: number | undefined;
  /** Model responses whose calls were denied because of it. */
  denials: number;
  /** Model responses that called tools although they could read it; absent for none. */
  ignored?: number | undefined;
  /** What the agent answered, redacted: of the newest order that was obeyed. */
  answer?: string | undefined;
  /** The newest time in which it could not be carried out. */
  gap?: OrderGap | undefined;
  /** The person may still take it back. */
  canUndo: boolean;
}

/** Something removed what the agent's hooks need (`files`), or took the hooks out of its settings. `until`: absent while that lasts. */
export interface OrderGap {
  why: 'files' | 'hooks';
  at: number;
  until?: number | undefined;
}

/** What repeats in a verdict's evidence. */
export interface RepeatedCall {
  what: Message;
  /** Steps with it that ended after the verdict, and the newest of them. */
  later?: { count: number; step: number } | undefined;
}

export interface ShownVerdict {
  /** For a person's answer to it. */
  id: string;
  level: VerdictLevel;
  kind: string;
  detector: string;
  count: number;
  threshold: number;
  /** The setting that decided, and where its value came from. */
  key?: ThresholdKey | undefined;
  thresholdFrom?: ThresholdOrigin | undefined;
  what: Message;
  /** Absent where no single call repeats. */
  repeated?: RepeatedCall | undefined;
  /** What to tell the agent. */
  draft?: DirectiveDraft | undefined;
  calls: number[];
  /** What helps first. */
  advice: Advice;
  at?: number | undefined;
  why: ShownExplanation;
}

/** A plain number, or one with its unit. */
export type Amount = number | Message;

/** Why a verdict was given (see explanation.ts), in sentences for the person. */
export interface ShownExplanation {
  /** What the calls have in common; absent where nothing was compared. */
  equal?: Message | undefined;
  /** Kinds of noise that were left out to see it. */
  leftOut: Message[];
  /** `setting`: the setting's own value, where the limit only follows from it. */
  limit?: { name: Message; value: Amount; setting?: Amount | undefined; from: Message } | undefined;
  /** What the phase of the work changed about the limit; absent where it changed nothing. */
  phase?: Message | undefined;
  clears: Message;
}

/** Seed 2's five parts and a suggested next step. */
export interface EscalationReport {
  session: string;
  agentName: string;
  turn: number;
  reason: Message;
  metrics: ProgressMetrics;
  /** Newest last, at most 50. */
  history: {
    at?: number | undefined;
    type: string;
    title: string;
    outcome: CallOutcome;
    repeats: number;
    /** When each of them was, as far as that is known (milliseconds since the epoch). */
    times?: number[] | undefined;
  }[];
  /** The action that repeats, and how often in a row it came lately; absent where none does. */
  repeated?: { type: string; title: string; times: number } | undefined;
  /** Hops of the task, or the steps of this turn. */
  hops: number;
  ofTask?: boolean | undefined;
  /** Milliseconds; absent if nothing counted as progress yet. */
  sinceProgressMs?: number | undefined;
  next: Message;
  draft?: DirectiveDraft | undefined;
  advice: Advice;
}

/** What Force respond and Stop truly do for this session. */
export interface Capabilities {
  /**
   * How tools are kept from the model. `relay`: the model request offers none; `request`: the same by the agent's own hook; `loop`: the
   * agent's own loop leaves them out; `deny`: every tool call is denied with the reason; `none`: nothing can be sent.
   */
  textOnly: 'relay' | 'request' | 'loop' | 'deny' | 'none';
  /** Nothing can be sent yet, but once its agent's hooks are installed, this session runs them within seconds. */
  onceConnected?: true | undefined;
  /**
   * Its agent's hooks are installed, but none of this session's has arrived: they come with its `next-step`, or it runs without them to
   * its end, and only the agent's `next-session` has them.
   */
  awaitsHooks?: 'next-step' | 'next-session' | undefined;
  stop: boolean;
  guide: boolean;
}

export interface SessionDetail extends SessionSummary {
  turn: number;
  verdict?: ShownVerdict | undefined;
  /** While it waits for the person, where its call tells what for. */
  ask?: Ask | undefined;
  /** The prompt that can be answered here, or the last one that could. */
  prompt?: ShownPrompt | undefined;
  snoozedSteps?: number | undefined;
  /** It ignored an order, and is stopped then unless the person says otherwise (the host's clock, milliseconds since the epoch). */
  stopsAt?: number | undefined;
  counters: Counter[];
  metrics: ProgressMetrics;
  /** In the current turn, or in the last one; absent where nothing is known. */
  achieved?: Achieved | undefined;
  /** With sub-agents: in the current turn, or in the last one, and in all; absent where the agent reports nothing. */
  spent?: { turn?: Spent | undefined; session: Spent } | undefined;
  /** The person's own caps that were reached in this turn, the newest last. */
  caps?: ReachedCap[] | undefined;
  /** How much of the provider's windows is used, the shortest first; absent where the agent tells nothing. */
  quotas?: Quota[] | undefined;
  resume?: ShownResume | undefined;
  /** Newest first, at most SNAPSHOT_ROWS. */
  rows: Row[];
  /** Rows of this session that came before `rows`: the number of the oldest row here, from the session's first as 0. */
  olderRows: number;
  receipts: Receipt[];
  report?: EscalationReport | undefined;
  /** Files that hold something else than before the verdict's first call, in this step as people count. */
  wayBack?: { step: number; files: number } | undefined;
  capabilities: Capabilities;
}

export type LinkState = 'connected' | 'watching' | 'not-connected' | 'off';

export interface Snapshot {
  /** The host's clock when this was made; the page counts on from here. */
  at: number;
  paused: boolean;
  /** Hooks of the agents: connected, only watching logs, or broken (with the reason). */
  link: { state: LinkState; detail?: string | undefined; lastHookAt?: number | undefined };
  mode: 'observe' | 'ask' | 'auto';
  /** Set while a recorded run is shown instead of the live sessions. */
  playback?: PlaybackState | undefined;
  sessions: SessionSummary[];
  /** Newest first, by the host's clock `at`, which is not that of a recorded run. Absent where there is none. They count into nothing. */
  elsewhere?: { at: number; sessions: readonly OtherFolderSession[] } | undefined;
  selected?: SessionDetail | undefined;
  /** The window's state that affects watching; sent when no session is selected. */
  place?: { folder: boolean; trusted: boolean; git: boolean } | undefined;
  /** What the logs of this machine tell, or that it can be looked at; sent when no session is selected. */
  past?: ShownPast | undefined;
  /** What all turns of today have cost, in this window and, once they are over, in others; absent where nothing is known. */
  spentToday?: Spent | undefined;
  /** Today. */
  tally: { continued: number; escalated: number };
  /** What becomes of turns is not counted any more today: the ledger is full or cannot be written. */
  ledgerFull?: true | undefined;
}

/** Times as fast as it happened; `max`: as fast as it can be shown. */
export const playbackSpeeds = [0.5, 1, 2, 8, 'max'] as const;
/** What the view shows of its place in a recorded run: part of the snapshot. */
export type PlaybackSpeed = (typeof playbackSpeeds)[number];

/** Equal parts of a recorded run, each marked by whether there was progress in it. */
export const PROGRESS_CELLS = 100;

/** The view's place in a recorded run. Stops are the places of the selected session to seek to: turns and ends of steps. */
export interface PlaybackState {
  /** Its name without folders. */
  file: string;
  /** Events up to here, and in all. */
  played: number;
  total: number;
  playing: boolean;
  speed: PlaybackSpeed;
  /** The rows still belong to another place: they follow. */
  busy: boolean;
  /** How much of a way that takes long is done, 0 to 1. */
  reached?: number | undefined;
  /** Number of the stop at or before this place, and of the last one; both 0-based. */
  stop: number;
  lastStop: number;
  /** Number of the newest finished step, as people count, 0 before the first; and of the last one of the session. */
  step: number;
  lastStep: number;
  /** Where verdicts fell, in order; of very many only some. */
  verdicts: { stop: number; level: VerdictLevel }[];
  /** Those of PROGRESS_CELLS equal parts of the stops in which something counted as progress, ascending. */
  progress: number[];
  /** Where the bundled sample is in what it teaches; absent for any other run. */
  lesson?: LessonPart | undefined;
  /** The run is the log of this session of another folder; it follows the log while the end is shown. */
  elsewhere?: { session: string; folder: string; path: string; canOpen: boolean } | undefined;
}

/** Before the stall; stalled, so that the person can end it; from their order on; answered. */
export type LessonPart = 'start' | 'stalled' | 'forced' | 'answered';
