/** What a call tells of tests: that they ran, and how that went, as far as it is certain. */
import type { Evidence } from '../../evidence/evidence.js';
import type { CommandNature, SegmentKind } from '../../identity/command/command.js';
import { FULL_TEXT } from '../../identity/hash.js';
import { isFailing, mayBeTestRun, type TestRun } from '../../identity/test-run/test-run.js';
import { commandNature } from '../../identity/tool/call-nature.js';
import { findCommand } from '../../identity/tool/tool.js';
import type { Call } from '../../turns/session.js';

export interface ToldRun {
  isFailing: boolean;
  /** How many failed, or passed where none did; undefined where that is not certain. */
  count: number | undefined;
  /** What of the project's tests the command chose. */
  choice: TestChoice;
  /** Heard by a look at a run that had begun before. */
  isLate: boolean;
}

interface TestChoice {
  program: string;
  /** None for all of them. */
  paths: readonly string[];
  /** Patterns of names; none for all of them. */
  filters: readonly string[];
}

/** `unsure`: tests may have run, and nobody knows how that went. `script`: a script ran, perhaps to check the work. */
export type ToldTests = ToldRun | 'unsure' | 'script';

/** They find faults without running anything. */
const checkers = new Set(['tsc', 'eslint', 'compiler', 'lint', 'unknown']);
/** Runners that end with one line of counts, whatever ran, and how a command names them. */
const summing: ReadonlyMap<string, RegExp> = new Map([
  ['pytest', /\bpy\.?test\b/],
  ['unittest', /\bunittest\b|manage\.py test\b/],
  ['jest', /\bjest\b/],
  ['vitest', /\bvitest\b/],
  ['mocha', /\bmocha\b/],
  ['tap', /\bnode\b.* --test\b/],
  ['bun', /\bbun test\b/],
  ['playwright', /\bplaywright test\b/],
  ['rspec', /\brspec\b/],
  ['phpunit', /\bphpunit\b/],
]);
/** They count what was skipped as if it had passed. */
const countingSkipped = /unittest|maven|phpunit|rspec|ctest/;
const skipped = /\b[1-9]\d* (?:pending|skipped)|(?:skipped|incomplete)[:=] ?[1-9]/i;

const failLine = /^\s*(?:FAIL|FAILED|not ok|ERROR|error|npm ERR!|npm error)(?!\w)/m;
const none = /no tests? /i;

/** Undefined for a call that runs no test. */
export function readTests(call: Call, evidence: Evidence): ToldTests | undefined {
  const command = commandNature(call);
  const isTest = call.class === 'test' || command?.kind === 'test';
  const run = evidence.tests?.run;
  if (run === undefined || !isOfTests(run) || !(isTest || countsTests(run)) || startsJob(call)) {
    return isTest || mayTest(call, command) || (run !== undefined && countsTests(run))
      ? 'unsure'
      : evidence.run?.script === undefined && !runsScript(command)
        ? undefined
        : 'script';
  }
  // what is read again ran at another time
  return evidence.action.looks
    ? 'unsure'
    : isFailing(run)
      ? readFailing(call, run, command, evidence.outcome.failed)
      : readPassing(call, run, command, evidence.outcome.failed);
}

function runsScript(command: CommandNature | undefined): boolean {
  return (
    command?.segments.some(
      ({ kind, words }) => kind === 'run' && words.some((word) => scriptFile.test(word)),
    ) === true
  );
}

/** Runs nothing by itself. */
function isLook({ class: kind }: Call): boolean {
  return kind !== 'shell' && kind !== 'test';
}

function isOfTests({ runner }: TestRun): boolean {
  return runner.split('+').some((name) => !checkers.has(name));
}

function countsTests(run: TestRun): boolean {
  return isOfTests(run) && (run.passed !== undefined || (run.failed ?? 0) > 0);
}

function startsJob({ input, result }: Call): boolean {
  return (
    input['run_in_background'] === true ||
    /^(?:Command (?:running|is running|moved)|Background shell|task_id: )/.test(
      result?.output ?? '',
    )
  );
}

function readFailing(
  call: Call,
  run: TestRun,
  command: CommandNature | undefined,
  hasFailed: boolean,
): ToldTests {
  const { failed = 0, runner, errors } = run;
  const isMixed = runner.split('+').some((name) => checkers.has(name));
  const isBuilt = command?.segments.some(({ kind }) => kind === 'build' || kind === 'run') === true;
  const isCertain = failed > 0 || hasFailed || failLine.test(call.result?.output ?? '');
  if (
    isMixed ||
    errors.some((error) => none.test(error)) ||
    !isCertain ||
    (failed === 0 && isBuilt)
  ) {
    return 'unsure';
  }
  const isCounted = failed > 0 && showsAll(call, runner, command);
  return describeRun(call, command, { isFailing: true, count: isCounted ? failed : undefined });
}

