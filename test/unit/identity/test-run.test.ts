/** Outputs of test runners: which tests failed, with which errors and counts. */
import assert from 'node:assert/strict';
import {
  isFailing,
  mayBeTestRun,
  type TestRun,
  testRun,
} from '../../../src/core/identity/test-run/test-run.js';
import { checked, samples } from './test-run-samples.js';

function run(output: string): TestRun {
  const found = testRun(output);
  assert.ok(found !== undefined, `not recognised:\n${output}`);
  assert.ok(mayBeTestRun(output), `overlooked at a quick look:\n${output}`);
  return found;
}

describe('test runs: failures regardless of duration', () => {
  it('vitest: a failing test in the first line, whose space was trimmed away', () => {
    const output =
      'FAIL  test/app.test.ts > whole flow\nAssertionError: expected 2 to be 3\n ❯ test/app.test.ts:15:9\n\n      Tests  1 failed | 3 passed (4)';
    assert.deepEqual(run(output).failing, ['test/app.test.ts > whole flow']);
    assert.equal(run(output).reached, 15);
  });

  for (const { runner, failed, failing, errors = [], counts, again, fixed, passed } of samples) {
    it(`${runner}: ids, errors and counts`, () => {
      const found = run(failed);
      assert.deepEqual(
        {
          runner: found.runner,
          failing: found.failing,
          errors: found.errors,
          counts: [found.failed, found.passed],
        },
        { runner, failing, errors, counts },
      );
    });
    it(`${runner}: the same failures have the same key, fewer failures another`, () => {
      const later = failed.replace(...again);
      assert.notEqual(later, failed);
      assert.equal(run(later).key, run(failed).key);
      assert.equal(run(failed.replaceAll('\n', '\r\n')).key, run(failed).key);
      const less = failed.replace(...fixed);
      assert.notEqual(less, failed);
      assert.notEqual(run(less).key, run(failed).key);
    });
    it(`${runner}: a run that passed completely`, () => {
      const { runner: name, failing: none, errors: no } = run(passed);
      assert.deepEqual({ name, none, no }, { name: runner, none: [], no: [] });
      assert.notEqual(run(passed).key, run(failed).key);
    });
  }
});

describe('test runs: one line that says that all went well', () => {
  for (const [runner, line] of [
    ['xctest', '\t Executed 88 tests, with 0 failures (0 unexpected) in 2.11 (2.13) seconds'],
    ['xctest', '** TEST SUCCEEDED **'],
    ['swift-testing', '✔ Test run with 88 tests in 5 suites passed after 0.123 seconds.'],
    ['exunit', '88 tests, 0 failures'],
    ['catch', 'All tests passed (200 assertions in 88 test cases)'],
    ['catch', '[doctest] test cases:  12 |  12 passed | 0 failed | 0 skipped'],
    ['busted', '88 successes / 0 failures / 0 errors / 0 pending : 0.123 seconds'],
    ['prove', 'All tests successful.\nFiles=5, Tests=88,  1 wallclock secs\nResult: PASS'],
    ['testthat', '[ FAIL 0 | WARN 0 | SKIP 0 | PASS 88 ]'],
    ['karma', 'Chrome 120.0 (Linux): Executed 88 of 88 SUCCESS (0.1 secs / 0.09 secs)'],
    ['features', '88 scenarios (88 passed)'],
    ['features', '3 features passed, 0 failed, 0 skipped'],
    ['zig', 'All 88 tests passed.'],
  ] as const) {
    it(`${runner}: ${line}`, () => {
      const found = run(line);
      assert.deepEqual([found.runner, isFailing(found)], [runner, false]);
    });
  }
});

describe('test runs: checkers and builds that fail first', () => {
  for (const { runner, output, failing, failed, again } of checked) {
    it(`${runner}: ${failing.join('; ')}`, () => {
      const found = run(output);
      assert.deepEqual([found.runner, found.failing, found.failed], [runner, failing, failed]);
      assert.equal(run(output.replace(...again)).key, found.key, 'lines move with every edit');
    });
  }

  it('pytest: a file that cannot be imported, a file that is not there, nothing selected', () => {
    const collected =
      run(`_________________________ ERROR collecting bad_test.py _________________________
E   ModuleNotFoundError: No module named 'nothing_here'
=========================== short test summary info ============================
ERROR bad_test.py
!!!!!!!!!!!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!!!!!!!!!!!
=============================== 1 error in 0.80s ===============================`);
    assert.deepEqual(
      [collected.failing, collected.errors, collected.failed],
      [['bad_test.py'], ["ModuleNotFoundError: No module named 'nothing_here'"], 1],
    );
    assert.deepEqual(
      run('no tests ran in 0.71s\nERROR: file or directory not found: nofile.py').errors,
      ['file or directory not found: nofile.py', 'no tests ran'],
    );
    assert.deepEqual(run('============ 5 deselected in 0.01s ============').failing, []);
  });

  it('SymPy: its own runner', () => {
    const found = run(
      '_____ sympy/a/tests/test_a.py:test_b _____\n  File "x", line 3, in test_b\nTypeError: no\n\n tests finished: 3 passed, 2 expected to fail, 1 exceptions, in 0.50 seconds',
    );
    assert.deepEqual(
      [found.runner, found.failing, found.errors, found.failed, found.passed],
      ['sympy', ['sympy/a/tests/test_a.py:test_b'], ['TypeError: no'], 1, 3],
    );
  });

  it('reports "no tests found" as an error', () => {
    for (const output of [
      'No tests found, exiting with code 1\nPattern: x - 0 matches',
      'No test files found, exiting with code 1',
      'Error: No test files found: "x.mjs"',
    ]) {
      assert.match(run(output).errors.join(), /no test/i);
    }
  });

  it('a run that crashed without any line of its runner counts where the command is known', () => {
    const crash = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nope' imported from t.mjs";
    assert.equal(testRun(crash), undefined);
    assert.deepEqual(testRun(crash, true)?.errors, [crash]);
    assert.equal(testRun('all is well', true), undefined);
  });
});

