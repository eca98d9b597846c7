/** Failures that take turns: one fix brings another failure back, whose fix brings the first one back. */
import { Recent } from '../../identity/recent.js';
import { pushNewest } from '../../push-newest.js';
import type { Run } from '../runs.js';

/** How a command went at one time. */
export interface Turn {
  readonly run: Run;
  /** How it went, whatever the command. */
  readonly way: string;
  /** What failed, by name; empty if it went well. */
  readonly failing: readonly string[];
  /** Files changed since the turn before. */
  readonly paths: readonly string[];
}

/** Runs of a round, at least and at most. */
const [SHORTEST, LONGEST] = [2, 6];
const REMEMBERED = 64;

/** The runs of equal rounds, and how many make a round. */
export interface Rounds {
  readonly runs: readonly Run[];
  readonly period: number;
}

export class FailingTurns {
  private turns: Turn[] = [];
  private readonly commands = new Recent<true>(REMEMBERED);

  restart(): void {
    this.turns = [];
    this.commands.clear();
  }

  /** Whether the command ever went wrong. */
  hasFailed(key: string): boolean {
    return this.commands.has(key);
  }

  /**
   * The equal rounds that end with this turn, the first of which may be cut; undefined if nothing takes turns.
   * @param turn of a command that ever went wrong: others have no part in it
   */
  add(turn: Turn): Rounds | undefined {
    const { run, way, failing } = turn;
    if (failing.length > 0) {
      this.commands.set(run.key, true);
    }
    const newest = this.turns.at(-1);
    if (newest?.run.step === run.step && newest.run.key === run.key) {
      // its step is judged again
      this.turns.pop();
    } else if (newest?.run.key === run.key && newest.way === way) {
      // it only went on as it was
      return undefined;
    }
    pushNewest(this.turns, turn, REMEMBERED);
    for (let period = SHORTEST; period <= LONGEST; period++) {
      const runs = this.findRounds(period).map((each) => each.run);
      if (runs.length > period) {
        return { runs, period };
      }
    }
    return undefined;
  }

  private findRounds(period: number): readonly Turn[] {
    const { turns } = this;
    let from = turns.length;
    while (from > period && isAgain(turns[from - 1], turns[from - 1 - period])) {
      from -= 1;
    }
    const round = turns.slice(-period);
    return from < turns.length && takesTurns(round) ? turns.slice(from - period) : [];
  }
}

/** It went as it did a round before, after the same files were changed. */
function isAgain(now: Turn | undefined, before: Turn | undefined): boolean {
  return (
    now?.run.key === before?.run.key &&
    now?.way === before?.way &&
    now?.paths.length === before?.paths.length &&
    now?.paths.every((path) => before?.paths.includes(path)) === true
  );
}

/** Two failures without anything in common, and a command that does not always show the same: what mends one brings the other. */
function takesTurns(round: readonly Turn[]): boolean {
  const wrong = round.filter(({ failing }) => failing.length > 0);
  const always = wrong[0]?.failing.filter((name) =>
    wrong.every(({ failing }) => failing.includes(name)),
  );
  const ways = new Map<string, string>();
  let moves = false;
  for (const { run, way } of round) {
    moves ||= ways.has(run.key) && ways.get(run.key) !== way;
    ways.set(run.key, way);
  }
  return always?.length === 0 && moves && round.some(({ paths }) => paths.length > 0);
}
