/** One call of a hook: whose it is, and what its payload says. */
import { isProblem, UNNAMED_CALL, type HookReading, type Hooks } from '../agents/agent.js';
import type { Agent } from '../agents/definition.js';
import type { HookContext } from '../bridge/requests/hook-request.js';
import type { StepEnd, TurnEnd, TurnEvent } from '../core/events.js';
import type { SessionTracker } from './session-tracker.js';
import type { Logger } from '../core/log.js';

/** A hook on its way to its answer. */
export interface HookCall {
  agent: Agent;
  hooks: Hooks;
  payload: Readonly<Record<string, unknown>>;
  reading: HookReading;
  context: HookContext;
}

export interface HookCallOptions {
  tracker: Pick<SessionTracker, 'paused' | 'sessions'>;
  log: Pick<Logger, 'warn'>;
  /** Whose hook it was: the agent for which it was installed, or another one that runs it too. */
  sender(installedFor: string, payload: Readonly<Record<string, unknown>>): Agent | undefined;
}

/**
 * `now`: milliseconds since the epoch. @returns undefined where there is nothing to take in: an unknown agent, an unreadable payload,
 * or watching is paused.
 */
export function readHookCall(
  installedFor: string,
  payload: Readonly<Record<string, unknown>>,
  context: HookContext,
  options: HookCallOptions,
  now: number,
): HookCall | undefined {
  const { tracker, log } = options;
  const agent = options.sender(installedFor, payload);
  if (agent?.hooks === undefined) {
    log.warn(`a hook of the unknown agent "${installedFor}" was ignored`);
    return undefined;
  }
  if (tracker.paused) {
    return undefined;
  }
  const reading = agent.hooks.read(payload, now);
  if (isProblem(reading)) {
    log.warn(`a hook was ignored: ${reading.problem}`);
    return undefined;
  }
  // several agents may send the same hook, such as Kilo with opencode's plugin: a session keeps the agent it began with
  const known = tracker.sessions.get(reading.session)?.agent;
  if (known !== undefined && known !== agent.id && known !== installedFor) {
    const own = options.sender(known, payload);
    if (own?.id === known && own.hooks?.isOwn(payload) === true) {
      return readHookCall(known, payload, context, options, now);
    }
  }
  return { agent, hooks: agent.hooks, payload, reading, context };
}

/** Told only in the middle of a turn. */
const isOfTurn: ReadonlySet<TurnEvent['type']> = new Set(['tool.call', 'tool.result', 'step.end']);

/** Whether these events show that the turn is under way. */
export function goesOn(events: readonly TurnEvent[]): boolean {
  return events.some(({ type }) => isOfTurn.has(type));
}

/** Apart from the rest: the end of a step or turn, before which the workspace is looked at. */
export function splitEnd(events: readonly TurnEvent[]): {
  events: readonly TurnEvent[];
  end?: StepEnd | TurnEnd;
} {
  const last = events.at(-1);
  return last?.type === 'step.end' || last?.type === 'turn.end'
    ? { events: events.slice(0, -1), end: last }
    : { events };
}

/** A log's calls have ids. */
export function hasName(event: TurnEvent): boolean {
  return !('call' in event) || event.call !== UNNAMED_CALL;
}
