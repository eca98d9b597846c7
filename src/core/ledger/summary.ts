/** Records of turns, added up: what happened in a span of days, and what a stall costs with and without help. */
import {
  stallEnds,
  wasHelped,
  type Cost,
  type StallEnd,
  type StallRecord,
  type TurnRecord,
} from './turn-record.js';

/** Stalls below which no median is told. */
export const ENOUGH = 5;

export interface MedianCost extends Cost {
  /** Stalls measured; of those whose tokens are known comes the median of tokens. */
  count: number;
}

export interface StallGroup {
  agent: string;
  kind: string;
  /** With false alarms. */
  stalls: number;
  /** Without false alarms. `open`: still open, or its end was not seen. */
  ended: Record<StallEnd | 'open', number>;
  falseAlarms: number;
  /** From the verdict to the end, where the person or Turnwatch ended it; undefined if there was none. */
  helped: MedianCost | undefined;
}

export interface Span {
  turns: number;
  steps: number;
  stalls: number;
  ended: StallGroup['ended'];
  falseAlarms: number;
  agents: { agent: string; turns: number; steps: number; stalls: number }[];
  /** The most frequent first. */
  groups: StallGroup[];
}

export interface Day {
  /** Milliseconds since the epoch: its beginning. */
  from: number;
  turns: number;
  /** Turns that stalled. */
  stalled: number;
}

/** What happened from `from` on (milliseconds since the epoch). */
export function summarizeSpan(records: readonly TurnRecord[], from: number): Span {
  const within = records.filter(({ at }) => at >= from);
  const stalls = within.flatMap(listStalls);
  const agents = groupBy(within, ({ agent }) => agent).map((turns) => ({
    agent: turns[0].agent,
    turns: turns.filter(isTurn).length,
    steps: sum(turns, ({ steps }) => steps),
    stalls: sum(turns, (turn) => turn.stalls.length),
  }));
  const groups = groupBy(stalls, ({ agent, stall }) => `${agent}\n${stall.kind}`).map((group) => ({
    agent: group[0].agent,
    kind: group[0].stall.kind,
    stalls: group.length,
    ...countEnds(group.map(({ stall }) => stall)),
    helped: median(
      group.flatMap(({ stall }) => (isCounted(stall) && wasHelped(stall) ? stall : [])),
    ),
  }));
  return {
    turns: within.filter(isTurn).length,
    steps: sum(within, ({ steps }) => steps),
    stalls: stalls.length,
    ...countEnds(stalls.map(({ stall }) => stall)),
    agents: agents.sort((one, other) => other.turns - one.turns),
    groups: groups.sort((one, other) => other.stalls - one.stalls),
  };
}

/** By kind, what stalls cost from the verdict on that nobody ended: they cleared by themselves, or stood until their turn was over. */
export function costsWithoutHelp(records: readonly TurnRecord[]): Map<string, MedianCost> {
  const alone = records
    .flatMap(({ stalls }) => stalls)
    .filter((stall) => isCounted(stall) && stall.end !== undefined && !wasHelped(stall));
  return new Map(
    groupBy(alone, ({ kind }) => kind).flatMap((group) => {
      const cost = median(group);
      return cost === undefined ? [] : [[group[0].kind, cost]];
    }),
  );
}

/** @param days the beginning of each (milliseconds since the epoch), oldest first */
export function listDays(records: readonly TurnRecord[], days: readonly number[]): Day[] {
  return days.map((from, i) => {
    const until = days[i + 1] ?? Infinity;
    const turns = records.filter(({ at }) => at >= from && at < until).filter(isTurn);
    return { from, turns: turns.length, stalled: turns.filter(hasStalled).length };
  });
}

function isTurn({ child }: TurnRecord): boolean {
  return child !== true;
}

function hasStalled({ stalls }: TurnRecord): boolean {
  return stalls.some(isCounted);
}

function isCounted({ falseAlarm }: StallRecord): boolean {
  return falseAlarm !== true;
}

function listStalls({ agent, stalls }: TurnRecord): { agent: string; stall: StallRecord }[] {
  return stalls.map((stall) => ({ agent, stall }));
}

function countEnds(stalls: readonly StallRecord[]): Pick<Span, 'ended' | 'falseAlarms'> {
  const counted = stalls.filter(isCounted);
  const by = (end: StallEnd | undefined): number =>
    counted.filter((stall) => stall.end?.by === end).length;
  const [auto, person, itself, nobody] = stallEnds;
  return {
    ended: {
      auto: by(auto),
      person: by(person),
      itself: by(itself),
      nobody: by(nobody),
      open: by(undefined),
    },
    falseAlarms: stalls.length - counted.length,
  };
}

function median(stalls: readonly StallRecord[]): MedianCost | undefined {
  const costs = stalls.flatMap(({ end }) => end?.after ?? []);
  const [steps, seconds, tokens] = [
    middle(costs.map((cost) => cost.steps)),
    middle(costs.map((cost) => cost.seconds)),
    middle(costs.flatMap((cost) => cost.tokens ?? [])),
  ];
  return steps === undefined || seconds === undefined
    ? undefined
    : { steps, seconds, ...(tokens !== undefined && { tokens }), count: costs.length };
}

/** The median; of an even number, the mean of the two in the middle. */
function middle(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, high] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.floor(sorted.length / 2)],
  ];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function groupBy<T>(items: readonly T[], makeKey: (item: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = makeKey(item);
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [item]);
    } else {
      group.push(item);
    }
  }
  return [...groups.values()];
}
