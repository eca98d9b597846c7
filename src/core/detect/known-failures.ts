/** Runs that fail after edits, now in one way and now in another, all of them known: edits go to and fro between them. */
import { Recent } from '../identity/hash.js';

export interface FailedRun {
  step: number;
  number: number;
  key: string;
  outcome: string;
}

/** Of one command, since it last went well: how it failed, and the newest runs that all failed in a known way. */
interface Known {
  ways: string[];
  calls: FailedRun[];
  /** What failed in all of these. */
  always: readonly string[];
  between: Set<string>;
  after: number;
  paths: string[];
  revisited: boolean;
}

const COMMANDS = 64;
const WAYS = 16;
const LISTED = 64;

export class KnownFailures {
  private readonly commands = new Recent<Known>(COMMANDS);

  restart(): void {
    this.commands.clear();
  }

  wentWell(command: string): void {
    this.commands.delete(command);
  }

  /**
   * @param way how it failed
   * @param failing what did: where something fails all the time, the rest may come and go by chance
   * @param after number of changes before it
   * @param paths files changed since the last run
   * @returns the newest runs that failed in ways known before, two at least, while a file was edited again; empty if something was new
   */
  see(
    command: string,
    way: string,
    failing: readonly string[],
    run: FailedRun,
    after: number,
    paths: readonly string[],
  ): readonly FailedRun[] {
    let known = this.commands.get(command);
    if (known === undefined) {
      this.commands.set(
        command,
        (known = {
          ways: [],
          calls: [],
          always: [],
          between: new Set(),
          after: -1,
          paths: [],
          revisited: false,
        }),
      );
    }
    // nothing was changed, or the same step is judged again
    if (known.after === after) {
      return known.calls.at(-1)?.step === run.step ? told(known) : [];
    }
    known.after = after;
    known.revisited ||= paths.length === 0 || paths.some((path) => known.paths.includes(path));
    known.paths = [...new Set([...known.paths, ...paths])].slice(-LISTED);
    if (known.ways.includes(way)) {
      known.always =
        known.calls.length === 0 ? failing : known.always.filter((name) => failing.includes(name));
      known.calls = [...known.calls, run].slice(-LISTED);
      known.between.add(way);
    } else {
      known.ways = [...known.ways, way].slice(-WAYS);
      known.calls = [];
      known.between.clear();
      known.revisited = false;
    }
    return told(known);
  }
}

/** One way alone is the business of whoever counts equal runs. */
function told({ calls, always, between, revisited }: Known): readonly FailedRun[] {
  return between.size > 1 && always.length === 0 && revisited ? calls : [];
}
