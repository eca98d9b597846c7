/** The fingerprint of a test run: what failed, whatever the run's duration and order. */
import stripAnsi from 'strip-ansi';
import { FULL_TEXT, hashText } from '../hash.js';
import { withoutNoise } from '../noise/noise.js';
import { buildRunners } from './build-runners.js';
import { scriptRunners } from './script-runners.js';
import { tallyRunners } from './tally-runners.js';
import { isTestFile } from './test-files.js';

export interface TestRun {
  /** Joined by `+` where an output holds several. */
  runner: string;
  /** Sorted, distinct ids of failing tests, suites and packages, or file, code and message of a checker's findings. */
  failing: string[];
  /** Sorted, distinct classes of errors, with the heads of their messages unless they are assertions. */
  errors: string[];
  /** Undefined where no summary says. */
  failed: number | undefined;
  passed: number | undefined;
  /** How much of the first result that was compared is not as wanted, where the output counts it: pixels or rows that differ, say. */
  apart?: number;
  /** What the output measures beside: the first line that gives a number a name. */
  figure?: Figure;
  /** The furthest line of a test file that the output names, where one test fails. */
  reached?: number;
  /** Equal for two runs that failed in the same way. */
  key: string;
}

export interface Figure {
  name: string;
  value: number;
}

const formats = [...scriptRunners, ...buildRunners, ...tallyRunners].map((format) => {
  const { summary, mark, ids } = format;
  const marks =
    [summary, mark].flatMap((pattern) => pattern?.source ?? []).join('|') || ids.source.slice(1);
  return {
    format,
    marks,
    isIn: new RegExp(`\\n(?:${marks})`, 'm'),
    lines: new RegExp(`^(?:${summary?.source ?? '(?!)'}).*`, 'gm'),
  };
});
/** Line breaks are quicker to find than starts of lines. */
const anyMark = new RegExp(`\\n(?:${formats.map(({ marks }) => marks).join('|')})`, 'm');
/** Nearly every mark holds one of these words: a quick check. */
const anyWord = /pass|fail|test|error|selected|success/i;

/** Characters of a line that are judged, so that no pattern becomes slow. */
const LONGEST_LINE = 300;
const [HEAD, TAIL] = [200, 600];

/** A quick check of both ends of an output for lines of a test runner. */
export function mayBeTestRun(output: string): boolean {
  const ends =
    output.length <= HEAD + TAIL ? output : `${output.slice(0, HEAD)}\n${output.slice(-TAIL)}`;
  const hasWord = anyWord.test(ends) || ends.includes('ok  \t') || ends.includes('.go:');
  return hasWord && anyMark.test(`\n${stripAnsi(ends)}`);
}

/** `12 pixels are different`, `3.5% different from snapshot`, `Mismatched elements: 4 / 100`, `Max absolute difference: 0.25` */
const apartness =
  /(\d[\d,.]*) ?%?(?: \w{1,20}){0,3} (?:differ|mismatch|apart\b)|\b(?:mismatched|differing|different|wrong) \w{1,20}: (\d[\d,.]*)|\bdifference: (\d[\d.e+-]*)/i;

function countApart(text: string): Pick<TestRun, 'apart'> {
  const found = apartness.exec(text.slice(0, FULL_TEXT));
  const count = Number((found?.[1] ?? found?.[2] ?? found?.[3])?.replaceAll(',', ''));
  return Number.isNaN(count) ? {} : { apart: count };
}

/** `renders after one key: 412`, `bundle size = 312.4 kB` */
const figures = /^([a-z][^\n:=]{2,60}?) ?[:=] {0,4}(\d[\d,]*(?:\.\d+)?)(?: ?[a-z%]{1,9})?$/gim;
/** Such lines that the runner itself prints, and numbers that change by themselves. */
const noFigure =
  /\b(?:seed|pid|port|time|duration|took|elapsed|start\w*|date|id|memory|heap|tests?|suites?|snapshots?|files?|passed|passing|failed|failing|failures?|errors?|skipped|pending|total|exit|code|line|column|workers?|retry|retries|attempt)\b/i;

