/** One change of one file, as hashes. */
import { hashText } from '../hash.js';
import { onlyPrint } from './printing.js';

/** Hashes of the nearest lines that stay, above and below, as the same change may be due in many places; absent if not known. */
export interface EditPlace {
  above?: string | undefined;
  below?: string | undefined;
  /** The line that the call names instead, in its words. */
  line?: string | undefined;
  /** Hash of all lines around it that the call names, if those are more than the nearest. */
  around?: string | undefined;
}

export interface FileEdit extends EditPlace {
  path: string;
  /** Hash of the text that is replaced; absent if the call does not say. */
  before?: string;
  /** Hash of the text that replaces it. */
  after?: string;
  /** The text that replaces it still holds it. */
  keeps?: true;
  /** It goes through, and does nothing, where the text is not there: a stream editor, a script that does not look. */
  mayMiss?: true;
  /** Hash of a pattern, instead of `before`: it also fits what replaces the text. */
  pattern?: string;
  /** `after` is the file's whole new content. */
  whole: boolean;
  /** The texts only print: the edit serves to inspect something. */
  prints?: true;
  /** It puts lines in, so many that they are told from others: a method, a paragraph. */
  block?: PutBlock;
  /** Hash of such lines that it takes out of the lines around them; those of `block` if it puts them back elsewhere. */
  cutBlock?: string;
}

export interface PutBlock {
  kind: BlockKind;
  /** Hash of its lines. */
  text: string;
}

/** A definition stands in one place of a file, while other lines may be due in many. */
export type BlockKind = 'definition' | 'lines';

/** Whether both edits can be of the same place in their file. */
export function samePlace(one: EditPlace, other: EditPlace): boolean {
  return (
    (one.line === undefined || other.line === undefined || one.line === other.line) &&
    (one.above === undefined || other.above === undefined || one.above === other.above) &&
    (one.below === undefined || other.below === undefined || one.below === other.below)
  );
}

/** Whether both edits name the same lines around them, as far as both name any: one of many like it may be meant otherwise. */
export function sameSurroundings(one: EditPlace, other: EditPlace): boolean {
  return (
    samePlace(one, other) &&
    (one.around === undefined || other.around === undefined || one.around === other.around)
  );
}

/** Whether both edits name their place, and it is the same. */
export function surelySamePlace(one: EditPlace, other: EditPlace): boolean {
  return (
    samePlace(one, other) &&
    ((one.line !== undefined && other.line !== undefined) ||
      (one.above !== undefined && other.above !== undefined) ||
      (one.below !== undefined && other.below !== undefined))
  );
}

/** Longer texts are compared by head, tail and length, as in `hashText`. */
const LONGEST = 262_144;

export function wholeContent(path: string, content: string): FileEdit {
  return { path, after: hashText(unified(content).replace(/\n+$/, '')), whole: true };
}

/** An inserted text; the call does not say what it replaces. `line`: the place, in any words. */
export function addition(path: string, content: string, line?: string): FileEdit {
  const edit = change(path, '', content);
  delete edit.before;
  return line === undefined ? edit : { ...edit, line };
}

/** Repeated dots, ranges and classes of characters, alternatives, and the beginning or the end of a line alone. */
const wildcard = /^[\^$]$|(?<!\\)\.\\?[*+{]|(?<!\\)\[(?:\^[^\]]|[^\]]-[^\]])[^\]]*\]|\\[wdsWDS|]/;

/** Whether what stands for the text that is replaced is no text itself. */
export function isPattern(text: string): boolean {
  return wildcard.test(text);
}

/** A replacement of whatever fits a pattern. */
export function patternChange(path: string, pattern: string, after: string): FileEdit {
  return { ...addition(path, after), pattern: hashText(pattern) };
}

