/** Judges reads by coverage: only lines of a file's version that were not seen before are information. Paging through a file once is fine. */
import { hashText } from './hash.js';
import { Recent } from './recent.js';
import type { NamedRange } from './command/file-range.js';

/** A read and what it printed. A range without `from` and `to` covers the whole file. */
export interface CoverageRead {
  range: NamedRange;
  /** Counts the changes of all files at once: nothing was seen of another version. */
  version: number;
  output: string;
  /** Asking again in the same step gives the same answer. */
  step: number;
}

/** Lines `from` to `to`, and the step that first saw them. */
interface SeenLines {
  from: number;
  to: number;
  step: number;
}

const FILES = 2048;
/** Pieces kept of a file; beyond that, the oldest count as new again. */
const PIECES = 128;
/** `   12\ttext`, `12: text`, `12→text`, `12| text`. */
const numbered = /^\s*(\d{1,9})(?:\t|→|: ?|\| ?| {2})/;
const LOOKED = 40;
/** Characters at both ends of an output in which line numbers are looked for. */
const ENDS = 8192;
/** Characters by which the end of a file is recognised. */
const END = 160;
/** What replaces the middle of a long output. */
const cutMark = /\n… (\d{1,9}) characters …\n/;
const CUT_FROM = 8192;

const none: readonly SeenLines[] = [];

/** A file's lines seen in its current version, and the steps that changed and read it. */
export interface KnownFile {
  pieces: readonly SeenLines[];
  version: number;
  changedIn: number;
  readIn: number;
  readers: number;
  /** The known lines that were read again since that step. */
  again: { since: number; pieces: readonly SeenLines[] } | undefined;
  /** Number and identity of its last line, once it was read to the end. */
  end: { line: number; identity: string } | undefined;
}

/** The files that a session read. One look-up answers all questions about a file. */
export class Coverage {
  private readonly files = new Recent<KnownFile>(FILES);

  file(path: string): KnownFile {
    let file = this.files.get(path);
    if (file === undefined) {
      this.files.set(
        path,
        (file = {
          pieces: none,
          version: 0,
          changedIn: -1,
          readIn: -1,
          readers: 0,
          again: undefined,
          end: undefined,
        }),
      );
    }
    return file;
  }

  /**
   * Whether the read printed a line of the file's current version that no earlier step had read; undefined if it is unknown which
   * lines it printed. An empty output has none.
   */
  see(read: CoverageRead, file = this.file(read.range.path)): boolean | undefined {
    if (read.output === '') {
      return false;
    }
    const isKnown = file.version === read.version;
    const lines = linesIn(read, isKnown ? file.end : undefined);
    if (lines === undefined) {
      return undefined;
    }
    const { from, to } = lines;
    const pieces = isKnown ? file.pieces : none;
    if (isWhole(read.range)) {
      file.end = { line: to, identity: identifyLastLine(read.output) };
    }
    if (!uncovered(pieces, from, to, read.step)) {
      return false;
    }
    file.pieces = covered(pieces, { from, to, step: read.step });
    file.version = read.version;
    return true;
  }

  /** Whether a read of known lines is the first of them since that step; remembers that they were read. */
  readsAgain(read: CoverageRead, since: number, file: KnownFile): boolean {
    const lines = since === 0 || read.output === '' ? undefined : linesIn(read, file.end);
    if (lines === undefined) {
      return false;
    }
    const pieces = file.again?.since === since ? file.again.pieces : none;
    if (!uncovered(pieces, lines.from, lines.to, read.step)) {
      return false;
    }
    file.again = { since, pieces: covered(pieces, { ...lines, step: read.step }) };
    return true;
  }

  /** Whether an earlier step than `step` read this line of the file's current version. */
  isSeen(path: string, line: number, version: number, step: number): boolean {
    const file = this.files.get(path);
    return file?.version === version && !uncovered(file.pieces, line, line, step);
  }

  /** Forgets the lines read of a file that changed. Several changes in one step count once; −1 means no step. */
  changed(path: string, step: number): void {
    const file = this.file(path);
    if (step >= 0 && file.changedIn === step) {
      return;
    }
    file.changedIn = step;
    file.pieces = none;
    file.again = file.end = undefined;
  }
}

/** It may have been cut, but shows the end of the file. */
function isWhole({ to, last, shared = false, unsure = false }: NamedRange): boolean {
  return to === undefined && last === undefined && !shared && !unsure;
}

