/** Test runners of Python, JavaScript, Ruby and PHP. */
import type { TestFormat } from './format.js';

export const scriptRunners: readonly TestFormat[] = [
  {
    runner: 'pytest',
    summary:
      /(?:=+ )?(?:no tests ran|\d+ (?:failed|passed|errors?|skipped|deselected|xfailed|xpassed|warnings?|rerun)\b.*) in \d[\d.]*s\b/,
    mark: /=+ (?:test session starts|short test summary info|FAILURES|ERRORS) =+$|(?:FAILED|ERROR) [\w./\\-]+\.py(?:::\S|$| - )|ERROR: (?:file or directory not found|not found): |ImportError while loading conftest|INTERNALERROR> /,
    ids: /^(?:\[gw\d+\] \[ *\d+%\] )?(?:SUB)?(?:FAILED|ERROR)\S* ([\w./\\ -]+\.py(?:::.+?)?)(?: - .*)?$/gm,
    spare:
      /^(\S+\.py::.+?) (?:FAILED|ERROR)\b|^_{3,} (?:ERROR (?:at \w+ of|collecting) )?(\S.*?) _{3,}$/gm,
    errors: /^ERROR: (.*not found: .+)/gm,
  },
  {
    runner: 'unittest',
    summary:
      /Ran \d+ tests? in \d[\d.]*s$|FAILED \((?:(?:failures|errors|skipped|expected failures|unexpected successes)=\d+(?:, )?)+\)$/,
    mark: /NO TESTS RAN|(?:Creat|Destroy)ing test database for alias /,
    ids: /^(?:FAIL|ERROR|UNEXPECTED SUCCESS): (\S+ \(.+)$/gm,
  },
  {
    // SymPy's own runner
    runner: 'sympy',
    summary: /[ =]*tests finished: \d/,
    ids: /^_{3,} (\S+\.py:\w+) _{3,}$/gm,
  },
  {
    runner: 'jest',
    summary: /Tests: +\d.*\d total$/,
    mark: /Test Suites: +\d.*\d total$|No tests found, exiting with code|(?:FAIL|PASS) \S*[./]\S+\.[cm]?[jt]sx?(?: \([\d.]+ m?s\))?$| {2}● Test suite failed to run$/,
    ids: /^ {2}● (?!Console$|Test suite failed|\w+ Warning)(.+)$/gm,
    wholes: /^FAIL +(\S.*)$/gm,
    errors: /^(?: {4}(Cannot find module .+))/gm,
  },
  {
    runner: 'vitest',
    summary: / *Tests {2,}(?:\d.*\(\d+\)|no tests)$/,
    mark: / *Test Files {2,}\d.*\(\d+\)$|No test files found, exiting with code|⎯+ Failed (?:Tests|Suites) \d+ ⎯/,
    // as the first line of an answer, without its space
    ids: /^(?: FAIL {2}(.+?)|FAIL {2}(\S.*? > .+?))(?: \[ .* \])?$/gm,
    spare: /^ *[×✗] (.+)$/gm,
  },
  {
    runner: 'mocha',
    summary: / {2}\d+ (?:passing|failing)(?: \(|$)/,
    // the second is a list of failures whose head was cut off
    mark: /Error: No test files found| {2}\d+\) .+\n {7,9}\S.*:?$/,
    ids: /^ {2}\d+\) (.+(?:\n {7,}\S.*){0,8}):$/gm,
    spare: /^ +\d+\) (.+)$/gm,
  },
  {
    // node --test and whatever speaks TAP
    runner: 'tap',
    summary: /(?:#|ℹ) (?:pass|fail) +\d+$/,
    mark: /TAP version \d+$|[✖✔] .+ \(\d+\.\d+ms\)$|test at \S+:\d+:\d+$/,
    ids: /^ *(?:not ok \d+ (?:- )?(?!.*# (?:TODO|SKIP))(\S.*)|✖ (.+) \([\d.]+ms\))$/gm,
    errors: /^ +name: '(\w+)'$/gm,
  },
  {
    runner: 'ava',
    summary: / {2}\d+ tests? (?:failed|passed)$/,
    mark: / {2}✘ (?:\[fail\]: |No tests found)/,
    ids: /^ {2}✘ \[fail\]: (.+)$/gm,
    errors: /^ {2}(?:(Uncaught exception in .+))$/gm,
  },
  {
    runner: 'bun',
    summary: / *\d+ (?:pass|fail)$/,
    mark: /Ran \d+ tests? across \d+ files?\./,
    ids: /^\(fail\) (.+)$/gm,
  },
  {
    // how far a test came says more than that it failed
    runner: 'playwright',
    summary: / {2}\d+ (?:failed|flaky|passed)(?: \([\d.]+m?[sm]\))?$/,
    mark: /Running \d+ tests? using \d+ workers?/,
    ids: /^ {2,4}(?:\d+\) )?((?:\[[\w ]+\] › )?\S+?):\d+:\d+ (› .+?)(?: ─+)?$/gm,
    errors: /^ {4,}(?:- )?(waiting for .+|Locator: .+)$/gm,
  },
  {
    runner: 'rspec',
    summary: /\d+ examples?, \d+ failures?/,
    ids: /^rspec (\S+?)(?::\d+|\[[\d:]+\])? # (.+)$/gm,
    spare: /^ {2}\d+\) (.+)$/gm,
    wholes: /^An error occurred while loading (\S+)\.(?: |$)/gm,
    errors: /^ *(\w+(?:Error|Exception):)\n +(\S.*)$/gm,
  },
  {
    runner: 'phpunit',
    summary: /OK \(\d+ tests?, |Tests: \d+, Assertions: \d+/,
    mark: /No tests executed!/,
    ids: /^\d+\) (\S+::.+)$/gm,
  },
];
