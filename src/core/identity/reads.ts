/** Which files and lines a call reads or shows, by its input and its output. */
import type { Json, JsonObject, ToolClass } from '../events.js';
import { classifyCommand } from './command/command.js';
import { printedLines } from './coverage.js';
import { below, type NamedRange } from './command/file-range.js';
import { findProgram } from './command/segment.js';
import { findCommand, findPath } from './tool/tool.js';

const firstFields = [
  'offset',
  'start_line',
  'startLine',
  'line_start',
  'start',
  'startline',
  'line_offset',
  'from',
  'begin_line',
  'start_line_one_indexed',
  'first_line',
  'first',
] as const;
const lastFields = [
  'end_line',
  'endLine',
  'line_end',
  'end',
  'endline',
  'to',
  'end_line_one_indexed_inclusive',
  'end_line_one_indexed',
  'last_line',
  'last',
] as const;
const countFields = [
  'limit',
  'n_lines',
  'num_lines',
  'line_count',
  'count',
  'lines',
  'max_lines',
] as const;
const rangeFields = ['view_range', 'viewRange', 'line_range', 'range'] as const;

/** The frame around a part of a file in SWE-agent's viewer. */
const windowHead =
  /^\[File: ([^\n]{1,1000}) \((\d{1,9}) lines total\)\]\n(?:\((\d{1,9}) more lines above\)\n)?/;
const LONGEST_FOOT = 200;
const windowFoot = /\n\((\d{1,9}) more lines below\)\s*$/;

/** The file and lines that an output says it shows; undefined if it does not say. */
export function viewedIn(output: string): NamedRange | undefined {
  if (!output.startsWith('[File: ')) {
    return undefined;
  }
  const [head, path, total, above = '0'] = windowHead.exec(output) ?? [];
  if (head === undefined || path === undefined) {
    return undefined;
  }
  const [, below = '0'] = windowFoot.exec(output.slice(-LONGEST_FOOT)) ?? [];
  const from = Number(above) + 1;
  const to = Math.min(Number(total) - Number(below), from + printedLines(output) - 1);
  if (to < from) {
    return undefined;
  }
  return { path, from, to, ...(from === 1 && to === Number(total) && { whole: true }) };
}

/** The file that an answer to an edit shows, whether or not the edit was made. */
export function editedIn(output: string): string | undefined {
  const at = output.indexOf('[File: ');
  return at < 0 ? undefined : viewedIn(output.slice(at))?.path;
}

/**
 * The files and lines that a call asks for; none if it reads no file, or not certainly. An `offset` counts as the first line,
 * whether the agent counts from 0 or 1: one line more or less does not matter.
 */
export function findReads(kind: ToolClass, input: JsonObject): NamedRange[] {
  if (kind === 'shell' || kind === 'test') {
    const command = findCommand(input);
    if (command === undefined) {
      return [];
    }
    const { reads, segments } = classifyCommand(command);
    // the command prints other things, too
    if (!segments.every((segment) => segment.kind === 'read')) {
      return [];
    }
    return reads.length > 1 ? reads.map((read) => ({ ...read, shared: true })) : reads;
  }
  if (kind !== 'read') {
    return [];
  }
  // most reads name only the file
  const namesMore = Object.keys(input).length > 1;
  const path =
    findPath(input) ?? (typeof input['filepath'] === 'string' ? input['filepath'] : undefined);
  if (input['pages'] !== undefined || (namesMore && namesEnd(input))) {
    return [];
  }
  if (path !== undefined) {
    return path.includes('*')
      ? []
      : [
          namesMore
            ? { path: below(undefined, path), ...findPart(input) }
            : { path: below(undefined, path) },
        ];
  }
  const paths = input['paths'];
  if (!Array.isArray(paths)) {
    return [];
  }
  const range: Partial<NamedRange> =
    paths.length > 1 ? { shared: true } : namesMore ? findRange(input) : {};
  return paths
    .filter((each) => typeof each === 'string')
    .filter((each) => !each.includes('*'))
    .slice(0, 32)
    .map((each) => ({ path: below(undefined, each), ...range }));
}

/** A line that counts from the end of the file. */
function namesEnd(input: JsonObject): boolean {
  return firstFields.some((field) => Number(input[field]) < 0);
}

