/** Turns of the past, added up: how many stalled, for how long, and with which share of their tokens. */
import type { TurnEndReason } from '../events.js';
import type { Verdict } from '../verdict.js';
import type { Message } from '../view/words/wording.js';

export interface PastTurn {
  session: string;
  agent: string;
  folder: string;
  /** What the person asked, redacted; undefined if not known. */
  name: string | undefined;
  /** A sub-agent's: not a turn of its own. */
  child: boolean;
  /** Milliseconds since the epoch; undefined if the log tells no times. */
  startedAt: number | undefined;
  steps: number;
  /** Read and written; undefined where the agent tells none. */
  tokens: number | undefined;
  /** It had an early warning. */
  warned: boolean;
  stall: PastStall | undefined;
  /** Undefined if its log ends before. */
  end: TurnEndReason | undefined;
}

export interface PastStall {
  /** The first alarm's. `step` is 0-based in the session. */
  kind: Verdict['kind'];
  reason: string;
  /** The same as a message; redacted, too. */
  what: Message;
  step: number;
  /** The first bad call, 0-based in the session; −1 where it is none's. */
  call: number;
  /** Time from an alarm until it was over, all alarms of the turn together. */
  ms: number;
  /** Read and written from the first alarm until the turn's end. */
  tokens: number | undefined;
  /** What these cost, as far as their models have a price. */
  dollars: number | undefined;
  /** The models of those that have none; empty for one that the log does not name. */
  unpriced: string[];
}

export interface PastSummary {
  turns: number;
  stalled: number;
  /** Under an alarm, milliseconds. */
  stalledMs: number;
  /** The share of the stalled turns' tokens that came after the first alarm; undefined where no such turn tells its tokens. */
  tokenShare: number | undefined;
  /** What these cost; undefined where one of their models has no price. */
  dollars: number | undefined;
  /** The models that have none. */
  unpriced: string[];
  /** Turns with an early warning that were no stall and came to their end. */
  warnedWell: number;
  /** By agent and repository, the most turns first. */
  places: PastPlace[];
}

export interface PastPlace {
  agent: string;
  /** Its folder. */
  repository: string;
  turns: number;
  stalled: number;
}

/** What is added up of a turn. */
interface SummedTurn extends Pick<PastTurn, 'agent' | 'child' | 'tokens' | 'warned' | 'end'> {
  repository: string;
  stall?: Pick<PastStall, 'ms' | 'tokens' | 'dollars' | 'unpriced'> | undefined;
}

/** `turns`: all of them, also of sub-agents, whose stalls count but which are no turns of their own. */
export function summarizePast(turns: readonly SummedTurn[]): PastSummary {
  const own = turns.filter(({ child }) => !child);
  const stalled = turns.filter(({ stall }) => stall !== undefined);
  const told = stalled.flatMap(({ tokens, stall }) =>
    tokens === undefined || tokens === 0 || stall === undefined
      ? []
      : [{ all: tokens, after: stall.tokens ?? 0, stall }],
  );
  const all = told.reduce((sum, each) => sum + each.all, 0);
  const places = new Map<string, PastPlace>();
  for (const { agent, repository, child, stall } of turns) {
    const key = `${agent}\n${repository}`;
    const place = places.get(key) ?? { agent, repository, turns: 0, stalled: 0 };
    places.set(key, place);
    place.turns += child ? 0 : 1;
    place.stalled += stall === undefined ? 0 : 1;
  }
  return {
    turns: own.length,
    stalled: stalled.length,
    stalledMs: stalled.reduce((sum, { stall }) => sum + (stall?.ms ?? 0), 0),
    tokenShare: all === 0 ? undefined : told.reduce((sum, { after }) => sum + after, 0) / all,
    ...addUp(told.map(({ stall }) => stall)),
    warnedWell: own.filter(
      ({ warned, stall, end }) => warned && stall === undefined && end === 'completed',
    ).length,
    places: [...places.values()].sort((one, other) => other.turns - one.turns),
  };
}

/** A sum that leaves out a part of what was spent would be none. */
function addUp(
  stalls: readonly Pick<PastStall, 'dollars' | 'unpriced'>[],
): Pick<PastSummary, 'dollars' | 'unpriced'> {
  const unpriced = [...new Set(stalls.flatMap((stall) => stall.unpriced))].sort();
  const each = stalls.flatMap(({ dollars }) => dollars ?? []);
  const isWhole = each.length > 0 && each.length === stalls.length && unpriced.length === 0;
  return { dollars: isWhole ? each.reduce((sum, one) => sum + one, 0) : undefined, unpriced };
}