function findFigure(text: string): Pick<TestRun, 'figure'> {
  const found = matches(text, figures).find(([, name = '']) => !noFigure.test(name));
  const [, name = '', number = ''] = found ?? [];
  return found === undefined ? {} : { figure: { name, value: Number(number.replaceAll(',', '')) } };
}

const placeInFile = /([\w./\\-]{1,200}\.\w{1,5})(?::|", line |\()(\d{1,6})\b/g;

function findReached(text: string, named: ReadonlySet<string>): Pick<TestRun, 'reached'> {
  if (named.size !== 1) {
    return {};
  }
  const lines = matches(text, placeInFile).flatMap(([, path = '', line]) =>
    isTestFile(path) ? [Number(line)] : [],
  );
  return lines.length === 0 ? {} : { reached: Math.max(...lines) };
}

/** What else tells whether the same failures are nearer to their end. */
function measure(
  text: string,
  named: ReadonlySet<string>,
  isGood: boolean,
): Pick<TestRun, 'apart' | 'figure' | 'reached'> {
  return {
    ...countApart(text),
    ...(isGood ? {} : findFigure(text)),
    ...findReached(text, named),
  };
}

/** Whether tests failed, named or only counted, or something broke on the way. */
export function isFailing({ failing, errors, failed = 0 }: TestRun): boolean {
  return failing.length > 0 || errors.length > 0 || failed > 0;
}

/**
 * Undefined unless the output holds a line that only a test runner, a compiler or a checker prints. For outputs of commands,
 * not for files. `isTest`: the command is known to run tests, so that errors alone make a run that crashed.
 */
export function testRun(output: string, isTest = false): TestRun | undefined {
  const text = splitLines(output);
  if (!anyMark.test(text) && !(isTest && text.search(thrown) >= 0)) {
    return undefined;
  }
  const found = formats.filter(({ isIn }) => isIn.test(text));
  const runner = found.map(({ format }) => format.runner).join('+') || 'unknown';
  const [named, errors] = [new Set<string>(), errorsIn(text, nothingRan)];
  const summaries: string[] = [];
  let findings: number | undefined;
  for (const { format, lines } of found) {
    let ids = idsIn(text, format.ids, format.headed);
    if (ids.length === 0) {
      ids = idsIn(text, format.spare);
    }
    for (const id of ids) {
      named.add(id);
    }
    errors.push(...errorsIn(text, format.errors));
    if (format.summary === undefined) {
      findings = (findings ?? 0) + ids.length;
    }
    summaries.push(...(text.match(lines) ?? []));
  }
  const { failed, passed } = countsIn(
    summaries.join('\n'),
    findings === undefined ? undefined : Math.max(findings, count(text, totalFindings) ?? 0),
  );
  const failing = sorted([...named, ...found.flatMap(({ format }) => idsIn(text, format.wholes))]);
  const isGood = failing.length === 0 && failed === 0;
  // errors while everything passes belong to a log
  if (!isGood || passed === undefined) {
    errors.push(...errorsIn(text, thrown));
  }
  // of failing tests that are not named, only the number is known
  const counts =
    failing.length === 0 ? [failed, passed] : [(failed ?? 0) > named.size ? failed : undefined];
  return {
    runner,
    failing,
    errors: sorted(errors),
    failed,
    passed,
    ...measure(text, named, isGood),
    key: hashText([runner, ...failing, '', ...sorted(errors), '', ...counts].join('\n')),
  };
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

/** Puts a line break before each line, including the first. */
function splitLines(output: string): string {
  let text = stripAnsi(
    output.length <= FULL_TEXT
      ? output
      : `${output.slice(0, FULL_TEXT / 2)}\n${output.slice(-FULL_TEXT / 2)}`,
  );
  if (text.includes('\r')) {
    text = text.replace(/\r\n?/g, '\n');
  }
  return `\n${
    text.length <= LONGEST_LINE
      ? text
      : text
          .split('\n')
          .map((line) => line.slice(0, LONGEST_LINE))
          .join('\n')
  }`;
}

/** Counts in the summaries of all runners; a match without a number counts one. */
const failures =
  /(\d+) (?:tests? )?(?:fail(?:ed|ing|ures?)?|errors?|exceptions)\b|(?<!expected )(?:fail(?:ed|ures)?|errors|unexpected successes)[:=]? *(\d+)|--- FAIL/gi;
const passes = /(\d+) (?:tests? )?pass(?:ed|ing)?\b|pass(?:ed)?:? +(\d+)|--- PASS|^ok {2}\t/gim;
const totals = /(\d+) (?:examples?|runs|tests?)\b(?! failed)|(?:Ran|run:|Tests:|of) (\d+)/g;

/** How many a compiler or checker found: it may have shown only some. */
const totalFindings = /^(?:Found )?(\d+) errors?\b(?! [a-z]+ed\b(?<! generated))/gm;

function countsIn(
  summary: string,
  findings: number | undefined,
): Pick<TestRun, 'failed' | 'passed'> {
  if (summary === '') {
    return { failed: findings, passed: undefined };
  }
  const failed = (count(summary, failures) ?? 0) + (findings ?? 0);
  const total = count(summary, totals);
  return {
    failed,
    passed: count(summary, passes) ?? (total === undefined ? total : Math.max(0, total - failed)),
  };
}

function count(summary: string, pattern: RegExp): number | undefined {
  const numbers = matches(summary, pattern).map((match) => Number(match[1] ?? match[2] ?? 1));
  return numbers.length === 0 ? undefined : numbers.reduce((total, number) => total + number);
}

/** Unlike `matchAll`, copies no pattern, which would cost more than searching a short text. No pattern matches an empty text. */
function matches(text: string, pattern: RegExp | undefined): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (let match = pattern?.exec(text); match; match = pattern?.exec(text)) {
    found.push(match);
  }
  return found;
}

const duration = / *[([]\d[\d.,]* ?m?s[)\]]$/;

function idsIn(text: string, pattern: RegExp | undefined, headed = false): string[] {
  const ids: string[] = [];
  let head = '';
  for (const match of matches(text, pattern)) {
    if (headed && match[1] !== undefined) {
      head = `${match[1]} `;
      continue;
    }
    ids.push(head + withoutNoise(joined(match).replace(duration, '')));
  }
  return ids;
}

function joined(match: RegExpExecArray): string {
  return match.slice(1).filter(Boolean).join(' ').replace(/\s+/g, ' ').replace(' : ', ': ').trim();
}

/** A line that begins with an error's class in Python, JavaScript, Java or Ruby, unless a runner cut it short. */
const thrown =
  /^(?:E +| +|# +|INTERNALERROR> |(?:FAILED|ERROR) .+? - )?((?:\w+(?:\.|::))*\w*(?:Error|Exception|Failure|Failed|Exit|Interrupt|Timeout)(?: \[\w+\])?(?:: (?!.*\.\.\.$).*)?$|assert )/gm;
const nothingRan =
  /^[^\w\n]{0,60}(?:Error: )?((?:testing: warning: )?no tests? .{0,6}(?:found|ran|executed|to run))/gim;

function errorsIn(text: string, ...patterns: (RegExp | undefined)[]): string[] {
  return patterns
    .flatMap((pattern) => matches(text, pattern))
    .map((match) => maskedError(joined(match)));
}

const MESSAGE = 100;
const assertion = /^assert|^[\w.:]*(?:Assert|Expectation)\w*|^Error: expect\(/;

/** What an assertion compares varies with each attempt, and so do numbers and places. Messages of other errors say what is wrong. */
function maskedError(error: string): string {
  if (assertion.test(error)) {
    return 'assertion';
  }
  return withoutNoise(error.replace(/^(?:\w+(?:\.|::))*/, '').slice(0, MESSAGE)).replace(
    /\d+/g,
    '#',
  );
}