/** What a call names beside the file: its lines, or a part in words that are not known. */
function findPart(input: JsonObject): Partial<NamedRange> {
  const namesLines =
    firstFields.some((field) => input[field] !== undefined) ||
    rangeFields.some((field) => isRange(input[field]));
  return !namesLines && Object.entries(input).some(namesPart) ? { unsure: true } : findRange(input);
}

const lineFields: ReadonlySet<string> = new Set([
  ...firstFields,
  ...lastFields,
  ...countFields,
  ...rangeFields,
]);

/** Fields of reads that say nothing about the part of the file. */
const neutralFields =
  /path|file|uri|encoding|format|descri|explan|reason|purpose|thought|timeout|project|command|type|mode|cwd|folder|dir|max|entire|whole|numbers/i;

function namesPart([name, value]: [string, Json | undefined]): boolean {
  return (
    (typeof value === 'number' ||
      (typeof value === 'string' && value !== '') ||
      (typeof value === 'object' && value !== null)) &&
    !lineFields.has(name) &&
    !neutralFields.test(name)
  );
}

/** `[1, 80]` or `1-80`; the `A1:D4` of a sheet are no lines. */
function isRange(value: Json | undefined): boolean {
  return Array.isArray(value) || (typeof value === 'string' && /^\s*\d/.test(value));
}

function findRange(input: JsonObject): { from?: number; to?: number } {
  for (const field of rangeFields) {
    const value = input[field];
    const [from, to] = Array.isArray(value)
      ? [wholeNumber(value[0]), wholeNumber(value[1])]
      : typeof value === 'string'
        ? value.split(/[-:,]/).map(wholeNumber)
        : [];
    if (from !== undefined) {
      return to === undefined || to < from ? { from } : { from, to };
    }
  }
  const first = numberIn(input, firstFields);
  const last = numberIn(input, lastFields);
  const count = numberIn(input, countFields);
  const from = Math.max(1, first ?? 1);
  if (last !== undefined) {
    return last < from ? { from } : { from, to: last };
  }
  if (count !== undefined && count > 0) {
    return { from, to: from + count - 1 };
  }
  return first === undefined ? {} : { from };
}

function numberIn(input: JsonObject, fields: readonly string[]): number | undefined {
  for (const field of fields) {
    const number = wholeNumber(input[field]);
    if (number !== undefined) {
      return number;
    }
  }
  return undefined;
}

/** Undefined for anything else, including negative numbers, which count from the end. */
function wholeNumber(value: Json | undefined): number | undefined {
  const number =
    typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined;
}

const MOST_HITS = 200;
const ofOneFile = /^(\d{1,7})[:-]/;
const ofAnyFile = /^((?:[A-Za-z]:)?[^:\n]{1,300}):(\d{1,7}):/;
const searchers = new Set(['grep', 'egrep', 'fgrep', 'rg', 'ag']);

/** The numbered lines that a search printed. None if it printed anything else, or very many. */
export function findHits(
  kind: ToolClass,
  input: JsonObject,
  output: string,
): { path: string; line: number }[] {
  const searched = searchedIn(kind, input);
  if (searched === undefined || output === '') {
    return [];
  }
  const lines = output.split('\n', MOST_HITS + 1);
  const hits: { path: string; line: number }[] = [];
  for (const line of lines.length > MOST_HITS ? [''] : lines) {
    if (line === '--') {
      continue;
    }
    const [, own] = searched.file === undefined ? [] : (ofOneFile.exec(line) ?? []);
    const [, path, number] =
      own === undefined ? (ofAnyFile.exec(line) ?? []) : [own, searched.file, own];
    if (path === undefined || number === undefined) {
      return [];
    }
    hits.push({ path: below(searched.folder, path), line: Number(number) });
  }
  return hits;
}

/** Where a call searches: its file, if it names only one. Undefined if it does anything else. */
function searchedIn(
  kind: ToolClass,
  input: JsonObject,
): { file: string | undefined; folder: string | undefined } | undefined {
  if (kind === 'search') {
    return { file: findPath(input), folder: undefined };
  }
  const command = kind === 'shell' ? findCommand(input) : undefined;
  const nature = command === undefined ? undefined : classifyCommand(command);
  const [segment, ...more] = nature?.segments.filter(({ words }) => words[0] !== 'cd') ?? [];
  if (segment === undefined || more.length > 0 || !searchers.has(findProgram(segment.words))) {
    return undefined;
  }
  const [, ...files] = segment.words.slice(1).filter((word) => !word.startsWith('-'));
  return { file: files.length === 1 ? files[0] : undefined, folder: nature?.folder };
}
