/** Exports one turn of a recording as an event log: redacted, with as many earlier turns as its verdicts need. */
import type { ConfigEvent, SessionStart, TurnEvent } from '../events.js';
import { Judge } from '../judge.js';
import { areNested } from '../paths.js';
import { EventRedactor } from './redact-events.js';
import type { Verdict } from '../verdict.js';

/** Events judged before the caller may stop. */
const PART = 50;
/** Earlier workspace observations, kept as the turn's baseline. */
const LOOKS = 200;

export interface TurnExport {
  events: TurnEvent[];
  /** Earlier turns in the log, on which its verdicts rest. */
  before: number;
  /** A replay of the log gives the verdicts that the turn had. */
  same: boolean;
  /** Distinct secrets that were replaced. */
  secrets: number;
}

interface Start {
  index: number;
  steps: number;
  calls: number;
}
interface Turns {
  starts: Map<number, Start>;
  verdicts: Verdict[];
}

/**
 * @param events the whole recording
 * @returns undefined if it does not hold this turn of the session
 */
export function* exportTurn(
  events: readonly TurnEvent[],
  session: string,
  turn: number,
): Generator<void, TurnExport | undefined> {
  const recorded = yield* judged(events, session);
  if (!recorded.starts.has(turn)) {
    return undefined;
  }
  const wanted = told(recorded, turn);
  let best: TurnExport | undefined;
  for (const before of new Set([0, 1, 3, turn].filter((count) => count <= turn))) {
    const redactor = new EventRedactor();
    const log = [...cutOut(events, session, recorded.starts, turn - before, turn)].map((event) =>
      redactor.redact(event),
    );
    const again = yield* judged(log, session);
    // a log that does not begin with a turn begins within an open one
    const same = told(again, before) === wanted;
    best = { events: log, before, same, secrets: redactor.count };
    if (same) {
      break;
    }
  }
  return best;
}

/** The turns of a session and where they begin, from its first event on; newest last. */
export function* listTurns(
  events: readonly TurnEvent[],
  session: string,
): Generator<void, { turn: number; prompt: string | undefined }[]> {
  const { starts } = yield* judged(events, session);
  return [...starts].map(([turn, { index }]) => {
    const first = events[index];
    return { turn, prompt: first?.type === 'turn.start' ? first.prompt : undefined };
  });
}

function* judged(events: readonly TurnEvent[], id: string): Generator<void, Turns> {
  const judge = new Judge();
  const turns: Turns = { starts: new Map(), verdicts: [] };
  let [turn, steps, calls] = [-1, 0, 0];
  for (const [index, event] of events.entries()) {
    turns.verdicts.push(...judge.push(event).verdicts.filter((verdict) => verdict.session === id));
    const session = judge.sessions.get(id);
    if (session !== undefined) {
      if (session.turn !== turn) {
        turns.starts.set((turn = session.turn), { index, steps, calls });
      }
      ({ steps, calls } = session);
    }
    if (index % PART === PART - 1) {
      yield;
    }
  }
  return turns;
}

/** What the verdicts of a turn say, counted from its beginning. */
function told({ starts, verdicts }: Turns, turn: number): string {
  const start = starts.get(turn);
  if (start === undefined) {
    return '';
  }
  return JSON.stringify(
    verdicts
      .filter((verdict) => verdict.turn === turn)
      .map(
        ({ level, kind, detector, count, threshold, at, step, call, evidence, clearedAtCall }) => [
          level,
          kind,
          detector,
          count,
          threshold,
          at,
          step - start.steps,
          call - start.calls,
          evidence.calls.map((each) => each - start.calls),
          clearedAtCall === undefined ? null : clearedAtCall - start.calls,
        ],
      ),
  );
}

/** First sessions and thresholds, then the state of the workspace, then the turns. */
function* cutOut(
  events: readonly TurnEvent[],
  session: string,
  starts: Turns['starts'],
  from: number,
  to: number,
): Generator<TurnEvent> {
  const family = withChildren(events, session);
  const begin = starts.get(from)?.index ?? 0;
  const end = starts.get(to + 1)?.index ?? events.length;
  const before = events.slice(0, begin);
  const roots = [...family].flatMap(
    (id) =>
      mergedStart(events.filter((event) => 'session' in event && event.session === id))?.cwd ?? [],
  );
  const isIn = (event: TurnEvent): boolean => {
    if (event.type === 'tick') {
      return true;
    }
    if (event.type === 'workspace') {
      return event.session === undefined
        ? roots.some((root) => root === '' || areNested(root, event.root))
        : family.has(event.session);
    }
    return family.has(event.session);
  };
  for (const id of family) {
    const own = before.filter((event) => 'session' in event && event.session === id);
    const [start, config] = [mergedStart(own), mergedConfig(own)];
    if (start !== undefined) {
      yield start;
    }
    if (config !== undefined) {
      yield config;
    }
  }
  yield* lastLooks(before.filter(isIn));
  yield* events.slice(begin, end).filter(isIn);
}

function withChildren(events: readonly TurnEvent[], session: string): ReadonlySet<string> {
  const family = new Set([session]);
  for (const event of events) {
    if (event.type === 'session.start' && event.parent !== undefined && family.has(event.parent)) {
      family.add(event.session);
    }
  }
  return family;
}

/** Each further start of a session adds the fields still missing. */
function mergedStart(events: readonly TurnEvent[]): SessionStart | undefined {
  let merged: SessionStart | undefined;
  for (const event of events) {
    if (event.type !== 'session.start') {
      continue;
    }
    const known = Object.fromEntries(
      Object.entries(event).filter(([, value]) => value !== undefined && value !== ''),
    );
    merged = merged === undefined ? event : { ...merged, ...known };
  }
  return merged;
}

function mergedConfig(events: readonly TurnEvent[]): ConfigEvent | undefined {
  let merged: ConfigEvent | undefined;
  for (const event of events) {
    if (event.type !== 'config') {
      continue;
    }
    merged =
      merged === undefined
        ? event
        : {
            ...merged,
            ...(event.preset !== undefined && { preset: event.preset }),
            set: { ...merged.set, ...event.set },
            ...((merged.from ?? event.from) && { from: { ...merged.from, ...event.from } }),
          };
  }
  return merged;
}

/** The newest observation of each part of the workspace: the baseline of the turn's first one. */
function lastLooks(events: readonly TurnEvent[]): TurnEvent[] {
  const looks = new Map<string, TurnEvent>();
  for (const event of events) {
    if (event.type !== 'workspace') {
      continue;
    }
    const key = JSON.stringify([
      event.signal,
      event.root,
      event.session,
      event.signal === 'save' ? event.paths : undefined,
    ]);
    looks.delete(key);
    looks.set(key, event);
  }
  return [...looks.values()].slice(-LOOKS);
}