function readPassing(
  call: Call,
  { passed = 0, runner }: TestRun,
  command: CommandNature | undefined,
  hasFailed: boolean,
): ToldTests {
  const output = call.result?.output ?? '';
  const isWhole = showsAll(call, runner, command);
  if (
    passed === 0 ||
    hasFailed ||
    failLine.test(output) ||
    (!isWhole && mayHideFailures(call, command))
  ) {
    return 'unsure';
  }
  const isCounted =
    isWhole &&
    !runner.split('+').includes('go') && // tells packages
    !(countingSkipped.test(runner) && skipped.test(output));
  return describeRun(call, command, { isFailing: false, count: isCounted ? passed : undefined });
}

function describeRun(
  call: Call,
  command: CommandNature | undefined,
  outcome: Pick<ToldRun, 'isFailing' | 'count'>,
): ToldRun {
  return { ...outcome, choice: readChoice(command), isLate: isLook(call) };
}

const cuts = /\|\s*tail\b/;
const picksLines = /\|\s*(?:head|[ef]?grep|rg|awk|sed|cut|sort|uniq|wc|perl|jq|python\S*|node)\b/;
const severalPackages = /(?:^|\s)(?:-r|-ws?|--recursive|--workspaces?|turbo|nx|lerna)(?:[\s=]|$)/;
const shortened = /\btruncated\b|\bomitted\b|^… of \d+ lines|^\s*…|…\s*$|<persisted-output>/m;
const scriptFile = /\.(?:sh|bash|py|[cm]?js|ts|rb|pl|php)$/;

/** Whether the counts are those of everything that ran. */
function showsAll(call: Call, runner: string, command: CommandNature | undefined): boolean {
  const text = findCommand(call.input) ?? '';
  const output = call.result?.output ?? '';
  const isOne = countRuns(command) <= 1 && !severalPackages.test(text);
  return (
    (isOne && summing.get(runner)?.test(text) === true) ||
    !(
      cuts.test(text) ||
      picksLines.test(text) ||
      output.length >= FULL_TEXT ||
      shortened.test(output)
    )
  );
}

function countRuns(command: CommandNature | undefined): number {
  return command?.segments.filter(({ kind }) => kind === 'test').length ?? 1;
}

/** What is shown of the end may be only the last of several runs, which goes on after a failure. */
function mayHideFailures({ input }: Call, command: CommandNature | undefined): boolean {
  return (
    picksLines.test(findCommand(input) ?? '') ||
    countRuns(command) !== 1 ||
    command?.segments.some(
      ({ kind, words }) =>
        kind === 'test' && words.slice(0, 2).some((word) => scriptFile.test(word)),
    ) === true
  );
}

const filterFlag =
  /^(?:-run|-k|-m|-t|-g|--(?:filter|grep|testNamePattern|tests|test-name-pattern))$/;
const verb =
  /^(?:tests?|run|exec|py\.?test|jest|vitest|mocha|rspec|phpunit|ctest|playwright)$|^tests?[:_-]/;

function readChoice(command: CommandNature | undefined): TestChoice {
  const words = command?.segments.findLast(({ kind }) => kind === 'test')?.words ?? [];
  // a script's own name says what it runs
  const from = words.findLastIndex((word) => verb.test(word)) + 1 || words.length;
  const [paths, filters]: string[][] = [[], []];
  words.slice(from).forEach((word, i, rest) => {
    if (filterFlag.test(rest[i - 1] ?? '') || /^--?[\w-]+=/.test(word)) {
      filters?.push(word);
    } else if (!word.startsWith('-') && word !== './...' && word !== '.') {
      paths?.push(word);
    }
  });
  return { program: words.slice(0, from).join(' '), paths: paths ?? [], filters: filters ?? [] };
}

/** Whether a run that passed tells that what failed in another one is mended. */
export function covers({ choice: passed }: ToldRun, { choice: failed }: ToldRun): boolean {
  return (
    passed.program !== '' &&
    passed.program === failed.program &&
    passed.filters.every((filter) => failed.filters.includes(filter)) &&
    (passed.paths.length === 0 ||
      (failed.paths.length > 0 && failed.paths.every((path) => passed.paths.includes(path))))
  );
}

const acting: ReadonlySet<SegmentKind> = new Set(['run', 'build', 'other']);
const testWord =
  /(?:^|[^a-z])(?:tests?|specs?|e2e|checks?|verify|validate|smoke|pytest|jest|vitest|mocha|cypress|playwright|phpunit|rspec|tox|ctest)(?:[^a-z]|$)/i;

/** Runs something that may be tests by another name: in a container, by a script, by a tool of the editor. */
function mayTest(call: Call, command: CommandNature | undefined): boolean {
  switch (call.class) {
    case 'shell':
      return (
        command === undefined ||
        command.segments.some(
          ({ kind, words }) => acting.has(kind) && words.some((word) => testWord.test(word)),
        )
      );
    case 'other':
      return testWord.test(call.tool.replace(/([a-z\d])(?=[A-Z])/g, '$1_'));
    case 'poll':
      return mayBeTestRun(call.result?.output ?? '');
    default:
      return false;
  }
}