describe('test runs: cut, mixed and hostile outputs', () => {
  const long = Array.from({ length: 40 }, (_, i) => `FAILED t.py::test_${i} - assert ${i}`);

  it('through tail: the same end of the same failures, and the number of those cut off', () => {
    const tail = (failed: number, seconds: string): TestRun =>
      run([...long.slice(-5), `${failed} failed, 3 passed in ${seconds}s`].join('\n'));
    assert.equal(tail(40, '1.2').key, tail(40, '9.1').key);
    assert.notEqual(tail(40, '1.2').key, tail(39, '1.2').key);
  });

  it('order and colours do not matter', () => {
    const coloured = long
      .map((line) => `\u001b[31m${line}\u001b[0m`)
      .reverse()
      .join('\n');
    assert.equal(run(coloured).key, run(long.join('\n')).key);
  });

  it('through grep: ids alone', () => {
    assert.deepEqual(run('FAILED t.py::test_b - ValueError: x\nERROR t.py::test_a').failing, [
      't.py::test_a',
      't.py::test_b',
    ]);
  });

  it('two runners in one output', () => {
    const both = run("src/a.ts(1,7): error TS2304: Cannot find name 'b'.\n\n  3 passing (5ms)\n");
    assert.deepEqual([both.runner, both.failed, both.passed], ['mocha+tsc', 1, 3]);
  });

  it('logged errors are no failure if all tests pass', () => {
    assert.deepEqual(run('ValueError: refused as it should be\n3 passed in 0.1s').errors, []);
  });

  it('renaming every path alike keeps equal runs equal', () => {
    const rename = (text: string): string => text.replaceAll('test_shop', 'lib/cart_test');
    const [sample] = samples;
    assert.ok(sample !== undefined);
    assert.equal(
      run(rename(sample.failed)).key,
      run(rename(sample.failed.replace(...sample.again))).key,
    );
  });

  const others: Record<string, string> = {
    'a grep hit list':
      'README.md:12:  3 failed, 2 passed in 0.12s\ndocs/ci.md:40:FAILED tests/a.py::test_b\nsrc/a.ts:3:  // error TS2304 comes from here\ntest/x.test.ts:9:  it("adds 2 failing")',
    'a build log':
      '> app@1.0.0 build\n> esbuild src/main.ts\n\n  dist/main.js  12.4kb\n\n⚡ Done in 8ms\nBUILD SUCCESSFUL in 1s\n0 errors, 3 warnings',
    'a git log':
      'a1b2c3d Fix 3 failing tests\nd4e5f6a Tests: error messages of the parser\n 2 files changed, 3 insertions(+)',
    'a listing':
      'total 12\n-rw-r--r-- 1 me me 120 Nov 21 07:07 test_shop.py\n-rw-r--r-- 1 me me  90 Nov 21 07:07 failed.txt',
    prose:
      'All tests passed, so I think that 3 passed is right. Tests: see below. FAIL means failure; OK.',
    source:
      "  it('fails', () => { assert.equal(1, 2); });\n  if (failed > 0) { console.log(`${failed} failed in ${seconds}s`); }\n  throw new TypeError('x');",
  };
  for (const [name, output] of Object.entries(others)) {
    it(`is not fooled by ${name}`, () => {
      assert.equal(testRun(output), undefined);
      assert.equal(mayBeTestRun(output), false);
    });
  }

  it('reads a hostile output in linear time', () => {
    const pieces = [
      '1 failed, ',
      'FAILED a.py::b - ',
      '  1) x\n       y\n',
      'a.b::',
      'x'.repeat(299) + '\n',
      '    a::b\n',
      '[ERROR]   A.b(',
      'E   A.',
      'error[E0001]: a\n --> ',
      '(1,1): ',
      '____ ',
      '- ',
    ];
    for (const piece of pieces) {
      const output = `3 passing (1ms)\n  3 passing (1ms)\n${piece.repeat(Math.ceil(16_000 / piece.length))}\n1 failed in 1s\nsrc/a.ts(1,1): error TS1: x\ntest result: FAILED. 1 failed\nBUILD FAILED in 1s`;
      const before = process.cpuUsage();
      testRun(output);
      const spent = process.cpuUsage(before).user / 1000;
      assert.ok(spent < 300, `${JSON.stringify(piece.slice(0, 20))}: ${spent} ms of the processor`);
    }
  });
});
