/** The session's state for the person: of the turn itself and of the interventions. */
import type { InterventionKind } from '../events.js';
import { adviceOn } from '../interventions/advice.js';
import {
  endedWithCall,
  isForPerson,
  isForProvider,
  isOpen,
  waitsForJob,
  waitsForPerson,
  type Session,
} from '../turns/session.js';
import type { Verdict } from '../verdict.js';
import { askSentence } from './ask.js';
import { shownExplanation } from './words/explanation.js';
import type {
  RepeatedCall,
  ShownEnd,
  SessionState,
  SessionSummary,
  ShownLimit,
  ShownVerdict,
} from './snapshot.js';
import type { Message } from './words/wording.js';

/** What bears on it besides the turn itself. */
export interface Steering {
  /** The open verdict, unless marked as a false alarm. */
  standing: Verdict | undefined;
  /** The strongest intervention that is open. */
  holding: InterventionKind | undefined;
  /** An open stop is the person's own: nothing is left to ask. */
  stoppedByPerson: boolean;
  /** The person was asked; `again`: because the intervention was ignored, or cannot be carried out here. */
  asked: { asked: boolean; again: boolean; ofCap: boolean };
  snoozedSteps: number | undefined;
}

export function sessionState(session: Session, steering: Steering): SessionState {
  const { standing, holding, stoppedByPerson, asked, snoozedSteps } = steering;
  if (!session.open) {
    if (session.lastEnd === 'stopped') {
      return 'stopped';
    }
    // a stall of several turns outlasts them
    return standing?.kind === 'turns' && standing.level !== 'waiting' ? standing.level : 'idle';
  }
  if (asked.again && !stoppedByPerson) {
    return 'escalated';
  }
  if (holding === 'stop') {
    return 'stopping';
  }
  if (holding === 'text-only') {
    return 'text-only';
  }
  if (holding === 'remind') {
    return 'reminded';
  }
  if (snoozedSteps !== undefined) {
    return 'snoozed';
  }
  if (standing?.level === 'stalled') {
    return 'stalled';
  }
  if (asked.ofCap) {
    return 'escalated';
  }
  if (waitingFor(session) !== undefined && !(isOfWait(standing) && session.wait === undefined)) {
    return 'waiting';
  }
  return standing?.level === 'watch' ? 'watch' : 'progressing';
}

/** How the last turn ended. */
export function describeEnd(
  session: Session,
  { isAnswered, isStalled }: { isAnswered: boolean; isStalled: boolean },
): ShownEnd['how'] | undefined {
  const { open, lastEnd } = session;
  if (open || lastEnd === undefined) {
    return undefined;
  }
  switch (lastEnd) {
    case 'stopped':
      return 'stopped';
    case 'error':
      return 'failed';
    case 'completed':
      if (isStalled && !isAnswered) {
        return 'stalled';
      }
      return endedWithCall(session) && !isAnswered ? 'unanswered' : 'answered';
    case 'interrupted':
      return isStalled ? 'stalled' : 'interrupted';
  }
}

/** What is to be watched is the waiting itself: for too many sub-agents, or for too long. */
function isOfWait(standing: Verdict | undefined): boolean {
  return (
    standing?.kind === 'fan-out' || standing?.kind === 'limit' || standing?.kind === 'hung-call'
  );
}

export function needsPerson({ wait }: Session, state: SessionState, { asked }: Steering): boolean {
  return (
    state === 'escalated' ||
    (state === 'stalled' && asked.asked) ||
    (state === 'waiting' && isForPerson(wait))
  );
}

/** When the oldest of the calls that run began (milliseconds since the epoch); undefined where none runs. */
export function runningSince({ openStep }: Session): number | undefined {
  return openStep === undefined || openStep.open === 0
    ? undefined
    : openStep.calls.find(isOpen)?.at;
}

/** What the session waits for, and since when if that is the person. */
export function describeWait(session: Session): Pick<SessionSummary, 'waitingFor' | 'waitsSince'> {
  const waiting = waitingFor(session);
  const since = waitsForPerson(session) ? session.wait?.since : undefined;
  return {
    ...(waiting !== undefined && { waitingFor: waiting }),
    ...(since !== undefined && { waitsSince: since }),
  };
}

/** The provider's limit or overload that holds the session up, or that ended its turn. */
export function describeLimit(session: Session, state: SessionState): ShownLimit | undefined {
  const { wait, open, endedByLimit } = session;
  if (!open) {
    return endedByLimit && { for: 'limit', until: endedByLimit.until };
  }
  return state === 'waiting' && wait !== undefined && isForProvider(wait)
    ? {
        for: wait.for === 'limit' ? 'limit' : 'overload',
        until: wait.until,
        attempt: wait.attempt,
      }
    : undefined;
}

export function waitingFor(session: Session): Message | undefined {
  if (session.wait !== undefined) {
    const sentence = askSentence(session);
    if (sentence !== undefined) {
      return sentence;
    }
    switch (session.wait.for) {
      case 'permission':
        return { id: 'verdict.wait.permission' };
      case 'input':
        return { id: 'verdict.wait.input' };
      case 'job':
        return { id: 'verdict.wait.job' };
      case 'limit':
        return { id: 'verdict.wait.limit' };
      case 'overload':
        return { id: 'verdict.wait.overload' };
    }
  }
  if (session.openChildren.size > 0) {
    const count = session.openChildren.size;
    return count === 1
      ? { id: 'verdict.wait.child' }
      : { id: 'verdict.wait.children', params: { count } };
  }
  return waitsForJob(session) ? { id: 'verdict.wait.job' } : undefined;
}

export function shownVerdict(
  verdict: Verdict,
  session: Session,
  repeated: RepeatedCall | undefined,
): ShownVerdict {
  const { id, level, kind, detector, count, threshold, key, thresholdFrom, what, draft } = verdict;
  return {
    id,
    level,
    kind,
    detector,
    count,
    threshold,
    ...(key !== undefined && { key }),
    ...(thresholdFrom !== undefined && { thresholdFrom }),
    what,
    ...(repeated !== undefined && { repeated }),
    ...(draft !== undefined && { draft }),
    calls: verdict.evidence.calls,
    advice: adviceOn(kind),
    ...(verdict.at !== null && { at: verdict.at }),
    why: shownExplanation(verdict, session),
  };
}
