/** Maps a recorded run: for each session its stops, verdicts and progress. A place is the number of events played. */
import type { TurnFact } from '../turns/turn-fact.js';
import { PROGRESS_CELLS, type PlaybackState } from '../view/snapshot.js';
import { countFromOne } from '../view/timeline/rows.js';
import type { Session } from '../turns/session.js';
import type { VerdictLevel, Verdict } from '../verdict.js';

/** Verdicts shown as marks. */
const SHOWN_VERDICTS = 200;

export interface SessionMap {
  session: string;
  /** Events played at each stop, ascending, and the newest finished step there, as people count (0: none). */
  stops: number[];
  steps: number[];
  verdicts: { played: number; level: VerdictLevel }[];
  /** Events played where something counted as progress, ascending. */
  progress: number[];
}

export class RunMap {
  private readonly maps = new Map<string, SessionMap>();

  /** In the order in which the sessions began. */
  get sessions(): readonly SessionMap[] {
    return [...this.maps.values()];
  }

  findSession(session: string): SessionMap | undefined {
    return this.maps.get(session);
  }

  /** @param played events up to and including the one that caused this */
  mapFact(session: Session, fact: TurnFact, played: number): void {
    switch (fact.kind) {
      case 'turn-start':
      case 'turn-end':
        this.stop(session, played);
        return;
      case 'step-end':
        this.stop(session, played, countFromOne(fact.step.number));
        if (fact.step.values.some(({ worth }) => worth === 'progress')) {
          this.progress(session, played);
        }
        return;
      case 'outside':
        if (fact.change.progress) {
          this.progress(session, played);
        }
        return;
      default:
        return;
    }
  }

  verdict({ session, level }: Verdict, played: number): void {
    this.maps.get(session)?.verdicts.push({ played, level });
  }

  private stop(session: Session, played: number, step?: number): void {
    let map = this.maps.get(session.id);
    if (map === undefined) {
      this.maps.set(
        session.id,
        (map = { session: session.id, stops: [], steps: [], verdicts: [], progress: [] }),
      );
    }
    if (map.stops.at(-1) === played) {
      map.stops.pop();
      map.steps.pop();
    }
    map.steps.push(step ?? map.steps.at(-1) ?? 0);
    map.stops.push(played);
  }

  private progress(session: Session, played: number): void {
    const marks = this.maps.get(session.id)?.progress;
    if (marks !== undefined && marks.at(-1) !== played) {
      marks.push(played);
    }
  }
}

/** Index of the last of these ascending places at or before `played`; −1 if there is none. */
export function placeAt(places: readonly number[], played: number): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? Infinity) <= played) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** The nearest place before or after `played`, if there is one. */
export function neighbour(
  places: readonly number[],
  played: number,
  direction: 'back' | 'forward',
): number | undefined {
  return direction === 'forward'
    ? places[placeAt(places, played) + 1]
    : places[placeAt(places, played - 1)];
}

/** The part of the state that comes from the map. */
export function placeIn(
  map: SessionMap,
  played: number,
): Pick<PlaybackState, 'stop' | 'lastStop' | 'step' | 'lastStep' | 'verdicts' | 'progress'> {
  const lastStop = map.stops.length - 1;
  const stop = Math.max(0, placeAt(map.stops, played));
  const nth = Math.ceil(map.verdicts.length / SHOWN_VERDICTS);
  const cells = new Set(
    map.progress.map((at) =>
      Math.min(
        PROGRESS_CELLS - 1,
        Math.floor((stopAfter(map, at) / Math.max(1, lastStop)) * PROGRESS_CELLS),
      ),
    ),
  );
  return {
    stop,
    lastStop,
    step: map.steps[stop] ?? 0,
    lastStep: map.steps.at(-1) ?? 0,
    progress: [...cells].sort((one, other) => one - other),
    verdicts: map.verdicts
      .filter((_, i) => i % nth === 0)
      .map(({ played: at, level }) => ({ stop: stopAfter(map, at), level })),
  };
}

/** The first stop that shows what came with this event. */
export function stopAfter({ stops }: SessionMap, played: number): number {
  return Math.min(stops.length - 1, placeAt(stops, played - 1) + 1);
}
