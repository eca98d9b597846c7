/** Failures that alternate: one fix brings another failure back, whose fix brings the first one back. */
import { Recent } from '../../identity/recent.js';
import { pushNewest } from '../../push-newest.js';
import type { Run } from '../runs.js';

/** How a command went at one time. */
export interface RunOutcome {
  readonly run: Run;
  /** How it went, whatever the command. */
  readonly way: string;
  /** What failed, by name; empty if it went well. */
  readonly failing: readonly string[];
  /** It told what no failing run had told before. */
  readonly news: boolean;
  /** Files changed since the run before. */
  readonly paths: readonly string[];
  /** How many changes there were by then, also of what is no file that is known: what is installed, say. */
  readonly changes: number;
}

/** Runs of a round, at least and at most. */
const [SHORTEST, LONGEST] = [2, 6];
/** As many as the highest limit of equal rounds needs. */
const REMEMBERED = 128;

/** The runs of equal rounds, and how many make a round. */
export interface EqualRounds {
  readonly runs: readonly Run[];
  readonly period: number;
}

export class AlternatingFailures {
  private outcomes: RunOutcome[] = [];
  private readonly commands = new Recent<true>(REMEMBERED);

  restart(): void {
    this.outcomes = [];
    this.commands.clear();
  }

  /** Whether the command ever went wrong. */
  hasFailed(key: string): boolean {
    return this.commands.has(key);
  }

  /**
   * The equal rounds that end with this run, the first of which may be cut; undefined if nothing alternates.
   * @param outcome of a command that ever went wrong: others have no part in it
   */
  add(outcome: RunOutcome): EqualRounds | undefined {
    const { run, way, failing } = outcome;
    if (failing.length > 0) {
      this.commands.set(run.key, true);
    }
    const newest = this.outcomes.at(-1);
    if (newest?.run.step === run.step && newest.run.key === run.key) {
      // its step is judged again
      this.outcomes.pop();
    } else if (newest?.run.key === run.key && newest.way === way) {
      // it only went on as it was
      return undefined;
    }
    pushNewest(this.outcomes, outcome, REMEMBERED);
    for (let period = SHORTEST; period <= LONGEST; period++) {
      const runs = this.findRounds(period).map((each) => each.run);
      if (runs.length > period) {
        return { runs, period };
      }
    }
    return undefined;
  }

  private findRounds(period: number): readonly RunOutcome[] {
    const { outcomes } = this;
    let from = outcomes.length;
    while (from > period && isAgain(outcomes[from - 1], outcomes[from - 1 - period])) {
      from -= 1;
    }
    const again = outcomes.slice(from - period);
    return from < outcomes.length && alternates(outcomes.slice(-period), again) ? again : [];
  }
}

/** It went as it did a round before, after the same files were changed, and told no more. What fails in the very same way may be called otherwise. */
function isAgain(now: RunOutcome | undefined, before: RunOutcome | undefined): boolean {
  return (
    (now?.run.key === before?.run.key || (now !== undefined && now.failing.length > 0)) &&
    now?.news !== true &&
    now?.way === before?.way &&
    now?.paths.length === before?.paths.length &&
    now?.paths.every((path) => before?.paths.includes(path)) === true
  );
}

/**
 * Two failures without anything in common, and a command that does not always show the same: what mends one brings the other.
 * @param again all rounds
 */
function alternates(round: readonly RunOutcome[], again: readonly RunOutcome[]): boolean {
  const wrong = round.filter(({ failing }) => failing.length > 0);
  const always = wrong[0]?.failing.filter((name) =>
    wrong.every(({ failing }) => failing.includes(name)),
  );
  const ways = new Map<string, string>();
  let moves = false;
  for (const { run, way } of again) {
    moves ||= ways.has(run.key) && ways.get(run.key) !== way;
    ways.set(run.key, way);
  }
  const [first, newest] = [round[0], round.at(-1)];
  return always?.length === 0 && moves && first?.changes !== newest?.changes;
}
