/** What the logs of this machine tell of the last days, as the view shows it. */
import {
  summarizePast,
  type PastPlace,
  type PastStall,
  type PastSummary,
  type PastTurn,
} from '../ledger/past-summary.js';
import type { Message } from './words/wording.js';

/** `offered`: nobody has looked so far. */
export type ShownPast =
  | { state: 'offered'; days: number }
  /** `all`: absent while the logs are looked for. */
  | { state: 'looking'; days: number; done: number; all?: number | undefined }
  /** `canClose`: it stands in place of sessions, which can be shown again. */
  | ({ state: 'found'; canClose: boolean } & FoundPast);

export interface FoundPast {
  days: number;
  /** Milliseconds since the epoch: when the logs were judged. */
  at: number;
  /** The day of the price list, as `2026-11-28`; absent where none was asked. */
  pricesReadOn?: string | undefined;
  counts: PastCounts;
  /** Turns in the window's repositories; absent where there is none. */
  here?: PastScope | undefined;
  all: PastScope;
}

/** What the figures stand on, and what they do not hold. */
export interface PastCounts {
  /** Logs that were judged. */
  judged: number;
  /** Logs that could not be: unreadable, too large, too slow. */
  unread: number;
  /** Logs that were left when the person or a limit ended it. */
  left: number;
  skippedLines: number;
  leftOut: number;
}

export interface PastScope extends Omit<PastSummary, 'places'> {
  places: (PastPlace & { agentName: string })[];
  morePlaces: number;
  /** The newest first. */
  stalls: ShownPastStall[];
  moreStalls: number;
}

export interface ShownPastStall {
  /** Holds for this finding alone. */
  id: number;
  startedAt: number;
  agentName: string;
  repository: string;
  name?: string | undefined;
  what: Message;
  ms: number;
}

/** A turn as it is kept: of one that did not stall, numbers alone. */
export interface KeptTurn extends Pick<
  PastTurn,
  'agent' | 'folder' | 'child' | 'tokens' | 'warned' | 'end'
> {
  repository: string;
  startedAt: number;
  stall?: KeptStall | undefined;
}

export interface KeptStall extends PastStall {
  session: string;
  name?: string | undefined;
  file: string;
  /** Which session to read, if the file is a database of many. */
  stored?: string | undefined;
}

/** Rows that the view shows. */
const PLACES = 8;
const STALLS = 30;
const UNPRICED = 5;

/** @param turns the newest first @param isWanted which of them count */
export function summarizeScope(
  turns: readonly KeptTurn[],
  isWanted: (turn: KeptTurn) => boolean,
  agentName: (agent: string) => string,
): PastScope {
  const { places, ...sums } = summarizePast(turns.filter(isWanted));
  const stalls = turns.flatMap((turn, id) =>
    turn.stall === undefined || !isWanted(turn) ? [] : [{ id, turn, stall: turn.stall }],
  );
  return {
    ...sums,
    unpriced: sums.unpriced.slice(0, UNPRICED),
    places: places
      .slice(0, PLACES)
      .map((place) => ({ ...place, agentName: agentName(place.agent) })),
    morePlaces: Math.max(0, places.length - PLACES),
    stalls: stalls.slice(0, STALLS).map(({ id, turn, stall }) => ({
      id,
      startedAt: turn.startedAt,
      agentName: agentName(turn.agent),
      repository: turn.repository,
      name: stall.name,
      what: stall.what,
      ms: stall.ms,
    })),
    moreStalls: Math.max(0, stalls.length - STALLS),
  };
}
