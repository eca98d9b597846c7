#!/usr/bin/env node
/** The program `turnwatch`. Each command is loaded when it is asked for. */
import { runToExit, Unusable } from './command-line.js';

/** The package's own; the build writes it in. */
declare const VERSION: string;

const HELP = `Watches coding agents turn by turn, and tells real work from going in circles.

usage: turnwatch COMMAND [OPTION …]

  watch [FOLDER]      follows the agents that work in a folder (default: this one) from their own
                      logs, and prints each step, state and verdict until Ctrl+C
      --json              one JSON object per line
      --mode auto         a stalled turn has to answer in words, unless a window of VS Code has the
                          folder open (the agent's hooks must be there: turnwatch connect)
      --exit-code         ends with 3 when a turn stalls and no such window is there to ask in
      --exit-at-end       ends when a turn does: with 0, or with 4 where it failed, gave no answer, its last tests
                          failed, ran before the last edit or not at all, or tasks are open
      --on-stall COMMAND  runs it at each stall, with the state as JSON on its standard input
      --metrics PORT      offers counts to Prometheus at http://127.0.0.1:PORT/metrics; with
                          OTEL_EXPORTER_OTLP_ENDPOINT set, they are sent there, with a span per turn
      --repository-names  with repositories' names in both, not only a hash of them
      --verbose           says on standard error what is read
  connect AGENT       adds the hooks by which Turnwatch can step in: says what changes, asks, and writes it
  disconnect AGENT    removes them again
      --yes           writes without asking, for scripts
      --project       for this folder's project only (connect)
      --diff          shows the whole change
  replay FILE…        judges recorded runs and agents' session logs; - is standard input
      --json              as one JSON object
      --format FORMAT     the format of the files, if it is not recognized
  scan                judges the logs that agents have left on this machine: turns, stalls, what they cost
      --days N            how far back (30)
      --price MODEL=INPUT,CACHED,OUTPUT
                          what a model costs, in dollars per million tokens, in place of its list price
      --json              as one JSON object, with every turn

  mcp [FOLDER]        an MCP server on standard input and output with one tool, turn_status, by which
                      an agent in the folder asks how its own turn stands

Options of watch, replay and scan:
      --preset NAME       balanced (default), progress-detector, stuck-heuristics, group-loops, patterns
      --set key=value …   limits, such as balanced.sameResult=6

turnwatch --version prints its version.

Exits with 0, with 2 for unusable input or a change that was not written, and with 3 and 4 as said above. NO_COLOR turns colors off.`;

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) {
    throw new Unusable('which command? turnwatch --help lists them');
  }
  if (command === 'help' || [command, ...args].some((each) => ['--help', '-h'].includes(each))) {
    console.log(HELP);
    return 0;
  }
  if (['--version', '-V'].includes(command)) {
    console.log(VERSION);
    return 0;
  }
  switch (command) {
    case 'watch':
      return (await import('./watch.js')).watch(args, new URL('git-thread.js', import.meta.url));
    case 'connect':
      return (await import('./connect.js')).connect(args);
    case 'disconnect':
      return (await import('./connect.js')).disconnect(args);
    case 'replay':
      return (await import('./replay.js')).replay(args);
    case 'scan':
      return (await import('./scan.js')).scan(args, new URL('scan-thread.js', import.meta.url));
    case 'mcp':
      return (await import('./mcp.js')).mcp(
        args,
        VERSION,
        new URL('git-thread.js', import.meta.url),
      );
    default:
      throw new Unusable(`unknown command "${command}"; turnwatch --help lists them`);
  }
}

await runToExit(() => run(process.argv.slice(2)));
