/** Outputs of test runners and checkers, made from the names of the failures and the duration. */
export interface Runner {
  command: string;
  /** `failing`: simple names; `seconds`: with a fraction. */
  output: (failing: readonly string[], seconds: number) => string;
}

const TOTAL = 14;
const passing = (failing: readonly string[]): number => TOTAL - failing.length;
const fixed = (seconds: number, digits = 2): string => seconds.toFixed(digits);

export const runners: Record<string, Runner> = {
  pytest: {
    command: 'python -m pytest tests/test_parser.py -q',
    output: (failing, seconds) =>
      [
        `${'.'.repeat(passing(failing))}${'F'.repeat(failing.length)}                                                        [100%]`,
        ...(failing.length === 0
          ? []
          : [
              '=================================== FAILURES ===================================',
              ...failing.flatMap((name) => [
                `_________________________________ test_${name} _________________________________`,
                '',
                `    def test_${name}():`,
                `>       assert parse("${name}") == expected`,
                'E       AssertionError: assert None == {}',
                '',
                'tests/test_parser.py:41: AssertionError',
              ]),
              '=========================== short test summary info ============================',
              ...failing.map(
                (name) =>
                  `FAILED tests/test_parser.py::test_${name} - AssertionError: assert None == {}`,
              ),
            ]),
        `${failing.length === 0 ? '' : `${failing.length} failed, `}${passing(failing)} passed in ${fixed(seconds)}s`,
      ].join('\n'),
  },
  unittest: {
    command: 'python -m unittest discover -s tests',
    output: (failing, seconds) =>
      [
        `${'.'.repeat(passing(failing))}${'F'.repeat(failing.length)}`,
        ...failing.flatMap((name) => [
          '======================================================================',
          `FAIL: test_${name} (tests.test_parser.ParserTest.test_${name})`,
          '----------------------------------------------------------------------',
          'Traceback (most recent call last):',
          `  File "/w/tests/test_parser.py", line 33, in test_${name}`,
          '    self.assertEqual(parse(text), expected)',
          'AssertionError: None != {}',
          '',
        ]),
        '----------------------------------------------------------------------',
        `Ran ${TOTAL} tests in ${fixed(seconds, 3)}s`,
        '',
        failing.length === 0 ? 'OK' : `FAILED (failures=${failing.length})`,
      ].join('\n'),
  },
  jest: {
    command: 'npx jest src/parser.test.js',
    output: (failing, seconds) =>
      [
        `${failing.length === 0 ? 'PASS' : 'FAIL'} src/parser.test.js${seconds > 5 ? ` (${fixed(seconds)} s)` : ''}`,
        '  parser',
        ...failing.map((name) => `    ✕ reads ${name} (${Math.round(seconds * 7)} ms)`),
        `    ✓ reads nothing (${Math.round(seconds * 3)} ms)`,
        '',
        ...failing.flatMap((name) => [
          `  ● parser › reads ${name}`,
          '',
          '    expect(received).toEqual(expected) // deep equality',
          '',
          '    Expected: {}',
          '    Received: null',
          '',
        ]),
        `Test Suites: ${failing.length === 0 ? '1 passed' : '1 failed'}, 1 total`,
        `Tests:       ${failing.length === 0 ? '' : `${failing.length} failed, `}${passing(failing)} passed, ${TOTAL} total`,
        'Snapshots:   0 total',
        `Time:        ${fixed(seconds, 3)} s`,
        'Ran all test suites matching /src\\/parser.test.js/i.',
      ].join('\n'),
  },
  vitest: {
    command: 'npx vitest run',
    output: (failing, seconds) =>
      [
        ' RUN  v3.2.4 /w',
        '',
        failing.length === 0
          ? ` ✓ src/parser.test.ts (${TOTAL} tests) ${Math.round(seconds * 11)}ms`
          : ` ❯ src/parser.test.ts (${TOTAL} tests | ${failing.length} failed) ${Math.round(seconds * 11)}ms`,
        ...failing.flatMap((name) => [
          `   × parser > reads ${name} ${Math.round(seconds * 2)}ms`,
          '     → expected null to deeply equal {}',
        ]),
        ...failing.flatMap((name) => [
          '',
          ` FAIL  src/parser.test.ts > parser > reads ${name}`,
          'AssertionError: expected null to deeply equal {}',
          ' ❯ src/parser.test.ts:18:24',
        ]),
        '',
        ` Test Files  ${failing.length === 0 ? '1 passed' : '1 failed'} (1)`,
        `      Tests  ${failing.length === 0 ? '' : `${failing.length} failed | `}${passing(failing)} passed (${TOTAL})`,
        `   Start at  10:0${Math.floor(seconds) % 10}:12`,
        `   Duration  ${Math.round(seconds * 100)}ms (transform 31ms, setup 0ms, collect 28ms, tests ${Math.round(seconds * 11)}ms)`,
      ].join('\n'),
  },
  playwright: {
    command: 'npx playwright test',
    output: (failing, seconds) =>
      [
        '',
        `Running ${TOTAL} tests using 2 workers`,
        '',
        ...failing.map(
          (name, i) =>
            `  ✘  ${i + 1} [chromium] › parser.spec.ts:${7 + i * 5}:5 › reads ${name} (${fixed(seconds, 1)}s)`,
        ),
        '',
        '',
        ...failing.flatMap((name, i) => [
          `  ${i + 1}) [chromium] › parser.spec.ts:${7 + i * 5}:5 › reads ${name} ${'─'.repeat(20)}`,
          '',
          `    Error: locator.click: Timeout 5000ms exceeded.`,
          '    Call log:',
          `      - waiting for getByRole('button', { name: '${name}' })`,
          '',
          `        at /w/parser.spec.ts:${9 + i * 5}:31`,
          '',
        ]),
        ...(failing.length === 0
          ? []
          : [
              `  ${failing.length} failed`,
              ...failing.map(
                (name, i) =>
                  `    [chromium] › parser.spec.ts:${7 + i * 5}:5 › reads ${name} ${'─'.repeat(20)}`,
              ),
            ]),
        `  ${passing(failing)} passed (${fixed(seconds * 4, 1)}s)`,
      ].join('\n'),
  },
  mocha: {
    command: 'npx mocha test/parser.js',
    output: (failing, seconds) =>
      [
        '',
        '  parser',
        '    ✔ reads nothing',
        ...failing.map((name, i) => `    ${i + 1}) reads ${name}`),
        '',
        '',
        `  ${passing(failing)} passing (${Math.round(seconds * 9)}ms)`,
        ...(failing.length === 0 ? [] : [`  ${failing.length} failing`]),
        '',
        ...failing.flatMap((name, i) => [
          `  ${i + 1}) parser`,
          `       reads ${name}:`,
          '',
          '      AssertionError [ERR_ASSERTION]: null == {}',
          '      at Context.<anonymous> (test/parser.js:14:12)',
          '',
        ]),
      ].join('\n'),
  },
  'go test': {
    command: 'go test ./parser/...',
    output: (failing, seconds) =>
      failing.length === 0
        ? `ok  \texample.com/w/parser\t${fixed(seconds, 3)}s`
        : [
            ...failing.flatMap((name) => [
              `--- FAIL: TestRead_${name} (${fixed(seconds / 10)}s)`,
              '    parser_test.go:27: got nil, want map[]',
            ]),
            'FAIL',
            `FAIL\texample.com/w/parser\t${fixed(seconds, 3)}s`,
            'FAIL',
          ].join('\n'),
  },
  'cargo test': {
    command: 'cargo test --lib',
    output: (failing, seconds) =>
      [
        '   Compiling parser v0.1.0 (/w)',
        `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in ${fixed(seconds)}s`,
        '     Running unittests src/lib.rs (target/debug/deps/parser-3f1c2a9be0d4c711)',
        '',
        `running ${TOTAL} tests`,
        'test tests::reads_nothing ... ok',
        ...failing.map((name) => `test tests::reads_${name} ... FAILED`),
        '',
        ...(failing.length === 0
          ? []
          : [
              'failures:',
              '',
              ...failing.flatMap((name) => [
                `---- tests::reads_${name} stdout ----`,
                '',
                `thread 'tests::reads_${name}' panicked at src/lib.rs:52:9:`,
                'assertion `left == right` failed',
                '  left: None',
                ' right: Some({})',
                '',
              ]),
              '',
              'failures:',
              ...failing.map((name) => `    tests::reads_${name}`),
              '',
            ]),
        `test result: ${failing.length === 0 ? 'ok' : 'FAILED'}. ${passing(failing)} passed; ${failing.length} failed; 0 ignored; 0 measured; 0 filtered out; finished in ${fixed(seconds)}s`,
      ].join('\n'),
  },
  maven: {
    command: 'mvn -q test -Dtest=ParserTest',
    output: (failing, seconds) =>
      [
        '[INFO] Running com.example.ParserTest',
        `[${failing.length === 0 ? 'INFO' : 'ERROR'}] Tests run: ${TOTAL}, Failures: ${failing.length}, Errors: 0, Skipped: 0, Time elapsed: ${fixed(seconds, 3)} s${failing.length === 0 ? '' : ' <<< FAILURE! -- in com.example.ParserTest'}`,
        ...failing.flatMap((name) => [
          `[ERROR] com.example.ParserTest.reads_${name} -- Time elapsed: ${fixed(seconds / 100, 3)} s <<< FAILURE!`,
          'org.opentest4j.AssertionFailedError: expected: <{}> but was: <null>',
          `\tat com.example.ParserTest.reads_${name}(ParserTest.java:31)`,
        ]),
        ...(failing.length === 0
          ? ['[INFO] BUILD SUCCESS']
          : [
              '[INFO] Results:',
              '[ERROR] Failures: ',
              ...failing.map(
                (name) => `[ERROR]   ParserTest.reads_${name}:31 expected: <{}> but was: <null>`,
              ),
              `[ERROR] Tests run: ${TOTAL}, Failures: ${failing.length}, Errors: 0, Skipped: 0`,
              '[INFO] BUILD FAILURE',
              `[INFO] Total time:  ${fixed(seconds, 3)} s`,
              `[INFO] Finished at: 2026-11-21T10:0${Math.floor(seconds) % 10}:31+01:00`,
            ]),
      ].join('\n'),
  },
  gradle: {
    command: './gradlew test',
    output: (failing, seconds) =>
      [
        '> Task :compileJava UP-TO-DATE',
        '> Task :test',
        '',
        ...failing.flatMap((name) => [
          `ParserTest > reads_${name}() FAILED`,
          '    org.opentest4j.AssertionFailedError at ParserTest.java:31',
          '',
        ]),
        ...(failing.length === 0
          ? [`BUILD SUCCESSFUL in ${Math.round(seconds)}s`]
          : [
              `${TOTAL} tests completed, ${failing.length} failed`,
              '> Task :test FAILED',
              '',
              'FAILURE: Build failed with an exception.',
              '',
              `BUILD FAILED in ${Math.round(seconds)}s`,
            ]),
      ].join('\n'),
  },
  rspec: {
    command: 'bundle exec rspec spec/parser_spec.rb',
    output: (failing, seconds) =>
      [
        `${'.'.repeat(passing(failing))}${'F'.repeat(failing.length)}`,
        '',
        ...(failing.length === 0
          ? []
          : [
              'Failures:',
              '',
              ...failing.flatMap((name, i) => [
                `  ${i + 1}) Parser reads ${name}`,
                '     Failure/Error: expect(parse(text)).to eq({})',
                '',
                '       expected: {}',
                '            got: nil',
                "     # ./spec/parser_spec.rb:12:in `block (2 levels) in <top (required)>'",
                '',
              ]),
            ]),
        `Finished in ${fixed(seconds, 5)} seconds (files took ${fixed(seconds / 3, 5)} seconds to load)`,
        `${TOTAL} examples, ${failing.length} failures`,
        '',
        ...(failing.length === 0
          ? []
          : [
              'Failed examples:',
              '',
              ...failing.map(
                (name, i) => `rspec ./spec/parser_spec.rb:${12 + i * 4} # Parser reads ${name}`,
              ),
            ]),
      ].join('\n'),
  },
  tsc: {
    command: 'npx tsc --noEmit',
    output: (failing) =>
      failing.length === 0
        ? ''
        : failing
            .map(
              (name) =>
                `src/${name}.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.`,
            )
            .join('\n'),
  },
  eslint: {
    command: 'npx eslint src',
    output: (failing) =>
      failing.length === 0
        ? ''
        : [
            ...failing.flatMap((name) => [
              '',
              `/w/src/${name}.ts`,
              "  14:7  error  'result' is assigned a value but never used  no-unused-vars",
            ]),
            '',
            `✖ ${failing.length} problems (${failing.length} errors, 0 warnings)`,
          ].join('\n'),
  },
};
