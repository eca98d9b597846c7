/** A turn that a limit ended goes on once the limit is over, where the person asked for that: within which bounds, and what becomes of it. */
import type { InterventionEvent } from '../events.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import type { Intervention, Interventions } from './interventions.js';
import type { RefusedResume } from '../view/snapshot.js';
import { modelTexts } from './model-texts.js';

/** What the person allows: once, and within these. */
export interface ResumeBounds {
  /** Not later than this (milliseconds since the epoch). */
  latest: number;
  /** Not where more of a window of the provider's is used (percent). */
  mostUsed: number;
}

/** As the settings say, unchecked. */
export interface SetBounds {
  latest: unknown;
  mostUsed: unknown;
}

const timeOfDay = /^(\d{1,2}):(\d\d)$/;
const defaults = { latest: [22, 0], mostUsed: 80 } as const;

/** A time of day that has passed is tomorrow's. */
export function readBounds({ latest: time, mostUsed }: SetBounds, now: number): ResumeBounds {
  const [, ...set] = (timeOfDay.exec(String(time)) ?? []).map(Number);
  const [hour = 0, minute = 0] = set.length === 0 ? defaults.latest : set;
  const latest = new Date(now);
  latest.setHours(hour, minute, 0, 0);
  if (latest.getTime() <= now) {
    latest.setDate(latest.getDate() + 1);
  }
  const isShare = typeof mostUsed === 'number' && mostUsed >= 0 && mostUsed <= 100;
  return { latest: latest.getTime(), mostUsed: isShare ? mostUsed : defaults.mostUsed };
}

/** The limit's end is acted on for so long (milliseconds): later, nobody was there. */
const PROMPT_MS = 120_000;

/** The limit ended while nobody could act on it: the machine slept, say. */
export function isMissed(until: number, now: number): boolean {
  return now - until > PROMPT_MS;
}

/** Why the turn does not go on by itself; undefined if it may. `used`: of the windows that have not begun anew (percent). */
export function refuseResume(
  { latest, mostUsed }: ResumeBounds,
  { until, now, used }: { until: number; now: number; used: number | undefined },
): RefusedResume | undefined {
  if (isMissed(until, now)) {
    return 'closed';
  }
  return now > latest ? 'late' : (used ?? 0) > mostUsed ? 'share' : undefined;
}

/** Refused once more, it ends as it did before; what ended it otherwise tells nothing. */
const outcomes = {
  completed: 'obeyed',
  error: 'ignored',
  interrupted: 'withdrawn',
  stopped: 'withdrawn',
} as const;

/** The prompt is delivered with the turn that it begins, and obeyed once the model does something about it. A turn of the person's own needs none. */
export function followResume(
  interventions: Interventions,
  session: Session,
  fact: TurnFact,
  at: number,
): InterventionEvent[] {
  const open = interventions.open(session.id, 'resume');
  if (open === undefined) {
    return [];
  }
  const settle = (state: 'obeyed' | 'ignored' | 'withdrawn'): InterventionEvent[] =>
    settleResume(interventions, open, state, at);
  switch (fact.kind) {
    case 'turn-start':
      return isOwnPrompt(fact.prompt)
        ? deliver(interventions, open, session, at)
        : settle('withdrawn');
    case 'prompt-told':
      return isOwnPrompt(fact.prompt) ? [] : settle('withdrawn');
    case 'call':
      return open.state === 'delivered' ? settle('obeyed') : [];
    case 'turn-end':
      return open.state === 'delivered' ? settle(outcomes[fact.reason]) : [];
    default:
      return [];
  }
}

export function settleResume(
  interventions: Interventions,
  open: Intervention,
  state: 'obeyed' | 'ignored' | 'withdrawn',
  at: number,
): InterventionEvent[] {
  open.ended = true;
  return [interventions.move(open, state, at)];
}

function deliver(
  interventions: Interventions,
  open: Intervention,
  { turn }: Session,
  at: number,
): InterventionEvent[] {
  open.deliveredTurn = turn;
  return open.state === 'requested' ? [interventions.move(open, 'delivered', at)] : [];
}

/** Some agents tell the prompt later than its turn; opencode puts that of a command line into quotation marks. */
function isOwnPrompt(prompt: string | undefined): boolean {
  return prompt === undefined || prompt.trim().replace(/^"(.*)"$/, '$1') === modelTexts.resume;
}