/** Lines or characters from which on an inserted text is a block. */
const BLOCK_LINES = 3;
const BLOCK_LENGTH = 80;
/** Lines from which on what defines something is a block. */
const DEFINITION_LINES = 2;
const definition =
  /^\s*(?:(?:export|default|public|private|protected|internal|static|async|final|override|abstract|virtual|inline|pub(?:\(\w+\))?|unsafe)\s+)*(?:(?:def|function\*?|func|fn|fun|class|interface|struct|enum|trait|impl|module|sub)\s+[\w$]|(?!(?:if|for|while|switch|catch|else|return|do|with|try|elif|unless|until|foreach|match|when)\b)(?:[\w$<>[\],*&:.?]+\s+)*[\w$]+\s*\([^()]*\)[^;=]*\{\s*$)/;

/** The kind of block that lines are; undefined for few and short ones. */
function findBlock(lines: readonly string[]): BlockKind | undefined {
  let [count, length] = [0, 0];
  for (const line of lines) {
    const told = line.trim().length;
    count += told > 0 ? 1 : 0;
    length += told;
  }
  const isLong = count >= BLOCK_LINES || length >= BLOCK_LENGTH;
  if (!isLong && count < DEFINITION_LINES) {
    return undefined;
  }
  const defines = lines
    .slice(0, LOOKED_FOR_DEFINITION)
    .some((line) => line.length <= LONGEST_DEFINITION && definition.test(line));
  return defines ? 'definition' : isLong ? 'lines' : undefined;
}

/** Lines at its beginning in which a block may define something: comments and decorators come first. */
const LOOKED_FOR_DEFINITION = 12;
const LONGEST_DEFINITION = 300;

/** Lines around a change of which `above` and `below` say all. */
const NEAREST = 1;

/** A replacement. Lines that both texts share at their beginning and end are not part of it. */
export function change(path: string, before: string, after: string): FileEdit {
  if (!before.includes('\n') && !after.includes('\n')) {
    return ofLines(path, before === '' ? [] : [before], after === '' ? [] : [after]);
  }
  const [old, put] = [splitLines(before), splitLines(after)];
  let top = 0;
  while (top < old.length && top < put.length && old[top] === put[top]) {
    top += 1;
  }
  let bottom = 0;
  const shorter = Math.min(old.length, put.length) - top;
  while (bottom < shorter && old[old.length - 1 - bottom] === put[put.length - 1 - bottom]) {
    bottom += 1;
  }
  if (top === old.length && top === put.length) {
    return ofLines(path, old, put);
  }
  const edit = ofLines(
    path,
    old.slice(top, old.length - bottom),
    put.slice(top, put.length - bottom),
  );
  const above = old.slice(0, top).findLast(isTold);
  const below = old.slice(old.length - bottom).find(isTold);
  if (top + bottom > NEAREST) {
    edit.around = hashText(
      [...old.slice(0, top), '', ...old.slice(old.length - bottom)].join('\n').trim(),
    );
  }
  if (above !== undefined) {
    edit.above = hashText(above.trim());
  }
  if (below !== undefined) {
    edit.below = hashText(below.trim());
  }
  return edit;
}

function ofLines(path: string, old: string[], put: string[]): FileEdit {
  let [before, after] = [readText(old), readText(put)];
  // changing only the indentation is an edit, too
  if (before === after && old.length > 0) {
    [before, after] = [old.join('\n'), put.join('\n')];
  }
  // taking out one text differs from taking out another
  if (old.length === 0 && put.length > 0) {
    before = `without\0${after}`;
  }
  if (put.length === 0 && old.length > 0) {
    after = `without\0${before}`;
  }
  const edit: FileEdit = { path, before: hashText(before), after: hashText(after), whole: false };
  if (after.includes(before)) {
    edit.keeps = true;
  }
  if (onlyPrint(old, put)) {
    edit.prints = true;
  }
  const moved = findMoved(old, put);
  const [taken, given] = moved === undefined ? withoutAnchors(old, put) : [[], moved];
  const kind = taken.length === 0 ? findBlock(given) : undefined;
  if (kind !== undefined) {
    edit.block = { kind, text: hashText(readText(given)) };
  }
  if (given.length === 0 && findBlock(taken) !== undefined) {
    edit.cutBlock = hashText(readText(taken));
  }
  if (moved !== undefined && edit.block !== undefined) {
    edit.cutBlock = edit.block.text;
  }
  return edit;
}

/** The lines that an edit cuts out and puts back above or below a few others; undefined if it does anything else. */
function findMoved(old: readonly string[], put: readonly string[]): string[] | undefined {
  if (old.length !== put.length) {
    return undefined;
  }
  for (let passed = 1; passed <= MOST_ANCHORS && passed < old.length; passed += 1) {
    if (isTurned(old, put, passed)) {
      return old.slice(passed);
    }
    if (isTurned(put, old, passed)) {
      return put.slice(passed);
    }
  }
  return undefined;
}

/** Whether the other text is this one with its first lines at the end. */
function isTurned(one: readonly string[], other: readonly string[], by: number): boolean {
  return one.every((line, at) => line === other[(at - by + one.length) % one.length]);
}

/** Lines beside a block that an edit may name to find its place, and may count on as it does: a comment, a marker, a signature. */
const MOST_ANCHORS = 2;

/** Both texts without lines at either end that differ only in their numbers. */
function withoutAnchors(old: string[], put: string[]): readonly [string[], string[]] {
  const shorter = Math.min(old.length, put.length);
  if (shorter === 0 || shorter > MOST_ANCHORS) {
    return [old, put];
  }
  let top = 0;
  while (top < shorter && areAnchors(old[top], put[top])) {
    top += 1;
  }
  let bottom = 0;
  while (bottom < shorter - top && areAnchors(old.at(-1 - bottom), put.at(-1 - bottom))) {
    bottom += 1;
  }
  return [old.slice(top, old.length - bottom), put.slice(top, put.length - bottom)];
}

function areAnchors(one = '', other = ''): boolean {
  return one.replace(/\d+/g, '#').trim() === other.replace(/\d+/g, '#').trim();
}

/** Outer white space does not count: a replacement, unlike a patch, may begin and end within a line. */
function readText(lines: string[]): string {
  return lines.join('\n').trim();
}

function splitLines(text: string): string[] {
  return text === '' ? [] : unified(text).split('\n');
}

function unified(text: string): string {
  const judged =
    text.length > LONGEST
      ? `${text.slice(0, LONGEST / 2)}\n${text.length}\n${text.slice(-LONGEST / 2)}`
      : text;
  return judged.includes('\r') ? judged.replaceAll('\r\n', '\n') : judged;
}

function isTold(line: string): boolean {
  return line.trim() !== '';
}
