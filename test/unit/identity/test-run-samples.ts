/** Outputs of real test runners and checkers, with what should be found in each. */
interface Sample {
  runner: string;
  /** Output of a run that failed. */
  failed: string;
  failing: string[];
  errors?: string[];
  counts: [failed: number | undefined, passed: number | undefined];
  /** The same failures after another edit: what differs is noise. */
  again: [from: RegExp, to: string];
  /** One failure less. */
  fixed: [from: RegExp, to: string];
  passed: string;
}

export const samples: Sample[] = [
  {
    runner: 'pytest',
    failed: `============================= test session starts ==============================
collected 3 items

test_shop.py .FF                                                         [100%]

=================================== FAILURES ===================================
___________________________________ test_neg ___________________________________

    def test_neg(n):
>       assert total([-n]) == n
E       assert -1 == 1
E        +  where -1 = total([-1])

test_shop.py:9: AssertionError
=========================== short test summary info ============================
FAILED test_shop.py::test_neg[a b] - assert -1 == 1
FAILED test_shop.py::TestA::test_key - KeyError: 'x'
========================= 2 failed, 1 passed in 0.69s ==========================`,
    failing: ['test_shop.py::TestA::test_key', 'test_shop.py::test_neg[a b]'],
    errors: ["KeyError: 'x'", 'assertion'],
    counts: [2, 1],
    again: [/0\.69s|-1\b/g, '-7'],
    fixed: [/FAILED .*KeyError.*\n/, ''],
    passed:
      '..                                                                       [100%]\n2 passed, 1 warning in 0.02s',
  },
  {
    runner: 'unittest',
    failed: `F.E
======================================================================
ERROR: test_c (shop.tests.T.test_c)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/src/ut.py", line 6, in test_c
    def test_c(self): raise ValueError('bad')
ValueError: bad

======================================================================
FAIL: test_a (shop.tests.T.test_a) (i=0)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "/src/ut.py", line 4, in test_a
AssertionError: 1 != 2

----------------------------------------------------------------------
Ran 3 tests in 0.001s

FAILED (failures=1, errors=1)`,
    failing: ['test_a (shop.tests.T.test_a) (i=0)', 'test_c (shop.tests.T.test_c)'],
    errors: ['ValueError: bad', 'assertion'],
    counts: [2, 1],
    again: [/0\.001s|line \d|1 != 2/g, '3.217s'],
    fixed: [/FAIL: test_a .*/, ''],
    passed:
      '...\n----------------------------------------------------------------------\nRan 3 tests in 0.000s\n\nOK (skipped=1)',
  },
  {
    runner: 'jest',
    failed: `FAIL ./sum.test.js
  sum
    ✕ adds (4 ms)

  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      at Object.toBe (sum.test.js:3:42)

  ● sum › deep › throws

    TypeError: boom 12

FAIL ./other.test.js (5.2 s)
  ● Test suite failed to run

    Cannot find module './missing' from 'other.test.js'

Test Suites: 2 failed, 1 passed, 3 total
Tests:       2 failed, 2 passed, 4 total
Snapshots:   0 total
Time:        0.482 s`,
    failing: ['./other.test.js', './sum.test.js', 'sum › adds', 'sum › deep › throws'],
    errors: ["Cannot find module './missing' from 'other.test.js'", 'TypeError: boom #'],
    counts: [2, 2],
    again: [/ \(4 ms\)|0\.482 s|5\.2|12|Received: 3/g, '9'],
    fixed: [/ {2}● sum › adds/, ''],
    passed:
      'PASS ./ok.test.js\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total\nTime:        0.2 s',
  },
  {
    runner: 'vitest',
    failed: ` RUN  v4.1.12 /src

 ❯ sum.test.mjs (3 tests | 2 failed) 10ms
     × adds 7ms

 FAIL  other.test.mjs [ other.test.mjs ]
Error: Cannot find module './missing.mjs'

 FAIL  sum.test.mjs > sum > adds
AssertionError: expected 3 to be 4 // Object.is equality

 FAIL  sum.test.mjs > sum > throws
TypeError: boom

 Test Files  2 failed (2)
      Tests  2 failed | 1 passed (3)
   Start at  07:09:36
   Duration  451ms`,
    failing: ['other.test.mjs', 'sum.test.mjs > sum > adds', 'sum.test.mjs > sum > throws'],
    errors: ["Error: Cannot find module './missing.mjs'", 'TypeError: boom', 'assertion'],
    counts: [2, 1],
    again: [/451ms|07:09:36|10ms|expected 3/g, '5'],
    fixed: [/ FAIL {2}sum.test.mjs > sum > adds/, ''],
    passed: ' Test Files  1 passed (1)\n      Tests  1 passed | 2 skipped (3)\n   Duration  235ms',
  },
  {
    runner: 'mocha',
    failed: `  sum
    1) adds
    ✔ ok (55ms)

  1 passing (5ms)
  2 failing

  1) sum
       deep
         adds:

      AssertionError [ERR_ASSERTION]: 3 == 4
      at Context.<anonymous> (t.test.mjs:2:49)

  2) hook
       "before all" hook for "y":
     Error: no db
      at Context.<anonymous> (t.test.mjs:3:47)`,
    failing: ['hook "before all" hook for "y"', 'sum deep adds'],
    errors: ['Error: no db', 'assertion'],
    counts: [2, 1],
    again: [/\d+ms|3 == 4|:\d+:\d+/g, '6ms'],
    fixed: [/ {2}1\) sum\n.*\n.*:\n/, ''],
    passed: '  sum\n    ✔ ok\n\n\n  1 passing (4ms)\n',
  },
  {
    runner: 'tap',
    failed: `TAP version 13
not ok 1 - adds
  ---
  duration_ms: 2.083428
  error: '3 == 4'
  name: 'AssertionError'
  ...
ok 2 - fine
not ok 3 - later # TODO not yet
    not ok 1 - throws
      name: 'TypeError'
1..3
# tests 3
# pass 1
# fail 2
# duration_ms 119.23858`,
    failing: ['adds', 'throws'],
    errors: ['TypeError', 'assertion'],
    counts: [2, 1],
    again: [/2\.083428|119\.23858|3 == 4/g, '77.5'],
    fixed: [/^not ok 1/m, 'ok 1'],
    passed: '✔ ok (0.262049ms)\nℹ tests 1\nℹ suites 0\nℹ pass 1\nℹ fail 0\nℹ duration_ms 139.7',
  },
  {
    runner: 'ava',
    failed:
      '  ✘ [fail]: adds\n  ✔ ok\n  ✘ [fail]: throws Error thrown in test (103ms)\n  ─\n\n  TypeError: boom\n\n  2 tests failed',
    failing: ['adds', 'throws Error thrown in test'],
    errors: ['TypeError: boom'],
    counts: [2, undefined],
    again: [/103ms/, '2s'],
    fixed: [/.*adds\n/, ''],
    passed: '  ✔ ok\n  ─\n\n  1 test passed',
  },
  {
    runner: 'bun',
    failed:
      'bun test v1.2.0\n\nsum.test.ts:\n(pass) sum > zero\n(fail) sum > adds [0.12ms]\n(fail) sum > nan\n\n 1 pass\n 2 fail\nRan 3 tests across 1 file. [12.00ms]',
    failing: ['sum > adds', 'sum > nan'],
    counts: [2, 1],
    again: [/\[.*ms\]/g, '[7.1ms]'],
    fixed: [/.*nan\n/, ''],
    passed: ' 3 pass\n 0 fail\nRan 3 tests across 1 file. [12.00ms]',
  },
  {
    runner: 'go',
    failed: `--- FAIL: TestAdds (0.00s)
    toy_test.go:3: got 1
--- FAIL: TestTable (0.00s)
    --- FAIL: TestTable/b (0.00s)
        toy_test.go:5: no b
FAIL
FAIL\ttoy\t0.023s
--- FAIL: TestS (0.00s)
panic: assignment to entry in nil map [recovered]
\tpanic: assignment to entry in nil map

goroutine 18 [running]:
FAIL\ttoy/sub\t0.004s
FAIL`,
    failing: ['TestAdds', 'TestS', 'TestTable', 'TestTable/b', 'toy', 'toy/sub'],
    errors: ['panic: assignment to entry in nil map'],
    counts: [4, undefined],
    again: [/0\.0\d+s|goroutine 18|got 1/g, '1.20s'],
    fixed: [/--- FAIL: TestAdds.*\n/, ''],
    passed: 'ok  \ttoy\t0.022s\n?   \ttoy/cmd\t[no test files]\n',
  },
  {
    runner: 'cargo',
    failed: `running 4 tests
test tests::ok ... ok
test tests::adds ... FAILED
test tests::panics ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' (4310) panicked at src/lib.rs:5:22:
assertion \`left == right\` failed
  left: 1
 right: 2

---- tests::panics stdout ----

thread 'tests::panics' (4312) panicked at src/lib.rs:7:48:
index out of bounds: the len is 0 but the index is 3

failures:
    tests::adds
    tests::panics

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.13s

error: test failed, to rerun pass \`--lib\``,
    failing: ['tests::adds', 'tests::panics'],
    errors: ['assertion', 'index out of bounds: the len is # but the index is #'],
    counts: [2, 1],
    again: [/431\d|0\.13s|left: 1|lib.rs:\d+:\d+/g, 'lib.rs:9:9'],
    fixed: [/.*tests::adds.*\n/g, ''],
    passed:
      'running 1 test\n.\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.00s\n',
  },
  {
    runner: 'maven',
    failed: `[INFO] Running com.x.CalcTest
[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0, Time elapsed: 0.051 s <<< FAILURE! - in com.x.CalcTest
[INFO] Results:
[INFO]
[ERROR] Failures:
[ERROR]   CalcTest.adds:12 expected: <3> but was: <4>
[ERROR] Errors:
[ERROR]   CalcTest.reads:20->open:33 » NullPointer Cannot read
[INFO]
[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0
[INFO] BUILD FAILURE
[INFO] Total time:  2.341 s`,
    failing: ['CalcTest.adds', 'CalcTest.reads'],
    errors: ['NullPointer'],
    counts: [2, 1],
    again: [/0\.051|2\.341|<4>|:\d+/g, ':7'],
    fixed: [/.*CalcTest.adds.*\n/, ''],
    passed: '[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS',
  },
  {
    runner: 'gradle',
    failed: `> Task :app:test FAILED

CalcTest > adds() FAILED
    org.opentest4j.AssertionFailedError at CalcTest.java:12

CalcTest > reads() FAILED
    java.lang.NullPointerException: no file

3 tests completed, 2 failed

FAILURE: Build failed with an exception.

* What went wrong:
Execution failed for task ':app:test'.

BUILD FAILED in 2s`,
    failing: [':app:test', 'CalcTest > adds()', 'CalcTest > reads()'],
    errors: ["Execution failed for task ':app:test'.", 'NullPointerException: no file'],
    counts: [2, 1],
    again: [/in 2s|java:12/g, 'in 14s'],
    fixed: [/CalcTest > adds.*/, ''],
    passed: '> Task :app:compileJava UP-TO-DATE\n> Task :app:test\n\nBUILD SUCCESSFUL in 1s',
  },
  {
    runner: 'dart',
    failed: `00:01 +1: loading test/calc_test.dart
00:02 +1 -1: adds [E]
  Expected: <2>
    Actual: <1>
  test/calc_test.dart 7:5  main.<fn>
00:02 +1 -2: reads [E]
  Expected: <3>
00:02 +1 -2: Some tests failed.`,
    failing: ['adds', 'reads'],
    counts: [2, undefined],
    again: [/00:02/g, '00:05'],
    fixed: [/.* adds .*\n/, ''],
    passed: '00:01 +3: All tests passed!',
  },
  {
    runner: 'rspec',
    failed: `F.F

Failures:

  1) Sum adds
     Failure/Error: expect(1 + 2).to eq 4

       expected: 4
            got: 3

  2) Sum raises
     Failure/Error: raise ArgumentError, 'boom'

     ArgumentError:
       boom

Finished in 0.01135 seconds (files took 0.06791 seconds to load)
3 examples, 2 failures

Failed examples:

rspec ./spec/sum_spec.rb:2 # Sum adds
rspec ./spec/sum_spec.rb:4 # Sum raises`,
    failing: ['./spec/sum_spec.rb Sum adds', './spec/sum_spec.rb Sum raises'],
    errors: ['ArgumentError: boom'],
    counts: [2, 1],
    again: [/0\.\d+ sec|rb:2|got: 3/g, 'rb:9'],
    fixed: [/rspec .*adds\n/, ''],
    passed: '.\n\nFinished in 0.00064 seconds\n1 example, 0 failures\n',
  },
  {
    runner: 'phpunit',
    failed:
      'There were 2 failures:\n\n1) CalcTest::testAdd\nFailed asserting that 3 matches expected 4.\n\n2) CalcTest::testSub with data set #0\n\nFAILURES!\nTests: 3, Assertions: 3, Failures: 2.',
    failing: ['CalcTest::testAdd', 'CalcTest::testSub with data set #0'],
    counts: [2, 1],
    again: [/that 3/, 'that 9'],
    fixed: [/1\) CalcTest::testAdd/, ''],
    passed: 'Time: 00:00.012, Memory: 6.00 MB\n\nOK (3 tests, 5 assertions)',
  },
  {
    runner: 'dotnet',
    failed:
      '  Failed Shop.CalcTests.Adds [12 ms]\n  Error Message:\n   Expected: 4\n  Failed Shop.CalcTests.Reads [< 1 ms]\n\nFailed!  - Failed:     2, Passed:     1, Skipped:     0, Total:     3, Duration: 15 ms - Shop.dll (net8.0)',
    failing: ['Shop.CalcTests.Adds', 'Shop.CalcTests.Reads'],
    counts: [2, 1],
    again: [/1[25] ms/g, '99 ms'],
    fixed: [/.*Adds.*\n/, ''],
    passed:
      'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3, Duration: 15 ms - Shop.dll (net8.0)',
  },
  {
    runner: 'ctest',
    failed:
      '50% tests passed, 2 tests failed out of 4\n\nTotal Test time (real) =   0.05 sec\n\nThe following tests FAILED:\n\t  1 - adds (Failed)\n\t  3 - reads (SEGFAULT)\nErrors while running CTest',
    failing: ['adds', 'reads'],
    counts: [2, 2],
    again: [/0\.05 sec/, '2.00 sec'],
    fixed: [/.*adds.*\n/, ''],
    passed: '100% tests passed, 0 tests failed out of 4\n\nTotal Test time (real) =   0.05 sec',
  },
  {
    runner: 'xctest',
    failed: `Test Suite 'CartTests' started at 2026-11-28 10:00:00.000
/w/Tests/CartTests.swift:21: error: -[ShopTests.CartTests testTotal] : XCTAssertEqual failed: ("3") is not equal to ("4")
Test Case '-[ShopTests.CartTests testTotal]' failed (0.004 seconds).
/w/Tests/CartTests.swift:40: error: -[ShopTests.CartTests testEmpty] : XCTAssertTrue failed
Test Case '-[ShopTests.CartTests testEmpty]' failed (0.002 seconds).
Executed 9 tests, with 2 failures (0 unexpected) in 0.021 (0.024) seconds`,
    failing: ['ShopTests.CartTests testEmpty', 'ShopTests.CartTests testTotal'],
    counts: [2, 7],
    again: [/0\.0\d+/g, '0.031'],
    fixed: [/^.*testEmpty.*\n/gm, ''],
    passed: 'Executed 9 tests, with 0 failures (0 unexpected) in 0.021 (0.024) seconds',
  },
  {
    runner: 'exunit',
    failed: `  1) test adds up (Shop.CartTest)
     test/cart_test.exs:9
     Assertion with == failed
  2) test is empty at first (Shop.CartTest)
     test/cart_test.exs:14

Finished in 0.04 seconds
12 tests, 2 failures`,
    failing: ['adds up (Shop.CartTest)', 'is empty at first (Shop.CartTest)'],
    counts: [2, 10],
    again: [/0\.04/, '0.09'],
    fixed: [/ {2}2\) .*\n.*\n/, ''],
    passed: 'Finished in 0.04 seconds\n3 doctests, 12 tests, 0 failures',
  },
  {
    runner: 'minitest',
    failed: `  1) Failure:
CartTest#test_total [test/cart_test.rb:12]:
Expected: 3
  Actual: 4

  2) Error:
CartTest#test_empty:
NoMethodError: undefined method 'sum' for nil

9 runs, 14 assertions, 1 failures, 1 errors, 0 skips`,
    failing: ['CartTest#test_empty', 'CartTest#test_total'],
    errors: ["NoMethodError: undefined method 'sum' for nil"],
    counts: [2, 7],
    again: [/Actual: 4/, 'Actual: 5'],
    fixed: [/ {2}1\) [^]*?\n\n/, ''],
    passed: '9 runs, 14 assertions, 0 failures, 0 errors, 0 skips',
  },
  {
    runner: 'gtest',
    failed: `[ RUN      ] Cart.Total
[  FAILED  ] Cart.Total (0 ms)
[ RUN      ] Cart.Empty
[  FAILED  ] Cart.Empty (1 ms)
[  PASSED  ] 7 tests.`,
    failing: ['Cart.Empty', 'Cart.Total'],
    counts: [0, 7],
    again: [/\(1 ms\)/, '(4 ms)'],
    fixed: [/.*Cart\.Empty \(.*\n/, ''],
    passed: '[  PASSED  ] 9 tests.',
  },
  {
    runner: 'deno',
    failed: `adds up ... FAILED (4ms)
is empty ... FAILED (2ms)
FAILED | 7 passed | 2 failed (31ms)`,
    failing: ['adds up', 'is empty'],
    counts: [2, 7],
    again: [/31ms/, '42ms'],
    fixed: [/is empty.*\n/, ''],
    passed: 'ok | 9 passed | 0 failed (28ms)',
  },
];

