/** What a shell command amounts to, read by a tokenizer: shell text is no regular language. */
import { parse } from 'shell-quote';

export type CommandKind = 'no-op' | 'test' | 'other';

const runners = new Set(['pytest', 'py.test', 'jest', 'vitest', 'mocha', 'ava', 'rspec', 'phpunit', 'ctest', 'tox', 'nox']);
/** Programs whose first words make a test run. */
const runnerWords: Record<string, readonly string[]> = {
  npm: ['test', 't', 'run test'], pnpm: ['test', 'run test'], yarn: ['test', 'run test'], bun: ['test'], deno: ['test'],
  go: ['test'], cargo: ['test', 'nextest run'], mvn: ['test', 'verify'], gradle: ['test', 'check'], './gradlew': ['test', 'check'],
  make: ['test', 'check'], dotnet: ['test'], node: ['--test'], python: ['-m pytest', '-m unittest'], python3: ['-m pytest', '-m unittest'],
  npx: ['jest', 'vitest', 'mocha', 'ava'], bundle: ['exec rspec'], rake: ['test', 'spec'], mix: ['test'], swift: ['test'],
};
const joiners = new Set(['&&', '||', ';', '|']);
const parsed = new Map<string, CommandKind>();
const REMEMBERED = 512;

/** `unknown` input (no command text) is `other`. */
export function commandKind(command: string): CommandKind {
  const known = parsed.get(command);
  if (known !== undefined) { return known; }
  const kind = command.length > 4096 ? 'other' : classify(command);
  if (parsed.size >= REMEMBERED) { parsed.clear(); }
  parsed.set(command, kind);
  return kind;
}

function classify(command: string): CommandKind {
  const segments = splitSegments(command);
  if (segments === undefined) { return 'other'; }
  if (segments.some(isTestRun)) { return 'test'; }
  return segments.every(isNoOp) ? 'no-op' : 'other';
}

/** The words of each segment between `&&`, `||`, `;` and `|`; undefined if the command does more than run words. */
function splitSegments(command: string): string[][] | undefined {
  const segments: string[][] = [[]];
  // A variable is kept as an object, so that it is seen to be no literal word.
  const tokens = parse(command.replaceAll('\n', ' ; '), (name) => ({ op: `$${name}` }));
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) { break; }
    if (typeof token === 'string') { segments.at(-1)?.push(token); continue; }
    if ('comment' in token) { continue; }
    if (joiners.has(token.op)) { segments.push([]); continue; }
    if (token.op === '>&' || (token.op === '>' && tokens[i + 1] === '/dev/null')) {
      // `2>&1` and `>/dev/null` change where the output goes, not what the command does
      const words = segments.at(-1);
      if (words !== undefined && /^[012]$/.test(words.at(-1) ?? '')) { words.pop(); }
      i += 1;
      continue;
    }
    if (token.op === 'glob') { segments.at(-1)?.push('*'); continue; }
    return undefined;
  }
  return segments.filter((words) => words.length > 0);
}

function isTestRun(words: string[]): boolean {
  const program = words[0]?.split('/').at(-1) ?? '';
  if (runners.has(program)) { return true; }
  const starts = runnerWords[words[0] ?? ''] ?? runnerWords[program];
  const rest = words.slice(1).join(' ');
  return starts?.some((start) => rest === start || rest.startsWith(`${start} `) || rest.startsWith(`${start}:`)) ?? false;
}

/** Commands that neither change nor tell anything: `:`, `true`, `sleep`, an echo of literal words, reading the null device. */
function isNoOp(words: string[]): boolean {
  const [program, ...rest] = words;
  switch (program) {
    case ':': case 'true': case 'false': case 'sleep': case 'echo': case 'printf': case 'cd':
      return true;
    case 'cat': case 'head': case 'tail': case 'wc':
      return rest.length > 0 && rest.every((word) => word === '/dev/null' || word.startsWith('-'));
    default:
      return false;
  }
}
