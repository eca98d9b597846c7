/** Whether an ordinary output is, as a whole, the report of an error. */
import type { JsonObject } from '../../events.js';
import {
  isTelling,
  isTraceStart,
  lastOfTrace,
  noError,
  refusal,
  strong,
  thrown,
} from '../../lines/error-cues.js';
import { collectValues } from './error-mask.js';
import { findCommand } from '../tool/tool.js';

/** A longer output is content, not a report of an error; a traceback may be longer. */
const [LONGEST_REPORT, MOST_LINES, LONGEST_TRACE] = [1500, 12, 8000];
const HEAD = 400;
/** Lines that make a print. */
const MOST_TELLING = 6;

const cue =
  /rror|xcept|[fF]ail|FAIL|nvalid|not |Not |n't |No |no |annot|nable|enied|atal|anic|eject|issing|nknown|equire|raceback|rong|ncorrect|xpected|nmatched|nterminated|ubstitution|o such|ndefined|nrecog|ERR|rovide/;

/** The last line of a package manager that did not do what it was told; a pipe hides that it failed. */
const gaveUp =
  /^(?:E: |ERROR: (?:Could not|No matching|Failed|Cannot|Unable)\b|npm (?:ERR!|error) )/;

function endsGivenUp(output: string): boolean {
  return gaveUp.test(output.slice(output.lastIndexOf('\n') + 1));
}

/** A quick check whether an ordinary output could report an error. Most do not. */
export function mayBeError(output: string): boolean {
  if (endsGivenUp(output)) {
    return true;
  }
  if (output.length > LONGEST_REPORT && (output.length > LONGEST_TRACE || !startsTrace(output))) {
    return output.length <= LONGEST_TRACE && refusal.test(output.slice(0, HEAD));
  }
  return (
    cue.test(output.length > HEAD ? output.slice(0, HEAD) : output) || output.startsWith('File "')
  );
}

function startsTrace(output: string): boolean {
  return output.startsWith('File "') || output.slice(0, 2 * HEAD).includes('Traceback (');
}

/** A test report, a numbered listing, lines of a log, a search's hits, code: content in which an error's words merely occur. */
const testReport =
  /\b\d+ (?:passed|failed|failing|passing|skipped|tests?|examples?|specs?|assertions?)\b|^(?:PASS|FAIL|ok|not ok)\b|\b(?:PASSED|FAILED)\b|[✓✔]/m;
const contentLine =
  /^\s*\d+[\t→|:]|^\S+:\d+:(?!\d*:? ?(?:error|fatal|undefined|cannot|syntax))|^\[?\d{4}-\d\d-\d\d[T ]|^\[?\d\d:\d\d:\d\d|^(?:INFO|DEBUG|WARN|TRACE)\b|[{};,(]$|^(?:import|from|def|class|function|const|let|var|return|if|for|while|try|except|catch|throw|raise|public|private|export|\/\/|#|\/?\*|<)[\s*!/]|^[-+] |=>/;
/** Commands that print stored text: an error in that text is not their own. */
const shows =
  /^(?:cd [^&;|]{1,300}(?:&&|;)\s*)?(?:sudo )?(?:cat|head|tail|less|more|bat|nl|sed -n|awk|grep|egrep|rg|ag|find|git (?:log|show|diff|grep|blame)|journalctl|docker logs|kubectl logs)\b/;
const own =
  /^(?:\S{1,60}: )?(?:cannot (?:open|access|stat)|can't (?:open|read)|.{0,300}(?:no such file or directory|permission denied|is a directory|does(?:n't| not) exist|not found\.?$|invalid option|unrecognized option|ambiguous argument))|^(?:fatal|error|failure):/i;

const ofShellTool =
  /^(?:rm|ls|cat|mkdir|cp|mv|grep|find|which|kill|pkill|head|tail|sed|cd|rmdir|touch|ln): /;

/** Lines before a traceback that is a script's own end. */
const MOST_BEFORE_TRACE = 3;
/** Lines of a command that shows files which may all be its own errors. */
const MOST_OWN_ERRORS = 3;

/** The lines that name the error in an ordinary output that reports one as a whole. None if it is anything else. */
export function extractReport(
  output: string,
  lines: readonly string[],
  input: JsonObject,
): string[] {
  const [first] = lines;
  if (first === undefined || output.length > LONGEST_TRACE) {
    return [];
  }
  if (showsContent(input)) {
    return isOwnError(lines) ? lines.slice() : [];
  }
  const last = lines.at(-1) ?? first;
  if (gaveUp.test(last)) {
    return [last];
  }
  if (testReport.test(output)) {
    return [];
  }
  const trace = lastOfTrace(lines);
  if (trace !== undefined) {
    return endsInTrace(lines, trace) ? [trace] : [];
  }
  const isLong = lines.length > MOST_LINES || output.length > LONGEST_REPORT;
  return isLong ? [] : shortReport(first, lines, collectValues(input));
}

/** The call reads or searches files, whose errors are not its own. */
function showsContent(input: JsonObject): boolean {
  const command = findCommand(input);
  return command === undefined ? isAboutFile(input) : shows.test(command);
}

function isOwnError(lines: readonly string[]): boolean {
  return (
    lines.length <= MOST_OWN_ERRORS &&
    lines.every((line) => own.test(line) && !noError.test(line) && !contentLine.test(line))
  );
}

/** A script says little before it breaks off, and nothing after. */
function endsInTrace(lines: readonly string[], trace: string): boolean {
  return lines.findIndex(isTraceStart) <= MOST_BEFORE_TRACE && lines.at(-1) === trace;
}

/** Either the first line of few begins as an error, or most lines tell of one. */
function shortReport(
  first: string,
  lines: readonly string[],
  values: ReadonlySet<string>,
): string[] {
  const content = lines.filter((line) => contentLine.test(line));
  if (content.length * 2 >= lines.length && !(lines.length === 1 && strong.test(first))) {
    return [];
  }
  const telling = lines.filter((line) => isTelling(line) && !content.includes(line));
  const notEchoed = lines.filter((line) => !values.has(line.replace(/^\w{1,20}: /, '')));
  // a tool that failed within a command line leaves open what the rest did
  const begins = (strong.test(first) || thrown.test(first)) && !ofShellTool.test(first);
  const isReport =
    (begins && isTelling(first) && lines.length <= MOST_LINES / 3) ||
    telling.length * 2 > notEchoed.length;
  return isReport ? [...new Set(telling)].slice(0, MOST_TELLING) : [];
}

const fileNames = [
  'file_path',
  'path',
  'filePath',
  'filepath',
  'filename',
  'file',
  'absolute_path',
  'target_file',
  'pattern',
  'query',
];
const changeNames = /^(?:old|new)(?:_|$)|content|(?:^|_)edits?$|^patch$|^diff$|file_text|insert/;

/** A call that reads or searches files. */
function isAboutFile(input: JsonObject): boolean {
  const names = Object.keys(input);
  return (
    names.some((name) => fileNames.includes(name)) && !names.some((name) => changeNames.test(name))
  );
}
