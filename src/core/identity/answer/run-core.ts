/** What a failing run comes down to: its last error line, whatever it printed before and whatever the script is called. */
import { isRelayed, isTelling, thrown } from '../../lines/error-cues.js';
import { findStem } from '../script-name.js';
import { namedLine } from '../../lines/places.js';

/** Lines at the end of an output in which the last error is looked for. */
const LOOKED = 80;
const LONGEST_LINE = 300;
/** Lines of a message that begins below its error's name. */
const MESSAGE_LINES = 3;
/** Lines that are compared where all errors count. */
const MOST_TELLING = 6;

/** Where an error came from: frames, excerpts with carets, and what interpreters and build tools add below it. */
const frame =
  /^(?:at |from |File "|\.{3} |\^|~+\^|goroutine \d|#\d+ |\d* *\||-->|created by |\s*\+0x|stack backtrace|note: )/;
const hollow =
  /^(?:exit status \d|Node\.js v|npm (?:err!|error)|error Command failed|error: (?:could not compile|script|process)|\[ERROR\] *(?:\[Help|Re-run|To see|For more|-> |$)|Process (?:exited|finished)|Command (?:exited|failed)|\d+ errors?(?: generated)?\.?$|Traceback \(|.*\bcore dumped\b|Aborted|\[(?:The )?command .*\]$|\[(?:Current working directory|Python interpreter): .*\]$|For more information|BUILD FAILED|FAILURE: Build failed|exit code:?)/i;
/** Neither names an error nor says where it came from. */
function isHollow(line: string): boolean {
  return isRelayed(line) || hollow.test(line);
}

/** Ruby names the error at the end of its line, Go and Rust at the beginning. */
const raised =
  /\((?:\w+::)*[A-Z]\w*(?:Error|Exception)\)$|^panic: |^thread '.{0,60}' panicked|^Caused by: |^Exception in thread|\bAssertion [`'].* failed|^(?:AssertionError|assertion failed)/;

export interface RunCore {
  /** All errors, as another set of them is progress; the last alone if it was thrown. */
  readonly all: string;
  readonly last: string;
  readonly errors: number;
}

/**
 * @param script name of the script that ran, which changes nothing
 * @returns undefined if no line names an error
 */
export function runCore(text: string, script: string | undefined): RunCore | undefined {
  const lines = lastLines(text);
  const at = findLast(lines);
  const last = lines[at];
  if (last === undefined) {
    return undefined;
  }
  const all = lines.filter((line) => names(line));
  if (isThrown(last)) {
    const core = maskedCore(withMessage(lines, at), script);
    return { all: core, last: core, errors: all.length };
  }
  const compared = [...new Set(all)].slice(-MOST_TELLING).join('\n');
  return {
    all: maskedCore(all.length > 1 ? `${compared} ×${all.length}` : compared, script),
    last: maskedCore(last, script),
    errors: all.length,
  };
}

/** The last line that names an error; below one that throws it, its message may name another. */
function findLast(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => names(line));
  const thrown = lines.findLastIndex((line) => !isHollow(line) && isThrown(line));
  const isItsMessage =
    thrown >= 0 &&
    last - thrown <= MESSAGE_LINES &&
    !lines.slice(thrown, last).some((line) => frame.test(line));
  return isItsMessage ? thrown : last;
}

function lastLines(text: string): string[] {
  const lines: string[] = [];
  let end = text.length;
  while (end >= 0 && lines.length < LOOKED) {
    const start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE)).trim();
    if (line !== '') {
      lines.push(line);
    }
    end = start - 1;
  }
  return lines.reverse();
}

function names(line: string): boolean {
  return !isHollow(line) && !frame.test(line) && (isThrown(line) || isTelling(line));
}

function isThrown(line: string): boolean {
  return (thrown.test(line) && !/Warning\b/.test(line)) || raised.test(line);
}

/** An error without a message of its own: the lines below it, or the line of code above it. */
function withMessage(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  if (!/^[\w.$:]+:?$|panicked at \S+$/.test(line)) {
    return line;
  }
  const below = lines
    .slice(at + 1, at + 1 + MESSAGE_LINES)
    .filter((each) => !frame.test(each) && !isHollow(each));
  const above = lines[at - 1] ?? '';
  return below.length > 0
    ? [line, ...below].join('\n')
    : above === '' || frame.test(above)
      ? line
      : `${above}\n${line}`;
}

const places = new RegExp(
  String.raw`:\d+(?::\d+)?(?=[:)\]\s,]|$)|${namedLine}|(?<=\S)\(\d+(?:,\d+)?\)`,
  'gm',
);
const folders = /(?:\b[A-Za-z]:|~|\bfile:\/\/)?(?:[\w.@+-]*[\\/])+(?=[\w.@+<>-])/g;
/** Quoted names with many digits are ids; others may be what the error is about. */
const ids = /(["'`])[^"'`\n]{0,200}?\d[^"'`\n\d]{0,40}\d[^"'`\n\d]{0,40}\d[^"'`\n]{0,200}?\1/g;

function maskedCore(text: string, script: string | undefined): string {
  const bare = text.replace(folders, '').replace(places, '#').replace(ids, '<id>');
  const stem = script === undefined ? '' : findStem(script);
  return stem.length < 3 ? bare : bare.replaceAll(stem, '<script>');
}
