/** What one segment of a shell command does, by its program and first words. */
import { baseName } from '../../paths.js';
import { inlineScript, rewritesFile } from './inline-script.js';
import { kindOfProgram, launchers, wordRules, type SegmentKind } from './programs.js';
import type { Segment } from './shell-segments.js';
import { setsVariable } from './shell.js';

export type { SegmentKind };

/** Programs that run programs, in one command. */
const MOST_LAUNCHES = 3;

/** The program's name without its folder. */
export function findProgram(words: readonly string[]): string {
  return baseName(words[0] ?? '');
}

export function segmentKind(segment: Segment): SegmentKind {
  const { words, toFile } = segment;
  let from = 0;
  while (setsVariable(words[from] ?? '')) {
    from += 1;
  }
  const kind =
    from === words.length ? 'other' : kindOfWords(from === 0 ? words : words.slice(from), 0);
  switch (kind) {
    case 'no-op':
    case 'read':
    case 'search':
    case 'list':
    case 'git-overview':
    case 'other':
      return toFile === undefined ? kind : 'change';
    case 'run': {
      const script = inlineScript(segment);
      return script !== undefined && rewritesFile(script) ? 'change' : kind;
    }
    default:
      return kind;
  }
}

/** @param launches programs so far that ran the next one */
function kindOfWords(words: readonly string[], launches: number): SegmentKind {
  const [word = '', ...args] = words;
  const program = findProgram(words);
  const launched = launches < MOST_LAUNCHES ? launchedWords(program, args) : undefined;
  if (launched !== undefined) {
    return kindOfWords(launched, launches + 1);
  }
  if (asksAboutItself(args)) {
    return 'list';
  }
  if (entersEnvironment(program, args)) {
    return 'no-op';
  }
  return (
    kindByWords(program, args, launches) ??
    kindByName(program, args, launches) ??
    kindOfScript(word)
  );
}

/** The words of the program that a launcher runs; undefined if this is none. */
function launchedWords(program: string, args: readonly string[]): readonly string[] | undefined {
  const verbs = launchers.get(program);
  if (verbs === undefined) {
    return undefined;
  }
  const first = args.findIndex((arg) => !arg.startsWith('-'));
  if (verbs.length === 0) {
    return first < 0 ? undefined : args.slice(first);
  }
  return verbs.includes(args[first] ?? '') ? args.slice(nextWord(args, first + 1)) : undefined;
}

function asksAboutItself(args: readonly string[]): boolean {
  return args.length === 1 && /^(?:--version|--help|-V|-h)$/.test(args[0] ?? '');
}

/** Each shell starts without it: alone it does nothing. */
function entersEnvironment(program: string, [script = '']: readonly string[]): boolean {
  return (program === 'source' || program === '.') && /(?:^|[\\/])activate(?:\.\w+)?$/.test(script);
}

const asking = /^(?:--?version|--?help|-[vVh]|version|help)$/;
const lookups = /^(?:which|whereis|type|where|where\.exe|command|hash|Get-Command|gcm|whence)$/i;

/** Asks whether a program is there, or which one. */
export function asksForProgram(words: readonly string[]): boolean {
  return lookups.test(findProgram(words)) || (words.length === 2 && asking.test(words[1] ?? ''));
}

/** Undefined for programs whose words say nothing. */
function kindByWords(
  program: string,
  args: readonly string[],
  launches: number,
): SegmentKind | undefined {
  const rules = wordRules.get(program);
  if (rules === undefined) {
    return undefined;
  }
  const line = args.join(' ');
  const verb = program === 'git' ? line.replace(/^(?:-[cC] \S+ |--?\S+ )+/, '') : line;
  const kind = rules.find(([, pattern]) => pattern.test(verb))?.[0];
  return kind === 'run' && launches < MOST_LAUNCHES
    ? kindOfRun(program, args, launches)
    : (kind ?? kindOfProgram.get(program) ?? 'other');
}

/** Undefined for programs that are not known. */
function kindByName(
  program: string,
  args: readonly string[],
  launches: number,
): SegmentKind | undefined {
  const kind = kindOfProgram.get(program);
  switch (kind) {
    case 'no-op':
      return kindOfPrint(args);
    case 'run':
      return kindOfRun(program, args, launches);
    case 'build':
      return kindOfBuild(program, args);
    case 'search':
      return kindOfSearch(program, args);
    case 'read':
      return kindOfRead(program, args);
    default:
      return kind;
  }
}

