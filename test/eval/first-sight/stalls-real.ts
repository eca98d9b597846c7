/** Circles in programs of many languages: the compiler, the framework or the tests say the same after every change. Before any rule was tried on it, 97 of 144 were found in time. */
import { clock, hex, pick, rounds, stall, type Idea } from './idea.js';
import { finish, lookAround, rewrite, seconds, workAWhile, type Edits } from './openings.js';

export const stallsInPrograms: readonly Idea[] = [
  stall(
    'a comment that silences a rule, put on ever other lines',
    6,
    16,
    { why: 'the rule is reported at the start of the statement, which no try names' },
    (desk, story) => {
      const versions = [
        'const rows = await load(id);',
        'const rows = await load(id); // eslint-disable-line no-await-in-loop',
        '// eslint-disable-next-line\nconst rows = await load(id);',
        '/* eslint-disable-next-line no-await-in-loop */\nconst rows = await load(id);',
        '/* eslint-disable no-await-in-loop */\nconst rows = await load(id);\n/* eslint-enable no-await-in-loop */',
        '// eslint-disable-next-line no-await-in-loop -- in order\nconst rows = (\n  await load(id)\n);',
        'const rows = /* eslint-disable-line */ await load(id);',
        '// eslint-disable-next-line @typescript-eslint/no-await-in-loop\nconst rows = await load(id);',
        '/* eslint no-await-in-loop: 0 */\nconst rows = await load(id);',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/import/rows.ts', versions, i),
        desk.run(
          'npx eslint src/import',
          `\n/w/src/import/rows.ts\n  ${21 + (i % 3)}:${18 + (i % 4)}  error  Unexpected \`await\` inside a loop  no-await-in-loop\n\n✖ 1 problem (1 error, 0 warnings)\n`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a type that is cast, widened and written anew, and the same line does not take it',
    11,
    23,
    { why: 'the type comes from a second copy of the library' },
    (desk, story) => {
      lookAround(desk, story);
      const versions = [
        'plugins: [react()],',
        'plugins: [react() as Plugin],',
        'plugins: [react() as unknown as Plugin],',
        'plugins: [react()] as PluginOption[],',
        'plugins: [...[react()]],',
        'plugins: [react() satisfies PluginOption],',
        'plugins: [react() as PluginOption],',
        'plugins: [<Plugin>react()],',
        'plugins: [[react()] as Plugin[]],',
        'plugins: [Object.assign({}, react()) as Plugin],',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/vite.config.ts', versions, i),
        desk.run(
          pick(['npx tsc -p tsconfig.node.json', 'npm run typecheck'], Math.floor(i / 3)),
          `vite.config.ts(${8 + (i % 2)},${12 + i}): error TS2769: No overload matches this call.\n  The last overload gave the following error.\n    Type 'Plugin<any>[]' is not assignable to type 'PluginOption'.\n      Types of property 'apply' are incompatible: two different types with this name exist, but they are unrelated.`,
          2,
        ),
      ]);
    },
  ),
  stall(
    'a copy edited that the tests do not load, with printouts that never show',
    6,
    16,
    { why: 'the tests load what is installed, not what is edited' },
    (desk, story) => {
      const versions = [
        'return value.strip()',
        'return value.strip().lower()',
        'print("DEBUG normalise", value)\n    return value.strip().lower()',
        'print("DEBUG normalise", repr(value), flush=True)\n    return value.casefold().strip()',
        'import sys; sys.stderr.write("HERE\\n")\n    return value.casefold().strip()',
        'raise RuntimeError("normalise called")',
        'assert False, value',
        'return " ".join(value.casefold().split())',
        'return unicodedata.normalize("NFKC", value).casefold().strip()',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/tags/clean.py', versions, i),
        desk.run(
          `python -m pytest tests/test_clean.py ${pick(['-q', '-x -q', '-q -s', '-q -s -rA'], i)}`,
          `F                                                                        [100%]\n=================================== FAILURES ===================================\n________________________________ test_lower ________________________________\n\n    def test_lower():\n>       assert normalise("  Tea ") == "tea"\nE       AssertionError: assert 'Tea' == 'tea'\nE         - tea\nE         + Tea\n\ntests/test_clean.py:6: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_clean.py::test_lower - AssertionError: assert 'Tea' == 'tea'\n1 failed in 0.${14 + ((i * 7) % 30)}s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'an address written into ever other files of settings, and the page has none',
    9,
    21,
    { why: 'only names that begin with VITE_ reach the page' },
    (desk, story) => {
      const files = [
        '/w/.env',
        '/w/.env.local',
        '/w/.env.development',
        '/w/web/.env',
        '/w/.env',
        '/w/web/.env.local',
        '/w/.env.production',
      ] as const;
      rounds(story, 7, (i) => [
        desk.write(
          pick(files, i),
          `API_URL=http://localhost:${pick(['8080', '8080/', '8080/api', '"8080"'], i)}\nMODE_${i}=dev\n`,
        ),
        desk.run(
          'npm run build --silent',
          `vite v5.4.10 building for production...\n✓ ${311 + (i % 2)} modules transformed.\n✓ built in ${seconds(i, 2)}s`,
        ),
        desk.run(
          `grep -o 'apiUrl:[^,}]*' dist/assets/index-*.js | head -1`,
          `dist/assets/index-${hex(i + 4)}.js:apiUrl:void 0`,
        ),
      ]);
    },
  ),
  stall(
    'a test chosen by ever other names, none of which there is',
    4,
    11,
    { why: 'the test is behind a build tag' },
    (desk, story) => {
      const tries = [
        'go test ./store -run TestReplay',
        'go test ./store -run TestStoreReplay -v',
        "go test ./store -run 'Test.*Replay'",
        'go test ./... -run Replay',
        "go test ./store -run 'TestStore/replay' -v",
        'go test ./store/... -run TestReplayLog -count=1',
        "go test ./store -run '^TestReplay$' -count=1 -v",
        "go test ./store -run '(?i)replay' -v",
        'go test -run=Replay ./store/',
        'cd store && go test -run TestReplay .',
      ] as const;
      rounds(story, 10, (i) => [
        desk.run(
          pick(tries, i),
          `testing: warning: no tests to run\nPASS\nok  \tgit.example.test/acme/tally/store\t0.00${2 + (i % 6)}s [no tests to run]`,
        ),
        ...(i % 3 === 1
          ? [
              desk.search(
                'func Test.*Replay',
                'store/replay_test.go:18:func TestReplay(t *testing.T) {',
              ),
            ]
          : []),
      ]);
    },
  ),
  stall(
    'a stand-in set up in ever other ways, and the real one is called',
    21,
    33,
    { why: 'the module under test is loaded before it is replaced' },
    (desk, story) => {
      workAWhile(desk, story);
      const versions = [
        "jest.mock('../src/mailer');",
        "jest.mock('../src/mailer', () => ({ send: jest.fn() }));",
        "jest.spyOn(mailer, 'send').mockResolvedValue(undefined);",
        "jest.mock('../src/mailer.js', () => ({ __esModule: true, send: jest.fn() }));",
        "jest.doMock('../src/mailer', () => ({ send: jest.fn() }));",
        'mailer.send = jest.fn() as never;',
        "jest.unstable_mockModule('../src/mailer.js', () => ({ send: jest.fn() }));",
        "jest.mock('nodemailer');",
        "jest.replaceProperty(mailer, 'send', jest.fn());",
        'beforeEach(() => jest.resetModules());',
      ] as const;
      rounds(story, 9, (i) => [
        rewrite(desk, '/w/test/signup.test.ts', versions, i),
        desk.run(
          'npx jest signup',
          `FAIL test/signup.test.ts (${seconds(i, 5)} s)\n  ● signs up › sends one mail\n\n    connect ECONNREFUSED 127.0.0.1:2525\n\n      at Socket.connect (src/mailer.ts:19:21)\n\nTests:       1 failed, 6 passed, 7 total\nSnapshots:   0 total\nTime:        ${seconds(i + 2, 5)} s, estimated 6 s`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a task that may not cross threads, whatever its parts are wrapped in',
    6,
    18,
    { why: 'a guard is held across the await, which none of the changes touches' },
    (desk, story) => {
      const versions = [
        'state: Rc<RefCell<State>>',
        'state: Arc<RefCell<State>>',
        'state: Arc<Mutex<State>>',
        'state: Arc<std::sync::RwLock<State>>',
        'state: Arc<Mutex<Box<State>>>',
        'state: Arc<Mutex<dyn Store + Send>>',
        "state: &'static Mutex<State>",
        'state: Arc<Mutex<Option<State>>>',
        'state: Box<Arc<Mutex<State>>>',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/worker.rs', versions, i),
        ...(i % 3 === 1
          ? [desk.search('spawn\\(', 'src/worker.rs:31:    tokio::spawn(async move {')]
          : []),
        desk.run(
          'cargo check --message-format short',
          `    Checking relay v0.5.2 (/w)\nsrc/worker.rs:${31 + (i % 3)}:5: error: future cannot be sent between threads safely\n  note: future is not \`Send\` as this value is used across an await: src/worker.rs:${34 + (i % 3)}:22\nerror: could not compile \`relay\` (lib) due to 1 previous error`,
          101,
        ),
      ]);
    },
  ),
  stall(
    'a bean that the container does not know, whatever is written above its class',
    6,
    16,
    { why: 'the package is outside of what is scanned' },
    (desk, story) => {
      const versions = [
        'public class RateClient {',
        '@Component\npublic class RateClient {',
        '@Service\npublic class RateClient {',
        '@Service("rateClient")\npublic class RateClient {',
        '@Lazy\n@Service\npublic class RateClient {',
        '@Primary\n@Component\npublic class RateClient {',
        '@Repository\npublic class RateClient implements Rates {',
        '@Configuration\npublic class RateClient {',
        '@Component\n@Scope("singleton")\npublic class RateClient {',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/main/java/test/rates/RateClient.java', versions, i),
        desk.run(
          './gradlew test --tests OrderServiceTest',
          `> Task :compileJava\n> Task :test FAILED\n\nOrderServiceTest > contextLoads() FAILED\n    java.lang.IllegalStateException at DefaultCacheAwareContextLoaderDelegate.java:145\n        Caused by: org.springframework.beans.factory.NoSuchBeanDefinitionException at DefaultListableBeanFactory.java:1880\n\nNo qualifying bean of type 'test.rates.RateClient' available: expected at least 1 bean which qualifies as autowire candidate.\n\n1 test completed, 1 failed\n\nBUILD FAILED in ${7 + ((i * 3) % 5)}s\n4 actionable tasks: ${2 + (i % 2)} executed, ${2 - (i % 2)} up-to-date`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'memory that is used after it is freed, guarded in ever other places',
    9,
    24,
    { why: 'the owner is a timer that none of the guards stops' },
    (desk, story) => {
      const versions = [
        'if (session) session->close();',
        'if (session != nullptr) session->close();',
        'if (auto s = session) s->close();',
        'std::lock_guard<std::mutex> g(m_); if (session) session->close();',
        'if (session && session->alive()) session->close();',
        'auto s = std::move(session); if (s) s->close();',
        'if (session) { session->close(); session = nullptr; }',
        'if (!closed_.exchange(true) && session) session->close();',
        'std::scoped_lock g(m_, n_); if (session) session->close();',
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/peer.cpp', versions, i),
        desk.run(
          'cmake --build build -j8 2>&1 | tail -2',
          `[ 96%] Linking CXX executable peer_test\n[100%] Built target peer_test`,
        ),
        desk.run(
          './build/peer_test 2>&1 | head -5',
          `=================================================================\n==${31_204 + i * 417}==ERROR: AddressSanitizer: heap-use-after-free on address 0x60${hex(i, 10)} at pc 0x${hex(i + 1, 12)} bp 0x7ff${hex(i + 2, 9)} sp 0x7ff${hex(i + 3, 9)}\nREAD of size 8 at 0x60${hex(i, 10)} thread T0\n    #0 0x${hex(i + 1, 12)} in Session::close() /w/src/session.cpp:88:9\n    #1 0x${hex(i + 5, 12)} in Timer::fire() /w/src/timer.cpp:41:3`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'a framework that is not installed, asked for in ever other files',
    6,
    16,
    { why: 'only another release is on the machine' },
    (desk, story) => {
      const steps: Edits = [
        ['/w/global.json', '"version": "8.0.100"', '"version": "8.0.400"'],
        ['/w/global.json', '"rollForward": "latestFeature"', '"rollForward": "latestMajor"'],
        ['/w/src/Api/Api.csproj', '<TargetFramework>net8.0<', '<TargetFrameworks>net8.0<'],
        [
          '/w/Directory.Build.props',
          '<Nullable>',
          '<RollForward>LatestMinor</RollForward><Nullable>',
        ],
        ['/w/global.json', '"allowPrerelease": false', '"allowPrerelease": true'],
        [
          '/w/tests/Api.Tests/Api.Tests.csproj',
          '<IsPackable>',
          '<UseAppHost>false</UseAppHost><IsPackable>',
        ],
        ['/w/tests/Api.Tests/runtimeconfig.template.json', '{}', '{ "configProperties": {} }'],
        ['/w/Directory.Build.props', 'LatestMinor', 'LatestPatch'],
      ];
      rounds(story, 8, (i) => [
        desk.replace(...pick(steps, i)),
        desk.run(
          'dotnet test --nologo',
          `  Determining projects to restore...\n  All projects are up-to-date for restore.\n  Api.Tests -> /w/tests/Api.Tests/bin/Debug/net8.0/Api.Tests.dll\nTest run for /w/tests/Api.Tests/bin/Debug/net8.0/Api.Tests.dll (.NETCoreApp,Version=v8.0)\nTesthost process exited with error: You must install or update .NET to run this application.\nFramework: 'Microsoft.AspNetCore.App', version '8.0.0' (x64)\nThe following frameworks were found:\n  9.0.1 at [/usr/share/dotnet/shared/Microsoft.AspNetCore.App]\n\nTest Run Aborted in ${seconds(i)} Seconds.`,
          1,
        ),
      ]);
    },
  ),
  stall(
    'two writers that lock each other out, however the transaction is worded',
    6,
    16,
    { why: 'the two take the rows in another order' },
    (desk, story) => {
      const versions = [
        'await db.begin();',
        "await db.begin('READ COMMITTED');",
        "await db.begin('REPEATABLE READ');",
        "await db.begin(); await db.query('SET LOCAL lock_timeout = 2000');",
        "await db.begin(); await db.query('SET LOCAL deadlock_timeout = 5000');",
        "await db.begin('SERIALIZABLE');",
        'await retry(1, () => db.begin());',
        "await db.begin(); await db.query('SAVEPOINT before_move');",
        "await db.begin('READ COMMITTED'); // short",
      ] as const;
      rounds(story, 8, (i) => [
        rewrite(desk, '/w/src/stock/move.ts', versions, i),
        desk.run(
          'node scripts/two-writers.mjs',
          `${clock(i)} writer A: moved ${210 + ((i * 31) % 60)} items\n${clock(i)} writer B: error: deadlock detected\n  detail: Process ${4_410 + i * 13} waits for ShareLock on transaction ${88_120 + i * 57}; blocked by process ${4_411 + i * 13}.\n  where: while updating tuple (0,${7 + (i % 5)}) in relation "stock"`,
          1,
        ),
      ]);
      finish(desk, story);
    },
  ),
  stall(
    'a map of settings changed and applied, which the pod never sees',
    9,
    21,
    { why: 'the variables of a pod are read when it starts' },
    (desk, story) => {
      const levels = ['info', 'debug', 'DEBUG', '"debug"', 'trace', 'verbose', 'debug'] as const;
      rounds(story, 7, (i) => [
        desk.replace(
          '/w/deploy/config.yaml',
          `  LOG_LEVEL: ${pick(levels, i)}`,
          `  LOG_LEVEL: ${pick(levels, i + 1)}${i > 4 ? ` # ${i}` : ''}`,
        ),
        desk.run('kubectl apply -f deploy/config.yaml', 'configmap/orders-config configured'),
        desk.run('kubectl exec deploy/orders -- printenv LOG_LEVEL', 'info'),
      ]);
    },
  ),
];
