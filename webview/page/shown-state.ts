/** What the page shows at a moment, and what its clocks say then. Pure. */
import type { Counter } from '../../src/core/detect/detector.js';
import { verdictSentence } from '../../src/core/view/words/shown-words.js';
import type { SessionDetail, SessionSummary, Snapshot } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/words/wording.js';
import { isLimitOver } from '../../src/protocol/limit-words.js';
import { endLook, sessionLook, type Look } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';

export interface ShownState {
  snapshot: Snapshot;
  /** The selected session. */
  detail: SessionDetail | undefined;
  /** The host's clock, advanced by the page between snapshots; milliseconds since the epoch. */
  now: number;
  /** The extension host stands still: nothing is watched or carried out. */
  isHostSilent: boolean;
}

/**
 * How long the turn has run, in milliseconds, or for how long it has waited for the person. The clock stops while the agent waits for
 * others and after the turn, when paused and in recorded runs.
 */
export function turnTime(
  session: SessionSummary,
  { snapshot, now }: ShownState,
): number | undefined {
  if (isTimedWait(session)) {
    const end = snapshot.playback === undefined && !snapshot.paused ? now : session.lastEventAt;
    return Math.max(0, (end ?? now) - session.waitsSince);
  }
  if (session.turnStartedAt === undefined) {
    return undefined;
  }
  const runs =
    session.open &&
    session.state !== 'waiting' &&
    snapshot.playback === undefined &&
    !snapshot.paused;
  const end = runs ? now : session.lastEventAt;
  return end === undefined ? undefined : Math.max(0, end - session.turnStartedAt);
}

/** The page's time; in a recorded run, which stands still, the run's. */
export function timeShown({ snapshot, now }: ShownState): number {
  return snapshot.playback === undefined ? now : snapshot.at;
}

/** The session waits for the person, and it is known since when. */
export function isTimedWait<S extends SessionSummary>(
  session: S,
): session is S & { waitsSince: number } {
  return session.state === 'waiting' && session.waitsSince !== undefined;
}

/** Milliseconds since the last progress. The clock stops after the turn and in recorded runs. */
export function timeSinceProgress({ detail, snapshot, now }: ShownState): number | undefined {
  const at = detail?.metrics.lastProgress?.at;
  const stopped = snapshot.playback !== undefined || detail?.open !== true;
  return at === undefined
    ? undefined
    : Math.max(0, (stopped ? (detail?.lastEventAt ?? now) : now) - at);
}

/**
 * Seconds until an ignored order is followed by a stop. While nothing is watched or carried out, no countdown is claimed; in a recorded
 * run it stands where it stood.
 */
export function secondsToStop(shown: ShownState): number | undefined {
  const { detail, snapshot, isHostSilent } = shown;
  const { stopsAt } = detail ?? {};
  const isRecorded = snapshot.playback !== undefined;
  return stopsAt === undefined || isHostSilent || (snapshot.paused && !isRecorded)
    ? undefined
    : Math.max(0, Math.ceil((stopsAt - timeShown(shown)) / 1000));
}

const MINUTE = 60_000;

/** The counters as they stand now: minutes go on between snapshots. */
export function countersNow(state: ShownState): Counter[] {
  const { detail, snapshot, now } = state;
  const counters = detail?.counters ?? [];
  return snapshot.playback !== undefined || snapshot.paused || detail?.open !== true
    ? counters
    : counters.map((counter) =>
        counter.minutesSince === undefined
          ? counter
          : { ...counter, value: minutesSince(counter.minutesSince, now) },
      );
}

function minutesSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / MINUTE));
}

/** The sentence of the verdict. That something hangs is still true later, so its minutes go on. */
export function verdictNow(state: ShownState): Message | undefined {
  const { verdict } = state.detail ?? {};
  if (verdict === undefined || !(verdict.kind === 'silence' || verdict.kind === 'hung-call')) {
    return verdict && verdictSentence(verdict);
  }
  const counter = countersNow(state).find(({ id }) => id === verdict.detector);
  const { what } = verdict;
  return counter?.minutesSince === undefined || what.params === undefined
    ? what
    : { ...what, params: { ...what.params, minutes: Math.max(counter.value, verdict.count) } };
}

// A session's state at this moment: how its turn ended, that its call takes long or nothing is heard of it, or else what the host says.
// Pure.

/** A silence shorter than this is not told (milliseconds). */
const SILENT_MS = 60_000;

/** `isTimed`: the word tells a time. */
export function stateNow(
  session: SessionSummary,
  shown: ShownState,
  texts: Texts,
): { word: string; look: Look; isTimed?: boolean } {
  const { end, state, waitingFor, limit } = session;
  if (limit !== undefined && (state === 'waiting' || state === 'idle')) {
    const at = timeShown(shown);
    const { word, counts } = texts.limit({ ...session, limit }, at);
    const icon = isLimitOver(session, at) ? 'person' : 'hourglass';
    return { word, look: { icon, tone: 'info' }, isTimed: counts };
  }
  if (end !== undefined && (state === 'idle' || state === 'stopped')) {
    return { word: texts.get(`end.${end.how}`), look: endLook(end.how) };
  }
  const look = sessionLook(state, waitingFor);
  const silence = measureSilence(session, shown);
  if (silence < SILENT_MS) {
    const word = session.noProgressYet === true ? texts.get('state.working') : undefined;
    return { word: word ?? texts.state(state, waitingFor), look };
  }
  // a call that runs tells nothing until it ends: the agent is at work
  const { callSince } = session;
  const isTimed = true;
  return callSince === undefined
    ? {
        word: texts.get('state.silent', { time: texts.elapsed(silence) }),
        look: { icon: 'hourglass', tone: 'dim' },
        isTimed,
      }
    : {
        word: texts.get('state.running', { time: texts.elapsed(shown.now - callSince) }),
        look,
        isTimed,
      };
}

/** How long nothing has been heard of an agent that is said to make progress. */
function measureSilence(
  { state, signAt }: SessionSummary,
  { snapshot: { paused, playback }, now }: ShownState,
): number {
  const isLive = state === 'progressing' && !paused && playback === undefined;
  return isLive && signAt !== undefined ? now - signAt : 0;
}

/** Where all are of one agent, none needs its mark. */
export function hasSeveralAgents({ sessions, elsewhere }: Snapshot): boolean {
  const names = [...sessions, ...(elsewhere?.sessions ?? [])].map(({ agentName }) => agentName);
  return new Set(names).size > 1;
}
