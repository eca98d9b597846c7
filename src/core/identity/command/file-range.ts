/** Which lines of which files a command prints, where that is certain. */
import { findProgram } from './segment.js';
import type { Segment } from './shell-segments.js';

/** Lines count from 1, both ends included. Without `to`, the range goes to the end of the file. */
export interface FileRange {
  path: string;
  from?: number;
  to?: number;
  /** This many lines at the end of the file, wherever that is. */
  last?: number;
}

/** A range that a call names, whose output may hold other reads, too. */
export interface NamedRange extends FileRange {
  shared?: boolean;
  /** The output says that these are all lines of the file. */
  whole?: boolean;
  /** Which part of the file it shows is said in words that are not known. */
  unsure?: boolean;
}

/** With `last`, only this many at their end. */
interface Lines {
  from: number;
  to: number;
  last?: number;
}

const MOST = 32;

/** The first segment of a pipeline names the files, the others narrow the lines. Empty if any of it is uncertain. */
export function readRanges(pipeline: readonly Segment[]): FileRange[] {
  const [first, ...rest] = pipeline;
  if (first === undefined || pipeline.some(({ toFile }) => toFile !== undefined)) {
    return [];
  }
  const read = readLineRange(first.words);
  if (read === undefined || read.files.length === 0 || read.files.length > MOST) {
    return [];
  }
  let { ranges } = read;
  for (const { words } of rest) {
    const next = readLineRange(words);
    if (next === undefined || next.files.length > 0 || read.files.length > 1) {
      return [];
    }
    const [part] = next.ranges;
    const passesAll = part?.from === 1 && part.to === Infinity && part.last === undefined;
    if (ranges.some(({ last }) => last !== undefined) && !passesAll) {
      return [];
    }
    ranges =
      ranges.length === 1 || passesAll
        ? ranges.flatMap((range) => next.ranges.map((each) => narrowed(range, each)))
        : [];
  }
  return read.files.flatMap((path) =>
    ranges.map(({ from, to, last }) =>
      last !== undefined
        ? { path, last }
        : {
            path,
            ...(from > 1 ? { from } : to < Infinity ? { from: 1 } : {}),
            ...(to < Infinity ? { to } : {}),
          },
    ),
  );
}

/** What `part` passes on of the lines of `range`. A bounded range is assumed to end within the file. */
function narrowed(range: Lines, part: Lines): Lines {
  if (part.last === undefined) {
    return {
      ...range,
      from: range.from + part.from - 1,
      to: Math.min(range.to, range.from + part.to - 1),
    };
  }
  return range.to === Infinity
    ? { ...range, last: part.last }
    : { from: Math.max(range.from, range.to - part.last + 1), to: range.to };
}

const all: Lines[] = [{ from: 1, to: Infinity }];

/** The lines that a program passes on of each of its files, or of its input if it names none. Undefined if that is uncertain. */
function readLineRange(words: readonly string[]): { files: string[]; ranges: Lines[] } | undefined {
  const args = words.slice(1);
  if (
    args.some(
      (arg) =>
        arg === '<' || (/[$`*?]/.test(arg) && !/^\d*,?\$?p$/.test(arg) && !/^\d+,\$p$/.test(arg)),
    )
  ) {
    return undefined;
  }
  switch (findProgram(words)) {
    case 'cat':
    case 'nl':
    case 'less':
    case 'more':
      return { files: args.filter((arg) => !arg.startsWith('-')), ranges: all };
    case 'head': {
      const { count, files } = readCount(args);
      return count !== undefined && /^\d+$/.test(count)
        ? { files, ranges: [{ from: 1, to: Number(count) }] }
        : undefined;
    }
    case 'tail': {
      const { count, files } = readCount(args);
      if (count === undefined || !/^\+?\d+$/.test(count)) {
        return undefined;
      }
      const from = count.startsWith('+') ? Math.max(1, Number(count)) : 1;
      return {
        files,
        ranges: [{ from, to: Infinity, ...(count.startsWith('+') ? {} : { last: Number(count) }) }],
      };
    }
    case 'sed':
      return sedLines(args);
    case 'awk':
    case 'gawk': {
      const [, from, to] =
        /^\s*NR\s*(?:>=|==)\s*(\d+)\s*(?:&&|,)\s*NR\s*(?:<=|==)\s*(\d+)\s*(?:\{\s*print(?: \$0)?;?\s*\})?\s*$/.exec(
          args[0] ?? '',
        ) ?? [];
      return from === undefined
        ? undefined
        : { files: args.slice(1), ranges: [{ from: Number(from), to: Number(to) }] };
    }
    default:
      return undefined;
  }
}

/** `-n 20`, `-n20`, `-20`, `--lines=20`, `+20`; ten by default. */
function readCount(args: readonly string[]): { count: string | undefined; files: string[] } {
  let count: string | undefined = '10';
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? '';
    const [, said] = /^(?:-n|--lines=|-(?=\d)|(?=\+\d))(\+?\d*)$/.exec(arg) ?? [];
    if (arg === '-n' || arg === '--lines') {
      count = args[(i += 1)];
      continue;
    }
    if (said !== undefined) {
      count = said;
      continue;
    }
    if (arg.startsWith('-') && arg !== '-q') {
      count = undefined;
      break;
    }
    if (arg !== '-q') {
      files.push(arg);
    }
  }
  return { count, files };
}

function sedLines(args: readonly string[]): { files: string[]; ranges: Lines[] } | undefined {
  const quiet = args.some((arg) => /^-[nE]*n[nEe]*$|^--quiet$/.test(arg));
  const words = args.filter((arg) => !arg.startsWith('-'));
  const [script = '', ...files] = words;
  const ranges: Lines[] = [];
  for (const part of script.split(/[;\n]/)) {
    const [, from, to, plus] = /^\s*(\d+)(?:\s*,\s*(?:(\d+|\$)|\+(\d+)))?\s*p\s*$/.exec(part) ?? [];
    const [, quits] = /^\s*(\d+)\s*q\s*$/.exec(part) ?? [];
    if (quits !== undefined) {
      if (!quiet) {
        ranges.push({ from: 1, to: Number(quits) });
      }
    } else if (from !== undefined && quiet) {
      const begin = Number(from);
      ranges.push({
        from: begin,
        to:
          plus !== undefined
            ? begin + Number(plus)
            : to === '$'
              ? Infinity
              : Math.max(begin, Number(to ?? from)),
      });
    } else if (part.trim() !== '') {
      return undefined;
    }
  }
  return ranges.length === 0 ? undefined : { files, ranges };
}

/** The path from where the folder is. */
export function below(folder: string | undefined, path: string): string {
  const bare = path.startsWith('./') ? path.slice(2) : path;
  return folder === undefined || /^(?:[/~\\]|[A-Za-z]:)/.test(bare)
    ? bare
    : `${folder === '/' ? '' : folder}/${bare}`;
}
