/** Test runners that end in one line of counts, which is often all that a piped command leaves of them. */
import type { TestFormat } from './format.js';

export const tallyRunners: readonly TestFormat[] = [
  {
    // Swift's and Objective-C's older one
    runner: 'xctest',
    summary: /[ \t]*Executed \d+ tests?, with (?:\d+ tests? skipped and )?\d+ failures? \(/,
    mark: /\*\* TEST (?:SUCCEEDED|FAILED) \*\*$/,
    ids: /^Test Case '(?:-\[)?([^'\]]+)\]?' failed/gm,
  },
  {
    runner: 'swift-testing',
    summary: /[^\w\n]{0,4}Test run with \d+ tests?\b.* (?:passed|failed) after /,
    ids: /^[^\w\n]{1,4}Test "?(.+?)"? (?:recorded an issue at|failed after) /gm,
  },
  {
    runner: 'exunit',
    summary: /(?:\d+ (?:doctests?|property|properties), ){0,2}\d+ tests?, \d+ failures?/,
    ids: /^ +\d+\) (?:test|property|doctest) (.+)$/gm,
  },
  {
    runner: 'minitest',
    summary: /\d+ (?:runs|tests), \d+ assertions, \d+ failures, \d+ errors/,
    ids: /^ *\d+\) (?:Failure|Error):\n(\S+?)(?: \[.*)?:?$/gm,
  },
  {
    runner: 'deno',
    summary: /(?:ok|FAILED) \| \d+ passed(?: \(\d+ steps?\))? \| \d+ failed/,
    ids: /^(.+?) \.\.\. FAILED/gm,
  },
  {
    runner: 'gtest',
    summary: /\[ {2}(?:PASSED|FAILED) {2}\] \d+ tests?/,
    ids: /^\[ {2}FAILED {2}\] (\w\S*\.\S+?)(?:, where .*)?(?: \(\d+ ms\))?$/gm,
  },
  {
    // Catch2 and doctest, which print like it
    runner: 'catch',
    summary:
      /(?:\[doctest\] )?test cases: +\d+ \||All tests passed \(\d+ assertions? in \d+ test cases?\)/,
    ids: /^(\S+\.(?:cc|cpp|cxx)):\d+: FAILED:$/gm,
  },
  {
    runner: 'busted',
    summary: /\d+ success(?:es)? \/ \d+ failures? \/ \d+ errors? \/ /,
    ids: /^(?:Failure|Error) → \S+ @ \d+\n(.+)$/gm,
  },
  {
    runner: 'prove',
    summary: /Files=\d+, Tests=\d+, /,
    mark: /All tests successful\.$|Result: (?:PASS|FAIL)$/,
    ids: /^# +Failed test '(.+)'$/gm,
  },
  {
    runner: 'testthat',
    summary: /\[ FAIL \d+ \| WARN \d+ \| SKIP \d+ \| PASS \d+ \]$/,
    ids: /^── (?:Failure|Error) \(.+?\): (.+?) ─+$/gm,
  },
  {
    runner: 'karma',
    summary: /.{0,80}: Executed \d+ of \d+ |TOTAL: \d+ (?:SUCCESS|FAILED)/,
    ids: /^.{0,80}\) (.+) FAILED$/gm,
  },
  {
    // Cucumber's, Behave's
    runner: 'features',
    summary: /\d+ scenarios? \((?:\d+ \w+(?:, )?){1,4}\)|\d+ features? passed, \d+ failed, /,
    ids: /^(?:cucumber .*|Failing scenarios:\n {2}\S+ +(.+))$/gm,
  },
  {
    runner: 'zig',
    summary: /All \d+ tests passed\.$|\d+ passed; \d+ skipped; \d+ failed\.$/,
    ids: /^\d+\/\d+ (\S+)\.\.\.FAIL/gm,
  },
];
