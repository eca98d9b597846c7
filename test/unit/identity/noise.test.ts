import assert from 'node:assert/strict';
import { findNoise, withoutNoise } from '../../../src/core/identity/noise/noise.js';
import { hashText } from '../../../src/core/identity/hash.js';
import { normalOutput } from '../../../src/core/identity/answer/outcome.js';

const same: Record<string, [string, string][]> = {
  durations: [
    ['12 passed in 1.23s', '12 passed in 1.24s'],
    ['Done in 980ms.', 'Done in 1.02s.'],
    ['Finished in 0.05 seconds', 'Finished in 1 minute 2.5 seconds'],
    ['✓ reads a file (3.1s)', '✓ reads a file (12ms)'],
    ['built in 1m 3s', 'built in 59s'],
    ['real\t0m0.123s', 'real\t1m12.004s'],
    ['ok  \texample.org/parser\t0.013s', 'ok  \texample.org/parser\t1.2s'],
    ['Time: 1.234 s, estimated 2 s', 'Time: 0.9 s, estimated 1 s'],
    ['took 1,204.5 ms', 'took 996 ms'],
    ['web-1 ContainerCreating 12s', 'web-1 ContainerCreating 1m4s'],
    ['web-1 Pending 5d3h', 'web-1 Pending 5d4h'],
    ['created 3 minutes ago', 'created 2 hours ago'],
    ['{"ok":true,"duration_ms": 12}', '{"ok":true,"duration_ms": 1300}'],
    ['Time: 00:00.012, Memory: 10.00 MB', 'Time: 01:00.112, Memory: 10.00 MB'],
    ['in 0.01s, 81.0 runs/s, 162.0 assertions/s', 'in 0.02s, 41.5 runs/s, 83.0 assertions/s'],
    ['{"version":"2.7.4","uptime_s":2}', '{"version":"2.7.4","uptime_s":31.5}'],
    ['<testcase name="a" time="0.003"/>', '<testcase name="a" time="1.201"/>'],
    ['fetched at 3.2 MB/s', 'fetched at 912.5 kB/s'],
    ['12 µs each', '9.5 µs each'],
    ['Dauer: 3,12 Sekunden', 'Dauer: 12 Sek.'],
    ['termine en 3.1 secondes', 'termine en 12 secondes'],
    ['revisado en 3 segundos', 'revisado en 4.5 segundos'],
    ['готово за 3.1 сек', 'готово за 12 секунд'],
    ['完了 3.2秒', '完了 12秒'],
  ],
  times: [
    ['2026-03-01T09:15:00.123Z started', '2026-03-02T10:16:01.9Z started'],
    ['[09:15:00] started', '[21:59:59] started'],
    ['_logs/2026-03-01T09_15_00_123Z-debug-0.log', '_logs/2026-03-02T10_16_01_900Z-debug-0.log'],
    ['trace-2026-03-01T09-15-00.zip', 'trace-2026-03-02T10-16-01.zip'],
    ['2026-03-01 09:15:00,123 INFO started', '2026-03-01 09:15:07,004 INFO started'],
    ['Sun Mar  1 09:15:00 UTC 2026', 'Sun Mar 12 23:15:01 UTC 2026'],
    [
      '10.0.0.1 - - [01/Mar/2026:09:15:00 +0000] "GET /"',
      '10.0.0.1 - - [02/Mar/2026:10:15:00 +0000] "GET /"',
    ],
    ['-rw-r--r-- 1 u u 4096 Mar  1 09:15 a.txt', '-rw-r--r-- 1 u u 4096 Mar 11 10:20 a.txt'],
    ['ts=1772355300.12 up', 'ts=1772355399.98 up'],
    ['backup-20260301T091500Z.tar', 'backup-20260302T101500Z.tar'],
    ['Last login: 9:15:00 PM', 'Last login: 10:02:33 AM'],
    ['0015_merge_20260301_0915', '0015_merge_20260302_1016'],
    ['11-21 09:15:00.123 started', '12-02 10:16:01.904 started'],
  ],
  ids: [
    ['object 3f9ac01', 'object b07e44d'],
    ['image sha256:d41d8cd98f0', 'image sha256:e41d8cd98f0'],
    ['id 6f1c2d3e-0a1b-4c2d-8e3f-001122334455', 'id a0b1c2d3-ffff-4c2d-8e3f-998877665544'],
    ['<Parser object at 0x7f3a2b10c0d0>', '<Parser object at 0x7ffd00a1b2c3>'],
    ['POST /hooks evt_3Q0d0f98f34458', 'POST /hooks evt_3Qa3cb1ec1a65f'],
    ['customer cus_QXg1o8vcGmoR32', 'customer cus_9aBc2DeF3gH4i5'],
    ['request_id: req_011CSfXyZ12abc', 'request_id: req_9Zk3LmQw81Tv0a'],
    [
      'StatusCode: 400, RequestID: 0d0f98f3-d1cb-ff42294f585e, AccessDeniedException',
      'StatusCode: 400, RequestID: 9443b5e8-680f-778645342350, AccessDeniedException',
    ],
    ['(Request ID: 4QZ8T2KDM1, host id: x)', '(Request ID: 7B1XW9TTP3, host id: x)'],
    ['X build in 48s (ID 33001227000)', 'X build in 48s (ID 33001236113)'],
    ['Kernel 5f3a9c1e-8b2d died', 'Kernel 0d9b2a1f-7e8c died'],
    ['{"request_id":"x7k2p9qa"}', '{"request_id":"m1n8b3vc"}'],
    ['container 8c7e1f2a9b0d started', 'container 0d9b2a1f7e8c started'],
    ['shop-7d9f8b6c5d-x2k4p 0/1 Error', 'shop-6c4b9d7f58-q8zn5 0/1 Error'],
    ['shop-7a9f0e6c5d-a2e4b 0/1 Error', 'shop-498793800-c2437 0/1 Error'],
    ['Evicted  pod/import-x2k4p  low on disk', 'Evicted  pod/import-q8zn5  low on disk'],
    ['pod "import-x2k4p" deleted', 'pod "import-q8zn5" deleted'],
    ['dist/assets/index-DiwrgTd4.js  143 kB', 'dist/assets/index-49879380.js  143 kB'],
    ['build/static/js/main.B3kQ9x2_.css', 'build/static/js/main.zQ1-w8Vr.css'],
    ['uid=2_31 button "Pay"', 'uid=14_7 button "Pay"'],
    ['R58N123 offline usb:1-2 transport_id:3', 'R58N123 offline usb:1-4.1 transport_id:12'],
    ['your one-time code: 0D0F-FF42', 'your one-time code: 9443-7786'],
  ],
  'processes and ports': [
    ['started with pid 4312', 'started with pid 99'],
    ['   └─20311 /opt/app --workers 2', '   └─431 /opt/app --workers 2'],
    ['INFO:     Started server process [12345]', 'INFO:     Started server process [931]'],
    ["thread 'main' (48211) panicked at a.rs:3:5", "thread 'main' (912) panicked at a.rs:3:5"],
    ['goroutine 37 [running]:', 'goroutine 1 [running]:'],
    ['** (EXIT from #PID<0.98.0>) x', '** (EXIT from #PID<0.1120.0>) x'],
    ['<0.123.0> terminated', '<0.77.3> terminated'],
    ['[Nest] 12345  - started', '[Nest] 77  - started'],
    [
      '[12345:0101/101112.123456:ERROR:gpu.cc(523)] x',
      '[99:0102/111213.223456:ERROR:gpu.cc(523)] x',
    ],
    ['[12345:0x5581c40]  812 ms: Mark-sweep', '[991:0x5a81c40]  13 ms: Mark-sweep'],
    ['E1129 22:10:11.123456   12345 main.go:12] x', 'E1130 09:11:11.223456       1 main.go:12] x'],
    [
      'Process 231 waits for ShareLock on transaction 812; blocked by process 240.',
      'Process 7 waits for ShareLock on transaction 9412; blocked by process 8.',
    ],
    [
      'node    4312  dev   23u  IPv4 812345      0t0  TCP *:3000 (LISTEN)',
      'node    99  dev   23u  IPv4 77      0t0  TCP *:3000 (LISTEN)',
    ],
    ['Listening on http://[::]:41234', 'Listening on http://[::]:51299'],
    ['app[40112:9120441] started', 'app[40443:9121718] started'],
    ['server[412]: ready', 'server[9931]: ready'],
    ['[1] 40213', '[1] 40377'],
    ['E/AndroidRuntime(11204): FATAL', 'E/AndroidRuntime(931): FATAL'],
    ['11-21 09:15:00.123 D/Feed( 4132): x', '11-21 09:15:07.004 D/Feed(  931): x'],
    [
      '11-21 09:15:00.123  4132  4177 E AndroidRuntime: FATAL',
      '11-21 09:15:07.004   931   940 E AndroidRuntime: FATAL',
    ],
    ['[pool-1-thread-3] done', '[pool-1-thread-12] done'],
    ['on DefaultDispatcher-worker-2', 'on DefaultDispatcher-worker-7'],
    ['==412== leak', '==9121== leak'],
    ['(node:4312) Warning: x', '(node:771) Warning: x'],
    ['Process Group PGID: 412', 'Process Group PGID: 413'],
    ['at http://localhost:5173/', 'at http://localhost:41877/'],
    ['at 127.0.0.1:40112 now', 'at 127.0.0.1:33021 now'],
    ['listening on port 49211', 'listening on port 50122'],
  ],
  paths: [
    ['wrote /tmp/tmpab12_xz/out.json', 'wrote /tmp/tmpq9zz_ab/out.json'],
    ['in /tmp/build-Ab3dE9/x', 'in /tmp/build-Zz1yX2/x'],
    ['in /tmp/go-build812345/b001', 'in /tmp/go-build612346/b001'],
    ['at /var/folders/ab/x1y2z3/T/app-Qw3rTy/a', 'at /var/folders/cd/k9k8k7/T/app-Zx9cVb/a'],
    [
      'C:\\Users\\ann\\AppData\\Local\\Temp\\tmp1234.txt',
      'C:\\Users\\bob\\AppData\\Local\\Temp\\tmp9876.txt',
    ],
    ['/home/ann/app/a.ts', '/home/bob/app/a.ts'],
    ['/Users/ann/app/a.ts', '/Users/bob/app/a.ts'],
  ],
  counters: [
    ['Nothing found. (9 tool calls, 14 s)', 'Nothing found. (12 tool calls, 3 s)'],
    ['Done (9 tool uses · 14s)', 'Done (1 tool use · 3s)'],
    ['attempt 3 failed', 'attempt 4 failed'],
    ['Retry 2/5: refused', 'Retry 3/5: refused'],
    ['Attempt 1 of 3', 'Attempt 2 of 3'],
    ['job #12 queued', 'job #13 queued'],
    ['Failed  5s (x2 over 21s)  kubelet', 'Failed  7m (x31 over 9m)  kubelet'],
    [
      '{"uri":"file:///a.cpp","version":3,"diagnostics":[]}',
      '{"uri":"file:///a.cpp","version":14,"diagnostics":[]}',
    ],
    ['citation undefined on input line 112.', 'citation undefined on input line 7.'],
    [
      'Starting a Gradle Daemon, 1 busy and 2 incompatible Daemons could not be reused',
      'Starting a Gradle Daemon, 3 busy and 1 incompatible Daemons could not be reused',
    ],
    [
      '  % Total    % Received % Xferd\n100   123  100   123    0     0   1234      0 --:--:-- --:--:-- --:--:--  1240\n{}',
      '  % Total    % Received % Xferd\n100   123  100   123    0     0   9.1k      0  0:00:01  0:00:01 --:--:--  9461\n{}',
    ],
  ],
  'the shell’s own line numbers': [
    ['bash: line 424: cd: x: No such file', 'bash: line 7: cd: x: No such file'],
    ['/bin/bash: line 1: foo: command not found', '/bin/bash: line 31: foo: command not found'],
    ['bash: -c: line 2: syntax error', 'bash: -c: line 12: syntax error'],
    ['-bash: line 2: x', '-bash: line 9: x'],
    ['sh: 3: foo: not found', 'sh: 12: foo: not found'],
    ['/bin/sh: 1: foo: not found', '/bin/sh: 4: foo: not found'],
    ['zsh:12: command not found: foo', 'zsh:3: command not found: foo'],
    ['(eval):1: command not found: foo', '(eval):7: command not found: foo'],
    ['ok\nsh: 3: foo: not found', 'ok\nsh: 12: foo: not found'],
  ],
  'durations beside statistics': [
    ['✓ limits the rate (3.1s)', '✓ limits the rate (12ms)'],
    ['Timeout: exceeded the limit after 5.01s', 'Timeout: exceeded the limit after 5.3s'],
    ['mean of 3 runs\ndone in 3s', 'mean of 3 runs\ndone in 5s'],
    ['fetched 3 files, 12.1 kB/s', 'fetched 3 files, 93.9 MB/s'],
    ['[00:01<00:02, 9.1it/s]', '[00:01<00:02, 3.7it/s]'],
  ],
  'random ids': [
    ['session 01ARZ3NDEKTSV4RRFFQ69G5FAV open', 'session 01BX5ZZKBKACTAV9WEVGEMMVRZ open'],
    ['{"id":"cjld2cjxh0000qzrmn831i7rn"}', '{"id":"cjld2cyuq0001t3rmniod1foy"}'],
    ['token sk3X9fQ2mZ7Lr8Vt1Kp0Wd', 'token Zr4B7yN1cH6Tq2Xs9Jm5Ge'],
  ],
  'what is drawn over': [
    ['10%\r20%\r100% done', '7%\r35%\r61%\r100% done'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['⠋ resolving', '⠸ resolving'],
    ['⠙ building\r⠹ building\r✔ built in 2s', '⠧ building\r✔ built in 31s'],
  ],
  colours: [
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007a', 'a'],
  ],
};

const different: Record<string, [string, string][]> = {
  'progress that advances': [
    ['10%\r20%', '10%\r21%'],
    ['Building 12%', 'Building 40%'],
    ['[3/40] compiling in 2s', '[4/40] compiling in 2s'],
    ['12 of 99 chunks', '13 of 99 chunks'],
    ['step 3', 'step 4'],
  ],
  'names with numbers': [
    ['worker-2 NotReady', 'worker-3 NotReady'],
    ['Item(12): low', 'Item(13): low'],
    ['test_round2half passed', 'test_round3half passed'],
    ['my_step1part2 done', 'my_step1part3 done'],
    ['score 3.125  12  13 points', 'score 3.125  14  15 points'],
  ],
  counts: [
    ['12 passed, 3 failed in 1s', '13 passed, 2 failed in 1s'],
    ['Found 4 errors.', 'Found 3 errors.'],
    ['3 files changed', '5 files changed'],
  ],
  values: [
    ['42', '43'],
    ['checksum: d41d8cd98f0', 'checksum: e41d8cd98f0'],
    ['hash: d41d8cd98f0a1b2c3d4e5f', 'hash: 141d8cd98f0a1b2c3d4e5f'],
    ['3.14', '2.71'],
    ['x = 5', 'x = 6'],
    ['3f9ac01', 'b07e44d'],
    ['exit code 1', 'exit code 2'],
    ['{"exit_code": 0}', '{"exit_code": 1}'],
    ['a: 5\nb: 6', 'a: 5\nb: 7'],
  ],
  places: [
    ['a.ts:12:34: error', 'a.ts:13:34: error'],
    ['a.ts(12,34)', 'a.ts(12,35)'],
    ['12:34 found', '13:34 found'],
    ['line 12', 'line 13'],
    ['id: 5', 'id: 6'],
  ],
  measurements: [
    ['median: 3.21 ms', 'median: 2.87 ms'],
    ['median of 20 runs: 3.21s', 'median of 20 runs: 2.9s'],
    ['  Time (mean ± σ):     3.2 ms ±   0.4 ms', '  Time (mean ± σ):     3.3 ms ±   0.4 ms'],
    ['p95 120ms', 'p95 118ms'],
    ['Latency avg=1.2ms', 'Latency avg=1.4ms'],
    ['took 3.21 s, limit 2 s', 'took 3.01 s, limit 2 s'],
    ['AssertionError: took 3.21s, not < 2', 'AssertionError: took 2.21s, not < 2'],
    ['Mittelwert 12 ms', 'Mittelwert 14 ms'],
    ['120 req/s', '130 req/s'],
    ['x 1204 ops/sec', 'x 1304 ops/sec'],
    ['3 loops, best of 5: 12 msec per loop', '3 loops, best of 5: 14 msec per loop'],
    ['BenchmarkParse-8  1000  3210 ns/op', 'BenchmarkParse-8  1000  2210 ns/op'],
  ],
  'lines of a script': [
    ['./run.sh: line 12: x: not found', './run.sh: line 13: x: not found'],
    ['build.sh: 12: x: not found', 'build.sh: 13: x: not found'],
  ],
  'versions and sizes': [
    ['v1.2.3', 'v1.2.4'],
    ['node 20.1.0', 'node 22.1.0'],
    ['-rw-r--r-- 4096 a', '-rw-r--r-- 4097 a'],
    ['120 MB', '130 MB'],
    ['python3', 'python2'],
    ['1.5e-05', '1.5e-06'],
  ],
  names: [
    ['/tmp/first.py', '/tmp/second.py'],
    ['#1a2b3c', '#1a2b3d'],
    ['utf8', 'utf16'],
    ['12gh34ab-slim', '12gh34cd-slim'],
    ['sha256WithRSAEncryption', 'sha512WithRSAEncryption'],
    ['getItems2ForVersion2OfApi', 'getItems2ForVersion3OfApi'],
    ['10.2.0.1', '10.2.0.2'],
    ['test_a[12] PASSED', 'test_a[13] PASSED'],
    ['port 3000', 'port 8080'],
    ['issue #12', 'issue #13'],
    ['report-20260112-beta1 built', 'report-20260112-beta2 built'],
    ['node-v20lts12-linux', 'node-v20lts12-macos'],
    ['dist/assets/page-settings.js', 'dist/assets/page-invoices.js'],
    ['src/page-DiwrgTd4.js', 'src/page-49879380.js'],
    ['{"version":3}', '{"version":4}'],
    ['├── 2024 photos', '├── 2025 photos'],
    ['(x3 faster)', '(x4 faster)'],
    ['process 3 files', 'process 4 files'],
    ['thread 12 of 20', 'thread 13 of 20'],
    ['E1234 wrong type', 'E1235 wrong type'],
    ['<1.2.3>', '<1.2.4>'],
    ['100 2 3 4 5 6 7 8 9', '100 2 3 4 5 6 7 8 10'],
    ['12345678901\tpaid', '12345678977\tpaid'],
    ['2 busy lines', '3 busy lines'],
    ['uid=1000 gid=1000', 'uid=1001 gid=1000'],
    ['step-a1b2c done', 'step-d3e4f done'],
  ],
};

describe('noise', () => {
  for (const [what, pairs] of Object.entries(same)) {
    it(`masks ${what}`, () => {
      for (const [a, b] of pairs) {
        assert.equal(withoutNoise(a), withoutNoise(b), `${a} | ${b}`);
      }
    });
  }
  for (const [what, pairs] of Object.entries(different)) {
    it(`keeps ${what}`, () => {
      for (const [a, b] of pairs) {
        assert.notEqual(withoutNoise(a), withoutNoise(b), `${a} | ${b}`);
      }
    });
  }

  it('keeps the durations that a benchmark prints', () => {
    for (const text of ['parse  3.2 ms', 'all rows took 3s', 'elapsed: 3.25', 'time: 0.123']) {
      assert.equal(withoutNoise(text, true), text);
      assert.notEqual(withoutNoise(text), text);
    }
    assert.equal(withoutNoise('pid 12, 3 ms', true), withoutNoise('pid 31, 3 ms', true));
  });

  it('leaves a text without noise unchanged', () => {
    for (const text of [
      '',
      'no number here',
      'const a = [1, 2, 3];',
      'x'.repeat(500),
      '  120→    return 5;',
      'größer als 7',
      '1\n2\n3',
    ]) {
      assert.equal(withoutNoise(text), text);
    }
  });

  it('is stable: masking twice changes nothing more', () => {
    for (const [a] of Object.values(same).flat()) {
      assert.equal(withoutNoise(withoutNoise(a)), withoutNoise(a), a);
    }
  });

  it('reports which kinds differ', () => {
    assert.deepEqual(findNoise('pid 12 took 1.2s', 'pid 12 took 1.3s'), ['duration']);
    assert.deepEqual(findNoise('2026-03-01 09:15:00 pid 12', '2026-03-01 09:15:01 pid 13'), [
      'time',
      'process',
    ]);
    assert.deepEqual(findNoise('same 1.2s', 'same 1.2s'), []);
    assert.deepEqual(findNoise('\u001b[31mred\u001b[0m', 'red'), ['colour']);
  });

  it('finishes on hostile texts', () => {
    const pieces = [
      '1',
      '-',
      'a0',
      '1 ',
      '1.',
      '11:',
      '1h1m',
      '1,111',
      '/tmp/',
      '/tmp/a-',
      '\u001b[',
      '\u001b]',
      '/home/a',
      'pid 1 ',
      '00000000-0000-',
      '1s mean ',
      'bash: line 1:',
      'Nov 1 ',
      '1/1/',
      'é1',
      '\\Temp\\',
      '0x',
    ];
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(16_384 / piece.length));
      assert.equal(typeof withoutNoise(text), 'string');
      assert.equal(withoutNoise(text), withoutNoise(text));
    }
  });

  it('is masked before a long result is cut, so that a duration’s digits shift nothing', () => {
    const rows = Array.from({ length: 1200 }, (_, i) => `src/file-${i}.ts checked`);
    const report = (took: string, last = 'bye') =>
      `started, ${took}\n${rows.join('\n')}\nended after ${took}\n${last}`;
    const print = (text: string) => hashText(normalOutput(text));
    assert.ok(report('1s').length > 16_384);
    assert.equal(print(report('9.9s')), print(report('1210.25s')));
    assert.notEqual(print(report('9.9s')), print(report('9.9s', 'farewell')));
    const long = (took: string, times = 20) =>
      Array.from({ length: times }, () => report(took)).join('\n');
    assert.ok(long('1s').length > 300_000);
    assert.equal(print(long('9.9s')), print(long('1210.25s')));
    assert.notEqual(print(long('9.9s')), print(long('9.9s', 21)));
    const oneLine = (took: string) => `{"took":"${took}","rows":"${'x'.repeat(30_000)}"}`;
    assert.equal(print(oneLine('9.9s')), print(oneLine('1210.25s')));
  });
});
