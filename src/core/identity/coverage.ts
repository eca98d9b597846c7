/** Reads by coverage: only lines not yet seen of that version of a file are information. Paging through a file once is fine. */
import type { Json, JsonObject, ToolClass } from '../events.js';
import { natureOf } from './command.js';
import { below, type FileRange } from './file-range.js';
import { Recent } from './hash.js';
import { commandOf, pathOf } from './tool.js';

/** A read and what it printed. Without `from` and `to` it is of the whole file. */
export interface CoverageRead extends NamedRange {
  /** Of another version of all files nothing was seen. */
  version: number;
  output: string;
  /** Number of the step: asked again in the same step, the answer is the same. */
  step: number;
}

export interface NamedRange extends FileRange {
  /** The output is of several reads. */
  shared?: boolean;
}

/** Lines `from` to `to`, and the step that first saw them. */
interface Seen { from: number; to: number; step: number }

const FILES = 2048;
/** Pieces kept of a file; with more, the oldest are told as new again. */
const PIECES = 128;
/** `   12\ttext`, `12: text`, `12→text`, `12| text`. */
const numbered = /^\s*(\d{1,9})(?:\t|→|: ?|\| ?| {2})/;
const LOOKED = 40;
/** Characters at both ends of an output in which line numbers are looked for. */
const ENDS = 8192;
/** What stands in place of the middle of a long output. */
const cutMark = /\n… (\d{1,9}) characters …\n/;
const CUT_FROM = 8192;

const none: readonly Seen[] = [];

/** What is known of a file: the lines seen of it as it is, and the steps that changed it and read it. */
export interface KnownFile {
  pieces: readonly Seen[];
  version: number;
  changedIn: number;
  readIn: number;
  readers: number;
}

/** One look-up for all that is asked of a file. */
export class Coverage {
  private readonly files = new Recent<KnownFile>(FILES);

  file(path: string): KnownFile {
    let file = this.files.get(path);
    if (file === undefined) { this.files.set(path, file = { pieces: none, version: 0, changedIn: -1, readIn: -1, readers: 0 }); }
    return file;
  }

  /** Whether the read brought a line that no earlier step had seen of the file as it is. An empty output brings none. */
  see(read: CoverageRead, file = this.file(read.path)): boolean {
    if (read.output === '') { return false; }
    const { from, to } = linesOf(read);
    const pieces = file.version === read.version ? file.pieces : none;
    if (!uncovered(pieces, from, to, read.step)) { return false; }
    file.pieces = covered(pieces, { from, to, step: read.step });
    file.version = read.version;
    return true;
  }

  /** The file was changed: nothing was seen of what it holds now. Said again of the same step (−1: of none), it was changed once. */
  changed(path: string, step: number): void {
    const file = this.file(path);
    if (step >= 0 && file.changedIn === step) { return; }
    file.changedIn = step;
    file.pieces = none;
  }
}

/** Whether steps before `step` left a line out. The pieces are sorted and do not overlap. */
function uncovered(pieces: readonly Seen[], from: number, to: number, step: number): boolean {
  let next = from;
  for (const piece of pieces) {
    if (piece.to < next || piece.step === step) { continue; }
    if (piece.from > next) { return true; }
    next = piece.to + 1;
    if (next > to) { return false; }
  }
  return next <= to;
}

/** The pieces with what is missing of another one; pieces of earlier steps that touch become one. */
function covered(pieces: readonly Seen[], added: Seen): Seen[] {
  if (pieces.length === 0) { return [added]; }
  const fresh: Seen[] = [];
  let next = added.from;
  for (const piece of pieces) {
    if (piece.to < next) { continue; }
    if (piece.from > added.to) { break; }
    if (piece.from > next) { fresh.push({ from: next, to: piece.from - 1, step: added.step }); }
    next = piece.to + 1;
  }
  if (next <= added.to) { fresh.push({ from: next, to: added.to, step: added.step }); }
  const sorted = [...pieces, ...fresh].sort((one, other) => one.from - other.from);
  const all: Seen[] = [];
  for (const piece of sorted) {
    const last = all.at(-1);
    const old = last !== undefined && last.step !== added.step && piece.step !== added.step;
    if (old && last.to + 1 >= piece.from) { last.to = piece.to; } else { all.push(piece); }
  }
  return all.slice(-PIECES);
}

