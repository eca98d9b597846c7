/**
 * An agent asks how its own turn stands. Read-only: it learns what the person could see of its session, and nothing of another one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../core/clock.js';
import { isForeign } from '../core/turns/foreign-session.js';
import { isOpen, type Session } from '../core/turns/session.js';
import { describeTurn } from '../core/view/turn-status.js';
import type { SessionTracker } from './session-tracker.js';

/** What agents call the tool, whatever they put before it. */
export const STATUS_TOOL = 'turn_status';
export const STATUS_TOOL_TEXT =
  'How your current turn stands, as an observer outside sees it: whether it progresses or goes in circles, the counters, the calls that repeat and what was tried. Read-only, takes no arguments. Use it when you suspect that you repeat yourself, before you try the same again.';

/** How often it is looked whether the log tells of the call by now (milliseconds). */
const LOOK_MS = 50;

/** Milliseconds in which the tool has long answered. */
const LONGEST_CALL_MS = 60_000;

const namesTool = new RegExp(`(?:^|[^a-z])${STATUS_TOOL}$`);

interface Asking {
  /** The program that asks is one of these agents', where that is known. */
  agents: readonly string[] | undefined;
  /** How long to wait for the log to tell which session calls the tool (milliseconds). */
  waitMs: number;
}

/** @returns JSON, of at most `STATUS_LIMIT` bytes */
export async function answerStatus(
  tracker: Pick<SessionTracker, 'sessions' | 'turnwatch'>,
  { agents, waitMs }: Asking,
  clock: Pick<Clock, 'now'>,
): Promise<string> {
  const latest = clock.now() + waitMs;
  let calling = findCalling(tracker.sessions.values(), clock.now());
  while (calling.length === 0 && clock.now() < latest) {
    await sleep(LOOK_MS);
    calling = findCalling(tracker.sessions.values(), clock.now());
  }
  const sessions = calling.length > 0 ? calling : findAtWork(tracker.sessions.values(), agents);
  const [session, ...more] = sessions;
  // of an unknown program, the only turn may be another one's
  const isKnown = calling.length > 0 || agents !== undefined;
  const detail =
    session === undefined || more.length > 0 || !isKnown
      ? undefined
      : tracker.turnwatch.views.detail(session.id, clock.now());
  return detail === undefined
    ? JSON.stringify({ unknown: describeUnknown(sessions.length) })
    : describeTurn(detail, clock.now());
}

/** The sessions that call the tool at this moment, by their own logs or hooks: a call that is open for longer is that of a killed agent. */
function findCalling(sessions: Iterable<Session>, now: number): Session[] {
  return [...sessions].filter(
    ({ id, openStep }) =>
      !isForeign(id) &&
      openStep?.calls.some(
        (call) =>
          isOpen(call) && namesTool.test(call.tool) && now - (call.at ?? now) < LONGEST_CALL_MS,
      ) === true,
  );
}

function findAtWork(sessions: Iterable<Session>, agents: readonly string[] | undefined): Session[] {
  return [...sessions].filter(
    (session) =>
      session.open && !isForeign(session.id) && agents?.includes(session.agent) !== false,
  );
}

function describeUnknown(count: number): string {
  return count === 0
    ? 'No running turn is seen in this folder, so nothing is known of yours.'
    : count === 1
      ? 'A turn runs in this folder, and nothing shows that it is the one that asks.'
      : `${count} turns run in this folder, and nothing shows which of them asks.`;
}
