#!/usr/bin/env node
/** The program `turnwatch`. Each command is loaded when it is asked for. */
import { plain } from './print-lines.js';
import { Unusable } from './command-line.js';

const HELP = `Watches coding agents turn by turn, and tells real work from going in circles.

usage: turnwatch COMMAND [OPTION …]

  watch [FOLDER]      follows the agents that work in a folder (default: this one) from their own
                      logs, and prints each step, state and verdict until Ctrl+C
      --json              one JSON object per line
      --exit-code         ends with 3 when a turn stalls
      --on-stall COMMAND  runs it at each stall, with the state as JSON on its standard input
      --verbose           says on standard error what is read

Options of all commands:
      --preset NAME       balanced (default), progress-detector, stuck-heuristics, group-loops, patterns
      --set key=value …   limits, such as balanced.sameResult=6

Exits with 0, with 2 for unusable input, and with 3 as said above. NO_COLOR turns colors off.`;

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) {
    throw new Unusable('which command? turnwatch --help lists them');
  }
  if (['help', '--help', '-h'].includes(command) || args.includes('--help')) {
    console.log(HELP);
    return 0;
  }
  switch (command) {
    case 'watch':
      return (await import('./watch.js')).watch(args, new URL('git-thread.js', import.meta.url));
    default:
      throw new Unusable(`unknown command "${command}"; turnwatch --help lists them`);
  }
}

try {
  const code = await run(process.argv.slice(2));
  // at once, whatever is still under way: output that is piped is written first
  process.stdout.write('', () => process.exit(code));
} catch (error) {
  if (!(error instanceof Unusable)) {
    throw error;
  }
  console.error(`turnwatch: ${plain(error.message)}`);
  process.exitCode = 2;
}