/** What a substitution prints is information. */
function kindOfPrint(args: readonly string[]): SegmentKind {
  const substitutes =
    args.at(-1)?.endsWith('$') === true ||
    args.some((arg) => arg.includes('`') || arg.includes('$('));
  return substitutes ? 'other' : 'no-op';
}

/** Package managers that run a program of the project by its bare name. */
const runners = new Set(['pnpm', 'yarn', 'bun']);

/** The script that an interpreter or a package manager runs. */
function kindOfRun(program: string, args: readonly string[], launches: number): SegmentKind {
  const at = nextWord(args, 0);
  const script = args[at] ?? '';
  if ((at > 0 && args[at - 1] === '-m') || runners.has(program)) {
    const kind = script === 'run' ? 'other' : kindOfWords(args.slice(at), launches + 1);
    return kind === 'other' ? 'run' : kind;
  }
  if (/^-[ceprl]*[ce]$/.test(args[0] ?? '')) {
    return 'run';
  }
  return runsTests(script) ? 'test' : 'run';
}

/** A script is named after the tests that it runs. */
const testScript = /(?:^|[/-])(?:run[-_]?)?tests?(?:[-_./]|$)|[-_.](?:test|spec)s?\.\w+$/i;

function runsTests(script: string): boolean {
  return testScript.test(script) || script.endsWith('runtests.py');
}

function kindOfScript(word: string): SegmentKind {
  if (!word.includes('/') && !/\.(?:sh|py|js|mjs|rb|pl)$/.test(word)) {
    return 'other';
  }
  return testScript.test(word) || word.endsWith('/runtests.py') ? 'test' : 'run';
}

/** Formatters and linters that write. */
const rewrites = /(?:^| )(?:--fix|--write|-w|-i|--in-place|format)(?: |$)/;
const formats = /^(?:black|isort|rustfmt)$/;

function kindOfBuild(program: string, args: readonly string[]): SegmentKind {
  const onlyChecks = args.some((arg) => /--(?:check|diff)/.test(arg));
  return rewrites.test(args.join(' ')) || (formats.test(program) && !onlyChecks)
    ? 'change'
    : 'build';
}

const findThatChanges = /(?:^| )-(?:delete|exec \S*(?:rm|mv|chmod|sed -i|touch|cp)\b)/;

function kindOfSearch(program: string, args: readonly string[]): SegmentKind {
  return program === 'find' && findThatChanges.test(args.join(' ')) ? 'change' : 'search';
}

function kindOfRead(program: string, args: readonly string[]): SegmentKind {
  if (program === 'sed' || program === 'perl') {
    const inPlace = args.some((arg) => /^-(?![IM])[a-zA-Z0-9]*i|^--in-place/.test(arg));
    return inPlace ? 'change' : program === 'perl' ? 'run' : 'read';
  }
  const readsNothing =
    args.includes('/dev/null') && args.every((arg) => arg === '/dev/null' || arg.startsWith('-'));
  return readsNothing ? 'no-op' : 'read';
}

const watchers = /^(?:kubectl|oc|gh|glab|docker|podman|systemctl|aws|gcloud|az|fly)$/;
const watching = /^(?:wait|watch|--wait|--watch|--timeout)(?:=|$)/;

/** Waits for something that runs elsewhere to finish, or for a time to pass. */
export function waitsItself(words: readonly string[]): boolean {
  return (
    watchers.test(findProgram(words)) &&
    (words.some((word) => watching.test(word)) ||
      (words.includes('rollout') && words.includes('status')))
  );
}

const pings =
  /^(?:(?:mysqladmin|mariadb-admin|redis-cli|valkey-cli|rabbitmq-diagnostics)(?: \S+)*? ping|pg_isready)(?: \S+)*$/;

/** Asks a server that may still be starting whether it is up, here or in a container. */
export function asksWhetherUp(words: readonly string[]): boolean {
  return pings.test(words.join(' ').replace(/^.*? exec (?:-\S+ )*\S+ /, ''));
}

/** Index of the first word from `from` on that is no option. */
function nextWord(args: readonly string[], from: number): number {
  const found = args.findIndex((arg, index) => index >= from && !arg.startsWith('-'));
  return found < 0 ? args.length : found;
}
