/** Runs after edits that fail in alternating known ways: the edits oscillate between them. */
import { Recent } from '../../identity/recent.js';
import { addNewest, pushNewest } from '../../push-newest.js';
import type { Run } from '../runs.js';

/** How one command failed since it last went well. */
interface KnownCommand {
  ways: string[];
  /** The newest runs, all of which failed in a known way. */
  runs: Run[];
  /** What failed in all of these runs. */
  always: readonly string[];
  /** The ways in which these runs failed. */
  between: Set<string>;
  /** Number of changes before the newest run. */
  after: number;
  readonly paths: string[];
  /** A file was changed again. */
  revisited: boolean;
}

const COMMANDS = 64;
const WAYS = 16;
const LISTED = 64;

export class KnownFailures {
  private readonly commands = new Recent<KnownCommand>(COMMANDS);

  restart(): void {
    this.commands.clear();
  }

  wentWell(command: string): void {
    this.commands.delete(command);
  }

  /**
   * @param way how it failed
   * @param failing what failed: where something fails all the time, the rest may come and go by chance
   * @param after number of changes before it
   * @param paths files changed since the last run
   * @returns the newest runs that failed in ways known before, two at least, while a file was edited again; empty if something was new
   */
  see(
    way: string,
    failing: readonly string[],
    run: Run,
    after: number,
    paths: readonly string[],
  ): readonly Run[] {
    const known = this.known(run.key);
    // nothing was changed, or the same step is judged again
    if (known.after === after) {
      return known.runs.at(-1)?.step === run.step ? alternating(known) : [];
    }
    known.after = after;
    known.revisited ||= paths.length === 0 || paths.some((path) => known.paths.includes(path));
    addNewest(known.paths, paths, LISTED);
    if (known.ways.includes(way)) {
      known.always =
        known.runs.length === 0 ? failing : known.always.filter((name) => failing.includes(name));
      pushNewest(known.runs, run, LISTED);
      known.between.add(way);
    } else {
      pushNewest(known.ways, way, WAYS);
      known.runs = [];
      known.between.clear();
      known.revisited = false;
    }
    return alternating(known);
  }

  private known(command: string): KnownCommand {
    let known = this.commands.get(command);
    if (known === undefined) {
      known = {
        ways: [],
        runs: [],
        always: [],
        between: new Set(),
        after: -1,
        paths: [],
        revisited: false,
      };
      this.commands.set(command, known);
    }
    return known;
  }
}

/** Runs that all failed in one way are counted by `EqualFailures`. */
function alternating({ runs, always, between, revisited }: KnownCommand): readonly Run[] {
  return between.size > 1 && always.length === 0 && revisited ? runs : [];
}
