/** Splits the words and operators of a shell command into segments. */
import type { ParseEntry } from 'shell-quote';

/** How a segment is joined to the one before it; `;` also means a new line, `$(` a substitution. */
export type Join = '' | '&&' | '||' | ';' | '|' | '&' | '$(';

/** The words between two joins. */
export interface Segment {
  words: string[];
  join: Join;
  /** The file that receives its output, unless that is `/dev/null` or another stream. */
  toFile?: string;
  appends?: boolean;
  /** The here-document that it reads. */
  document?: string;
}

interface Segments {
  segments: Segment[];
  /** Nothing but literal words: no variable, substitution or pattern. */
  literal: boolean;
}

/** Neither variables, escapes, patterns, substitutions nor redirections: white space and joins separate words. */
const plain =
  /^[\w\s./:=,@%+~^!{}[\]|&;-]*(?:(?:"[^"'\\$`]*"|'[^'"]*')[\w\s./:=,@%+~^!{}[\]|&;-]*)*$/;
const plainTokens = /&&|\|\||[|&;]|(?:[^\s|&;"']|"[^"]*"|'[^']*')+/g;

/** Segments of a command that needs no tokenizer; undefined if this one does. */
export function plainSegments(line: string): Segment[] | undefined {
  if (!plain.test(line)) {
    return undefined;
  }
  let segment: Segment = { words: [], join: '' };
  const segments = [segment];
  for (const token of line.match(plainTokens) ?? []) {
    // no word begins with the sign of a join
    const join = '&|;'.includes(token.charAt(0)) ? readJoin(token) : undefined;
    if (join === undefined) {
      segment.words.push(
        token.includes('"') || token.includes("'") ? token.replace(/["']/g, '') : token,
      );
    } else {
      segment = nextSegment(segments, segment, join);
    }
  }
  return segments;
}

/** Reads tokens from `at` on into the segment that is open. */
interface Reader extends Segments {
  readonly tokens: readonly ParseEntry[];
  at: number;
  segment: Segment;
  /** Segments to be continued after the substitution inside them. */
  outer: Segment[];
  readonly documents: readonly string[];
}

/** @param documents texts of the here-documents, whose numbers the tokens hold */
export function splitSegments(
  tokens: readonly ParseEntry[],
  documents: readonly string[],
): Segments {
  const segment: Segment = { words: [], join: '' };
  const reader: Reader = {
    tokens,
    at: 0,
    segment,
    segments: [segment],
    outer: [],
    documents,
    literal: true,
  };
  for (; reader.at < tokens.length; reader.at++) {
    const token = tokens[reader.at];
    if (token === undefined || (typeof token !== 'string' && 'comment' in token)) {
      break;
    }
    if (typeof token === 'string') {
      reader.segment.words.push(token);
    } else if (token.op === 'glob') {
      reader.literal = false;
      reader.segment.words.push('pattern' in token ? token.pattern : '');
    } else {
      readOperator(reader, token.op);
    }
  }
  return { segments: reader.segments, literal: reader.literal };
}

function readOperator(reader: Reader, op: string): void {
  const join = readJoin(op);
  if (join !== undefined) {
    reader.segment = nextSegment(reader.segments, reader.segment, join);
    return;
  }
  switch (op) {
    case '(':
    case '<(':
    case '>(':
      open(reader, op);
      break;
    case ')':
      reader.segment = reader.outer.pop() ?? nextSegment(reader.segments, reader.segment, ';');
      break;
    case '<<':
    case '<<-':
      readDocument(reader);
      break;
    case '>':
    case '>>':
    case '>|':
    case '&>':
    case '&>>':
    case '>&':
      redirect(reader, op);
      break;
    default:
      reader.literal = false;
      reader.segment.words.push(op);
  }
}

/** A parenthesis groups, or begins a substitution whose output goes into the segment around it. */
function open(reader: Reader, op: string): void {
  if (op === '(' && !reader.segment.words.at(-1)?.endsWith('$')) {
    reader.segment = nextSegment(reader.segments, reader.segment, reader.segment.join);
    return;
  }
  reader.outer.push(reader.segment);
  reader.segment = { words: [], join: '$(' };
  reader.segments.push(reader.segment);
}

function readDocument(reader: Reader): void {
  const next = reader.tokens[reader.at + 1];
  const document = reader.documents[typeof next === 'string' ? Number(next.slice(1)) : -1];
  reader.literal = false;
  if (document !== undefined) {
    reader.segment.document = document;
  }
  reader.at += 1;
}

function redirect(reader: Reader, op: string): void {
  const { segment } = reader;
  // the `2` of `2>` is no word
  const hasStream = /^[12]$/.test(segment.words.at(-1) ?? '') && segment.words.length > 1;
  if (hasStream && !op.startsWith('&')) {
    segment.words.pop();
  }
  const file = reader.tokens[reader.at + 1];
  if (typeof file === 'string') {
    segment.toFile = file;
    segment.appends = op.endsWith('>>');
    reader.at += 1;
  }
}

function readJoin(op: string): Join | undefined {
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

/** Begins a segment. An empty one only passes on how it was joined: `a |` and `b` on the next line. */
function nextSegment(segments: Segment[], before: Segment, join: Join): Segment {
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