/** The lines that a read printed; undefined if that is unknown. */
function linesIn(
  { range, output }: CoverageRead,
  end: KnownFile['end'],
): { from: number; to: number } | undefined {
  if (range.last !== undefined) {
    return lastLines(range.last, output, end);
  }
  return range.unsure === true ? numberedLines(output) : readLines(range, output);
}

/** The last lines of a file whose end is known; only if the output ends like the file, since a log may have grown. */
function lastLines(
  count: number,
  output: string,
  end: KnownFile['end'],
): { from: number; to: number } | undefined {
  if (end?.identity !== identifyLastLine(output)) {
    return undefined;
  }
  return { from: Math.max(1, end.line - Math.min(count, printedLines(output)) + 1), to: end.line };
}

function identifyLastLine(output: string): string {
  return hashText(findLastLine(output.slice(-END)));
}

/** The last line that is not blank, without its line number. */
function findLastLine(text: string): string {
  const lines = text.split('\n');
  for (let i = lines.length - 1; i >= 0; i--) {
    const line = (lines[i] ?? '').trim();
    // a numbered blank line whose trailing white space was cut off
    const isBlank =
      /^\d{1,9}$/.test(line) && readNumber(lines.slice(i - 1, i)) === Number(line) - 1;
    const bare = isBlank ? '' : withoutLineNumber(line);
    if (bare !== '') {
      return bare;
    }
  }
  return '';
}

/** Whether steps before `step` missed one of the lines. The pieces are sorted and do not overlap. */
function uncovered(pieces: readonly SeenLines[], from: number, to: number, step: number): boolean {
  let next = from;
  for (const piece of pieces) {
    if (piece.to < next || piece.step === step) {
      continue;
    }
    if (piece.from > next) {
      return true;
    }
    next = piece.to + 1;
    if (next > to) {
      return false;
    }
  }
  return next <= to;
}

/** Adds the lines that the pieces lack. Adjacent pieces of earlier steps become one. */
function covered(pieces: readonly SeenLines[], added: SeenLines): SeenLines[] {
  if (pieces.length === 0) {
    return [added];
  }
  const fresh: SeenLines[] = [];
  let next = added.from;
  for (const piece of pieces) {
    if (piece.to < next) {
      continue;
    }
    if (piece.from > added.to) {
      break;
    }
    if (piece.from > next) {
      fresh.push({ from: next, to: piece.from - 1, step: added.step });
    }
    next = piece.to + 1;
  }
  if (next <= added.to) {
    fresh.push({ from: next, to: added.to, step: added.step });
  }
  const sorted = [...pieces, ...fresh].sort((one, other) => one.from - other.from);
  const all: SeenLines[] = [];
  for (const piece of sorted) {
    const last = all.at(-1);
    const old = last !== undefined && last.step !== added.step && piece.step !== added.step;
    if (old && last.to + 1 >= piece.from) {
      last.to = piece.to;
    } else {
      all.push(piece);
    }
  }
  return all.slice(-PIECES);
}

/** The printed lines: at most those requested, since agents cut long files. */
function readLines(
  { from = 1, to = Infinity, shared = false }: NamedRange,
  output: string,
): { from: number; to: number } {
  const shown = shared ? undefined : numberedLines(output);
  if (shown !== undefined && Math.abs(shown.from - from) <= 1 && shown.to <= to + 1) {
    return shown;
  }
  return { from, to: Math.max(from, Math.min(to, from + printedLines(output) - 1)) };
}

/** The lines that an output numbers itself. */
function numberedLines(output: string): { from: number; to: number } | undefined {
  const head = output.slice(0, ENDS);
  const from = readNumber(head.includes('\n') ? head.split('\n', LOOKED) : [head]);
  const to =
    from === undefined
      ? undefined
      : readNumber(output.slice(-ENDS).split('\n').slice(-LOOKED).reverse());
  return from === undefined || to === undefined || to < from ? undefined : { from, to };
}

/** The line as it is in its file, without outer white space. */
export function withoutLineNumber(line: string): string {
  return line.replace(numbered, '').trim();
}

/** Lines of the output, including those that were cut out of it. */
export function printedLines(output: string): number {
  let lines = output.endsWith('\n') ? 0 : 1;
  for (let at = output.indexOf('\n'); at >= 0; at = output.indexOf('\n', at + 1)) {
    lines += 1;
  }
  const missing = output.length < CUT_FROM ? undefined : cutMark.exec(output)?.[1];
  return missing === undefined
    ? lines
    : lines + Math.floor((Number(missing) * lines) / output.length);
}

function readNumber(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const found = numbered.exec(line)?.[1];
    if (found !== undefined) {
      return Number(found);
    }
  }
  return undefined;
}
