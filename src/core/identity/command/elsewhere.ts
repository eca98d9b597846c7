/** Commands that are run on another machine or in a container: what they do there is in their last words. */
import { findProgram, segmentKind, type SegmentKind } from './segment.js';
import { readCommand } from './shell.js';

/** Options of `ssh` that take a word. */
const sshOptions = /^-[BbcDEeFIiJLlmOopQRSWw]$/;
/** Options of containers' `exec` that take a word. */
const execOptions = /^(?:-[ceuwn]|--(?:container|env|user|workdir|namespace|context))$/;
const containers = /^(?:docker|podman|nerdctl|kubectl|oc|docker-compose)$/;

/** Nothing but looks, pauses and words between them. */
const looking: ReadonlySet<SegmentKind> = new Set([
  'read',
  'search',
  'list',
  'git-overview',
  'no-op',
  'wait',
]);

/** These only tell something there. */
const tellers =
  /^(?:printenv|env|hostname|whoami|id|uname|date|uptime|free|ps|ss|netstat|lsblk|lscpu|getent|journalctl)$/;

/** Whether the words only look at something elsewhere. */
export function looksElsewhere(words: readonly string[]): boolean {
  const inner = findInner(words);
  return (
    inner !== undefined &&
    readCommand(inner, 1).segments.every(
      (segment) =>
        (looking.has(segmentKind(segment)) && !configures(segment.words)) ||
        tellers.test(findProgram(segment.words)),
    )
  );
}

/** A word of our own shell, where it does nothing, and of a router. */
function configures(words: readonly string[]): boolean {
  return findProgram(words) === 'set' && words.length > 2;
}

/** The command that runs there; undefined if none is named. */
function findInner(words: readonly string[]): string | undefined {
  const [program = '', ...args] = words;
  if (program === 'ssh') {
    return wordsFrom(args, skipOptions(args, 0, sshOptions) + 1);
  }
  if (!containers.test(program)) {
    return undefined;
  }
  const exec = args.indexOf('exec');
  if (exec < 0) {
    return undefined;
  }
  const name = skipOptions(args, exec + 1, execOptions);
  const ends = args.indexOf('--', name);
  return wordsFrom(args, ends < 0 ? name + 1 : ends + 1);
}

/** Index of the first word that is neither an option nor an option's word. */
function skipOptions(args: readonly string[], from: number, taking: RegExp): number {
  let at = from;
  while (args[at]?.startsWith('-') === true) {
    at += taking.test(args[at] ?? '') ? 2 : 1;
  }
  return at;
}

/** Several words are a command's; a single one is a command line. */
function wordsFrom(args: readonly string[], from: number): string | undefined {
  const words = args.slice(from);
  return words.length === 0
    ? undefined
    : words
        .map((word) => (words.length > 1 && /\s/.test(word) ? JSON.stringify(word) : word))
        .join(' ');
}
