/** Reads a shell command into its segments. Words and operators are the tokenizer's; the rest is ours. */
import { parse, type ParseEntry } from 'shell-quote';
import { joinLines } from './shell-lines.js';
import { plainSegments, splitSegments, type Segment } from './shell-segments.js';

export interface ParsedShell {
  segments: Segment[];
  /** Texts of the here-documents. */
  documents: string[];
  /** Nothing but literal words: no variable, substitution or pattern. */
  literal: boolean;
  /** The command was not cut. */
  whole: boolean;
}

/** Characters of a command that are read, not counting here-documents, which may bring it up to `LONGEST`. */
const READ = 4096;
const LONGEST = 262_144;
/** `bash -c "bash -c …"` */
const DEEPEST = 3;

/** Where errors go, or that an output is thrown away, says nothing about what a command does. */
const steering = /[ \t]*(?:&>|>&|[12]?>)[ \t]*\/dev\/null\b|[ \t]*[12]?>&[12]\b|\|&(?!&)/g;

/** Expands each variable to its own name, so that different variables stay different words. */
const variables = new Proxy<Record<string, string>>({}, { get: (_, name) => `$${String(name)}` });

export function readCommand(command: string, depth = 0): ParsedShell {
  const documents: string[] = [];
  const text = command.length > LONGEST ? command.slice(0, LONGEST) : command;
  let line = text.includes('\n') || text.includes('#') ? joinLines(text, documents) : text;
  if (line.includes('>') || line.includes('|&')) {
    line = line.replace(steering, (found) => (found === '|&' ? '|' : ' '));
  }
  const read = line.length > READ ? line.slice(0, READ) : line;
  const { segments, literal } = segmentsIn(read, documents);
  const parsed: ParsedShell = {
    segments: [],
    documents,
    literal,
    whole: text.length === command.length && read.length === line.length,
  };
  for (const segment of segments) {
    addSegment(parsed, segment, depth);
  }
  return parsed;
}

function segmentsIn(
  line: string,
  documents: readonly string[],
): Pick<ParsedShell, 'segments' | 'literal'> {
  const plain = plainSegments(line);
  if (plain !== undefined) {
    return { segments: plain, literal: true };
  }
  const tokens = tokenize(line) ?? tokenize(withoutExpansions(line));
  if (tokens === undefined) {
    return { segments: [{ words: line.split(/\s+/).filter(Boolean), join: '' }], literal: false };
  }
  const { segments, literal } = splitSegments(tokens, documents);
  return { segments, literal: literal && !/[`$]/.test(line) };
}

/** `${name:-a b}` as one plain word: the tokenizer knows neither white space nor quotes in it, nor one that is not closed. */
function withoutExpansions(line: string): string {
  return line
    .replace(/\$\{([^{}]*)\}/g, (_, expansion: string) => `$${expansion.replace(/\W+/g, '_')}`)
    .replaceAll('${', '$_');
}

/** Undefined for text that the tokenizer rejects. */
function tokenize(line: string): ParseEntry[] | undefined {
  try {
    return parse(line, variables);
  } catch {
    return undefined;
  }
}

const keywords = new Set([
  '{',
  '}',
  '!',
  'if',
  'then',
  'else',
  'elif',
  'fi',
  'while',
  'until',
  'do',
  'done',
  'esac',
]);
const shells = new Set([
  'bash',
  'sh',
  'zsh',
  'dash',
  'ash',
  '/bin/bash',
  '/bin/sh',
  '/usr/bin/bash',
  '/bin/zsh',
]);

/** Programs that only set how another program is run. */
const wrappers = new Set([
  'time',
  'timeout',
  'gtimeout',
  'env',
  'nohup',
  'nice',
  'stdbuf',
  'command',
  'exec',
  'unbuffer',
  'setsid',
]);
const wrapperArgument = /^-|^\d+(?:\.\d+)?[smhd]?$/;

/** `NAME=value` before a program. */
export function setsVariable(word: string): boolean {
  return word.includes('=') && /^[A-Za-z_]\w*=/.test(word);
}

function dropWrappers(words: string[]): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (setsVariable(word)) {
      continue;
    }
    if (!wrappers.has(word) || words[i + 1] === '-v') {
      return;
    }
    let end = i + 1;
    while (wrapperArgument.test(words[end] ?? '')) {
      end += 1;
    }
    if (end >= words.length) {
      return;
    }
    words.splice(i, end - i);
    i -= 1;
  }
}

/** Adds a segment without the words of the shell's grammar, the segments of the script where it is `bash -lc "…"`, or nothing. */
function addSegment(parsed: ParsedShell, segment: Segment, depth: number): void {
  const { words } = segment;
  while (words[0] !== undefined && keywords.has(words[0])) {
    words.shift();
  }
  while (words.length > 1 && words.at(-1) === '}') {
    words.pop();
  }
  dropWrappers(words);
  if (words.length === 0) {
    return;
  }
  const script = depth < DEEPEST ? findScript(words) : undefined;
  if (script === undefined) {
    parsed.segments.push(segment);
  } else {
    addScript(parsed, segment, readCommand(script, depth + 1));
  }
}

/** The `…` of `bash -lc "…"`. */
function findScript([program = '', option = '', script]: readonly string[]): string | undefined {
  return shells.has(program) && /^-[a-z]*c$/.test(option) ? script : undefined;
}

function addScript(parsed: ParsedShell, outer: Segment, script: ParsedShell): void {
  parsed.literal &&= script.literal;
  parsed.whole &&= script.whole;
  parsed.documents.push(...script.documents);
  const [first, last] = [script.segments[0], script.segments.at(-1)];
  if (first === undefined || last === undefined) {
    return;
  }
  first.join = outer.join;
  if (outer.toFile !== undefined && last.toFile === undefined) {
    last.toFile = outer.toFile;
    last.appends = outer.appends === true;
  }
  parsed.segments.push(...script.segments);
}
