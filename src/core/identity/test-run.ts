/** The fingerprint of a test run: what failed, whatever the run's duration and order. */
import { FULL_TEXT, hashText } from './hash.js';
import { ansi, withoutNoise } from './noise.js';
import { buildRunners } from './test-run/build-runners.js';
import type { Format } from './test-run/format.js';
import { scriptRunners } from './test-run/script-runners.js';

export interface TestRun {
  /** Of several in one output: joined by `+`. */
  runner: string;
  /** Sorted, distinct ids of failing tests, suites and packages, or file, code and message of a checker's findings. */
  failing: string[];
  /** Sorted, distinct classes of errors, with the heads of their messages unless they are assertions. */
  errors: string[];
  /** Undefined where no summary tells it. */
  failed: number | undefined;
  passed: number | undefined;
  /** Equal for two runs that failed in the same way. */
  key: string;
}

const formats = [...scriptRunners, ...buildRunners].map((format) => {
  const marks = [format.summary, format.mark].filter((source) => source !== undefined).join('|');
  return { ...format, marks, isIn: new RegExp(`^(?:${marks})`, 'm'), summaries: format.summary === undefined ? undefined : new RegExp(`^(?:${format.summary}).*`, 'gm') };
});
const anyMark = new RegExp(`^(?:${formats.map((format) => format.marks).join('|')})`, 'm');

/** Lines are judged by this many characters: no pattern can be made slow. */
const LONGEST_LINE = 300;
const [HEAD, TAIL] = [400, 800];

/** A quick look at both ends of a command's output for a runner's own lines. */
export function mayBeTestRun(output: string): boolean {
  const ends = output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
  return anyMark.test(ends.includes('\u001b') ? ends.replace(ansi, '') : ends);
}

/**
 * Undefined unless the output holds a line that only a test runner, a compiler or a checker prints. For outputs of commands,
 * not for files. `isTest`: the command is known to run tests, so that errors alone make a run that crashed.
 */
export function testRun(output: string, isTest = false): TestRun | undefined {
  const text = linesOf(output);
  const marked = anyMark.test(text);
  if (!marked && !(isTest && text.search(thrown) >= 0)) { return undefined; }
  const runs = formats.filter((format) => format.isIn.test(text)).map((format) => read(format, text));
  const runner = runs.map((run) => run.runner).join('+') || 'unknown';
  const failing = [...new Set(runs.flatMap((run) => run.failing))].sort();
  const errors = [...new Set([...runs.flatMap((run) => run.errors), ...thrownIn(text)])].sort();
  const [failed, passed, told] = [sum(runs, 'failed'), sum(runs, 'passed'), sum(runs, 'told') ?? 0];
  // where fewer tests are named than failed, their number is all that tells of the others
  const counts = failing.length === 0 ? [failed, passed] : [(failed ?? 0) > told ? failed : undefined];
  return { runner, failing, errors, failed, passed, key: hashText([runner, ...failing, '', ...errors, '', ...counts].join('\n')) };
}

type Counts = Record<'failed' | 'passed' | 'told', number | undefined>;

function sum(runs: readonly Counts[], count: keyof Counts): number | undefined {
  return runs.reduce<number | undefined>((total, run) => (run[count] === undefined ? total : (total ?? 0) + run[count]), undefined);
}

function linesOf(output: string): string {
  let text = output.length <= FULL_TEXT ? output : `${output.slice(0, FULL_TEXT / 2)}\n${output.slice(-FULL_TEXT / 2)}`;
  if (text.includes('\u001b')) { text = text.replace(ansi, ''); }
  if (text.includes('\r')) { text = text.replace(/\r\n?/g, '\n'); }
  return text.length <= LONGEST_LINE ? text : text.split('\n').map((line) => line.slice(0, LONGEST_LINE)).join('\n');
}

type Reading = Counts & Pick<TestRun, 'runner' | 'failing' | 'errors'>;

function read(format: Format & { summaries: RegExp | undefined }, text: string): Reading {
  let ids = idsIn(text, format.ids, format.headed);
  if (ids.length === 0) { ids = idsIn(text, format.spare); }
  const errors = format.errors === undefined ? [] : [...text.matchAll(format.errors)].map((match) => maskedError(joined(match)));
  const summary = format.summaries === undefined ? undefined : text.match(format.summaries)?.join('\n');
  const failed = summary === undefined ? undefined : count(summary, format.failed);
  const total = summary === undefined || format.total === undefined ? undefined : count(summary, format.total);
  const passed = summary === undefined || format.passed === undefined ? undefined : count(summary, format.passed);
  return {
    runner: format.runner, failing: [...ids, ...idsIn(text, format.wholes)], errors, told: new Set(ids).size,
    failed: format.summary === undefined ? ids.length : failed,
    passed: total === undefined ? passed : total > 0 ? Math.max(0, total - (failed ?? 0)) : total,
  };
}

function count(summary: string, pattern: RegExp | undefined): number {
  let total = 0;
  for (const match of pattern === undefined ? [] : summary.matchAll(pattern)) { total += Number(match[1] ?? match[2] ?? 1); }
  return total;
}

const duration = / *[([]\d[\d.,]* ?m?s[)\]]$/;

function idsIn(text: string, pattern: RegExp | undefined, headed = false): string[] {
  const ids: string[] = [];
  let head = '';
  for (const match of pattern === undefined ? [] : text.matchAll(pattern)) {
    if (headed && match[1] !== undefined) { head = `${match[1]} `; continue; }
    ids.push(head + withoutNoise(joined(match).replace(duration, '')));
  }
  return ids;
}

function joined(match: RegExpMatchArray): string {
  return match.slice(1).filter(Boolean).join(' ').replace(/\s+/g, ' ').replace(' : ', ': ').trim();
}

/** A line that begins with the class of an error: Python's, JavaScript's, Java's, Ruby's. */
const thrown = /^(?:E +| +|# +)?((?:\w+(?:\.|::))*\w*(?:Error|Exception|Failure|Exit|Interrupt|Timeout)(?: \[\w+\])?)(: .*)?$/gm;

function thrownIn(text: string): string[] {
  return [...text.matchAll(thrown)].map((match) => maskedError(match.slice(1).join('')));
}

const MESSAGE = 100;
const assertion = /^assert|^[\w.:]*(?:Assert|Expectation)\w*|^Error: expect\(/;

/** What an assertion compares varies with each attempt, and so do numbers and places; of other errors the message tells what is wrong. */
function maskedError(error: string): string {
  if (assertion.test(error)) { return 'assertion'; }
  const [, name = ''] = /^(?:\w+(?:\.|::))*(.*)$/.exec(error) ?? [];
  return withoutNoise(name.slice(0, MESSAGE)).replace(/\d+/g, '#').replace(/:?\s*$/, '');
}