export const checked: {
  runner: string;
  output: string;
  failing: string[];
  failed: number | undefined;
  again: [RegExp, string];
}[] = [
  {
    runner: 'tsc',
    output:
      "src/a.ts(1,7): error TS2322: Type 'string' is not assignable.\r\nsrc/a.ts(4,3): error TS2304: Cannot find name 'b'.\r\n",
    failing: [
      "src/a.ts TS2304: Cannot find name 'b'.",
      "src/a.ts TS2322: Type 'string' is not assignable.",
    ],
    failed: 2,
    again: [/1,7/, '12,40'],
  },
  {
    runner: 'tsc',
    output:
      "\u001b[96msrc/a.ts\u001b[0m:\u001b[93m1\u001b[0m:\u001b[93m7\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2304: \u001b[0mCannot find name 'b'.\n\nFound 1 error in src/a.ts:1",
    failing: ["src/a.ts TS2304: Cannot find name 'b'."],
    failed: 1,
    again: [/93m7/, '93m31'],
  },
  {
    runner: 'eslint',
    output:
      "\n/src/e.js\n  2:1   error    'foo' is not defined   no-undef\n  3:7   warning  Expected '==='         eqeqeq\n\n/src/f.js\n  1:1  error  Parsing error: Unexpected token\n\n✖ 3 problems (2 errors, 1 warning)\n",
    failing: [
      "/src/e.js 'foo' is not defined no-undef",
      '/src/f.js Parsing error: Unexpected token',
    ],
    failed: 2,
    again: [/2:1 /, '40:12 '],
  },
  {
    runner: 'lint',
    output: 'app.py:3:8: F401 `os` imported but unused\nFound 1 error.',
    failing: ['app.py F401 `os` imported but unused'],
    failed: 1,
    again: [/3:8/, '9:8'],
  },
  {
    runner: 'compiler',
    output: "src/m.c:12:5: error: 'x' undeclared\nmake: *** [m.o] Error 1",
    failing: ["src/m.c: 'x' undeclared"],
    failed: 1,
    again: [/12:5/, '40:5'],
  },
  {
    runner: 'compiler',
    output: 'Program.cs(3,5): error CS0103: No such name [/src/App.csproj]',
    failing: ['Program.cs CS0103: No such name'],
    failed: 1,
    again: [/3,5/, '4,9'],
  },
  {
    runner: 'go',
    output:
      '# toy/bad [toy/bad.test]\nbad/b.go:2:23: undefined: x\nFAIL\ttoy/bad [build failed]\nFAIL',
    failing: ['bad/b.go: undefined: x', 'toy/bad [build failed]'],
    failed: undefined,
    again: [/2:23/, '7:2'],
  },
  {
    runner: 'cargo',
    output:
      'error[E0425]: cannot find function `totl` in this scope\n --> src/lib.rs:5:33\n  |\nerror: could not compile `toy` (lib test) due to 1 previous error',
    failing: ['E0425 cannot find function `totl` in this scope src/lib.rs'],
    failed: undefined,
    again: [/5:33/, '50:3'],
  },
  {
    runner: 'maven',
    output:
      '[ERROR] COMPILATION ERROR :\n[ERROR] /src/Calc.java:[10,5] cannot find symbol\n[INFO] BUILD FAILURE',
    failing: ['/src/Calc.java cannot find symbol'],
    failed: undefined,
    again: [/10,5/, '11,9'],
  },
  {
    runner: 'maven',
    output:
      '[ERROR] COMPILATION ERROR :\n[ERROR] /src/Calc.java:[10,5] cannot find symbol\n  symbol:   class Sum\n  location: class Calc',
    failing: ['/src/Calc.java cannot find symbol symbol: class Sum'],
    failed: undefined,
    again: [/10,5/, '11,9'],
  },
  {
    runner: 'compiler',
    output:
      '    [javac] /src/Calc.java:10: error: cannot find symbol\n    [javac]         sum();\n    [javac]         ^\n    [javac]   symbol:   method sum()',
    failing: ['/src/Calc.java: cannot find symbol symbol: method sum()'],
    failed: 1,
    again: [/:10:/, ':11:'],
  },
  {
    runner: 'compiler',
    output: 'Calc.hs:3:5: error: [GHC-88464]\n    Variable not in scope: sum',
    failing: ['Calc.hs: [GHC-88464] Variable not in scope: sum'],
    failed: 1,
    again: [/3:5/, '4:9'],
  },
];
