/** Reads a shell command into its segments. Words and operators are the tokenizer's; here are lines, here-documents, redirections. */
import { parse, type ParseEntry } from 'shell-quote';

/** How a segment is joined to the one before it; `;` also stands for a new line, `$(` for a substitution. */
export type Join = '' | '&&' | '||' | ';' | '|' | '&' | '$(';

/** The words between two joins. */
export interface Segment {
  words: string[];
  join: Join;
  /** The file that takes its output; what steers output elsewhere is left out. */
  toFile?: string;
  appends?: boolean;
  /** What a here-document feeds into it. */
  document?: string;
}

export interface ParsedShell {
  segments: Segment[];
  /** Texts of the here-documents. */
  documents: string[];
  /** Nothing but literal words: no variable, substitution or pattern. */
  literal: boolean;
  /** All of the command was read. */
  whole: boolean;
}

/** A command is read up to this length, here-documents aside, which may take as much as `LONGEST`. */
const READ = 4096;
const LONGEST = 262_144;
/** `bash -c "bash -c …"` */
const DEEPEST = 3;

/** Where errors go, or that nobody looks at an output, is no part of what a command does. */
const steering = /[ \t]*(?:&>|>&|[12]?>)[ \t]*\/dev\/null\b|[ \t]*[12]?>&[12]\b|\|&(?!&)/g;
/** Neither variables, escapes, patterns, substitutions nor redirections: words are what white space and joins separate. */
const plain =
  /^[\w\s./:=,@%+~^!{}[\]|&;-]*(?:(?:"[^"'\\$`]*"|'[^'"]*')[\w\s./:=,@%+~^!{}[\]|&;-]*)*$/;
const plainTokens = /&&|\|\||[|&;]|(?:[^\s|&;"']|"[^"]*"|'[^']*')+/g;
/** What the reading of lines must know: escapes, quoted text, here-documents, comments, line ends. */
const pieces =
  /\\[\s\S]|"\$\(cat <<-?[ \t]*(['"]?)(\w+)\1[ \t]*\n|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|<<<|<<-?[ \t]*(['"]?)([A-Za-z_]\w*)\3|(?<![^\s;&|(])#[^\n]*|[#\n]/g;

/** A variable keeps its name and thus is told from another one. */
const variables = new Proxy<Record<string, string>>({}, { get: (_, name) => `$${String(name)}` });

export function readCommand(command: string, depth = 0): ParsedShell {
  const documents: string[] = [];
  const text = command.length > LONGEST ? command.slice(0, LONGEST) : command;
  let line = text.includes('\n') || text.includes('#') ? unfold(text, documents) : text;
  if (line.includes('>') || line.includes('|&')) {
    line = line.replace(steering, (found) => (found === '|&' ? '|' : ' '));
  }
  const read = line.length > READ ? line.slice(0, READ) : line;
  const reading: ParsedShell = {
    segments: [],
    documents,
    literal: true,
    whole: text.length === command.length && read.length === line.length,
  };
  const tokens = plain.test(read) ? (read.match(plainTokens) ?? []) : undefined;
  if (tokens !== undefined) {
    readPlain(tokens, reading);
  } else {
    reading.literal = !/[`$]/.test(read);
    const parsed = tokenize(read);
    if (parsed === undefined) {
      reading.literal = false;
    } else {
      readTokens(parsed, reading);
    }
  }
  const { segments } = reading;
  reading.segments = [];
  for (const segment of segments) {
    finish(segment, reading, depth);
  }
  return reading;
}

function readPlain(tokens: readonly string[], { segments }: ParsedShell): void {
  let segment: Segment = { words: [], join: '' };
  segments.push(segment);
  for (const token of tokens) {
    const join = joinOf(token);
    if (join === undefined) {
      segment.words.push(
        token.includes('"') || token.includes("'") ? token.replace(/["']/g, '') : token,
      );
    } else {
      segment = joined(segments, segment, join);
    }
  }
}

function readTokens(tokens: readonly ParseEntry[], reading: ParsedShell): void {
  const { segments, documents } = reading;
  let segment: Segment = { words: [], join: '' };
  segments.push(segment);
  /** Segments that go on after a substitution in them. */
  const outer: Segment[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined || (typeof token !== 'string' && 'comment' in token)) {
      break;
    }
    if (typeof token === 'string') {
      segment.words.push(token);
      continue;
    }
    if (token.op === 'glob') {
      reading.literal = false;
      segment.words.push('pattern' in token ? token.pattern : '');
      continue;
    }
    const op: string = token.op;
    const join = joinOf(op);
    if (join !== undefined) {
      segment = joined(segments, segment, join);
      continue;
    }
    const next = tokens[i + 1];
    switch (op) {
      case '(':
      case '<(':
      case '>(':
        if (op === '(' && !segment.words.at(-1)?.endsWith('$')) {
          segment = joined(segments, segment, segment.join);
          break;
        }
        outer.push(segment);
        segment = { words: [], join: '$(' };
        segments.push(segment);
        break;
      case ')':
        segment = outer.pop() ?? joined(segments, segment, ';');
        break;
      case '<<':
      case '<<-':
        reading.literal = false;
        segment.document = documents[typeof next === 'string' ? Number(next.slice(1)) : -1];
        i += 1;
        break;
      case '>':
      case '>>':
      case '>|':
      case '&>':
      case '&>>':
      case '>&': {
        // the number of a stream is no word
        if (
          /^[12]$/.test(segment.words.at(-1) ?? '') &&
          !op.startsWith('&') &&
          segment.words.length > 1
        ) {
          segment.words.pop();
        }
        if (typeof next === 'string') {
          segment.toFile = next;
          segment.appends = op.endsWith('>>');
          i += 1;
        }
        break;
      }
      default:
        reading.literal = false;
        segment.words.push(op);
    }
  }
}

function joinOf(op: string): Join | undefined {
  switch (op) {
    case '&&':
    case '||':
    case '|':
    case '&':
    case ';':
      return op;
    case '|&':
      return '|';
    case ';;':
    case ';&':
    case ';;&':
      return ';';
    default:
      return undefined;
  }
}

/** The next segment; an empty one only passes on how it was joined (`a |` and `b` on the next line). */
function joined(segments: Segment[], before: Segment, join: Join): Segment {
  if (before.words.length === 0 && before.toFile === undefined) {
    if (before.join === '' || before.join === ';') {
      before.join = segments.length > 1 ? join : '';
    }
    return before;
  }
  const next: Segment = { words: [], join };
  segments.push(next);
  return next;
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

/** They say how a program is run, not what it does. */
const manners = new Set([
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
const mannerWord = /^-|^\d+(?:\.\d+)?[smhd]?$/;

/** `NAME=value` before a program. */
export function setsVariable(word: string): boolean {
  return word.includes('=') && /^[A-Za-z_]\w*=/.test(word);
}

function withoutManners(words: string[]): void {
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (setsVariable(word)) {
      continue;
    }
    if (!manners.has(word) || words[i + 1] === '-v') {
      return;
    }
    let end = i + 1;
    while (mannerWord.test(words[end] ?? '')) {
      end += 1;
    }
    if (end >= words.length) {
      return;
    }
    words.splice(i, end - i);
    i -= 1;
  }
}

/** Adds the segment without words of the shell's grammar; of `bash -lc "…"` what it runs; nothing of a segment without words. */
function finish(segment: Segment, reading: ParsedShell, depth: number): void {
  const { words } = segment;
  while (words[0] !== undefined && keywords.has(words[0])) {
    words.shift();
  }
  while (words.length > 1 && words.at(-1) === '}') {
    words.pop();
  }
  withoutManners(words);
  const [program, option, script] = words;
  if (program === undefined) {
    return;
  }
  if (
    depth < DEEPEST &&
    shells.has(program) &&
    option !== undefined &&
    script !== undefined &&
    /^-[a-z]*c$/.test(option)
  ) {
    const inner = readCommand(script, depth + 1);
    reading.literal &&= inner.literal;
    reading.whole &&= inner.whole;
    reading.documents.push(...inner.documents);
    const [first, last] = [inner.segments[0], inner.segments.at(-1)];
    if (first === undefined || last === undefined) {
      return;
    }
    first.join = segment.join;
    last.toFile ??= segment.toFile;
    reading.segments.push(...inner.segments);
  } else {
    reading.segments.push(segment);
  }
}

/** One line: `;` for each line end outside of quotes, no comments; here-documents are put into `documents`, their number in the text. */
function unfold(command: string, documents: string[]): string {
  let line = '';
  let from = 0;
  let ends: string[] = [];
  pieces.lastIndex = 0;
  for (let found = pieces.exec(command); found !== null; found = pieces.exec(command)) {
    const [piece, , quotedEnd, , end] = found;
    line += command.slice(from, found.index);
    from = pieces.lastIndex;
    if (quotedEnd !== undefined) {
      // `-m "$(cat <<'EOF' …)"`: the document is the word
      const close = endOf(command, from, quotedEnd);
      line += ` '@${documents.push(command.slice(from, close.at)) - 1}' `;
      from = close.after;
      const rest = /^\s*\)"/.exec(command.slice(from, from + 100));
      from += rest?.[0].length ?? 0;
    } else if (end !== undefined) {
      line += `<< '@${documents.length + ends.length}' `;
      ends.push(end);
    } else if (piece === '\n') {
      line += ' ; ';
      ends.forEach((each, index) => {
        if (index > 0) {
          from += 1;
        } // the line end of the document before
        const close = endOf(command, from, each);
        documents.push(command.slice(from, close.at));
        from = close.after;
      });
      ends = [];
    } else if (piece === '\\\n') {
      line += ' ';
    } else if (piece === '#') {
      line += '\\#'; // the tokenizer would take it for a comment
    } else if (!piece.startsWith('#')) {
      line += piece;
    }
    pieces.lastIndex = from;
  }
  return line + command.slice(from);
}

/** Where the here-document ends that `word` closes: at its line, else at the end of the text. */
function endOf(text: string, from: number, word: string): { at: number; after: number } {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const begin = text.lastIndexOf('\n', at) + 1;
    const after = at + word.length;
    const ends =
      after === text.length || text[after] === '\n' || text[after] === '\r' || text[after] === ')';
    if (begin >= from && ends && text.slice(begin, at).trim() === '') {
      return { at: begin, after };
    }
  }
  return { at: text.length, after: text.length };
}

/** Undefined for text that the tokenizer rejects. */
function tokenize(command: string): ParseEntry[] | undefined {
  try {
    return parse(command, variables);
  } catch {
    return undefined;
  }
}
