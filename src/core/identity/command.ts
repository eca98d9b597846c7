/** What a shell command amounts to, read by a tokenizer: shell text is no regular language. */
import { parse, type ParseEntry } from 'shell-quote';

/**
 * `no-op`: neither changes nor tells anything. `wait`: a no-op that sleeps. `poll`: sleeps, then looks. `change`: alters files
 * or history.
 */
export type CommandKind = 'no-op' | 'wait' | 'poll' | 'test' | 'change' | 'other';
export interface CommandNature {
  kind: CommandKind;
  /** A search or diff command: its exit code 1 reports a finding, not a failure. */
  finds: boolean;
}

const runners = new Set(['pytest', 'py.test', 'jest', 'vitest', 'mocha', 'ava', 'rspec', 'phpunit', 'ctest', 'tox', 'nox']);
/** Programs whose first words make a test run. */
const runnerWords: Record<string, readonly string[]> = {
  npm: ['test', 't', 'run test'], pnpm: ['test', 'run test'], yarn: ['test', 'run test'], bun: ['test'], deno: ['test'],
  go: ['test'], cargo: ['test', 'nextest run'], mvn: ['test', 'verify'], gradle: ['test', 'check'], gradlew: ['test', 'check'],
  make: ['test', 'check'], dotnet: ['test'], node: ['--test'], python: ['-m pytest', '-m unittest'], python3: ['-m pytest', '-m unittest'],
  npx: ['jest', 'vitest', 'mocha', 'ava'], bundle: ['exec rspec'], rake: ['test', 'spec'], mix: ['test'], swift: ['test'],
};
const finders = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag', 'ack', 'diff', 'cmp', 'test', '[', '[[']);
const changers = new Set([
  'mv', 'cp', 'rm', 'mkdir', 'rmdir', 'touch', 'ln', 'chmod', 'chown', 'tee', 'patch', 'install', 'truncate', 'rsync', 'tar', 'unzip', 'dd',
]);
const gitChanges = new Set([
  'add', 'commit', 'checkout', 'switch', 'apply', 'am', 'mv', 'rm', 'stash', 'merge', 'rebase', 'reset', 'restore', 'revert', 'cherry-pick', 'push', 'pull',
  'clone', 'tag', 'init', 'clean',
]);

const joiners = new Set(['&&', '||', ';', '|', '&', '(', ')']);
const writes = new Set(['>', '>>', '>|', '&>', '&>>']);
/** Longer commands are judged by this many characters and are never no-ops. */
const JUDGED = 4096;
const REMEMBERED = 512;
const remembered = new Map<string, CommandNature>();

export function natureOf(command: string): CommandNature {
  const known = remembered.get(command);
  if (known !== undefined) { return known; }
  const reading = read(command.slice(0, JUDGED));
  const nature = { kind: kindOf(reading, command.length <= JUDGED), finds: isFinder(reading.segments.at(-1) ?? []) };
  if (remembered.size >= REMEMBERED) { remembered.clear(); }
  remembered.set(command, nature);
  return nature;
}

interface Reading {
  /** The words of each segment between `&&`, `||`, `;` and `|`. */
  segments: string[][];
  /** Output goes to a file. */
  toFile: boolean;
  /** Nothing but literal words: no variable, substitution or pattern. */
  literal: boolean;
}

function kindOf({ segments, toFile, literal }: Reading, whole: boolean): CommandKind {
  if (segments.some(isTestRun)) { return 'test'; }
  if (toFile || segments.some(isChange)) { return 'change'; }
  const sleeps = segments.some(([program]) => program === 'sleep');
  if (whole && literal && segments.every(isNoOp)) { return sleeps ? 'wait' : 'no-op'; }
  return sleeps ? 'poll' : 'other';
}

function read(command: string): Reading {
  const reading: Reading = { segments: [], toFile: false, literal: !/[`$]/.test(command) };
  let document: string | undefined;
  // Line by line: a comment ends with its line, and what stands in a here-document is no command.
  for (const line of command.split('\n')) {
    if (document !== undefined) {
      if (line.trim() === document) { document = undefined; }
      continue;
    }
    const tokens = tokenize(line);
    if (tokens === undefined) { return { ...reading, segments: [], literal: false }; }
    reading.segments.push([]);
    document = readLine(tokens, reading);
  }
  reading.segments = reading.segments.filter((words) => words.length > 0);
  return reading;
}

/** @returns the word that ends the here-document which begins on this line, if one does. */
function readLine(tokens: readonly (ParseEntry | Variable)[], reading: Reading): string | undefined {
  let document: string | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const [token, next, words] = [tokens[i], tokens[i + 1], reading.segments.at(-1)];
    if (token === undefined || words === undefined) { break; }
    if (typeof token === 'string') { words.push(token); continue; }
    if ('comment' in token) { break; }
    if (joiners.has(token.op)) { reading.segments.push([]); continue; }
    if (token.op === '<<' || token.op === '<<-') {
      reading.literal = false;
      document = typeof next === 'string' ? next : undefined;
      i += 1;
      continue;
    }
    if (token.op === '>&' || writes.has(token.op)) {
      // `2>&1` and `>/dev/null` change where the output goes, not what the command does
      if (/^[012]$/.test(words.at(-1) ?? '')) { words.pop(); }
      reading.toFile ||= token.op !== '>&' && next !== '/dev/null';
      i += 1;
      continue;
    }
    reading.literal = false;
    words.push(token.op);
  }
  return document;
}

/** A variable, kept as an object so that it is seen to be no literal word. */
interface Variable { op: string }

/** Undefined for text that the tokenizer rejects. */
function tokenize(command: string): (ParseEntry | Variable)[] | undefined {
  try {
    return parse(command, (name): Variable => ({ op: `$${name}` }));
  } catch {
    return undefined;
  }
}

function programOf(words: readonly string[]): string {
  return words[0]?.split('/').at(-1) ?? '';
}

function isTestRun(words: readonly string[]): boolean {
  const program = programOf(words);
  if (runners.has(program)) { return true; }
  const rest = words.slice(1).join(' ');
  const starts = Object.hasOwn(runnerWords, program) ? runnerWords[program] : undefined;
  return starts?.some((start) => rest === start || rest.startsWith(`${start} `) || rest.startsWith(`${start}:`)) ?? false;
}

function isChange(words: readonly string[]): boolean {
  const program = programOf(words);
  if (program === 'git') { return gitChanges.has(words[1] ?? ''); }
  if (program === 'sed' || program === 'perl') { return words.some((word) => /^-[a-z]*i|^--in-place/.test(word)); }
  return changers.has(program);
}

/** Search and diff commands, of which the last decides over the exit code. */
function isFinder(words: readonly string[]): boolean {
  const program = programOf(words);
  return finders.has(program) || (program === 'git' && words.some((word) => word === 'diff' || word === 'grep'));
}

/** Commands that neither change nor tell anything: `:`, `true`, `sleep`, an echo of literal words, reading the null device. */
function isNoOp([program, ...rest]: readonly string[]): boolean {
  switch (program) {
    case ':': case 'true': case 'false': case 'sleep': case 'echo': case 'printf': case 'cd':
      return true;
    case 'cat': case 'head': case 'tail': case 'wc':
      return rest.includes('/dev/null') && rest.every((word) => word === '/dev/null' || word.startsWith('-'));
    default:
      return false;
  }
}