/** The lines that were printed: agents cut long files, so what was asked for is only the most that it can be. */
function linesOf({ from = 1, to = Infinity, shared = false, output }: CoverageRead): { from: number; to: number } {
  const first = shared ? undefined : numberOf(output.slice(0, ENDS).split('\n', LOOKED));
  if (first !== undefined && Math.abs(first - from) <= 1) {
    const last = numberOf(output.slice(-ENDS).split('\n').slice(-LOOKED).reverse());
    if (last !== undefined && last >= first && last <= to + 1) { return { from: first, to: last }; }
  }
  return { from, to: Math.max(from, Math.min(to, from + printedLines(output) - 1)) };
}

/** Lines of the output, those included that were cut out of it. */
function printedLines(output: string): number {
  let lines = output.endsWith('\n') ? 0 : 1;
  for (let at = output.indexOf('\n'); at >= 0; at = output.indexOf('\n', at + 1)) { lines += 1; }
  const missing = output.length < CUT_FROM ? undefined : cutMark.exec(output)?.[1];
  return missing === undefined ? lines : lines + Math.floor(Number(missing) * lines / output.length);
}

function numberOf(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const found = numbered.exec(line)?.[1];
    if (found !== undefined) { return Number(found); }
  }
  return undefined;
}

const firstFields = ['offset', 'start_line', 'startLine', 'line_start', 'start', 'startline', 'line_offset', 'from', 'begin_line', 'start_line_one_indexed'] as const;
const lastFields = ['end_line', 'endLine', 'line_end', 'end', 'endline', 'to', 'end_line_one_indexed_inclusive', 'end_line_one_indexed'] as const;
const countFields = ['limit', 'n_lines', 'num_lines', 'line_count', 'count', 'lines', 'max_lines'] as const;
const rangeFields = ['view_range', 'viewRange', 'line_range', 'range'] as const;

/**
 * The files and lines that a call asks for; none if it reads no file, or not certainly. An `offset` counts as the first line,
 * whether the agent counts from 0 or 1: one line more or less does not matter.
 */
export function readsOf(kind: ToolClass, _tool: string, input: JsonObject): NamedRange[] {
  if (kind === 'shell' || kind === 'test') {
    const command = commandOf(input);
    if (command === undefined) { return []; }
    const { reads, segments } = natureOf(command);
    // what else the command prints is no part of the file
    if (!segments.every((segment) => segment.kind === 'read')) { return []; }
    return reads.length > 1 ? reads.map((read) => ({ ...read, shared: true })) : reads;
  }
  if (kind !== 'read') { return []; }
  // most reads name nothing but the file
  const namesMore = Object.keys(input).length > 1;
  if (namesMore && (input['pages'] !== undefined || firstFields.some((field) => Number(input[field]) < 0))) { return []; }
  const path = pathOf(input) ?? (typeof input['filepath'] === 'string' ? input['filepath'] : undefined);
  const paths = path === undefined ? input['paths'] : [path];
  if (!Array.isArray(paths)) { return []; }
  const range: Partial<NamedRange> = paths.length > 1 ? { shared: true } : namesMore ? rangeOf(input) : {};
  return paths.filter((each) => typeof each === 'string').filter((each) => !each.includes('*')).slice(0, 32).map((each) => ({ path: below(undefined, each), ...range }));
}

function rangeOf(input: JsonObject): { from?: number; to?: number } {
  for (const field of rangeFields) {
    const value = input[field];
    const [from, to] = Array.isArray(value) ? [wholeNumber(value[0]), wholeNumber(value[1])] : typeof value === 'string' ? value.split(/[-:,]/).map(wholeNumber) : [];
    if (from !== undefined) { return to === undefined || to < from ? { from } : { from, to }; }
  }
  const first = numberIn(input, firstFields);
  const last = numberIn(input, lastFields);
  const count = numberIn(input, countFields);
  const from = Math.max(1, first ?? 1);
  if (last !== undefined) { return last < from ? { from } : { from, to: last }; }
  if (count !== undefined && count > 0) { return { from, to: from + count - 1 }; }
  return first === undefined ? {} : { from };
}

function numberIn(input: JsonObject, fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const number = wholeNumber(input[field]);
    if (number !== undefined) { return number; }
  }
  return undefined;
}

/** Undefined for what is none, negative ones (from the end) included. */
function wholeNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}
