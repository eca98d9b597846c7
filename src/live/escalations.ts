/** What the person may want to be told of: stalls, waits for the person and the ends of turns. Nobody is called for what is read from history. */
import { stateOfStall, type NotifiedState } from '../core/interventions/notification-policy.js';
import type { Advice } from '../core/interventions/advice.js';
import type { CapEvent } from '../core/events.js';
import { capMessage } from '../core/money/amounts.js';
import type { ReachedCap } from '../core/money/caps.js';
import type { Verdict } from '../core/verdict.js';
import { waitsForJob, type Session } from '../core/turns/session.js';
import type { Turnwatch } from '../core/turnwatch.js';
import { fullName } from '../core/view/words/shown-words.js';
import type { Message, PersonTextId, EndFact } from '../core/view/words/wording.js';
import type { ShownEnd } from '../core/view/snapshot.js';

export interface Escalation {
  /** One per stall or wait: the same key is never raised twice. */
  episode: string;
  session: string;
  state: NotifiedState;
  /** The session's, for a sentence. */
  name: Message;
  reason: Message;
  /** What to offer first; undefined for a wait, where the person answers the agent itself, and for the end of a turn. */
  advice: Advice | undefined;
  /** For `done`: how long the turn took (milliseconds), and what its end is held against. */
  tookMs?: number;
  facts?: readonly EndFact[];
  /** A cap of the person's own was reached, and asks. */
  cap?: ReachedCap;
  /** An order was ignored: when the turn is stopped unless the person says otherwise, or that it cannot be stopped. */
  ignored?: { stopsAt: number | undefined; canStop: boolean };
}

/** An event older than this comes from history (milliseconds). */
export const FRESH_MS = 120_000;
const MINUTE = 60_000;
/** The ends that the person may want to be told: the others are their own doing, or were told as a stall. */
const endReasons: Partial<Record<ShownEnd['how'], PersonTextId>> = {
  answered: 'turn.done',
  unanswered: 'turn.done',
  failed: 'turn.failed',
};
/** Ends the key of an escalation that follows an ignored intervention. */
const AGAIN = ' again';

/** `now`: milliseconds since the epoch. */
export class Escalations {
  /** By session, the wait for the person that was raised last. */
  private readonly waits = new Map<string, string>();
  /** The same for caps. */
  private readonly caps = new Map<string, string>();

  constructor(private readonly turnwatch: Turnwatch) {}

  /** The agent waits for the person, also to be told to go on after a limit: once per wait. */
  raiseWait({ session: id, id: verdict, at, what }: Verdict, now: number): Escalation | undefined {
    const session = this.turnwatch.sessions.get(id);
    const reason = session && findReason(session);
    const isOfLimit = what.id === 'verdict.wait.limitOver';
    if (session === undefined || reason === undefined || isOfLimit !== (reason === 'limit')) {
      return undefined;
    }
    const episode = `${id} ${verdict} ${at ?? ''}`;
    this.waits.set(id, episode);
    return now - (at ?? 0) > FRESH_MS
      ? undefined
      : {
          episode,
          session: id,
          state: reason,
          name: fullName(this.turnwatch.views.summary(session)),
          reason: what,
          advice: undefined,
        };
  }

  /** A turn is over that nobody ended and that left nothing running: the person may want to know if it took long. */
  raiseEnd(id: string, now: number): Escalation | undefined {
    const session = this.turnwatch.sessions.get(id);
    if (
      session === undefined ||
      session.parent !== undefined ||
      session.openChildren.size > 0 ||
      waitsForJob(session) ||
      now - (session.lastAt ?? 0) > FRESH_MS
    ) {
      return undefined;
    }
    const summary = this.turnwatch.views.summary(session);
    const { end } = summary;
    const reason = end && endReasons[end.how];
    if (end === undefined || reason === undefined) {
      return undefined;
    }
    const tookMs = Math.max(0, (session.endedAt ?? now) - (session.turnStartedAt ?? now));
    return {
      episode: endEpisode(session),
      session: id,
      state: 'done',
      name: fullName(summary),
      reason: {
        id: reason,
        params: { minutes: Math.max(1, Math.round(tookMs / MINUTE)), steps: end.steps },
      },
      advice: undefined,
      tookMs,
      ...(end.facts !== undefined && { facts: end.facts }),
    };
  }

  /** The person is asked whether a turn is to go on past a cap of their own. */
  raiseCap(cap: CapEvent): Escalation | undefined {
    const session = this.turnwatch.sessions.get(cap.session);
    if (session === undefined) {
      return undefined;
    }
    const episode = `${cap.session} cap ${cap.of} ${cap.unit} ${cap.at ?? ''}`;
    this.caps.set(cap.session, episode);
    return {
      episode,
      session: cap.session,
      state: 'needsYou',
      name: fullName(this.turnwatch.views.summary(session)),
      reason: capMessage(cap, 'en'),
      advice: 'forceRespond',
      cap,
    };
  }

  /** A stall that the person is asked about. `again`: an order was ignored, or cannot be carried out here. */
  raiseStall(session: string, again: boolean, now: number): Escalation | undefined {
    const { judge, sessions, views } = this.turnwatch;
    const report = views.report(session, now);
    const known = sessions.get(session);
    const episode = views.stalls.episode(session);
    const verdict = judge.standing(session);
    // the stall of a call or a response that hangs comes long after the last event
    const newest = Math.max(known?.lastAt ?? 0, verdict?.at ?? 0);
    if (
      known === undefined ||
      report === undefined ||
      episode === undefined ||
      now - newest > FRESH_MS
    ) {
      return undefined;
    }
    const { reason, advice } = report;
    const ignored = views.ignored(session);
    return {
      episode: again ? episode + AGAIN : episode,
      session,
      state: again ? 'needsYou' : verdict === undefined ? 'stalled' : stateOfStall(verdict.kind),
      name: fullName(views.summary(known)),
      reason,
      advice: ignored?.canStop === true ? 'stopTurn' : advice,
      ...(ignored !== undefined && { ignored }),
    };
  }

  /** False once the stall or the wait told under this key is over, or the next turn has begun: an old notification checks before it acts. */
  isCurrent(episode: string): boolean {
    const { sessions, views } = this.turnwatch;
    return [...sessions.values()].some(
      (session) =>
        views.stalls.episode(session.id) === episode.replace(AGAIN, '') ||
        (findReason(session) !== undefined && this.waits.get(session.id) === episode) ||
        (views.asksOfCap(session.id) && this.caps.get(session.id) === episode) ||
        (!session.open && endEpisode(session) === episode),
    );
  }
}

/** What a session waits for the person for. A sub-agent goes on when its parent does. */
function findReason({ wait, endedByLimit, parent }: Session): NotifiedState | undefined {
  return wait?.for === 'permission' || wait?.for === 'input'
    ? wait.for
    : endedByLimit !== undefined && parent === undefined
      ? 'limit'
      : undefined;
}

function endEpisode({ id, turn }: Session): string {
  return `${id} turn ${turn} is over`;
}
